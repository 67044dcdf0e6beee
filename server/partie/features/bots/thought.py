"""The result of thinking: the move, and what the bot can say about its reasons."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from partie.wire.client_out import Why

__all__ = ["Begun", "Thought", "Why"]


class Begun(Struct, frozen=True, omit_defaults=True):
    """How far a bot's turn has come: how many decisions it has made in it, and with what it meant to go on."""

    made: int = 0
    then: tuple[Any, ...] = ()


class Thought(Struct, frozen=True, omit_defaults=True):
    """The chosen move, and how it was found.

    ``points``: the lowest and highest score that the bot expects for itself at the end of its look-ahead, without one
    outcome in ten at either end; None if it did not look ahead. ``other`` is the move it considered second best.
    ``then`` are the moves with which it means to go on in this turn, up to the next draw.
    """

    move: Any
    points: tuple[int, int] | None = None
    other: Any = None
    why: Why = "ahead"
    then: tuple[Any, ...] = ()
