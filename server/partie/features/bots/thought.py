"""The result of thinking: the move, and what the bot can say about its reasons."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from partie.wire.client_out import Why

__all__ = ["Begun", "Thought", "Why"]


class Begun(Struct, frozen=True, omit_defaults=True):
    """How far a bot's turn has come: its number, how many decisions it took so far, and the moves planned next."""

    turn: int = 0
    made: int = 0
    then: tuple[Any, ...] = ()

    def at(self, turn: int) -> Begun:
        """What is known of the turn with that number: nothing if it is another one, or has none."""
        return self if turn and turn == self.turn else Begun(turn)

    def after(self, thought: Thought) -> Begun:
        """How far the turn has come once that move is made. A move without an alternative took no time."""
        if thought.why == "only":
            return Begun(self.turn, self.made, self.then[1:])
        return Begun(self.turn, self.made + 1, thought.then)


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
