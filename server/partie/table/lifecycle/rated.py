"""Whether a game counts for ratings: chosen at creation, and changed only by the host before the start."""

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
"""Minimum number of players of a rated game: a single one has nobody to be compared with."""


def refused_late(delay: DelaySetting | None) -> Refused | None:
    """Refuse to rate a game with a delay in seconds: ratings are public, and change at its true end."""
    return Refused("rated_late") if delay is not None and delay.unit == "seconds" else None


def decide_rated(table: Table, command: ChangeRated, ctx: Context) -> Decision | Refused:
    """Make the game rated, or not. Bots have no rating, and would make that of others cheap."""
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
    """Return the table with the game rated or not. All must be ready again, to start only on terms they know."""
    return replace(with_seats(table, tuple(map(_unready, table.seating.seats))), rated=event.rated)


def _unready(seat: Seat) -> Seat:
    return replace(seat, ready=False, nonce="") if seat.human else seat
