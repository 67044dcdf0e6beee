"""The worth of a position, judged only by the engine's forecast."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from partie.kit import Result, Seat
from partie.registry import AnyEngine

_WORTH_OF_THE_RIVALS: Final = 0.5
"""The weight of a point of the best rival against one of the seat's own: a bot plays for itself first."""

_WORTH_OF_THE_GAME: Final = 5.0
"""The worth of winning, in points of lead."""


def worth(engine: AnyEngine, state: Any, seat: Seat, rivals: float = _WORTH_OF_THE_RIVALS) -> float:
    """What the seat expects for itself, minus part of what the best rival may. 0 for a game without forecasts."""
    middles = prospects(engine, state, seat)
    own = middles.pop(seat, 0.0)
    return own - rivals * max(middles.values(), default=0.0)


def prospects(engine: AnyEngine, state: Any, seat: Seat) -> dict[Seat, float]:
    """Every seat's score as in :func:`points`, and what the game says that the position promises beyond it."""
    found = points(engine, state, seat)
    for other, more in enumerate(engine.outlook(state, seat)):
        found[other] = found.get(other, 0.0) + more
    return found


def points(engine: AnyEngine, state: Any, seat: Seat) -> dict[Seat, float]:
    """Every seat's score: the final one, or the middle of its forecast. Empty without forecasts."""
    result = engine.result(state)
    if result is not None:
        return dict(enumerate(map(float, result.scores)))
    return {one.seat: (one.low + one.high) / 2 for one in engine.forecast(state, seat)}


def leads(engine: AnyEngine, state: Any, scores: Mapping[Seat, float]) -> dict[Seat, float]:
    """Every seat's lead over the best other seat, with a bonus for the winners and a malus for the others."""
    result = engine.result(state)
    return {
        seat: own - max((other for rival, other in scores.items() if rival != seat), default=0.0) + _won(result, seat)
        for seat, own in scores.items()
    }


def _won(result: Result | None, seat: Seat) -> float:
    if result is None:
        return 0.0
    return _WORTH_OF_THE_GAME if seat in result.winners else -_WORTH_OF_THE_GAME
