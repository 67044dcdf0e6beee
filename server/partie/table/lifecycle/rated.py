"""Whether a game counts for ratings: said at the creation, and changed by the host before the start alone."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from partie.table.commands import ChangeRated
from partie.table.context import Context, Decision, FoldContext, digest, next_event
from partie.table.events import RatedChanged
from partie.table.refusals import Refused
from partie.table.state import Seat, Table, with_seats
from partie.table.values import DelaySetting

RATED_SEATS: Final = 2
"""Where fewer play there is nobody to be compared with."""


def refused_late(delay: DelaySetting | None) -> Refused | None:
    """Why a game that is shown so late is not rated: ratings are everybody's to read, and move at its true end."""
    return Refused("rated_late") if delay is not None and delay.unit == "seconds" else None


def decide_rated(table: Table, command: ChangeRated, ctx: Context) -> Decision | Refused:
    """Let the game be rated, or not. Bots have no rating, and would make that of others cheap."""
    if table.rated == command.rated:
        return Refused("already_rated" if command.rated else "not_rated")
    if command.rated and table.origin is not None:
        return Refused("rated_fork")
    if command.rated and len(table.seating.seats) < RATED_SEATS:
        return Refused("rated_alone")
    if command.rated and any(seat.bot for seat in table.seating.seats):
        return Refused("rated_bot")
    if command.rated and (late := refused_late(table.delay)):
        return late
    event = RatedChanged(id=ctx.id, person=ctx.person, digest=digest(command), rated=command.rated)
    return Decision(event, after_rated_changed(table, event, next_event(table, ctx)))


def after_rated_changed(table: Table, event: RatedChanged, _ctx: FoldContext) -> Table:
    """The table with the game rated or not. Nobody starts on terms that he did not know."""
    return replace(with_seats(table, tuple(map(_unready, table.seating.seats))), rated=event.rated)


def _unready(seat: Seat) -> Seat:
    return replace(seat, ready=False, nonce="") if seat.human else seat
