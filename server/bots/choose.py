"""Which move the practice bot makes: what the game advises, else what its forecast looks best after, one step ahead.

It holds a state that its seat cannot tell from the true one (``determinize``), so nothing hidden guides it. A move that
would draw or uncover cannot be looked behind; it counts as if it changed nothing.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final, TypeAlias

from engines.kit import ChanceForbidden, Engine, Illegal, NoChance, Seat, SeededChance

AnyEngine: TypeAlias = Engine[Any, Any]

LOOKED_AT: Final = 100
"""Moves that are looked behind; of more, so many at random. A forecast may take 5 ms."""

_WORTH_OF_THE_RIVALS: Final = 0.5
"""How much a point of the best rival counts against one of its own: it plays for itself first."""


def choose(engine: AnyEngine, state: Any, seat: Seat, seed: str) -> Any:
    """A legal move of the seat; among equally good ones the seed decides. Raises LookupError if there is none."""
    chance = SeededChance(hashlib.sha256(seed.encode()).digest(), 0)
    imagined = engine.determinize(state, seat, chance)
    # What a seat may do follows from what it sees, so the moves are those of the true state.
    moves = list(engine.legal(imagined, seat))
    if not moves:
        raise LookupError(f"seat {seat} has no move")
    advice = engine.advise(imagined, seat)
    if advice is not None:
        return advice
    if len(moves) > LOOKED_AT:
        moves = [moves[index] for index in chance.shuffle(range(len(moves)))[:LOOKED_AT]]
    now = _worth(engine, imagined, seat)
    worths = [_worth_after(engine, imagined, seat, move, now) for move in moves]
    best = max(worths)
    return moves[chance.pick([index for index, worth in enumerate(worths) if worth == best])]


def _worth_after(engine: AnyEngine, state: Any, seat: Seat, move: Any, now: float) -> float:
    try:
        return _worth(engine, engine.apply(state, seat, move, NoChance()), seat)
    except (ChanceForbidden, Illegal):
        # Illegal only in an engine whose legal moves hang on what is hidden; the true table decides.
        return now


def _worth(engine: AnyEngine, state: Any, seat: Seat) -> float:
    """The middle of its own forecast, less a part of the best rival's. 0 for a game without forecasts."""
    middles = {one.seat: (one.low + one.high) / 2 for one in engine.forecast(state, seat)}
    own = middles.pop(seat, 0.0)
    return own - _WORTH_OF_THE_RIVALS * max(middles.values(), default=0.0)
