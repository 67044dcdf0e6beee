"""A tiny game with hands, a secret simultaneous bid, a peek and a draw, to try the kit and the service with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from partie.kit import Chance, Engine, Event, Lesson, Line, Offer, Range, Result, Seat, View, Viewer
from tests.engines.toys import rules, view, view_types
from tests.engines.toys.lesson import LESSON
from tests.engines.toys.state import FIELDS, VALUE, Move, Options, State

__all__ = ["Toy", "toy"]


class Toy(Engine[State, Move]):
    """The toy game for two to four seats."""

    key = "toy"
    seats = range(2, 5)
    options = Options
    move = Move
    state = State
    view_type: ClassVar[Any] = view_types.View
    max_events = 100

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        return rules.setup(seats, options, chance)

    def pending(self, state: State) -> frozenset[Seat]:
        return rules.pending(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return rules.legal(state, seat)

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        return rules.apply(state, seat, move, chance)

    def view(self, state: State, viewer: Viewer) -> View:
        return view.view(state, viewer)

    def result(self, state: State) -> Result | None:
        return view.result(state)

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        return view.describe(before, event, after, viewer)

    def turn(self, state: State) -> int:
        return state.round

    def chapters(self, state: State) -> int:
        return state.round if state.phase == "over" else state.round - 1

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        return view.offers(state, seat)

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        return view.forecast(state, viewer)

    def scores(self, state: State) -> tuple[int, ...]:
        return view.scores(state)

    def secrets(self, state: State, viewer: Viewer) -> Mapping[str, frozenset[str]]:
        return view.secrets(state, viewer)

    def hidden(self, state: State, viewer: Viewer) -> Mapping[str, str]:
        return view.hidden(state, viewer)

    def determinize(self, state: State, viewer: Viewer, chance: Chance) -> State:
        return view.determinize(state, viewer, chance)

    def lesson(self) -> Lesson[Move] | None:
        return LESSON

    def pieces(self, state: State) -> Mapping[str, int]:
        in_hands = sum(len(player.hand) for player in state.players)
        return {
            "cards": sum(state.deck.values()) + bool(state.top) + in_hands + len(state.discard),
            "flags": sum(state.flags) + sum(player.flags for player in state.players),
        }

    def domains(self, seats: int, options: Options) -> Mapping[str, Sequence[str]]:
        return {"card": list(VALUE), "to": FIELDS}

    def progress(self, state: State) -> int:
        return rules.progress(state)


toy = Toy()
