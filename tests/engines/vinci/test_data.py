"""The component tables hold what is known of the box, and the map is whole."""

import tomllib
from itertools import combinations

import pytest
from msgspec.structs import replace

from partie.games.vinci.client_map import around, load, ring
from partie.games.vinci.data import DATA, ENTRIES, MOUNTAINS, NEIGHBOURS, PROVINCES, SEAS, TILES, VERSIONS
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.state import Options2
from tests.rules import ROOT

PRINTED = tomllib.loads((ROOT / "engines" / "partie" / "games" / "vinci" / "data.toml").read_text("utf-8"))


@pytest.mark.rules("A3", "X23")
def test_there_are_52_tiles_of_26_kinds() -> None:
    """Two of each; ten kinds bring points, six are for war, ten are general; four stay as ruins."""
    assert (len(TILES), sum(tile.count for tile in TILES.values())) == (26, 52)
    colours = [tile.colour for tile in TILES.values()]
    assert {colour: colours.count(colour) for colour in set(colours)} == PRINTED["colours"]["tiles"]
    assert [name for name, tile in TILES.items() if tile.stays] == [
        "agriculture_ruin",
        "livestock_ruin",
        "mining_ruin",
        "port_ruin",
    ]
    assert TILES["general"].colour == "blue"
    assert [name for name, tile in TILES.items() if tile.column] == ["fortification", "heritage", "rebirth"]


@pytest.mark.rules("A1", "K6")
def test_there_are_45_provinces_and_33_of_them_begin_with_a_neutral_piece() -> None:
    """Twelve are mountains; ten have a port, all of these on a coast, and seven a mine."""
    assert len(PROVINCES) == 45
    assert sum(province.terrain != "mountain" for province in PROVINCES.values()) == 33
    assert sum(province.port for province in PROVINCES.values()) == 10
    assert all(province.seas for province in PROVINCES.values() if province.port)
    assert sum(province.mine for province in PROVINCES.values()) == 7


@pytest.mark.rules("A1", "K5")
def test_borders_and_straits_lead_both_ways() -> None:
    """85 of them, eight of these straits; no province borders on itself, or twice on another."""
    for name, province in PROVINCES.items():
        assert all(name in PROVINCES[other].borders for other in province.borders)
        assert all(name in PROVINCES[other].straits for other in province.straits)
        assert name not in NEIGHBOURS[name]
        assert not set(province.borders) & set(province.straits)
    assert sum(map(len, NEIGHBOURS.values())) == 2 * 85
    assert sum(len(province.straits) for province in PROVINCES.values()) == 2 * 8


@pytest.mark.rules("A1")
def test_the_map_is_connected() -> None:
    """Every province can be reached from every other one."""
    reached = ["hibernia"]
    for name in reached:
        reached += [near for near in NEIGHBOURS[name] if near not in reached]
    assert set(reached) == set(PROVINCES)


@pytest.mark.rules("E1")
def test_civilizations_enter_scotland_and_ireland_but_not_france_and_northern_italy() -> None:
    """The example of the rules; the Balkans, southern Italy and the east are open too."""
    assert {"caledonia", "hibernia", "magna_graecia", "hellas", "uralia", "lapponia"} <= ENTRIES
    assert not {"francia", "aquitania", "padania", "alpes"} & ENTRIES
    assert len(ENTRIES) == 27


@pytest.mark.rules("X14")
def test_seas_touch_where_the_map_draws_them_side_by_side() -> None:
    """Both ways, but for the Bosporus, which the drawing opens for a strait between provinces. Two seas touch none."""
    drawn = {
        name: {frozenset(side) for points in sea["rings"] for side in around(ring(points))}
        for name, sea in load()["seas"].items()
    }
    for one, other in combinations(SEAS, 2):
        touch = bool(drawn[one] & drawn[other]) and {one, other} != {"mare_orientale", "pontus"}
        assert (other in SEAS[one].touches) == (one in SEAS[other].touches) == touch
    assert [name for name, sea in SEAS.items() if not sea.touches] == ["mare_album", "pontus"]


@pytest.mark.rules("X14")
def test_provinces_on_one_water_lie_across_it_from_each_other() -> None:
    """Both ways, over as many seas as touch; every sea has a shore."""
    apart = {"mare_album", "pontus"}
    overseas = ruleset(Options2()).overseas
    for one, other in combinations(PROVINCES, 2):
        seas, theirs = set(PROVINCES[one].seas), set(PROVINCES[other].seas)
        across = bool(seas & theirs) or bool(seas - apart and theirs - apart)
        assert (other in overseas[one]) == (one in overseas[other]) == across
    assert all(any(sea in province.seas for province in PROVINCES.values()) for sea in SEAS)


@pytest.mark.rules("A2", "C4", "F1")
def test_numbers_by_players_are_those_of_the_summary() -> None:
    """Pieces and targets for three to six; one and two are as the book says of games with fictitious players."""
    assert DATA.seat.population == {"1": 6, "2": 6, "3": 8, "4": 6, "5": 4, "6": 3}
    assert DATA.seat.target == {"1": 150, "2": 150, "3": 150, "4": 120, "5": 100, "6": 100}
    assert (DATA.seat.points, DATA.pairs.price, DATA.pairs.pairs) == (10, 2, 6)


@pytest.mark.rules("V1")
def test_versions_differ_in_what_stands_at_the_end_of_the_tables() -> None:
    """Neither in the borders, coasts and signs of the map, nor in what it means to be a mountain or an entry."""
    older = VERSIONS[1].map.provinces
    assert [name for name, province in PROVINCES.items() if province != older[name]] == ["baetica"]
    assert (older["baetica"].terrain, PROVINCES["baetica"].terrain) == ("farmland", "forest")
    assert {name for name, province in older.items() if province.terrain == "mountain"} == MOUNTAINS
    assert all(not sea.touches for sea in VERSIONS[1].map.seas.values())
    assert VERSIONS[1].seat == replace(DATA.seat, seats=(3, 6))
    assert VERSIONS[1].pairs == DATA.pairs


@pytest.mark.rules("A3", "C4")
def test_the_pieces_that_the_book_or_a_review_names_are_marked_as_known() -> None:
    """All others are ours."""
    tiles = PRINTED["tiles"]
    known = {name: tile["population"] for name, tile in tiles.items() if tile["pieces"] != "R"}
    assert known == {
        "astronomy": 5,
        "barbarians": 6,
        "general": 2,
        "livestock_ruin": 2,
        "mountaineers": 4,
        "specialization": 1,
        "weapons": 3,
    }
    assert all(tile["confidence"] in "AB" for tile in tiles.values())


def test_every_block_names_its_source_and_how_sure_we_are() -> None:
    """What is reconstructed says what else it could be, or why it is doubtful."""
    others = ("sources", "confidence", "tiles", "version")
    blocks = {name: block for name, block in PRINTED.items() if name not in others}
    blocks |= PRINTED["tiles"]
    assert len(blocks) == 26 + 10
    for name, block in blocks.items():
        assert block["source"], name
        assert block["confidence"] in PRINTED["confidence"], name
        if "R" in (block["confidence"], block.get("pieces")):
            assert block.get("alternatives") or block.get("doubt"), name
