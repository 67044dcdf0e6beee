"""The worked examples of the rule text."""

import pytest

from partie.games.glenmore.data import TILES
from partie.games.glenmore.scoring import settle
from partie.games.glenmore.state import Activate, Buy, Collect, Give, Promote, Sell, Take, Walk
from tests.engines.glenmore.position import chain, counts, do, lay, legal, player, position, refused, warehouse


@pytest.mark.rules("A9", "A11", "A12", "C1", "C4", "W1", "W2", "W5")
def test_anna_at_iona_abbey() -> None:
    """She sells a cattle, buys stone and sheep, places the abbey, produces, sells a sheep, and serves the fair.

    Two wood, one cattle and three coins to begin with; eight points at the end.
    """
    anna = player(
        {"0-08": "-1,0", "2-18": "1,0", "1-04": "1,-1", "1-15": "1,1", "1-13": "-1,1"},
        {"0-08": ["wood", "wood"], "1-13": ["cattle"]},
        {"2-18": 1},
        coins=3,
    )
    state = position(anna, track=chain("0", "1", "2-17"), covered=warehouse(stone=1, sheep=2, cattle=2))

    state = do(state, Sell("1-13", "cattle"))
    assert state.players[0].coins == 5

    state = do(state, Take("2-17"))
    assert state.players[0].coins == 5 - 2 - 3
    assert state.players[0].goods == {"0-08": counts("wood")}
    assert state.warehouse == warehouse(stone=2, sheep=3, cattle=1)
    assert state.players[0].land["2-17"] == "2,0"
    assert set(state.turn.awake) == {"2-17", "1-15", "1-04", "2-18"}

    state = do(state, Activate("1-15"), Activate("1-04"), Activate("2-17"), Collect("sheep"))
    assert state.players[0].goods == {
        "0-08": counts("wood"),
        "1-15": counts("stone"),
        "1-04": counts("sheep"),
        "2-17": counts("sheep"),
    }

    state = do(state, Sell("2-17", "sheep"))
    assert state.players[0].coins == 3

    state = do(state, Activate("2-18"), Buy("grain"))
    assert state.players[0].coins == 2
    state = do(state, Give("0-08", "wood"), Give("1-15", "stone"), Give("1-04", "sheep"))
    assert state.players[0].points == 8
    assert state.players[0].goods == {}
    assert state.turn.step == "activate"


@pytest.mark.rules("T7")
def test_fifteen_thirteen_sixteen_and_thirteen_tiles() -> None:
    """Anna loses 6 points, Clara 9, Bruno and Danny none."""
    tiles = [tile.id for tile in TILES.values() if tile.stack == "1"]
    numbers = (15, 13, 16, 13)
    players = [player({tile: f"{x},9" for x, tile in enumerate(tiles[: number - 1])}) for number in numbers]
    assert [len(each.land) for each in players] == [15, 13, 16, 13]
    assert [settled.tiles for settled in settle(players)] == [-6, 0, -9, 0]


@pytest.mark.rules("A9")
def test_the_medium_fair_takes_four_different_goods_and_not_two_and_two() -> None:
    """Two cattle and two grain are refused; four of the five kinds bring eight points."""
    me = player({"1-01": "0,1", "0-03": "0,2"}, {"1-01": ["cattle", "cattle"], "0-03": ["grain", "grain"]}, coins=3)
    state = do(lay(position(me), "2-18", "1,0"), Activate("2-18"), Give("1-01", "cattle"))
    assert refused(state, Give("1-01", "cattle")) == ("not_this_good", "C4")
    state = do(state, Give("0-03", "grain"))
    assert refused(state, Give("0-03", "grain")) == ("not_this_good", "C4")
    state = do(state, Buy("wood"), Buy("stone"))
    assert state.players[0].points == 8
    assert state.players[0].goods == {"1-01": counts("cattle"), "0-03": counts("grain")}


@pytest.mark.rules("M1", "M2")
def test_three_movement_points() -> None:
    """One clan member goes three tiles, or three go one tile each; a fourth step is refused."""
    land = {"0-02": "0,1", "0-03": "0,2", "0-06": "0,3", "1-08": "1,3", "1-21": "1,1"}
    me = player(land, members={"S-1": 1, "0-02": 1, "0-03": 1})
    state = lay(position(me), "1-11", "1,2")
    assert state.turn.movement == 3

    far = do(state, Walk("S-1", "0-02"), Walk("0-02", "0-03"), Walk("0-03", "0-06"))
    assert far.players[0].members == {"0-02": 1, "0-03": 1, "0-06": 1, "1-11": 1}
    assert refused(far, Walk("0-06", "1-08")) == ("no_movement", "M1")

    each = do(state, Walk("S-1", "0-02"), Walk("0-03", "0-06"), Promote("1-11"))
    assert each.players[0].members == {"0-02": 2, "0-06": 1}
    assert each.players[0].chieftains == 1
    assert not [move for move in legal(each) if isinstance(move, Walk | Promote)]
