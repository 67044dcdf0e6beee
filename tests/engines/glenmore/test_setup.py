"""The first position."""

import pytest

from partie.games.glenmore import glenmore
from partie.games.glenmore.data import TILES
from partie.games.glenmore.state import Options, State
from partie.kit import SeededChance


def setup(seats: int, seed: int = 1, options: Options | None = None) -> State:
    """A game's first position."""
    return glenmore.setup(seats, options or Options(), SeededChance(seed.to_bytes(32, "big"), 0))


@pytest.mark.rules("S2", "D1")
@pytest.mark.parametrize(("seats", "die", "of_stack_1"), [(2, 1, 2), (3, 1, 1), (4, 0, 1), (5, 0, 0)])
def test_the_track_is_filled_but_for_one_space(seats: int, die: int, of_stack_1: int) -> None:
    """Figures first, the die behind them with two and three players, stack 0, then stack 1, and one gap at the end."""
    state = setup(seats)
    figures = seats + die
    assert sorted(state.track[:seats]) == [str(seat) for seat in range(seats)]
    assert state.track[seats:figures] == ("die",) * die
    assert [tile[0] for tile in state.track[figures:-1]] == ["0"] * 8 + ["1"] * of_stack_1
    assert state.track[-1] == ""
    assert [len(stack) for stack in state.stacks] == [23 - of_stack_1, 19, 17]


@pytest.mark.rules("S2")
def test_stack_0_lies_in_random_order() -> None:
    """Other games have other orders, of the same eight tiles."""
    orders = {setup(5, seed).track[5:13] for seed in range(10)}
    assert len(orders) > 5
    assert {tuple(sorted(order)) for order in orders} == {
        tuple(tile.id for tile in TILES.values() if tile.stack == "0")
    }


@pytest.mark.rules("D1", "S3")
@pytest.mark.parametrize(("seats", "covered"), [(2, 1), (3, 1), (4, 0), (5, 0)])
def test_the_warehouse_begins_with_coins_for_two_and_three(seats: int, covered: int) -> None:
    """A coin on every 1-space with the die, none without."""
    assert setup(seats).warehouse == (covered,) * 5


@pytest.mark.rules("S3")
def test_everyone_begins_with_a_village_a_clan_member_and_six_coins() -> None:
    """And with nothing else."""
    for player in setup(5).players:
        ((village, cell),) = player.land.items()
        assert TILES[village].kind == "start_village"
        assert cell == "0,0"
        assert player.members == {village: 1}
        assert player.goods == {}
        assert (player.coins, player.whisky, player.chieftains, player.points) == (6, 0, 0, 0)


@pytest.mark.rules("S1", "T1")
def test_the_order_of_play_is_drawn() -> None:
    """The seat whose figure stands on space 0 begins, and that is not always the same seat."""
    states = [setup(4, seed) for seed in range(20)]
    assert {state.turn.seat for state in states} == {0, 1, 2, 3}
    assert all(state.track[0] == str(state.turn.seat) for state in states)


@pytest.mark.rules("S1")
def test_the_order_of_play_may_follow_the_seats() -> None:
    """If the table was set up so, seat 0 begins and the others stand behind."""
    for seed in range(5):
        assert setup(4, seed, Options(start_order="seats")).track[:4] == ("0", "1", "2", "3")


def test_two_to_five_play() -> None:
    """There is one start village for each."""
    assert [*glenmore.seats] == [2, 3, 4, 5]
