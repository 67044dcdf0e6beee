"""Forks: continuing from a position of an ended table, at a new table. Never rated.

The new table's first event includes the other's log up to that position, so that it can be folded by itself. Things
that everybody could see there stay as they were. Everything hidden from anyone is dealt again at the start, as the
engine's ``determinize`` returns it for a spectator, and all later draws depend on the new table's own seed. So people
who have read the finished game have no advantage.
"""

from __future__ import annotations

import hashlib

from partie.kit import chance
from partie.table.commands import Fork
from partie.table.context import Context, Decision, Source, digest, engine_of
from partie.table.events import Created, Origin, Reservation
from partie.table.lifecycle.creation import after_created
from partie.table.limits import MAX_DEPTH, MAX_PAST
from partie.table.refusals import Refused
from partie.table.state import Table
from partie.table.time.spectator_delay import end_shown_at
from partie.table.values import Filling


def decide_fork(command: Fork, ctx: Context) -> Decision | Refused:
    """Create a table that continues the game of another. The person who forks is its host, and already sits there."""
    assert ctx.source is not None
    ended, then = ctx.source.ended, ctx.source.then
    if refused := _refused(command, ctx.source, ctx.now):
        return refused
    engine = engine_of(then, ctx.engines)
    event = Created(
        id=ctx.id,
        person=ctx.person,
        digest=digest(command),
        table=ctx.table,
        game=then.game,
        version=then.version,
        format=engine.format,
        chance=chance.VERSION,
        seats=len(then.seating.seats),
        seed=ctx.seed,
        seed_hash=hashlib.sha256(ctx.seed).hexdigest(),
        options=then.options,
        access="invited",
        watch=ended.watch,
        kept=_kept(ended, command, ctx.person),
        origin=Origin(ended.id, then.seq, then.mark, depth(ended) + 1),
        past=ctx.source.log,
    )
    return Decision(event, after_created(event, then))


def depth(table: Table) -> int:
    """Return how many tables are behind this one."""
    return 0 if table.origin is None else table.origin.depth


def not_yet(ended: Table, now: int) -> Refused | None:
    """Return why a table cannot be forked ``now``: a fork must not reveal its end early. None if it can be."""
    if ended.phase != "ended":
        return Refused("not_ended")
    if not ended.play.started:
        return Refused("never_started")
    left = end_shown_at(ended) - now
    return Refused("not_seen_yet", params={"seconds": -(-left // 1000)}) if left > 0 else None


def _refused(command: Fork, source: Source, now: int) -> Refused | None:
    if refused := not_yet(source.ended, now):
        return refused
    seats = len(source.then.seating.seats)
    if source.then.phase != "running":
        return Refused("no_such_position")
    if command.seat >= seats:
        return Refused("no_such_seat")
    if len(command.others) != seats:
        return Refused("bad_seats", params={"low": seats, "high": seats})
    if depth(source.ended) >= MAX_DEPTH:
        return Refused("fork_too_deep", params={"most": MAX_DEPTH})
    if len(source.log) > MAX_PAST:
        return Refused("fork_too_long", params={"most": MAX_PAST // 1024})
    return None


def _kept(ended: Table, command: Fork, person: str) -> tuple[Reservation, ...]:
    """Return the reservation of each seat, in the colour that it had."""
    kept = []
    for number, (seat, filling) in enumerate(zip(ended.seating.seats, command.others, strict=True)):
        own = Reservation(person=person, colour=seat.colour, seated=True)
        kept.append(own if number == command.seat else _other(filling, seat.holder, seat.colour, person))
    return tuple(kept)


def _other(filling: Filling, former: str, colour: str, person: str) -> Reservation:
    if filling == "free" or (filling == "former" and former in ("", person)):
        return Reservation()
    if filling == "former":
        return Reservation(person=former, colour=colour)
    return Reservation(colour=colour, bot=True, level=filling)
