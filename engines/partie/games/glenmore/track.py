"""The track: what is on it, and who comes next."""

from __future__ import annotations

from partie.games.glenmore.data import SPACES, TILES
from partie.games.glenmore.state import State


def is_tile(what: str) -> bool:
    """Whether a space of the track holds a tile."""
    return what in TILES


def onward(state: State) -> tuple[str, ...]:
    """What is on the spaces ahead of the last figure, the nearest first."""
    return state.track[state.tail + 1 :] + state.track[: state.tail]


def last_figure(track: tuple[str, ...], tail: int) -> int:
    """How many spaces after the tail of the chain the last figure (or the die) stands, 0 for the tail itself."""
    return next(far for far in range(SPACES) if (what := track[(tail + far) % SPACES]) and not is_tile(what))


def to_draw(state: State) -> int:
    """How many tiles the refill at the end of this turn would draw, its figure having moved (T2)."""
    return last_figure(state.track, state.tail)
