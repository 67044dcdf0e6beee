"""Vinci as an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from partie.games.vinci import flow, legal, offers, practice, rules, scoring, setup, view
from partie.games.vinci.data import DATA, VERSIONS
from partie.games.vinci.lesson import LESSON
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.state import OVER, ChoosePair, Decline, Move, Options, Options2, State, State2
from partie.games.vinci.view_types import View1, View2
from partie.kit import Chance, Engine, Event, Lesson, Line, Offer, Range, Result, Seat, View, Viewer
from partie.kit.transition import describe


class Vinci(Engine[State, Move]):
    """Vinci (Philippe Keyaerts) for three to six seats, or for one or two against fictitious players.

    Nothing is hidden. The bag of tiles has no order before something is drawn from it. Both versions of the rules run
    through the same code: what differs stands in the tables of ``data.toml`` (see ``ruleset``).
    """

    key = "vinci"
    version = 2
    versions = range(min(VERSIONS), max(VERSIONS) + 1)
    format = 3
    seats = range(DATA.seat.seats[0], DATA.seat.seats[1] + 1)
    minutes = 75
    weight = 2
    options: ClassVar[type[Options]] = Options2
    move = Move
    state: ClassVar[type[State]] = State2
    view_type: ClassVar[type[View1]] = View2
    max_events = 20_000
    symmetric_information = True

    def at(self, version: int) -> Engine[State, Move]:
        return self if version == self.version else _first

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        return setup.setup(seats, options, chance)

    def automatic(self, seats: int, options: Options) -> int:
        return ruleset(options).fictitious(seats)

    def pending(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.step == OVER else frozenset((flow.to_act(state),))

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return legal.legal(state, seat)

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        return rules.apply(state, seat, move, chance)

    def view(self, state: State, viewer: Viewer) -> View:
        return view.view(state)

    def result(self, state: State) -> Result | None:
        return scoring.result(state)

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        return describe(rules.apply, before, event)

    def turn(self, state: State) -> int:
        return state.turns

    def chapters(self, state: State) -> int:
        return max(0, state.round - (state.step != OVER))

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        return offers.offers(state, seat)

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        return scoring.prospects(state)

    def advise(self, state: State, seat: Seat) -> Move:
        return practice.advise(state, seat)

    def decisive(self, state: State, seat: Seat) -> bool:
        """How a civilization begins and ends; whatever else is drawn in a turn is for fictitious players."""
        return any(isinstance(move, ChoosePair | Decline) for move in legal.legal(state, seat))

    def lesson(self) -> Lesson[Move]:
        return LESSON

    def pieces(self, state: State) -> Mapping[str, int]:
        """The tiles: in the bag, on offer, and before the players."""
        held = sum(len(player.tiles) + len(player.ruins) for player in state.players)
        return {"tiles": sum(state.bag.values()) + 2 * len(state.pairs) + held}

    def domains(self, seats: int, options: Options) -> Mapping[str, Sequence[str | int]]:
        return legal.domains(seats, options)

    def progress(self, state: State) -> int:
        return legal.progress(state)


class Vinci1(Vinci):
    """Vinci by version 1 of the rules, for tables that began under it."""

    version = 1
    versions = range(1, 2)
    format = 2
    seats = range(VERSIONS[1].seat.seats[0], VERSIONS[1].seat.seats[1] + 1)
    options = Options
    state = State
    view_type = View1


_first = Vinci1()
vinci = Vinci()
