"""Matches between bots, played in the engine alone: how often one level beats another, and how certain that is."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from partie.features.bots.budget import Budget, Iterations, Seconds
from partie.features.bots.choose import choose, own_budget
from partie.kit import Result, Seat, SeededChance
from partie.kit.playout import Endless, game_key, opening
from partie.registry import AnyEngine
from partie.table.values import Level

_DEVIATIONS: Final = 1.959964
"""Half the width of a 95 % interval, in standard deviations."""


class Allowance(Struct, frozen=True, omit_defaults=True):
    """A budget per move that replaces a level's own: a number of iterations, or seconds of processor time."""

    iterations: int = 0
    seconds: float = 0.0

    def budget(self) -> Budget:
        """The budget, starting now."""
        return Iterations(self.iterations) if self.iterations else Seconds(self.seconds, time.process_time)


class Pairing(Struct, frozen=True):
    """One game of a match: the seed of its chance, and the seat of the measured level."""

    seed: int
    seat: Seat


class Score(Struct, frozen=True):
    """The outcome of a game for the measured seat.

    ``above``: the number of seats it finished above, ties as halves. ``thinking``: processor time of every seat, in
    seconds.
    """

    pairing: Pairing
    above: float
    won: float
    scores: tuple[int, ...]
    thinking: tuple[float, ...]
    moves: int


class Match(Struct, frozen=True):
    """The outcome of a match.

    ``share`` is the fraction of comparisons with other seats in which the measured level finished above, ties as
    halves; ``low`` and ``high`` are Wilson's 95 % interval for it, with every game as one observation, because the
    comparisons within a game depend on each other. ``won`` is the share of victories. ``points`` and ``seconds`` are
    means, of the measured level and of the others; ``seconds`` is processor time per game.
    """

    game: str
    seats: int
    level: Level
    against: Level
    games: int
    share: float
    low: float
    high: float
    won: float
    points: tuple[float, float]
    seconds: tuple[float, float]
    moves: float


def pairings(seats: int, games: int, seed: int) -> Iterator[Pairing]:
    """Schedule a match: every seed is played once from each seat."""
    for number in range(games):
        yield Pairing(seed + number // seats, number % seats)


def play(
    engine: AnyEngine,
    seats: int,
    pairing: Pairing,
    levels: tuple[Level, Level],
    allowed: Mapping[Level, Allowance],
) -> Score:
    """Play one game of the first level against the second on all other seats. Raises :class:`Endless`.

    Times are processor times, so that a busy machine weakens no level.
    """
    key = game_key(pairing.seed)
    state = opening(engine, seats, engine.options(), key)
    thinking = [0.0] * seats
    moves = 0
    while pending := engine.pending(state):
        moves += 1
        if moves > engine.max_events:
            raise Endless(f"{engine.key}: a game of bots has more than {engine.max_events} events")
        seat = min(pending)
        level = levels[seat != pairing.seat]
        begin = time.process_time()
        budget = allowed[level].budget() if level in allowed else own_budget(level, time.process_time)
        move = choose(engine, state, seat, f"{pairing.seed} {moves} {seat}", level, budget).move
        thinking[seat] += time.process_time() - begin
        state = engine.apply(state, seat, move, SeededChance(key, moves))
    result = engine.result(state)
    assert result is not None
    return _score(pairing, result, thinking, moves)


def _score(pairing: Pairing, result: Result, thinking: Sequence[float], moves: int) -> Score:
    own = result.places[pairing.seat]
    seats = len(thinking)
    others = [place for seat, place in enumerate(result.places[:seats]) if seat != pairing.seat]
    above = sum(0.5 if place == own else float(place > own) for place in others)
    won = 1 / len(result.winners) if pairing.seat in result.winners else 0.0
    return Score(pairing, above, won, result.scores[:seats], tuple(thinking), moves)


def summary(game: str, seats: int, levels: tuple[Level, Level], scores: Sequence[Score]) -> Match:
    """Summarise the games of a match, of which there must be at least one."""
    share = _mean([score.above / (seats - 1) for score in scores])
    low, high = wilson(share, len(scores))
    return Match(
        game=game,
        seats=seats,
        level=levels[0],
        against=levels[1],
        games=len(scores),
        share=share,
        low=low,
        high=high,
        won=_mean([score.won for score in scores]),
        points=_both(scores, [score.scores for score in scores]),
        seconds=_both(scores, [score.thinking for score in scores]),
        moves=_mean([score.moves for score in scores]),
    )


def wilson(share: float, number: int) -> tuple[float, float]:
    """Wilson's 95 % score interval for a share among ``number`` observations."""
    square = _DEVIATIONS**2
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = _DEVIATIONS / (1 + square / number) * math.sqrt(share * (1 - share) / number + square / (4 * number**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def _both(scores: Sequence[Score], values: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The mean of the measured seats' values, and that of all the others'."""
    own = [row[score.pairing.seat] for score, row in zip(scores, values, strict=True)]
    others = [
        value
        for score, row in zip(scores, values, strict=True)
        for seat, value in enumerate(row)
        if seat != score.pairing.seat
    ]
    return _mean(own), _mean(others)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
