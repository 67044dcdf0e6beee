"""The component tables hold what the box holds."""

import tomllib

import pytest

from partie.games.wikinger.data import DATA, FIGURES, ISLANDS, ROWS, SHIPS, SPECIAL_BUILDINGS
from tests.rules import ROOT

PRINTED = tomllib.loads((ROOT / "engines" / "partie" / "games" / "wikinger" / "data.toml").read_text("utf-8"))


@pytest.mark.rules("A3", "A2")
def test_there_are_76_tiles() -> None:
    """62 island tiles, the four start tiles among them, and 14 ships; 72 are drawn, twelve a round."""
    islands = sum(tile.count for tile in DATA.islands.tiles.values())
    ships = sum(ship.count for ship in SHIPS.values())
    assert (islands + DATA.seat.seats, ships) == (62, 14)
    assert islands + ships == DATA.rounds.rounds * DATA.rounds.fields == 72


@pytest.mark.rules("A3")
def test_left_and_right_ends_are_equally_many_with_the_start_tiles() -> None:
    """21 of each, and five middle pieces for each of four buildings; nothing but middle pieces has land twice."""
    tiles = DATA.islands.tiles
    assert tiles["left"].count + DATA.seat.seats == tiles["right"].count == 21
    middles = {name: tile.count for name, tile in tiles.items() if tile.building}
    assert middles == dict.fromkeys(SPECIAL_BUILDINGS, 5)
    assert all((ISLANDS[name].left, ISLANDS[name].right) == ("land", "land") for name in middles)
    assert (tiles["left"].left, tiles["left"].right) == ("sea", "land")
    assert (tiles["right"].left, tiles["right"].right) == ("land", "sea")


@pytest.mark.rules("A4")
def test_there_are_13_figures_of_each_of_six_colours() -> None:
    """Basic rounds draw 72 of the 78, advanced ones all."""
    assert DATA.figures.counts == dict.fromkeys(FIGURES, 13)
    assert len(FIGURES) * 13 == 78 == DATA.rounds.rounds * DATA.rounds.drawn.advanced
    assert DATA.rounds.rounds * DATA.rounds.drawn.basic == 72


@pytest.mark.rules("A5", "L4")
def test_ships_threaten_down_to_the_row_of_their_sail() -> None:
    """No sail is black: it would threaten only warriors, who repel."""
    assert [ship.sail for ship in SHIPS.values()] == list(ROWS[1:])
    assert [ship.count for ship in SHIPS.values()] == [3, 4, 4, 3]
    assert (SHIPS["ship-green"].gold, SHIPS["ship-blue"].points) == (5, 3)
    assert all(bool(ship.gold) != bool(ship.points) for ship in SHIPS.values())


@pytest.mark.rules("A1")
def test_gold_depends_on_the_number_of_players() -> None:
    """And so does the number of purchases, which is always the same for all."""
    assert DATA.seat.gold == {"2": 30, "3": 25, "4": 20}
    assert DATA.seat.points == 10
    assert all(DATA.rounds.fields % int(seats) == 0 for seats in DATA.seat.gold)


@pytest.mark.rules("S3", "S4", "S5", "S6", "S7", "S8")
def test_there_are_25_special_tiles() -> None:
    """As the sheet for the advanced game lists them; four rounds after the first never run out of them."""
    counts = DATA.specials.counts
    assert sum(counts.values()) == 25
    assert DATA.specials.display * DATA.rounds.rounds <= 25
    assert (counts["five-gold"], counts["boat"], counts["boatman-1"]) == (1, 6, 4)
    assert [counts[name] for name in SPECIAL_BUILDINGS.values()] == [1, 1, 1, 1]
    assert {name: counts[name] for name in ("goldsmith-1", "goldsmith-2", "noble-1", "scout-1", "fisherman-1")} == {
        "goldsmith-1": 2,
        "goldsmith-2": 1,
        "noble-1": 3,
        "scout-1": 1,
        "fisherman-1": 1,
    }


def test_every_block_names_its_source_and_how_sure_we_are() -> None:
    """What is reconstructed says what else it could be, or why it is doubtful."""
    blocks = {name: block for name, block in PRINTED.items() if name not in ("sources", "confidence", "version")}
    for name, block in blocks.items():
        assert block["source"], name
        assert block["confidence"] in PRINTED["confidence"], name
        if block["confidence"] == "R":
            assert block.get("alternatives") or block.get("doubt"), name
