"""From one state to the next: the parts of carrying out a move that games share, and the lines that describe it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

from partie.kit.chance import Chance, ChanceForbidden, NoChance, RecordedChance
from partie.kit.engine import SPECTATOR, Event, Illegal, Line, Refusal, Seat, Viewer

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
StepT = TypeVar("StepT", bound=str)
PlayerT = TypeVar("PlayerT")


class Description:
    """The lines of one event as one viewer may read them, in the order in which things happened."""

    def __init__(self, viewer: Viewer = SPECTATOR) -> None:
        self.viewer = viewer
        self.lines: list[Line] = []


class Transition(ABC, Generic[StateT, StepT, PlayerT]):
    """The working copy of a state while one move of a seat is carried out.

    ``state`` is the one before and never changes: the move only rebinds names, and the list of the players is a copy. A
    game adds the other parts of its state, and operations that several of its moves share. ``description``, if given,
    collects what happened.
    """

    step: StepT
    """The next decision; the game sets it."""

    def __init__(
        self, state: StateT, players: Sequence[PlayerT], seat: Seat, chance: Chance, description: Description | None
    ) -> None:
        self.state = state
        self.players = list(players)
        self.seat = seat
        self.chance = chance
        self.description = description

    @abstractmethod
    def after(self) -> StateT:
        """Return the state after the move."""

    @property
    def player(self) -> PlayerT:
        """The player data of the seat that moves."""
        return self.players[self.seat]

    @player.setter
    def player(self, player: PlayerT) -> None:
        self.players[self.seat] = player

    def clockwise(self, seat: Seat) -> Seat:
        """Return the seat to the left of another one."""
        return (seat + 1) % len(self.players)

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats in clockwise order, beginning with that one."""
        seats = len(self.players)
        return tuple((seat + far) % seats for far in range(seats))

    def say(self, key: str, /, **params: str | int) -> None:
        """Add a line for all viewers."""
        if self.description is not None:
            self.description.lines.append(Line(key, params))

    def confide(self, key: str, /, **params: str | int) -> None:
        """Add a line only for the seat that moves."""
        if self.description is not None and self.description.viewer == self.seat:
            self.description.lines.append(Line(key, params))

    def say_to_others(self, key: str, /, **params: str | int) -> None:
        """Add a line for all viewers but the seat that moves."""
        if self.description is not None and self.description.viewer != self.seat:
            self.description.lines.append(Line(key, params))

    def expect(self, *steps: StepT, rule: str) -> None:
        """Raise :class:`~partie.kit.engine.Illegal` unless the current step is one of these."""
        if self.step not in steps:
            raise Illegal("wrong_step", rule, step=self.step)


Apply: TypeAlias = Callable[[StateT, Seat, MoveT, Chance, Description | None], StateT]
"""The function that carries out a game's moves: like ``Engine.apply``, and it fills a description."""


def describe(
    apply: Apply[StateT, MoveT], before: StateT, event: Event[MoveT], viewer: Viewer = SPECTATOR
) -> Sequence[Line]:
    """Describe an event, each line with what an animation needs, by making the move once more."""
    description = Description(viewer)
    apply(before, event.seat, event.move, RecordedChance(event.draws), description)
    return description.lines


def refusal(
    apply: Apply[StateT, MoveT], state: StateT, seat: Seat, move: MoveT, description: Description | None = None
) -> Refusal | None:
    """Return why a move is refused, else None. It runs without chance, so draws and secrets stay unknown.

    ``description``, if given, collects what happens up to then.
    """
    try:
        apply(state, seat, move, NoChance(), description)
    except Illegal as illegal:
        return Refusal.of(illegal)
    except ChanceForbidden:
        pass
    return None
