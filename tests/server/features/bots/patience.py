"""A game for one idea: a seat that sows instead of reaping has nothing now, and more with every turn after the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from partie.kit import Chance, Engine, Range, Result, Seat, View, Viewer

TURNS = 6
"""Three for either seat."""

HARVEST = 4
"""Points of reaping for a seat that has sown; for others it is one."""


class Options(Struct, frozen=True):
    """There are none."""


class Do(Struct, frozen=True):
    """All that can be done in a turn."""

    what: Literal["reap", "sow"]


class State(Struct, frozen=True):
    """The turns that were made, and what everybody has."""

    turn: int = 0
    points: tuple[int, ...] = (0, 0)
    sown: tuple[bool, ...] = (False, False)


class Patience(Engine[State, Do]):
    """Two seats, nothing drawn, nothing hidden."""

    key = "patience"
    seats = range(2, 3)
    options = Options
    move = Do
    state = State

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        return State()

    def pending(self, state: State) -> frozenset[Seat]:
        return frozenset((state.turn % 2,)) if state.turn < TURNS else frozenset()

    def legal(self, state: State, seat: Seat) -> Sequence[Do]:
        return [Do("reap"), Do("sow")] if seat in self.pending(state) else []

    def apply(self, state: State, seat: Seat, move: Do, chance: Chance) -> State:
        points, sown = list(state.points), list(state.sown)
        if move.what == "sow":
            sown[seat] = True
        else:
            points[seat] += HARVEST if sown[seat] else 1
        return replace(state, turn=state.turn + 1, points=tuple(points), sown=tuple(sown))

    def view(self, state: State, viewer: Viewer) -> View:
        return {"turn": state.turn}

    def result(self, state: State) -> Result | None:
        if state.turn < TURNS:
            return None
        best = max(state.points)
        places = tuple(1 + sum(other > own for other in state.points) for own in state.points)
        return Result(state.points, places, tuple(seat for seat, own in enumerate(state.points) if own == best))

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        return [Range(seat, points, points) for seat, points in enumerate(state.points)]

    def turn(self, state: State) -> int:
        return state.turn

    def progress(self, state: State) -> int:
        return TURNS - state.turn

    def pieces(self, state: State) -> Mapping[str, int]:
        return {}


patience = Patience()
