"""Random games."""

from __future__ import annotations

import pytest

from partie.kit import Chance, Event, RecordedChance, Seat
from partie.kit.playout import Endless, game_key, measure, opening, play
from partie.kit.values import state_hash
from tests.engines.toys import Toy, toy
from tests.engines.toys.state import Move, Options, State


def game(seed: int) -> list[tuple[Event[Move], bytes]]:
    """The events of a game and the hashes after them."""
    key = game_key(seed)
    return [(step.event, state_hash(step.after)) for step in play(toy, opening(toy, 3, Options(), key), key)]


def test_a_seed_is_a_game() -> None:
    """The same seed gives the same game, another another."""
    assert game(1) == game(1)
    assert game(1) != game(2)


def test_the_events_lead_through_the_game() -> None:
    """Each event begins where the last one ended, holds what chance gave, and the last ends the game."""
    key = game_key(5)
    state = opening(toy, 4, Options(), key)
    for step in play(toy, state, key):
        assert step.before is state
        chance = RecordedChance(step.event.draws)
        state = toy.apply(state, step.event.seat, step.event.move, chance)
        chance.finish()
        assert chance.uncovered == step.event.uncovered
        assert state == step.after
        state = step.after
    assert toy.result(state) is not None


def test_a_measurement_tells_lengths_and_scores() -> None:
    """The report adds up, and is the same but for the time when measured again."""
    report = measure(toy, seats=2, games=5, seed=3)
    again = measure(toy, seats=2, games=5, seed=3)
    assert (report.game, report.seats, report.games) == ("toy", 2, 5)
    assert (report.lengths, report.scores) == (again.lengths, again.scores)
    assert report.moves == sum(report.lengths)
    assert report.moves_per_second == pytest.approx(report.moves / report.seconds)
    assert all(len(scores) == 2 for scores in report.scores)


def test_options_are_kept() -> None:
    """A longer game of the same seed has more moves."""
    short = measure(toy, seats=2, games=5, seed=3, options=Options(rounds=2))
    long = measure(toy, seats=2, games=5, seed=3, options=Options(rounds=4))
    assert short.moves < long.moves


def test_an_endless_game_is_stopped() -> None:
    """The engine's own bound holds."""

    class Endlessly(Toy):
        def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
            return state

    key = game_key(0)
    engine = Endlessly()
    with pytest.raises(Endless, match="more than 100 events"):
        list(play(engine, opening(engine, 2, Options(), key), key))


def test_a_seat_that_must_act_and_cannot_is_told() -> None:
    """A stuck game is not an endless wait."""

    class Stuck(Toy):
        def legal(self, state: State, seat: Seat) -> list[Move]:
            return []

    key = game_key(0)
    engine = Stuck()
    with pytest.raises(Endless, match="has no legal move"):
        list(play(engine, opening(engine, 2, Options(), key), key))
