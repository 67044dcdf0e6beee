"""What came of a thought: the move, and what the bot can tell of its reasons."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from partie.wire.client_out import Why

__all__ = ["Thought", "Why"]


class Thought(Struct, frozen=True, omit_defaults=True):
    """The move that was chosen, and how.

    ``points``: the lowest and the highest score that the bot expects of itself where its look-ahead ends, one in ten
    left out at either side; None where it did not look ahead. ``other`` is the move it held for the next best.
    """

    move: Any
    points: tuple[int, int] | None = None
    other: Any = None
    why: Why = "ahead"
