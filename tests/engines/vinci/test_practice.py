"""What a bot makes of a position."""

from __future__ import annotations

from collections import Counter

import pytest

from partie.features.bots.choose import choose
from partie.games.vinci import vinci
from partie.games.vinci.state import (
    ChoosePair,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    Gather,
    Move,
    PutDown,
    State,
)
from partie.kit import NoChance
from tests.engines.vinci.bots import play
from tests.engines.vinci.position import do, player, position, turn_of


def advised(state: State) -> Move:
    """What the bot does; the service's careful bot follows it."""
    (seat,) = vinci.pending(state)
    move = vinci.advise(state, seat)
    assert move == choose(vinci, state, seat, "any", "careful").move
    return move


@pytest.mark.parametrize(("seats", "seed"), [(3, 21), (4, 22), (5, 23), (6, 24)])
def test_every_move_is_legal_also_in_positions_that_it_would_not_come_to(seats: int, seed: int) -> None:
    """Every third move of these games is any legal one."""
    kinds: Counter[type[Move]] = Counter()
    for before, _, _ in play(seats, seed, random=3):
        (seat,) = vinci.pending(before)
        move = vinci.advise(before, seat)
        assert move in vinci.legal(before, seat)
        kinds[type(move)] += 1
    assert {ChoosePair, Decline, Gather, Conquer, EndConquest, PutDown} <= set(kinds)


def test_an_empire_that_has_little_left_to_conquer_declines() -> None:
    """Not while an expansion brings much, nor in the last round."""
    land = {"francia": "0:1", "belgica": "0:1", "burgundia": "1:9", "suevia": "1:9"}
    assert advised(position(player(), player(), land=land)) == Decline()
    assert advised(position(player(hand=2), player(), land=land, last=True)) == Conquer("aquitania")
    assert advised(position(player(hand=9), player(), land=land)) == Conquer("aquitania")


def test_spare_pieces_are_gathered_before_the_first_conquest() -> None:
    """One stays in each province."""
    assert advised(position(player(), land={"francia": "0:9"})) == Gather("francia", 8)


def test_what_brings_most_for_its_pieces_is_conquered_first() -> None:
    """Empty land before neutral pieces, a port before either for seafarers."""
    land = {"francia": "0:1", "belgica": "n:1", "burgundia": "n:1", "armorica": "n:1"}
    turn = turn_of(0, acted=True)
    assert advised(position(player(hand=5), land=land, turn=turn)) == Conquer("aquitania")
    assert advised(position(player("port", "port", hand=5), land=land, turn=turn)) == Conquer("belgica")


def test_only_a_rival_who_runs_away_is_robbed_and_of_what_brings_him_most() -> None:
    """While all have the same points, empty land is better than any that somebody holds."""
    land = {"francia": "0:1", "belgica": "1:1", "burgundia": "2:1", "castilla": "1:1d"}
    turn = turn_of(0, acted=True)

    def taken(ahead: int) -> Move:
        rival = player(points=ahead, ruins=("livestock_ruin",))
        return advised(position(player(hand=6), rival, player(), land=land, turn=turn))

    assert taken(10) == Conquer("aquitania")
    assert taken(90) == Conquer("belgica")


def test_nothing_is_conquered_that_costs_more_ruins_than_it_brings() -> None:
    """Both ruins would be cleared for one province."""
    land = {"caledonia": "0:1", "hibernia": "0:1d", "britannia": "0:1d"}
    assert advised(position(player(hand=3), land=land, turn=turn_of(0, acted=True))) == EndConquest()


def test_a_general_conquers_no_more_than_own_pieces_can_hold() -> None:
    """What cannot be held brings nothing."""
    state = position(player(), player("general", "barbarians", hand=1), land={"volga": "0:1", "hibernia": "1:1"})
    state = do(do(state, EndConquest()), EndTurn())
    state = vinci.apply(state, 1, Gather("hibernia", 1), NoChance())
    kinds = [type(move) for move in _turn(state)]
    assert kinds == [Conquer, Conquer, EndConquest]


def _turn(state: State) -> list[Move]:
    """The moves of the seat's expansion."""
    moves: list[Move] = []
    while state.step == "expand":
        moves.append(advised(state))
        state = do(state, moves[-1])
    return moves
