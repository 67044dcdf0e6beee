"""Hex, by Piet Hein (1942) and John Nash (1948): join your two edges before the other player joins theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

from msgspec import Meta, Struct

from partie.kit import Chance, Engine, Event, Illegal, Line, Result, Seat, View, Viewer
from partie.kit.values import Positive, SeatNumber, ViewPart, shaped

__all__ = ["Hex", "game"]

COLUMNS = "abcdefghijk"

Field: TypeAlias = Annotated[str, shaped("[a-k]([1-9]|1[01])")]
"""A field of the board: its column and its row, such as ``a1``."""


class Options(Struct, frozen=True):
    """The settings of a table: the fields along an edge, and whether the second player may take the first stone."""

    size: Annotated[int, Meta(ge=3, le=11)] = 7
    swap: bool = True


class Place(Struct, frozen=True, tag_field="type", tag="place"):
    """Put a stone onto an empty field."""

    field: str


class Swap(Struct, frozen=True, tag_field="type", tag="swap"):
    """Take the first stone instead of placing one: it moves to the mirrored field and becomes yours."""


Move: TypeAlias = Place | Swap


class State(Struct, frozen=True):
    """The stones by field, and how many moves were made; ``winner`` is -1 until there is one."""

    size: int
    swap: bool
    stones: dict[str, int]
    moves: int = 0
    last: str = ""
    winner: int = -1

    @property
    def turn(self) -> Seat:
        return self.moves % 2

    @property
    def may_swap(self) -> bool:
        return self.swap and self.moves == 1


class HexView(ViewPart, frozen=True):
    """The board, which all see alike: the seat of each stone by its field, and the last field; "" before the first."""

    size: Positive
    stones: dict[Field, SeatNumber]
    turn: SeatNumber
    last: Annotated[str, shaped("([a-k]([1-9]|1[01]))?")]
    may_swap: bool
    over: bool


class Hex(Engine[State, Move]):
    """Hex for two."""

    key = "hex"
    seats = range(2, 3)
    options = Options
    move = Move
    state = State
    view_type: ClassVar[Any] = HexView
    symmetric_information = True
    max_events = 130

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        return State(options.size, options.swap, {})

    def pending(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.winner >= 0 else frozenset((state.turn,))

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat not in self.pending(state):
            return ()
        empty: list[Move] = [Place(field) for field in fields(state.size) if field not in state.stones]
        return [*empty, Swap()] if state.may_swap else empty

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if seat not in self.pending(state):
            raise Illegal("not_your_turn", "H1")
        if isinstance(move, Swap):
            if not state.may_swap:
                raise Illegal("no_swap", "H3")
            stones = {mirrored(state.last): seat}
        else:
            if move.field not in fields(state.size):
                raise Illegal("no_field", "H1")
            if move.field in state.stones:
                raise Illegal("taken", "H1", field=move.field)
            stones = {**state.stones, move.field: seat}
        last = mirrored(state.last) if isinstance(move, Swap) else move.field
        winner = seat if joined(state.size, stones, seat, last) else -1
        return State(state.size, state.swap, stones, state.moves + 1, last, winner)

    def view(self, state: State, viewer: Viewer) -> View:
        return {
            "size": state.size,
            "stones": dict(state.stones),
            "turn": state.turn,
            "last": state.last,
            "may_swap": state.may_swap,
            "over": state.winner >= 0,
        }

    def result(self, state: State) -> Result | None:
        return None if state.winner < 0 else Result.of([(int(seat == state.winner),) for seat in range(2)])

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        key = "swapped" if isinstance(event.move, Swap) else "placed"
        lines = [Line(key, {"seat": event.seat, "field": after.last})]
        return [*lines, Line("joined", {"seat": event.seat})] if after.winner >= 0 else lines

    def turn(self, state: State) -> int:
        return state.moves + (state.winner < 0)

    def progress(self, state: State) -> int:
        return 0 if state.winner >= 0 else state.size**2 + 1 - state.moves


def fields(size: int) -> list[str]:
    """All fields of a board, row by row: ``a1``, ``b1`` and so on."""
    return [f"{column}{row}" for row in range(1, size + 1) for column in COLUMNS[:size]]


def mirrored(field: str) -> str:
    """The field on the other side of the short diagonal, along which the two players' edges change places."""
    column, row = COLUMNS.index(field[0]), int(field[1:]) - 1
    return f"{COLUMNS[row]}{column + 1}"


def joined(size: int, stones: dict[str, int], seat: Seat, start: str) -> bool:
    """Whether the stone of a seat on a field belongs to a chain between the seat's two edges.

    Seat 0 joins the first and the last row, seat 1 the first and the last column.
    """
    seen, todo, edges = {start}, [start], set()
    while todo:
        field = todo.pop()
        column, row = COLUMNS.index(field[0]), int(field[1:]) - 1
        edges.add(row if seat == 0 else column)
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
            if 0 <= column + x < size and 0 <= row + y < size:
                near = f"{COLUMNS[column + x]}{row + y + 1}"
                if stones.get(near) == seat and near not in seen:
                    seen.add(near)
                    todo.append(near)
    return {0, size - 1} <= edges


game = Hex()
