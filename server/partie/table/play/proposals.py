"""Proposals, which need the others' consent: a longer undo, freeing an absent person's seat, the end, clocks, delay.

Only one proposal is open at a time. The last consent carries it out, inside that event. It lapses when anybody refuses
it, when its author withdraws it, when anybody moves, undoes or redoes, or after two minutes by the log's timestamps.

* The clocks, and the spectator delay: every other seated person has to agree, present or not, because nobody should
  come back to a clock that was set, or to spectators who see their cards, without having agreed. Bots are not asked.
* An undo, a seat, the end: people away for half a minute are not asked either. If nobody is there to ask, a seat is
  freed and a game is ended at once if all others have been away for two minutes; an undo is accepted at once only if
  no other person plays (against bots alone). Otherwise it is refused with ``nobody_present``.
* With days per decision nobody needs to be present. A proposal is valid for as many days as a decision has, everybody
  has to agree to end the game, and a proposal about the table rather than the position outlasts moves; but it
  lapses when a seat changes hands, because the new person was not asked. Nobody loses a seat by being away while the
  clocks run.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from partie.table.commands import Answer, Propose
from partie.table.context import Context, Decision, FoldContext, Past, digest, next_event
from partie.table.errors import ImpossibleEvent
from partie.table.events import Answered, Asked
from partie.table.hours import DAY
from partie.table.lifecycle.creation import finish
from partie.table.lifecycle.rated import refused_late
from partie.table.limits import ABSENT_MS, AWAY_MS, MAX_PROPOSALS
from partie.table.play.undo import after_consent
from partie.table.refusals import Refused
from partie.table.state import Consent, Proposal, Seat, Table, struck, with_seat, with_seats, without_proposal
from partie.table.time.time_control import paced, zone_of
from partie.table.values import Days, What


def decide_propose(table: Table, seat: int, command: Propose, ctx: Context) -> Decision | Refused:
    """Propose something to the other players."""
    standing = table.consent.proposal
    if standing is not None and ctx.now <= standing.until:
        return Refused("proposal_open")
    if table.consent.proposals >= MAX_PROPOSALS:
        return Refused("proposal_limit")
    to, target = 0, -1
    if command.what == "undo":
        if command.to is None or not is_position(table, command.to, ctx.past):
            return Refused("no_such_position")
        to = command.to
    elif command.what == "free_seat":
        if command.seat is None or command.seat >= len(table.seating.seats):
            return Refused("no_such_seat")
        target = command.seat
        if (refused := _not_absent(table, target, ctx)) is not None:
            return refused
    elif (refused := _no_change(table, command)) is not None:
        return refused
    pace = command.pace if command.what == "pace" else None
    delay = command.delay if command.what == "delay" else None
    zone = zone_of(pace, ctx.now)
    if isinstance(zone, Refused):
        return zone
    others = [
        number for number, other in enumerate(table.seating.seats) if other.human and number not in {seat, target}
    ]
    of = tuple(other for other in others if _is_asked(table, command.what, other, ctx))
    if not of and not _alone(table, command.what, others, ctx):
        return Refused("nobody_present")
    event = Asked(
        id=ctx.id,
        person=ctx.person,
        digest=digest(command),
        seat=seat,
        what=command.what,
        of=of,
        to=to,
        target=target,
        pace=pace,
        zone=zone,
        delay=delay,
        shown=_shown(command.what, ctx),
        stands=_days(table) * DAY,
    )
    after = after_asked(table, event, next_event(table, ctx))
    return Decision(event, after, not_before=None if standing is None else standing.until + 1)


def is_position(table: Table, to: int, past: Past) -> bool:
    """Whether event ``to`` led to an earlier position of the game that still counts."""
    return table.play.started <= to < table.play.here and not struck(table, to) and past(to).play.here == to


def after_asked(table: Table, event: Asked, ctx: FoldContext) -> Table:
    """Return the table with the proposal open, or carried out if nobody had to be asked."""
    proposal = Proposal(
        ctx.seq,
        0,
        event.seat,
        event.what,
        event.to,
        event.target,
        event.of,
        pace=event.pace,
        zone=event.zone,
        delay=event.delay,
        stands=event.stands,
    )
    after = replace(table, consent=Consent(proposal, table.consent.proposals + 1))
    return after if event.of else _carried_out(after, proposal, ctx, event.shown)


def decide_answer(table: Table, seat: int, command: Answer, ctx: Context) -> Decision | Refused:
    """Accept or refuse a proposal; its author refuses it to withdraw it.

    The person whose seat would be freed is not asked, but may refuse, being back.
    """
    proposal = table.consent.proposal
    if proposal is None or proposal.seq != command.proposal:
        return Refused("no_proposal")
    if ctx.now > proposal.until:
        return Refused("lapsed")
    if command.grant:
        if seat not in proposal.waiting:
            return Refused("already_answered" if seat in proposal.granted else "not_asked")
        if proposal.what == "free_seat" and (refused := _not_absent(table, proposal.target, ctx)) is not None:
            return refused
    elif seat not in {proposal.seat, proposal.target, *proposal.waiting, *proposal.granted}:
        return Refused("not_asked")
    event = Answered(
        id=ctx.id,
        person=ctx.person,
        digest=digest(command),
        seat=seat,
        proposal=proposal.seq,
        grant=command.grant,
        shown=_shown(proposal.what, ctx) if command.grant else 0,
    )
    return Decision(event, after_answered(table, event, next_event(table, ctx)), not_after=proposal.until)


def after_answered(table: Table, event: Answered, ctx: FoldContext) -> Table:
    """Return the table with the answer counted, and the proposal carried out or dropped if that decides it."""
    proposal = table.consent.proposal
    if proposal is None or proposal.seq != event.proposal:
        raise ImpossibleEvent(table.id, ctx.seq, f"there is no proposal {event.proposal} to answer")
    if not event.grant:
        return without_proposal(table)
    waiting = tuple(other for other in proposal.waiting if other != event.seat)
    proposal = replace(proposal, waiting=waiting, granted=(*proposal.granted, event.seat))
    after = replace(table, consent=replace(table.consent, proposal=proposal))
    return after if waiting else _carried_out(after, proposal, ctx, event.shown)


def _shown(what: What, ctx: Context) -> int:
    """Return the newest event shown to spectators, which the event records if it may change the delay."""
    return ctx.shown if what == "delay" else 0


def _carried_out(table: Table, proposal: Proposal, ctx: FoldContext, shown: int) -> Table:
    match proposal.what:
        case "undo":
            return after_consent(table, proposal.to, ctx.seq, ctx.past)
        case "free_seat":
            freed = Seat(colour=table.seating.seats[proposal.target].colour, freed=True)
            return without_proposal(with_seats(table, with_seat(table, proposal.target, freed)))
        case "end":
            return finish(table, "agreed")
        case "pace":
            return without_proposal(paced(table, proposal.pace, proposal.zone))
        case "pause" | "resume":
            assert table.clocks is not None
            clocks = replace(table.clocks, paused=proposal.what == "pause")
            return without_proposal(replace(table, clocks=clocks))
        case "delay":
            # Spectators who were shown everything are shown this as well: it explains why they see no more.
            shown = ctx.seq if table.delay is None else max(table.shown, shown)
            return without_proposal(replace(table, delay=proposal.delay, shown=shown))


def _no_change(table: Table, command: Propose) -> Refused | None:
    """Return why the clocks or the delay cannot be changed like this; None if they can, or if it is about neither."""
    clocks = table.clocks
    match command.what:
        case "delay" if command.delay == table.delay:
            return Refused("same_delay")
        case "delay" if table.rated:
            return refused_late(command.delay)
        case "pace" if command.pace == (None if clocks is None else clocks.pace):
            return Refused("same_pace")
        case "pause" | "resume" if clocks is None:
            return Refused("no_clock")
        case "pause" if clocks is not None and clocks.paused:
            return Refused("paused")
        case "resume" if clocks is not None and not clocks.paused:
            return Refused("not_paused")
    return None


def _days(table: Table) -> int:
    """Return the days per decision; 0 if the time control is not in days."""
    pace = None if table.clocks is None else table.clocks.pace
    return pace.days if isinstance(pace, Days) else 0


def _is_asked(table: Table, what: What, seat: int, ctx: Context) -> bool:
    """Whether the person in a seat has to agree: if present, or if it cannot be decided without them."""
    absent_too = what not in {"undo", "free_seat", "end"} or (what == "end" and _days(table) > 0)
    return absent_too or _away(table, seat, ctx) < AWAY_MS


def _away(table: Table, seat: int, ctx: Context) -> int:
    return ctx.away.get(table.seating.seats[seat].person, 0)


def _not_absent(table: Table, target: int, ctx: Context) -> Refused | None:
    if not table.seating.seats[target].human:
        return Refused("seat_free")
    if _days(table) and table.clocks is not None and not table.clocks.paused:
        return Refused("has_days")
    return Refused("not_away") if _away(table, target, ctx) < ABSENT_MS else None


def _alone(table: Table, what: str, others: Sequence[int], ctx: Context) -> bool:
    """Whether it may be accepted although nobody is there to be asked."""
    if what not in {"free_seat", "end"}:
        return not others
    return all(_away(table, other, ctx) >= ABSENT_MS for other in others)
