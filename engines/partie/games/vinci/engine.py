"""Vinci as an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from partie.games.vinci import flow, legal, offers, practice, rules, scoring, setup, view
from partie.games.vinci.data import DATA
from partie.games.vinci.state import OVER, Move, Options, State
from partie.kit import Chance, Engine, Event, Line, Offer, Range, Result, Seat, View, Viewer
from partie.kit.transition import describe


class Vinci(Engine[State, Move]):
    """Vinci (Philippe Keyaerts) for three to six seats.

    Nothing is hidden. The bag of tiles has no order before something is drawn from it.
    """

    key = "vinci"
    version = 1
    format = 1
    seats = range(DATA.seat.seats[0], DATA.seat.seats[1] + 1)
    options = Options
    move = Move
    state = State
    max_events = 20_000

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        return setup.setup(seats, options, chance)

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

    def pieces(self, state: State) -> Mapping[str, int]:
        """The tiles: in the bag, on offer, and before the players."""
        held = sum(len(player.tiles) + len(player.ruins) for player in state.players)
        return {"tiles": sum(state.bag.values()) + 2 * len(state.pairs) + held}

    def progress(self, state: State) -> int:
        return legal.progress(state)


vinci = Vinci()
