"""What the base class of engines does by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from partie.kit import SPECTATOR, Engine, Event, Line, Range, Result, Viewer
from partie.kit.playout import game_key, opening
from tests.engines.toys import Toy, toy
from tests.engines.toys.state import Done, Move, Options, State


def test_an_event_is_open_without_draws_and_uncoverings() -> None:
    """Either closes it."""
    assert Event(0, Done()).open
    assert not Event(0, Done(), draws=("x",)).open
    assert not Event(0, Done(), uncovered=("x",)).open


def test_the_highest_rank_wins_and_equal_ones_share_a_place() -> None:
    """The score counts first; only of equal scores the tie-breaker does."""
    result = Result.of([(7, 1), (9, 0), (7, 2), (9, 0)])
    assert result == Result(scores=(7, 9, 7, 9), places=(4, 1, 3, 1), winners=(1, 3))


def test_an_engine_plays_its_own_version() -> None:
    """Older versions are played only when the engine says so."""

    class Second(Toy):
        version = 2

    class Both(Toy):
        version = 2
        versions = range(1, 3)

    class Third(Both):
        version = 3

    assert list(toy.versions) == [1]
    assert list(Second.versions) == [2]
    assert list(Both.versions) == [1, 2]
    assert list(Third.versions) == [3]


def test_the_room_is_where_the_class_stands() -> None:
    """There the words and the rules are looked for."""
    assert toy.room == Path(__file__).parents[1] / "toys"
    assert (toy.room / "words.en.json").exists()


def test_exact_scores_come_from_each_seats_own_forecast() -> None:
    """A seat that knows its own hand knows its score."""
    state = opening(toy, 3, Options(), game_key(1))
    assert Engine.scores(toy, state) == tuple(toy.forecast(state, seat)[seat].low for seat in range(3))


def test_a_game_whose_scores_nobody_knows_must_state_them() -> None:
    """The default does not guess."""

    class Vague(Toy):
        def forecast(self, state: State, viewer: Viewer) -> list[Range]:
            return [Range(seat, 0, 9) for seat in range(len(state.players))]

        def scores(self, state: State) -> tuple[int, ...]:
            return Engine.scores(self, state)

    with pytest.raises(NotImplementedError, match="override scores"):
        Vague().scores(opening(toy, 2, Options(), game_key(1)))


def test_progress_need_not_be_stated() -> None:
    """There is no number by default."""
    assert Engine.progress(toy, opening(toy, 2, Options(), game_key(1))) is None


def test_a_game_without_words_of_its_own_still_says_who_moved() -> None:
    """The default line names the seat and nothing else."""
    state = opening(toy, 2, Options(), game_key(1))
    event: Event[Move] = Event(1, Done())
    lines = super(Toy, toy).describe(state, event, state, SPECTATOR)
    assert list(lines) == [Line("moved", {"seat": 1})]
