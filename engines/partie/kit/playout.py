"""Random games on the engine alone: for benchmarks, for the conformance suite, and to try a new game.

A generator of its own, keyed like that of the game, chooses the moves. A game is therefore the same on every machine as
long as the engine's legal moves are.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from msgspec import Struct, convert

from partie.kit.chance import SeededChance
from partie.kit.engine import Engine, Event
from partie.kit.lesson import Lesson

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


class Endless(Exception):
    """A random game exceeded the engine's ``max_events``, or a pending seat had no move."""


class Step(Struct, Generic[StateT, MoveT], frozen=True):
    """One event of a game, with the states before and after it."""

    before: StateT
    event: Event[MoveT]
    after: StateT


class Report(Struct, frozen=True):
    """The figures of a series of random games.

    ``seconds`` is the CPU time of the engine's ``setup``, ``pending``, ``legal`` and ``apply`` plus the choice of the
    moves; other processes do not count. ``lengths`` are numbers of events, ``scores`` one tuple per game, both in the
    order of play.
    """

    game: str
    seats: int
    games: int
    moves: int
    seconds: float
    moves_per_second: float
    lengths: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]


def game_key(seed: int, game: int = 0) -> bytes:
    """Return the key of the chance of one game in a series."""
    return hashlib.sha256(f"partie-playout-1 {seed} {game}".encode()).digest()


def opening(engine: Engine[StateT, MoveT], seats: int, options: Any, key: bytes) -> StateT:
    """Return the first state of the game with that key."""
    return engine.setup(seats, options, SeededChance(key, 0))


def play(engine: Engine[StateT, MoveT], state: StateT, key: bytes) -> Iterator[Step[StateT, MoveT]]:
    """Yield random events from a state returned by :func:`opening`, to the end of the game.

    Only seats that must act do, each legal move equally likely. Raises :class:`Endless` when the engine's bound is
    exceeded or a pending seat has no move.
    """
    number = 0
    while pending := engine.pending(state):
        number += 1
        if number > engine.max_events:
            raise Endless(f"{engine.key}: a random game has more than {engine.max_events} events")
        choice = SeededChance(key + b"choice", number)
        seat = choice.pick(sorted(pending)) if len(pending) > 1 else next(iter(pending))
        moves = engine.legal(state, seat)
        if not moves:
            raise Endless(f"{engine.key}: seat {seat} must act at event {number} and has no legal move")
        move = moves[choice.pick(range(len(moves)))]
        chance = SeededChance(key, number)
        after = engine.apply(state, seat, move, chance)
        yield Step(state, Event(seat, move, chance.draws, chance.uncovered), after)
        state = after


def taught(engine: Engine[StateT, MoveT], lesson: Lesson[MoveT]) -> Iterator[Step[StateT, MoveT]]:
    """Yield the events of a lesson, alike at all its tables. Raises :class:`~partie.kit.engine.Illegal`."""
    state = opening(engine, lesson.seats, convert(lesson.options, engine.options), lesson.key)
    for number, one in enumerate(lesson.moves, 1):
        chance = SeededChance(lesson.key, number)
        after = engine.apply(state, one.seat, one.move, chance)
        yield Step(state, Event(one.seat, one.move, chance.draws, chance.uncovered), after)
        state = after


def measure(
    engine: Engine[StateT, MoveT],
    seats: int,
    games: int,
    seed: int,
    options: Any = None,
    *,
    on_game: Callable[[], None] | None = None,
) -> Report:
    """Play games and measure their speed.

    ``options`` are the engine's defaults if None; ``on_game`` is called after each game, to show progress.
    """
    settings = engine.options() if options is None else options
    lengths = []
    scores = []
    begin = time.process_time()
    for game in range(games):
        key = game_key(seed, game)
        state = opening(engine, seats, settings, key)
        length = 0
        for step in play(engine, state, key):
            state = step.after
            length += 1
        lengths.append(length)
        result = engine.result(state)
        scores.append(result.scores if result else ())
        if on_game is not None:
            on_game()
    seconds = time.process_time() - begin
    return Report(
        game=engine.key,
        seats=seats,
        games=games,
        moves=sum(lengths),
        seconds=seconds,
        moves_per_second=sum(lengths) / seconds if seconds else 0.0,
        lengths=tuple(lengths),
        scores=tuple(scores),
    )
