"""From one state to the next: what games share of carrying out a move, and the lines that tell of it."""

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
    """A state while one move of a seat is carried out, on its way to the next state.

    ``state`` is the one before and stays as it was: only names are bound anew, and the list of the players is a copy.
    A game adds the other parts of its own state, and what several of its moves do to them. ``description``, if
    wanted, takes what happened.
    """

    step: StepT
    """What is to be decided next; the game sets it."""

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
        """The state after the move."""

    @property
    def player(self) -> PlayerT:
        """What belongs to the seat that moves."""
        return self.players[self.seat]

    @player.setter
    def player(self, player: PlayerT) -> None:
        self.players[self.seat] = player

    def clockwise(self, seat: Seat) -> Seat:
        """The seat to the left of another one."""
        return (seat + 1) % len(self.players)

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in clockwise order, beginning with that one."""
        seats = len(self.players)
        return tuple((seat + far) % seats for far in range(seats))

    def say(self, key: str, /, **params: str | int) -> None:
        """Tell everybody that something happened."""
        if self.description is not None:
            self.description.lines.append(Line(key, params))

    def confide(self, key: str, /, **params: str | int) -> None:
        """Tell the seat that moves, and nobody else."""
        if self.description is not None and self.description.viewer == self.seat:
            self.description.lines.append(Line(key, params))

    def say_to_others(self, key: str, /, **params: str | int) -> None:
        """Tell everybody but the seat that moves."""
        if self.description is not None and self.description.viewer != self.seat:
            self.description.lines.append(Line(key, params))

    def expect(self, *steps: StepT, rule: str) -> None:
        """Refuse a move that does not belong to the present step. Raises :class:`Illegal`."""
        if self.step not in steps:
            raise Illegal("wrong_step", rule, step=self.step)


Apply: TypeAlias = Callable[[StateT, Seat, MoveT, Chance, Description | None], StateT]
"""What carries out a game's moves: like ``Engine.apply``, and it tells a description what happened."""


def describe(
    apply: Apply[StateT, MoveT], before: StateT, event: Event[MoveT], viewer: Viewer = SPECTATOR
) -> Sequence[Line]:
    """What happened in an event, each thing with what an animation needs: found by making the move once more."""
    description = Description(viewer)
    apply(before, event.seat, event.move, RecordedChance(event.draws), description)
    return description.lines


def refusal(
    apply: Apply[StateT, MoveT], state: StateT, seat: Seat, move: MoveT, description: Description | None = None
) -> Refusal | None:
    """Why a move is refused, else None. It is tried without chance: what would be drawn or uncovered stays unknown.

    ``description``, if given, takes what happens until then.
    """
    try:
        apply(state, seat, move, NoChance(), description)
    except Illegal as illegal:
        return Refusal.of(illegal)
    except ChanceForbidden:
        pass
    return None
