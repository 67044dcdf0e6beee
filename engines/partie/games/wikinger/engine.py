"""Wikinger as an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from partie.games.wikinger import legal, offers, outlook, rules, scoring, setup, view, view_types
from partie.games.wikinger.data import BUILDING_OF, DATA, SHIPS
from partie.games.wikinger.data import START as START_TILE
from partie.games.wikinger.lesson import LESSON
from partie.games.wikinger.state import OVER, Move, Options, Options2, State, State2
from partie.kit import Chance, Engine, Event, Lesson, Line, Offer, Range, Result, Seat, View, Viewer
from partie.kit.transition import describe


class Wikinger(Engine[State, Move]):
    """Wikinger (Michael Kiesling) for two to four seats, basic and advanced.

    Nothing is hidden. Tiles, figures and special tiles have no order before they are drawn. Both versions of the rules
    run through the same code: what differs stands in the ``conduct`` of ``data.toml``.
    """

    key = "wikinger"
    version = 2
    versions = range(1, 3)
    format = 1
    seats = range(2, DATA.seat.seats + 1)
    minutes = 50
    weight = 2
    variant = "game"
    options: ClassVar[type[Options]] = Options2
    move = Move
    state: ClassVar[type[State]] = State2
    view_type = view_types.View
    max_events = 2_000
    symmetric_information = True

    def at(self, version: int) -> Engine[State, Move]:
        return self if version == self.version else _first

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        return setup.setup(seats, options, chance)

    def pending(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.step == OVER else frozenset((state.turn.seat,))

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
        return DATA.rounds.rounds if state.step == OVER else state.round - 1

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        return offers.offers(state, seat)

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        found = []
        for seat, (player, settlement) in enumerate(zip(state.players, scoring.settle(state.players), strict=True)):
            score, parts = scoring.breakdown(player, settlement)
            found.append(Range(seat=seat, low=score, high=score, parts=parts))
        return found

    def outlook(self, state: State, seat: Seat) -> Sequence[float]:
        return outlook.outlook(state)

    def lesson(self) -> Lesson[Move]:
        return LESSON

    def pieces(self, state: State) -> Mapping[str, int]:
        """Tiles, ships, figures and special tiles, those that have left the game included."""
        counts: dict[str, int] = {}
        spots = [spot for player in state.players for spot in player.land.values()]
        names = [spot.tile for spot in (*spots, *state.wheel)] + [spot.figure for spot in (*spots, *state.wheel)]
        names += [state.turn.tile, state.turn.figure, state.turn.special, *state.display]
        names += [special for player in state.players for special in player.specials]
        pools = [state.tiles, state.bag, state.stock, state.box, state.drawn]
        pools += [dict.fromkeys(names, 0)] + [player.mainland for player in state.players]
        for name in names:
            counts[name] = counts.get(name, 0) + 1
        for pool in pools:
            for name, count in pool.items():
                counts[name] = counts.get(name, 0) + count
        return {
            "ships": sum(counts.get(tile, 0) for tile in SHIPS),
            "island tiles": sum(counts.get(tile, 0) for tile in DATA.islands.tiles),
            "start tiles": counts.get(START_TILE, 0) + sum(not player.started for player in state.players),
            "figures": sum(counts.get(figure, 0) for figure in DATA.figures.counts),
            "special tiles": sum(counts.get(special, 0) for special in DATA.specials.counts),
            "special buildings": sum(counts.get(special, 0) for special in BUILDING_OF),
        }

    def domains(self, seats: int, options: Options) -> Mapping[str, Sequence[int]]:
        return legal.domains(options)

    def progress(self, state: State) -> int:
        return legal.progress(state)


class Wikinger1(Wikinger):
    """Wikinger by version 1 of the rules, for tables that began under it."""

    version = 1
    versions = range(1, 2)
    options = Options
    state = State


_first = Wikinger1()
wikinger = Wikinger()
