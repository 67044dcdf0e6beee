"""The search over whole turns: what it finds, what it spends, and that it hangs on its seed alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.features.bots.budget import Iterations
from partie.features.bots.choose import choose
from partie.features.bots.search import Plan, Search
from partie.features.bots.thought import Thought
from partie.features.bots.turns import LONGEST, over, played, promising
from partie.kit import Chance, Range, SeededChance, Viewer
from partie.kit.playout import game_key, opening, play
from tests.engines.toys import Toy, toy
from tests.engines.toys.state import Done, Gather, Options, State, Step
from tests.server.features.bots.patience import Do, Patience, patience
from tests.server.features.bots.patience import State as Field

keys = st.builds(game_key, st.integers(0, 1000))
FAR = Plan(rounds=3, turns=4, deals=2)
NEAR = Plan(rounds=1, turns=4, deals=2)


def positions(key: bytes) -> list[tuple[State, int]]:
    """All positions of a random game of the toy for two, each with a seat that must act."""
    first = opening(toy, 2, Options(), key)
    states = [first, *(step.after for step in play(toy, first, key))]
    return [(state, min(toy.pending(state))) for state in states if toy.pending(state)]


def searched(engine: Patience, state: Field, plan: Plan, tries: int) -> Thought:
    """What a search of so many tries comes to for the first seat."""
    found = Search(engine, state, 0, bytes(32), plan, Iterations(tries)).run()
    assert found is not None
    return found


def test_it_finds_what_pays_two_turns_later() -> None:
    """A bot that looks a round ahead reaps the one point; looking three rounds ahead, it sows, and reaps eight."""
    assert searched(patience, Field(), NEAR, 40).move == Do("reap")
    far = searched(patience, Field(), FAR, 40)
    assert far.move == Do("sow")
    assert far.points == (8, 8)
    assert far.other == Do("reap")
    assert choose(patience, Field(), 0, "any", "quick").move == Do("reap")
    assert choose(patience, Field(), 0, "any", "deep", Iterations(40)).move == Do("sow")


class Unforeseen(Patience):
    """It forecasts nothing."""

    def forecast(self, state: Field, viewer: Viewer) -> Sequence[Range]:
        return ()


@pytest.mark.parametrize("seed", ["one", "other", "third"])
def test_where_the_engine_forecasts_nothing_it_looks_to_the_end(seed: str) -> None:
    assert choose(Unforeseen(), Field(), 0, seed, "deep", Iterations(200)).move == Do("sow")


def test_at_the_end_nobody_sows() -> None:
    """Two turns before the end what is sown is never reaped."""
    late = Field(turn=4, points=(4, 4))
    assert searched(patience, late, FAR, 40).move == Do("reap")


@pytest.mark.parametrize("tries", [1, 2, 3, 8])
def test_it_makes_no_more_tries_than_it_may(tries: int) -> None:
    """One try follows one turn to its end, so the moves from the present state are counted."""
    begun = 0

    class Counted(Patience):
        key = "counted"

        def determinize(self, state: Field, viewer: Any, chance: Any) -> Field:
            nonlocal begun
            begun += 1
            return state

    searched(Counted(), Field(), FAR, tries)
    assert begun <= tries + 1


@settings(max_examples=15)
@given(keys, st.text(max_size=8))
def test_the_same_seed_gives_the_same_thought(key: bytes, seed: str) -> None:
    """Move, expectation and second choice: with a budget of tries nothing hangs on the clock."""
    for state, seat in positions(key)[::5]:
        if len(toy.legal(state, seat)) > 1:
            thought = choose(toy, state, seat, seed, "deep", Iterations(10))
            assert choose(toy, state, seat, seed, "deep", Iterations(10)) == thought


@settings(max_examples=25)
@given(keys)
def test_every_legal_move_begins_a_turn(key: bytes) -> None:
    """None is forgotten, however little it promises; and the turns are whole, or end where something is drawn."""
    for state, seat in positions(key):
        found = promising(toy, state, seat, SeededChance(key, 0))
        assert {moves[0] for moves in found} == set(toy.legal(state, seat))
        for moves in found:
            after = played(toy, state, seat, moves, SeededChance(key, 1))
            assert over(toy, after, seat, toy.turn(state))


def test_a_turn_whose_worth_shows_at_its_end_is_found() -> None:
    """To walk brings nothing, to gather where one has walked to brings a flag."""
    for key in map(game_key, range(40)):
        for state, seat in positions(key):
            if state.phase == "turns" and state.energy == 3 and not state.drawn and not state.flags[_pawn(state, seat)]:
                best = promising(toy, state, seat, SeededChance(key, 0))[0]
                walks = [move for move in toy.legal(state, seat) if isinstance(move, Step)]
                after = [toy.apply(state, seat, walk, SeededChance(key, 0)) for walk in walks]
                if any(Gather() in toy.legal(each, seat) for each in after):
                    assert Gather() in best
                    return
    raise AssertionError("no position with a flag ahead was met")


def _pawn(state: State, seat: int) -> int:
    return state.players[seat].pawn


def test_what_the_game_advises_is_tried_first() -> None:
    """And every other move as a turn that goes on as advised."""

    class Wise(Toy):
        key = "wise"

        def advise(self, state: State, seat: int) -> Any:
            return self.legal(state, seat)[-1]

    for state, seat in positions(game_key(4)):
        first, *others = promising(Wise(), state, seat, SeededChance(game_key(4), 0))
        assert first == (toy.legal(state, seat)[-1],)
        assert {moves[0] for moves in others} == set(toy.legal(state, seat)[:-1])


class Advised(Patience):
    """Advises to reap, always."""

    key = "advised"

    def advise(self, state: Field, seat: int) -> Do:
        return Do("reap")


class Drawing(Advised):
    """Draws something whenever somebody sows."""

    key = "drawing"

    def apply(self, state: Field, seat: int, move: Do, chance: Chance) -> Field:
        if move.what == "sow":
            chance.roll((1, 2))
        return super().apply(state, seat, move, chance)


def test_where_the_game_advises_the_careful_bot_does_as_advised() -> None:
    """It has no need to look ahead by itself."""
    assert choose(Drawing(), Field(), 0, "any", "careful", Iterations(24)) == Thought(Do("reap"), why="near")


def test_where_the_game_advises_the_deep_bot_looks_to_the_end_when_something_may_be_drawn() -> None:
    """A seat that has sown reaps eight until the end of the game; other moves are made as advised."""
    assert choose(Drawing(), Field(), 0, "any", "deep", Iterations(24)) == Thought(Do("sow"), (8, 8), Do("reap"))
    assert choose(Advised(), Field(), 0, "any", "deep", Iterations(24)) == Thought(Do("reap"), why="near")


def test_a_turn_of_too_many_moves_is_left() -> None:
    """Also in a game in which a turn need not end."""
    made = 0

    class Restless(Toy):
        key = "restless"

        def apply(self, state: State, seat: int, move: Any, chance: Any) -> State:
            nonlocal made
            made += 1
            return state

    state, seat = next((state, seat) for state, seat in positions(game_key(2)) if state.phase == "turns")
    assert played(Restless(), state, seat, (Done(),) * LONGEST, SeededChance(game_key(2), 0)) == state
    assert made == LONGEST
