"""The effect of events on a table's clocks, timeouts, and crediting of outages.

For every event, :func:`timed` derives its effect on the clocks; the part that depends on its timestamp is applied once
the log has it (:func:`partie.table.clocks.settled`).
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from partie.kit import Result
from partie.table import clocks
from partie.table.clocks import Clocks, Due
from partie.table.commands import ChangeVacation, CreditOutage, TimeOut
from partie.table.context import Context, Decision, Engines, FoldContext, digest, engine_of, next_event
from partie.table.engine_calls import guarded
from partie.table.errors import ImpossibleEvent
from partie.table.events import Event, Moved, OutageCredited, Redone, SeatReplaced, TimedOut, Undone, VacationChanged
from partie.table.hours import NARROWEST, Shifts, shifts, window
from partie.table.refusals import Refused
from partie.table.state import Seat, Stamp, Table, bot_person, with_seat, with_seats, without_proposal
from partie.table.values import Days, TimeControl

OWN: Final = (Moved, Undone, Redone)
"""Events of a seat whose clock may be running: they must be in time, and wait while the clocks are stopped."""

IN_TIME: Final = (*OWN, SeatReplaced)
"""Events that must be in time; taking over a freed seat is one, though that seat's clock is not running yet."""


# --- agreement ---------------------------------------------------------------------------------------------------


def zone_of(pace: TimeControl | None, now: int) -> Shifts | Refused:
    """Return the shifts of the time control's zone, or why it cannot be played."""
    if isinstance(pace, Days) and window(pace) < NARROWEST:
        return Refused(
            "bad_pace", params={"why": "hours", "detail": f"the window is open for less than {NARROWEST} minutes"}
        )
    try:
        return shifts(pace, now)
    except LookupError:
        return Refused("bad_pace", params={"why": "zone", "detail": "no such time zone"})


def paced(table: Table, pace: TimeControl | None, zone: Shifts) -> Table:
    """Return the table with new clocks, all of them full, or without clocks."""
    return replace(table, clocks=None if pace is None else clocks.begin(pace, zone, len(table.seating.seats)))


# --- the effect of every event -----------------------------------------------------------------------------------


def timed(before: Table | None, event: Event, after: Table, engines: Engines) -> Table:
    """Return the table with the event's effect on its clocks, and with its result if seats lost by time."""
    if after.play.result is not None and after.play.lost and after.phase == "ended":
        result = ranked(after.play.result, after.play.lost)
        after = replace(after, play=replace(after.play, result=result))
    now = after.clocks
    if now is None:
        return after
    acting = _acting(after, engines)
    running = () if now.paused else tuple(seat for seat in acting if after.seating.seats[seat].human)
    # A new time control begins at this event; nothing before it counts.
    old = now if now.at else None
    if before is None or not before.play.started or old is None:
        return replace(after, clocks=replace(now, due=Due(running, fresh=acting)))
    before_acting = _acting(before, engines)
    ended = _ended(before, event, after, before_acting, acting)
    now, gains = _gains(now, before, event, after, ended)
    due = Due(
        running,
        gains,
        (*_freed(before, event, after), *_fresh(now, event, before_acting, acting, ended)),
        spare=(event.since, event.until) if isinstance(event, OutageCredited) else None,
        rest=(event.seat, event.on) if isinstance(event, VacationChanged) else None,
    )
    return replace(after, clocks=replace(now, due=due))


def _acting(table: Table, engines: Engines) -> tuple[int, ...]:
    if table.phase != "running":
        return ()
    return tuple(sorted(guarded(table.id, table.seq, engine_of(table, engines).pending, table.play.state)))


def _ended(
    before: Table, event: Event, after: Table, before_acting: tuple[int, ...], acting: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the seat that ended its turn by this move, if any: it need not act, or the next turn is its own too."""
    if not isinstance(event, Moved) or event.seat not in before_acting:
        return ()
    return (event.seat,) if event.seat not in acting or after.play.turn > before.play.turn else ()


def _gains(
    now: Clocks, before: Table, event: Event, after: Table, ended: tuple[int, ...]
) -> tuple[Clocks, tuple[int, ...]]:
    """Return the increments that the event brings or revokes, and the clocks with those that can still be revoked."""
    earned, seat, times = now.earned, -1, 0
    match event:
        case Moved():
            earned = (
                tuple(seq for seq in earned if seq in after.trail.run or seq == before.play.here)
                if after.trail.run
                else ()
            )
            seat, times = event.seat, len(ended) if before.seating.seats[event.seat].human else 0
            earned += (before.seq + 1,) * times
        case Undone():
            seat, times = event.seat, -sum(event.to < seq <= before.play.here for seq in earned)
        case Redone():
            seat, times = event.seat, sum(before.play.here < seq <= event.to for seq in earned)
        case _ if after.play.here != before.play.here:
            earned = ()
    gain = times * clocks.increment(now)
    gains = tuple(gain if other == seat else 0 for other in range(len(now.left))) if gain else ()
    return replace(now, earned=earned), gains


def _freed(before: Table, event: Event, after: Table) -> tuple[int, ...]:
    """Return the seats that others may take now, each with a full allowance. A seat given up keeps its time."""
    if isinstance(event, SeatReplaced):
        return ()
    return tuple(
        number
        for number, seat in enumerate(after.seating.seats)
        if seat.freed and not before.seating.seats[number].freed
    )


def _fresh(
    now: Clocks, event: Event, before_acting: tuple[int, ...], acting: tuple[int, ...], ended: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the seats that begin a decision, each with a full allowance."""
    if not isinstance(now.pace, Days):
        return ()
    own = event.seat if isinstance(event, OWN) else -1
    begun = [seat for seat in acting if seat not in before_acting and seat != own]
    return tuple(begun) + tuple(seat for seat in ended if seat in acting)


# --- timeouts ----------------------------------------------------------------------------------------------------


def in_time(table: Table, decision: Decision) -> Decision | Refused:
    """Return the decision with the deadline of the acting seat, by the log's own clock."""
    event = decision.event
    if table.clocks is None or not isinstance(event, IN_TIME):
        return decision
    if table.clocks.paused and isinstance(event, OWN):
        return Refused("paused")
    deadline = clocks.deadline(table.clocks, event.seat)
    if deadline is None:
        return decision
    return Decision(event, decision.after, decision.not_before, deadline)


def decide_time_out(table: Table, command: TimeOut, ctx: Context) -> Decision | Refused:
    """Time out a seat, at the service's command. The log's own clock decides whether its time is over."""
    deadline = None if table.clocks is None else clocks.deadline(table.clocks, command.seat)
    if table.clocks is None or deadline is None:
        return Refused("no_clock")
    event = TimedOut(
        id=ctx.id, person=ctx.person, digest=digest(command), seat=command.seat, falls=table.clocks.pace.falls
    )
    return Decision(event, on_timeout(table, event, next_event(table, ctx)), not_before=deadline)


def on_timeout(table: Table, event: TimedOut, ctx: FoldContext) -> Table:
    """Return the table with the seat in other hands. An open proposal lapses, because the people have changed."""
    seat = table.seating.seats[event.seat]
    if event.falls == "free":
        seat = Seat(colour=seat.colour, freed=True)
    else:
        seat = replace(seat, person=bot_person(event.seat), bot=True, freed=event.falls == "bot", since=ctx.seq)
    if event.falls == "lost":
        table = replace(table, play=replace(table.play, lost=(*table.play.lost, event.seat)))
    return without_proposal(with_seats(table, with_seat(table, event.seat, seat)))


def check_stamp(table: Table, event: Event, stamp: Stamp) -> None:
    """Raise :class:`ImpossibleEvent` if the timestamp shows that the event was too early or too late."""
    if isinstance(event, TimedOut):
        deadline = None if table.clocks is None else clocks.deadline(table.clocks, event.seat)
        if deadline is None or stamp.at < deadline:
            raise ImpossibleEvent(table.id, stamp.seq, f"the time of seat {event.seat} was not over")
    elif isinstance(event, OutageCredited) and not event.since < event.until <= stamp.at:
        raise ImpossibleEvent(table.id, stamp.seq, "the time to be spared had not passed")


def ranked(result: Result, lost: tuple[int, ...]) -> Result:
    """Return the result with the seats that lost by time behind all others, in the order in which they lost."""
    kept = [seat for seat in range(len(result.places)) if seat not in lost]
    places = list(result.places)
    for seat in kept:
        places[seat] = 1 + sum(result.places[other] < result.places[seat] for other in kept)
    for behind, seat in enumerate(reversed(lost), start=1):
        places[seat] = len(kept) + behind
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return replace(result, places=tuple(places), winners=winners)


# --- time that is not charged ------------------------------------------------------------------------------------


def decide_credit_outage(table: Table, command: CreditOutage, ctx: Context) -> Decision | Refused:
    """Credit an outage, at the service's command. Only silences of the log are given back, and only once."""
    # The log takes it no sooner than that, whatever this node believes the time to be.
    if not outage_counts(table, command.since, command.until, max(ctx.now, command.until)):
        return Refused("no_clock")
    event = OutageCredited(
        id=ctx.id, person=ctx.person, digest=digest(command), since=command.since, until=command.until
    )
    return Decision(event, table, not_before=command.until)


def outage_counts(table: Table, since: int, until: int, at: int) -> bool:
    """Whether an outage cost somebody at the table time that can be given back at a timestamp, and has not been yet."""
    now = table.clocks
    if now is None or table.phase != "running" or until <= now.spared:
        return False
    since = max(since, now.spared)
    silences = [*now.gaps]
    if at >= clocks.outage_from(now):
        silences.append(clocks.Gap(now.at, at, now.running))
    return any(gap.seats and max(since, gap.since) < min(until, gap.until) for gap in silences)


def decide_vacation(table: Table, seat: int, command: ChangeVacation, ctx: Context) -> Decision | Refused:
    """Begin or end a seat's vacation."""
    now = table.clocks
    if now is None or not isinstance(now.pace, Days) or not now.pace.vacation:
        return Refused("no_vacation")
    if (seat in now.resting) == command.on:
        return Refused("already_resting" if command.on else "not_resting")
    if command.on and not now.rest[seat]:
        return Refused("no_vacation")
    event = VacationChanged(id=ctx.id, person=ctx.person, digest=digest(command), seat=seat, on=command.on)
    return Decision(event, table, not_after=clocks.deadline(now, seat))
