"""The component tables hold what the box holds."""

import tomllib
from collections import Counter
from itertools import pairwise

import pytest

from partie.games.glenmore.data import DATA, GOODS, RIVERS, ROADS, START, TILES
from partie.games.glenmore.engine import GlenMore


@pytest.mark.rules("S4")
def test_there_are_72_tiles_in_five_stacks() -> None:
    """Five start villages, and 8, 23, 19 and 17 tiles in the stacks 0 to 3."""
    assert len(TILES) == DATA.box.tiles == 72
    assert Counter(tile.stack for tile in TILES.values()) == {"S": 5, "0": 8, "1": 23, "2": 19, "3": 17}
    assert DATA.stacks.sizes == Counter(tile.stack for tile in TILES.values())


@pytest.mark.rules("W7", "M5")
def test_the_25_clan_members_suffice_exactly() -> None:
    """Start villages, villages and castles bring 25 clan members together, Castle Stalker two of them."""
    assert sum(tile.members for tile in TILES.values()) == DATA.box.clan_members == 25
    assert {tile.kind for tile in TILES.values() if tile.members > 1} == {"castle_stalker"}
    assert all((tile.members > 0) == (tile.frame == "grey") for tile in TILES.values())


@pytest.mark.rules("W7", "S3")
def test_the_33_coins_suffice_exactly() -> None:
    """Six for each of five players, and three by Armadale Castle."""
    assert 5 * DATA.seat.coins + sum(tile.coins for tile in TILES.values()) == DATA.box.coins == 33


def test_thirteen_special_places_have_eight_bonnets() -> None:
    """Five lochs, seven castles and the abbey; Cawdor Castle has three bonnets, five castles one."""
    places = [tile for tile in TILES.values() if tile.card]
    assert len(places) == DATA.box.cards == 13
    assert Counter(tile.frame for tile in places) == {"blue": 5, "grey": 7, "yellow": 1}
    assert sum(tile.bonnets for tile in places) == 8
    assert Counter(tile.stack for tile in places) == {"1": 4, "2": 5, "3": 4}


def test_34_tiles_have_a_price() -> None:
    """About half of the tiles cost something, and none costs coins."""
    assert sum(tile.cost.high + tile.whisky_cost + tile.member_cost > 0 for tile in TILES.values()) == 34


@pytest.mark.rules("P1")
def test_rivers_and_roads_are_counted() -> None:
    """Four rivers a stack, 4, 4, 5 and 5 roads, and both on the start villages only."""
    assert Counter(TILES[tile].stack for tile in RIVERS) == {"S": 5, "0": 4, "1": 4, "2": 4, "3": 4}
    assert Counter(TILES[tile].stack for tile in ROADS) == {"S": 5, "0": 4, "1": 4, "2": 5, "3": 5}
    assert set(START) == RIVERS & ROADS


def test_every_kind_is_there_as_often_as_printed() -> None:
    """The overview by kinds."""
    assert Counter(tile.kind for tile in TILES.values()) == {
        "start_village": 5,
        "village": 12,
        "distillery": 4,
        "forest": 6,
        "quarry": 6,
        "grain_field": 6,
        "meadow": 4,
        "pasture": 4,
        "fair_small": 2,
        "tavern_3": 2,
        **dict.fromkeys(
            [
                "bridge",
                "butcher_cattle",
                "butcher_sheep",
                "butcher_mixed",
                "fair_medium",
                "fair_large",
                "grocer",
                "tavern_4",
                "iona_abbey",
                "loch_lochy",
                "loch_morar",
                "loch_ness",
                "loch_oich",
                "loch_shiel",
                "castle_stalker",
                "castle_moil",
                "armadale_castle",
                "duart_castle",
                "donan_castle",
                "castle_of_mey",
                "cawdor_castle",
            ],
            1,
        ),
    }


def test_every_block_names_its_source_and_how_sure_it_is() -> None:
    """Each table of the data file has a source and a confidence of the stated scale, each tile four of them."""
    data = tomllib.loads((GlenMore().room / "data.toml").read_text("utf-8"))
    scale = set(data["confidence"])
    blocks = [data[name] for name in data if name not in ("sources", "confidence", "kinds")]
    for block in [*blocks, *data["kinds"].values()]:
        assert block["source"]
        assert block["confidence"] in scale
    for tile in data["tiles"]["list"]:
        assert len(tile["sure"].split(" / ")) == 4
        assert set(tile["sure"].split(" / ")) <= scale
    assert sorted(tile["number"] for tile in data["tiles"]["list"]) == list(range(1, 73))


@pytest.mark.rules("A9")
def test_points_rise_with_the_goods_given() -> None:
    """1, 3, 5, 8 and 12 points for one to five different goods, as far as each fair goes."""
    fairs = {tile.kind: tile.recipe for tile in TILES.values() if tile.kind.startswith("fair")}
    assert {kind: recipe.points for kind, recipe in fairs.items()} == {
        "fair_small": (1, 3, 5),
        "fair_medium": (1, 3, 5, 8),
        "fair_large": (1, 3, 5, 8, 12),
    }
    assert all(recipe.low == 1 and recipe.high == len(recipe.points) for recipe in fairs.values())
    assert all(fewer < more for recipe in fairs.values() for fewer, more in pairwise(recipe.points))


def test_the_rows_of_the_warehouse_are_the_goods() -> None:
    """From top to bottom of the board."""
    assert GOODS == ("wood", "stone", "sheep", "cattle", "grain")
