"""The special locations."""

import pytest

from partie.games.glenmore.state import Collect
from tests.engines.glenmore.position import counts, do, lay, player, position

BEFORE = {"0-02": "0,1"}


@pytest.mark.rules("B4")
def test_castle_moil_brings_a_barrel() -> None:
    """And a clan member, as every castle does."""
    state = lay(position(player(BEFORE)), "1-18", "1,1")
    assert state.players[0].whisky == 1
    assert state.players[0].members["1-18"] == 1


@pytest.mark.rules("B5", "M5")
def test_castle_stalker_brings_two_clan_members() -> None:
    """Both stand on it and come from the supply."""
    before = position(player(BEFORE))
    state = lay(before, "1-19", "0,2")
    assert state.players[0].members["1-19"] == 2
    assert state.members == before.members - 2


@pytest.mark.rules("B6")
def test_armadale_castle_brings_three_coins() -> None:
    """From the supply."""
    before = position(player(BEFORE))
    state = lay(before, "1-22", "1,1")
    assert state.players[0].coins == before.players[0].coins + 3
    assert state.coins == before.coins - 3


@pytest.mark.rules("B7")
def test_donan_castle_brings_two_barrels() -> None:
    """At once."""
    assert lay(position(player(BEFORE)), "3-14", "1,0").players[0].whisky == 2


@pytest.mark.rules("B9")
def test_loch_lochy_brings_two_goods_of_choice() -> None:
    """Different ones are as good as equal ones."""
    state = do(lay(position(player(BEFORE)), "1-01", "0,2"), Collect("grain"), Collect("wood"))
    assert state.players[0].goods == {"1-01": counts("grain", "wood")}


@pytest.mark.rules("B1", "B2", "B3")
@pytest.mark.parametrize("castle", ["2-07", "3-01", "2-12"])
def test_the_other_castles_bring_nothing_at_once(castle: str) -> None:
    """But the clan member and the movement point of every castle."""
    before = position(player(BEFORE))
    state = lay(before, castle, "1,1")
    after = state.players[0]
    assert (after.coins, after.whisky, after.goods, after.points) == (6, 0, {}, 0)
    assert after.members == {"S-1": 1, castle: 1}
    assert state.turn.movement == 2
