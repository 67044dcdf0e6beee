"""Twins of Waters of Nereus that tell what is hidden, each in another way."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from partie.games.nereus.engine import WatersOfNereus
from partie.games.nereus.state import Move, State
from partie.kit import Event, Line, Range, Seat, View, Viewer


class LeakyView(WatersOfNereus):
    """Everybody sees what the first seat sees."""

    key = "leaky_view"

    def view(self, state: State, viewer: Viewer) -> View:
        return super().view(state, 0)


class LeakyLines(WatersOfNereus):
    """Everybody reads of a move what its seat reads, and what was chosen."""

    key = "leaky_lines"

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        chosen = {"crew": after.players[event.seat].choice} if after.players[event.seat].choice else {}
        return [*super().describe(before, event, after, event.seat), Line("chose", {"seat": event.seat, **chosen})]


class LeakyForecast(WatersOfNereus):
    """The reasons of everybody's score name the cards in hand."""

    key = "leaky_forecast"

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        hands = [Line("card", {"card": card}) for player in state.players for card in player.science]
        return [replace(item, parts=(*item.parts, *hands)) for item in super().forecast(state, viewer)]


class LeakyMoves(WatersOfNereus):
    """A seat is offered first what another one has chosen."""

    key = "leaky_moves"

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        moves = super().legal(state, seat)
        chosen = {player.choice for player in state.players}
        return sorted(moves, key=lambda move: getattr(move, "crew", "") in chosen)


view = LeakyView()
lines = LeakyLines()
forecast = LeakyForecast()
moves = LeakyMoves()
