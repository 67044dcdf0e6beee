"""The track: what is on it, and who comes next."""

from __future__ import annotations

from partie.games.glenmore.data import FIELDS, TILES
from partie.games.glenmore.state import State


def is_tile(what: str) -> bool:
    """Whether a field of the track holds a tile."""
    return what in TILES


def hindmost(track: tuple[str, ...], tail: int) -> int:
    """How many fields after the tail of the chain the first figure (or the die) stands, 0 for the tail itself."""
    return next(far for far in range(FIELDS) if (what := track[(tail + far) % FIELDS]) and not is_tile(what))


def to_draw(state: State) -> int:
    """How many tiles the refill at the end of this turn would draw, its figure having moved (T2)."""
    return hindmost(state.track, state.tail)
