"""Glen More as an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from partie.games.glenmore import legal, offers, outlook, rules, scoring, setup, view, view_types
from partie.games.glenmore.data import DATA
from partie.games.glenmore.lesson import LESSON
from partie.games.glenmore.state import OVER, Move, Options, State
from partie.games.glenmore.track import is_tile
from partie.kit import Chance, Engine, Event, Lesson, Line, Offer, Range, Result, Seat, View, Viewer
from partie.kit.transition import describe


class GlenMore(Engine[State, Move]):
    """Glen More (Matthias Cramer) for two to five seats.

    Nothing is hidden from anybody: coins and points are open (T10), and the order of the stacks does not exist
    before a tile is drawn. So ``secrets``, ``hidden`` and ``determinize`` keep their defaults, and a forecast has
    one value only.
    """

    key = "glenmore"
    version = 1
    format = 1
    seats = range(2, DATA.box.seats + 1)
    minutes = 60
    weight = 3
    options = Options
    move = Move
    state = State
    view_type = view_types.View
    max_events = 4_000
    symmetric_information = True

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        return setup.setup(seats, options, chance)

    def pending(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.turn.step == OVER else frozenset((state.turn.seat,))

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
        return state.number

    def chapters(self, state: State) -> int:
        return len(state.scorings)

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        return offers.offers(state, seat)

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        return scoring.forecast(state)

    def outlook(self, state: State, seat: Seat) -> Sequence[float]:
        return outlook.outlook(state)

    def lesson(self) -> Lesson[Move]:
        return LESSON

    def pieces(self, state: State) -> Mapping[str, int]:
        """Coins and clan members with their supplies; tiles, those in the stacks and out of the game included."""
        players = state.players
        covered = (number * (number + 1) // 2 for number in state.warehouse)
        laid = sum(len(player.land) for player in players)
        on_track = sum(map(is_tile, state.track))
        return {
            "coins": state.coins + sum(player.coins for player in players) + sum(covered),
            "clan members": state.members + sum(sum(player.members.values()) + player.chieftains for player in players),
            "tiles": laid + on_track + sum(map(len, state.stacks)) + len(state.removed) + bool(state.turn.hand),
            "figures": sum(what.isdigit() for what in state.track),
        }

    def domains(self, seats: int, options: Options) -> Mapping[str, Sequence[str]]:
        return legal.domains()

    def progress(self, state: State) -> int:
        return legal.progress(state)


glenmore = GlenMore()
