"""New Game: take one to three matches in turn. The player who takes the last one wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from partie.kit import Chance, Engine, Event, Illegal, Line, Result, Seat, View, Viewer

__all__ = ["NewGame", "game"]

MOST = 3
"""The matches that a player may take at once."""


class Options(Struct, frozen=True):
    """The settings of a table."""

    matches: Annotated[int, Meta(ge=5, le=40)] = 15


class Take(Struct, frozen=True, tag_field="type", tag="take"):
    """Take some matches."""

    count: Annotated[int, Meta(ge=1, le=MOST)]


class State(Struct, frozen=True):
    """A position: the matches that are left, how many each seat has taken, whose turn it is, and its number."""

    left: int
    taken: tuple[int, ...]
    turn: Seat = 0
    number: int = 1


class NewGame(Engine[State, Take]):
    """New Game for two to four players."""

    key = "newgame"
    seats = range(2, 5)
    options = Options
    move = Take
    state = State
    symmetric_information = True
    max_events = 50

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        return State(options.matches, (0,) * seats)

    def pending(self, state: State) -> frozenset[Seat]:
        return frozenset((state.turn,)) if state.left else frozenset()

    def legal(self, state: State, seat: Seat) -> Sequence[Take]:
        if seat not in self.pending(state):
            return ()
        return [Take(count) for count in range(1, min(MOST, state.left) + 1)]

    def apply(self, state: State, seat: Seat, move: Take, chance: Chance) -> State:
        if seat not in self.pending(state):
            raise Illegal("not_your_turn", "N1")
        if move.count > state.left:
            raise Illegal("too_many", "N1", left=state.left)
        left = state.left - move.count
        taken = tuple(count + move.count * (other == seat) for other, count in enumerate(state.taken))
        if left == 0:
            return State(left, taken, seat, state.number)
        return State(left, taken, (seat + 1) % len(taken), state.number + 1)

    def view(self, state: State, viewer: Viewer) -> View:
        return {"left": state.left, "taken": list(state.taken), "turn": state.turn}

    def result(self, state: State) -> Result | None:
        if state.left:
            return None
        return Result.of([(int(seat == state.turn),) for seat in range(len(state.taken))])

    def describe(self, before: State, event: Event[Take], after: State, viewer: Viewer) -> Sequence[Line]:
        return (Line("took", {"seat": event.seat, "count": event.move.count}),)

    def turn(self, state: State) -> int:
        return state.number

    def progress(self, state: State) -> int:
        return state.left


game = NewGame()
