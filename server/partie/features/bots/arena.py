"""Matches between bots, played in the engine alone: how often one beats another, and how certain that is.

A bot is one of the levels, or a player of somebody else's, who sees what the service would show to its seat.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from types import MappingProxyType
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from partie.client.players import Decision, Player, PlayerFailed
from partie.features.bots.budget import Budget, Iterations, Seconds
from partie.features.bots.choose import FIRST, choose, own_budget
from partie.kit import Result, Seat, SeededChance
from partie.kit.playout import Endless, game_key, opening
from partie.registry import AnyEngine
from partie.table.values import LEVELS, Level

_LEVELS: Final[Mapping[str, Level]] = {level: level for level in LEVELS}

MOVE_SECONDS: Final = 10.0
"""How long a player of somebody else's may take for a move by default."""

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

    ``above``: the number of seats it finished above, ties as halves. ``thinking``: seconds of every seat, of processor
    time for levels and of waiting for others.
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
    means, of the measured level and of the others; ``seconds`` is thinking time per game.
    """

    game: str
    seats: int
    level: str
    against: str
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


class _Chooser(Protocol):
    """One seat's bot. Returns a move and the seconds that it took."""

    def __call__(self, state: Any, seat: Seat, seed: str) -> tuple[Any, float]: ...


class _LevelChooser:
    """A bot of a level. Times are processor times, so that a busy machine weakens none."""

    def __init__(self, engine: AnyEngine, level: Level, allowed: Allowance | None) -> None:
        self._engine = engine
        self._level = level
        self._allowed = allowed
        self._begun = FIRST

    def __call__(self, state: Any, seat: Seat, seed: str) -> tuple[Any, float]:
        begin = time.process_time()
        begun = self._begun.at(self._engine.turn(state))
        budget = (
            own_budget(self._level, time.process_time, begun.made) if self._allowed is None else self._allowed.budget()
        )
        thought = choose(self._engine, state, seat, seed, self._level, budget, begun)
        self._begun = begun.after(thought)
        return thought.move, time.process_time() - begin


class _PlayerChooser:
    """A player of somebody else's. It gets copies, so it can't change the game."""

    def __init__(self, engine: AnyEngine, player: Player, move_seconds: float) -> None:
        self._engine = engine
        self._player = player
        self._move_seconds = move_seconds

    def __call__(self, state: Any, seat: Seat, seed: str) -> tuple[Any, float]:
        engine = self._engine
        moves = engine.legal(state, seat)
        # The seed of the game is in it, which no player may know.
        hidden = hashlib.sha256(f"partie-arena-1 {seed}".encode()).hexdigest()
        decision = Decision(
            game=engine.key,
            seat=seat,
            view=_copied(engine.view(state, seat)),
            legal=_copied(moves),
            seed=hidden,
            offers=_copied(engine.offers(state, seat)) if self._player.wants_offers else None,
        )
        begin = time.perf_counter()
        chosen = self._player.choose(decision, self._move_seconds)
        return moves[decision.legal.index(chosen)], time.perf_counter() - begin


def _copied(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def play(
    engine: AnyEngine,
    seats: int,
    pairing: Pairing,
    levels: tuple[str, str],
    allowed: Mapping[Level, Allowance],
    players: Mapping[str, Callable[[], Player]] = MappingProxyType({}),
    move_seconds: float = MOVE_SECONDS,
) -> Score:
    """Play one game of the first bot against the second on all other seats.

    Each is a level, or else the name of one of the ``players``. Raises :class:`Endless`, or
    :class:`~partie.client.players.PlayerFailed` with the name, the game and the move.
    """
    key = game_key(pairing.seed)
    state = opening(engine, seats, engine.options(), key)
    thinking = [0.0] * seats
    moves = 0
    with ExitStack() as ending:

        def chooser(name: str) -> _Chooser:
            if name not in players:
                level = _LEVELS[name]
                return _LevelChooser(engine, level, allowed.get(level))
            player = players[name]()
            ending.callback(player.close)
            return _PlayerChooser(engine, player, move_seconds)

        names = [levels[seat != pairing.seat] for seat in range(seats)]
        choosers = [chooser(name) for name in names]
        while pending := engine.pending(state):
            moves += 1
            if moves > engine.max_events:
                raise Endless(f"{engine.key}: a game of bots has more than {engine.max_events} events")
            seat = min(pending)
            try:
                move, seconds = choosers[seat](state, seat, f"{pairing.seed} {moves} {seat}")
            except PlayerFailed as failed:
                where = f"{names[seat]}, in seat {seat} of the game with seed {pairing.seed}, move {moves}"
                raise type(failed)(f"{where}: {failed}") from failed
            thinking[seat] += seconds
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


def summary(game: str, seats: int, levels: tuple[str, str], scores: Sequence[Score]) -> Match:
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
