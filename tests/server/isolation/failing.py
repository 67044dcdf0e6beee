"""A twin of the toy game that fails where nobody expects it, and otherwise is the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from partie.kit import Chance, Range, Seat, View, Viewer
from tests.engines.toys import Toy
from tests.engines.toys.state import Done, Move, State, Step


class Failing(Toy):
    """Walking to field-1 fails in apply, standing on field-2 in view; forecasts always fail."""

    key = "failing"

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if move == Step("field-1"):
            raise ZeroDivisionError("somebody did not think of field-1")
        if isinstance(move, Done) and state.energy == 1:
            return {"a state": "that is none"}  # type: ignore[return-value]
        return super().apply(state, seat, move, chance)

    def view(self, state: State, viewer: Viewer) -> View:
        if any(player.pawn == 2 for player in state.players):
            raise KeyError("field-2")
        return super().view(state, viewer)

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        raise RuntimeError("no forecast today")


failing = Failing()


class Unsendable(Toy):
    """It shows a float as soon as a game begins."""

    key = "unsendable"

    def view(self, state: State, viewer: Viewer) -> View:
        mean: Any = sum(player.points for player in state.players) / len(state.players)
        return {**super().view(state, viewer), "mean": mean}


unsendable = Unsendable()
