"""The smallest engine there is: a game of six methods, which are enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from partie.kit import Chance, Engine, Illegal, Result, Seat, View, Viewer

MOST = 3
"""Matches that a turn may take."""


class Options(Struct, frozen=True):
    """The settings of a table."""

    matches: Literal[12, 21] = 12


class Take(Struct, frozen=True, tag_field="type", tag="take"):
    """Take some matches."""

    count: int


class State(Struct, frozen=True):
    """A position: the matches left, how many each seat has taken, and whose turn it is."""

    left: int
    taken: tuple[int, ...]
    seat: int = 0


class Nim(Engine[State, Take]):
    """Take one to three matches in turn: the taker of the last one wins, and nobody else counts."""

    key = "nim"
    seats = range(2, 5)
    options = Options
    move = Take
    state = State

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        return State(left=options.matches, taken=(0,) * seats)

    def pending(self, state: State) -> frozenset[Seat]:
        return frozenset((state.seat,)) if state.left else frozenset()

    def legal(self, state: State, seat: Seat) -> Sequence[Take]:
        return [Take(count) for count in range(1, min(MOST, state.left) + 1)] if seat == state.seat else []

    def apply(self, state: State, seat: Seat, move: Take, chance: Chance) -> State:
        if seat != state.seat or not state.left:
            raise Illegal("not_your_turn", "N1")
        if not 1 <= move.count <= min(MOST, state.left):
            raise Illegal("too_many", "N2", most=MOST)
        taken = tuple(count + move.count * (other == seat) for other, count in enumerate(state.taken))
        left = state.left - move.count
        return State(left, taken, (seat + 1) % len(taken) if left else seat)

    def view(self, state: State, viewer: Viewer) -> View:
        return {"left": state.left, "taken": {str(seat): count for seat, count in enumerate(state.taken)}}

    def result(self, state: State) -> Result | None:
        if state.left:
            return None
        return Result.of([(int(seat == state.seat),) for seat in range(len(state.taken))])


nim = Nim()
