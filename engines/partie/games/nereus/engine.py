"""Waters of Nereus as an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from partie.games.nereus import knowledge, legal, offers, outlook, rules, scoring, setup, view, view_types
from partie.games.nereus.data import DATA
from partie.games.nereus.lesson import LESSON
from partie.games.nereus.state import CREW, KEEP, NEUTRAL, OVER, Move, Options, State
from partie.kit import Chance, Engine, Event, Lesson, Line, Offer, Range, Result, Seat, View, Viewer
from partie.kit.transition import describe


class WatersOfNereus(Engine[State, Move]):
    """Waters of Nereus (Steve Finn) for two to four seats.

    Science cards and simultaneous choices are hidden. The bag, the science pile and the discovery cards have no
    order before something is drawn from them.
    """

    key = "nereus"
    version = 1
    format = 1
    seats = range(2, DATA.box.seats + 1)
    minutes = 60
    weight = 3
    options = Options
    move = Move
    state = State
    view_type = view_types.View
    max_events = 6_000

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        return setup.setup(seats, options, chance)

    def pending(self, state: State) -> frozenset[Seat]:
        if state.step == CREW:
            return frozenset(seat for seat, player in enumerate(state.players) if not player.choice)
        if state.step == KEEP:
            return frozenset(seat for seat, player in enumerate(state.players) if not player.kept)
        return frozenset() if state.step == OVER else frozenset((state.turn.seat,))

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return legal.legal(state, seat)

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        return rules.apply(state, seat, move, chance)

    def view(self, state: State, viewer: Viewer) -> View:
        return view.view(state, viewer)

    def result(self, state: State) -> Result | None:
        return scoring.result(state)

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        return describe(rules.apply, before, event, viewer)

    def turn(self, state: State) -> int:
        return state.turns

    def chapters(self, state: State) -> int:
        return DATA.days.days if state.step == OVER else state.day.number - 1

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        return offers.offers(state, seat)

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        return knowledge.forecast(state, viewer)

    def outlook(self, state: State, seat: Seat) -> Sequence[float]:
        return outlook.outlook(state, seat)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(scoring.breakdown(player)[0] for player in state.players)

    def secrets(self, state: State, viewer: Viewer) -> Mapping[str, frozenset[str]]:
        return knowledge.secrets(state, viewer)

    def hidden(self, state: State, viewer: Viewer) -> Mapping[str, str]:
        return knowledge.hidden(state, viewer)

    def determinize(self, state: State, viewer: Viewer, chance: Chance) -> State:
        return knowledge.determinize(state, viewer, chance)

    def lesson(self) -> Lesson[Move]:
        return LESSON

    def pieces(self, state: State) -> Mapping[str, int]:
        """Treasures without those that were added to an empty bag and have not left again; gems, cards, markers."""
        players = state.players
        slots = [
            slot
            for player in players
            for part in (*player.holds.values(), player.chest, player.storage)
            for slot in part
        ]
        laid = sum(map(bool, slots))
        gems = slots.count("gem")
        treasures = laid - gems + sum(map(len, state.sea.values())) + sum(len(player.hand) for player in players)
        cards = sum(len(player.science) + len(player.returned) for player in players)
        ships = [player.ship for player in players]
        return {
            "treasures": treasures + sum(state.bag.treasures.values()) - sum(state.bag.owed.values()),
            "gems": state.gems + gems + sum(player.gems for player in players),
            "science cards": cards + sum(state.science.pile.values()) + len(state.science.discards),
            "ships": len(ships) + bool(state.neutral.ship),
            "neutral markers": sum(row.count(NEUTRAL) for row in state.rows.values())
            - min(len(state.neutral.played), DATA.days.rounds),
        }

    def domains(self, seats: int, options: Options) -> Mapping[str, Sequence[str | tuple[str, ...]]]:
        return legal.domains(seats, options)

    def progress(self, state: State) -> int:
        return legal.progress(state)


nereus = WatersOfNereus()
