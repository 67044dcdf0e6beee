"""How a position looks, by the engine's forecast alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from partie.kit import Result, Seat
from partie.registry import AnyEngine

_WORTH_OF_THE_RIVALS: Final = 0.5
"""How much a point of the best rival counts against one of its own: a bot plays for itself first."""

_WORTH_OF_THE_GAME: Final = 5.0
"""What it is worth to win, in points of the lead."""


def worth(engine: AnyEngine, state: Any, seat: Seat, rivals: float = _WORTH_OF_THE_RIVALS) -> float:
    """The middle of its own forecast, less a part of the best rival's. 0 for a game without forecasts."""
    middles = {one.seat: (one.low + one.high) / 2 for one in engine.forecast(state, seat)}
    own = middles.pop(seat, 0.0)
    return own - rivals * max(middles.values(), default=0.0)


def points(engine: AnyEngine, state: Any, seat: Seat) -> dict[Seat, float]:
    """Every seat's score: the final one, or the middle of what one of them forecasts. Empty without forecasts."""
    result = engine.result(state)
    if result is not None:
        return dict(enumerate(map(float, result.scores)))
    return {one.seat: (one.low + one.high) / 2 for one in engine.forecast(state, seat)}


def leads(engine: AnyEngine, state: Any, scores: Mapping[Seat, float]) -> dict[Seat, float]:
    """How far every seat is ahead of the best other one, and a little more for who has won."""
    result = engine.result(state)
    return {
        seat: own - max((other for rival, other in scores.items() if rival != seat), default=0.0) + _won(result, seat)
        for seat, own in scores.items()
    }


def _won(result: Result | None, seat: Seat) -> float:
    if result is None:
        return 0.0
    return _WORTH_OF_THE_GAME if seat in result.winners else -_WORTH_OF_THE_GAME
