"""What a quick bot chooses, and what holds for every level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.features.bots.budget import Iterations
from partie.features.bots.choose import choose as think
from partie.features.bots.near import EXAMINED, worth_after
from partie.features.bots.worth import worth
from partie.kit import Illegal, Range, Seat, SeededChance, Viewer
from partie.kit.playout import game_key, opening, play
from partie.table.values import LEVELS
from tests.engines.toys import Toy, toy
from tests.engines.toys.state import Gather, Options, State, Step

games = st.builds(game_key, st.integers(0, 1000))


def choose(engine: Toy, state: State, seat: int, seed: str) -> Any:
    """The quick bot's move."""
    return think(engine, state, seat, seed).move


def positions(key: bytes, seats: int) -> list[State]:
    """All positions of a random game in which somebody must act."""
    first = opening(toy, seats, Options(), key)
    states = [first, *(step.after for step in play(toy, first, key))]
    return [state for state in states if toy.pending(state)]


@settings(max_examples=25)
@given(games, st.integers(2, 4), st.text(max_size=8))
def test_the_choice_is_legal_and_depends_on_nothing_else(key: bytes, seats: int, seed: str) -> None:
    """In every position: a legal move, and the same one again for the same seed."""
    for state in positions(key, seats):
        for seat in toy.pending(state):
            move = choose(toy, state, seat, seed)
            assert move in toy.legal(state, seat)
            assert choose(toy, state, seat, seed) == move


@settings(max_examples=25)
@given(games, st.integers(2, 4), st.integers(0, 5), st.text(max_size=8))
def test_what_the_seat_cannot_know_does_not_guide_it(key: bytes, seats: int, other: int, seed: str) -> None:
    """In a state that the seat cannot tell from the true one it makes the same move."""
    for state in positions(key, seats):
        for seat in toy.pending(state):
            twin = toy.determinize(state, seat, SeededChance(key, other))
            assert choose(toy, twin, seat, seed) == choose(toy, state, seat, seed)


def test_it_takes_points_that_lie_before_it() -> None:
    """Standing on a flag with energy left, it gathers: no other move is worth as much."""
    for key in map(game_key, range(40)):
        for state in positions(key, 2):
            (seat, *others) = toy.pending(state)
            if not others and Gather() in toy.legal(state, seat):
                assert choose(toy, state, seat, "any") == Gather()
                return
    raise AssertionError("no position with a flag underfoot was met")


def test_an_outlook_is_enough_where_a_game_has_no_forecast() -> None:
    """A bot of every level goes by it alone."""

    class Hopeful(Toy):
        key = "hopeful"

        def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
            return ()

        def outlook(self, state: State, seat: Seat) -> Sequence[float]:
            return [float(player.points) for player in state.players]

    hopeful = Hopeful()
    for state in positions(game_key(1), 2):
        for seat in toy.pending(state):
            for level in LEVELS:
                assert think(hopeful, state, seat, "any", level, Iterations(4)).move in toy.legal(state, seat)


def test_it_does_what_the_game_advises_where_nothing_brings_anything() -> None:
    """What brings something is taken, whatever the advice; without a move there is nothing to advise."""

    class Wise(Toy):
        key = "wise"

        def advise(self, state: State, seat: int) -> Any:
            return self.legal(state, seat)[-1]

    met = set()
    for state in positions(game_key(4), 2):
        for seat in toy.pending(state):
            moves = toy.legal(state, seat)
            brings = [worth_after(toy, state, seat, move) - worth(toy, state, seat) for move in moves]
            move = choose(Wise(), state, seat, "any")
            met.add(max(brings) > 0)
            if max(brings) > 0:
                assert brings[moves.index(move)] == max(brings)
            else:
                assert move == moves[-1]
    assert met == {True, False}


def test_equal_moves_are_chosen_by_the_seed() -> None:
    """Where its forecast tells no difference every move is made sometimes."""
    state = opening(toy, 2, Options(), game_key(1))
    chosen = {choose(toy, state, 0, str(seed)) for seed in range(60)}
    assert chosen == set(toy.legal(state, 0))


def test_a_seat_without_a_move_is_an_error() -> None:
    """It is not asked for what is not there."""
    state = positions(game_key(3), 2)[-1]
    idle = next(seat for seat in range(2) if not toy.legal(state, seat))
    with pytest.raises(LookupError):
        choose(toy, state, idle, "any")


def test_of_very_many_moves_some_are_examined() -> None:
    """An engine with long lists costs no more than so many forecasts."""
    examined = []

    class Wide(Toy):
        key = "wide"

        def legal(self, state: State, seat: int) -> list[Any]:
            return [Step(f"field-{number}") for number in range(3 * EXAMINED)]

        def apply(self, state: State, seat: int, move: Any, chance: Any) -> State:
            examined.append(move)
            raise Illegal("too_far", "T7")

    state = opening(toy, 2, Options(), game_key(1))
    assert choose(Wide(), state, 0, "any") in examined
    assert len(examined) == EXAMINED
