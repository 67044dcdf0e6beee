"""A move being carried out: what games have in common of it, and the lines that tell of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from partie.kit.chance import Chance
from partie.kit.engine import SPECTATOR, Illegal, Line, Viewer

S = TypeVar("S", bound=str)
P = TypeVar("P")


class Tale:
    """The lines of one event as one viewer may read them."""

    def __init__(self, viewer: Viewer = SPECTATOR) -> None:
        self.viewer = viewer
        self.lines: list[Line] = []


class Doing(Generic[S, P]):
    """A state while one move of a seat is carried out. ``tale``, if wanted, is told what happened, in order.

    A game adds the parts of its own state. Only names are bound anew; every part of the state before stays as it was.
    """

    def __init__(self, step: S, players: Sequence[P], seat: int, chance: Chance, tale: Tale | None) -> None:
        self.step = step
        self.players = list(players)
        self.seat = seat
        self.chance = chance
        self.tale = tale

    @property
    def player(self) -> P:
        """The seat that moves."""
        return self.players[self.seat]

    @player.setter
    def player(self, player: P) -> None:
        self.players[self.seat] = player

    def say(self, key: str, **params: str | int) -> None:
        """Tell everybody that something happened."""
        if self.tale is not None:
            self.tale.lines.append(Line(key, params))

    def expect(self, *steps: S, rule: str) -> None:
        """Refuse a move that does not belong to the present step. Raises :class:`Illegal`."""
        if self.step not in steps:
            raise Illegal("wrong_step", rule, step=self.step)
