"""An event as a viewer reads it in the history: lines of message keys, and the moves it undid or redid.

The lines of moves are the engine's, whose keys are in its words. Those of the table itself are here
(:data:`FRAME_LINES`), and the client has their messages.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from partie.kit import Event as GameEvent
from partie.kit import Line, Viewer
from partie.table import events as ev
from partie.table.context import Engines, engine_of
from partie.table.engine_calls import guarded, move_decoder
from partie.table.errors import ImpossibleEvent
from partie.table.lifecycle.seats import turned_away
from partie.table.show.messages import HistoryEntry
from partie.table.state import Table

FRAME_LINES: Final[dict[str, tuple[str, ...]]] = {
    "created": ("person", "seats"),
    "forked": ("person", "seats", "to"),
    "counted": ("person",),
    "uncounted": ("person",),
    "sat": ("person", "seat"),
    "sat_bot": ("person", "seat"),
    "colour": ("person", "seat", "colour"),
    "left": ("person", "seat"),
    "left_bot": ("person", "seat"),
    "turned_away": ("person", "seat"),
    "vacated": ("person", "seat"),
    "ready": ("person", "seat"),
    "unready": ("person", "seat"),
    "started": (),
    "undone": ("seat", "moves"),
    "redone": ("seat", "moves"),
    "asked_undo": ("seat", "to"),
    "asked_free_seat": ("seat", "other"),
    "asked_end": ("seat",),
    "granted": ("seat",),
    "refused": ("seat",),
    "withdrawn": ("seat",),
    "undone_agreed": ("to",),
    "freed": ("seat",),
    "ended_agreed": (),
    "asked_pace": ("seat",),
    "asked_pause": ("seat",),
    "asked_resume": ("seat",),
    "asked_delay": ("seat",),
    "paced": (),
    "paused": (),
    "resumed": (),
    "delayed": (),
    "flagged_bot": ("seat",),
    "flagged_free": ("seat",),
    "flagged_lost": ("seat",),
    "spared": ("seconds",),
    "rested": ("seat",),
    "rested_back": ("seat",),
    "substituted": ("person", "seat"),
    "substituted_bot": ("person", "seat"),
    "finished": (),
    "closed": ("person",),
    "expired": (),
}
"""Every line that is not a game's, and its parameters.

``person`` is the id of the person who did it then, who may no longer hold the seat. ``seat`` and ``other`` are seats,
``moves`` is a number of moves, ``seconds`` a number of seconds, ``to`` the event that was returned to; for ``forked``
it is an event of the other table.
"""


def entry_for(before: Table | None, event: ev.Event, after: Table, viewer: Viewer, engines: Engines) -> HistoryEntry:
    """Return the event as the viewer may read it, without regard to whether later events undid it (``struck``)."""
    if before is None:
        if not isinstance(event, ev.Created):
            raise ImpossibleEvent(after.id, after.seq, "the log does not begin with created")
        lines = [_created(event)]
        return HistoryEntry(after.seq, after.at, ev.KINDS[ev.Created], lines=tuple(lines))
    strike = restore = None
    match event:
        case ev.Moved():
            lines = _moved(before, event, after, viewer, engines)
        case ev.Undone():
            undone = (*before.trail.run[len(after.trail.run) + 1 :], before.play.here)
            lines = [_line("undone", seat=event.seat, moves=len(undone))]
            strike = (undone[0], undone[-1])
        case ev.Redone():
            made = before.trail.redo[: len(before.trail.redo) - len(after.trail.redo)]
            lines = [_line("redone", seat=event.seat, moves=len(made))]
            restore = (made[0], made[-1])
        case ev.Asked() | ev.Answered():
            lines = _agreed(before, event, after)
            if after.play.here < before.play.here:
                strike = (after.play.here + 1, before.play.here)
        case _:
            lines = _seats(before, event, after)
    return HistoryEntry(
        after.seq,
        after.at,
        ev.KINDS[type(event)],
        seat=getattr(event, "seat", None),
        lines=tuple(lines),
        strike=strike,
        restore=restore,
        turn=before.play.turn or after.play.turn,
    )


def _created(event: ev.Created) -> Line:
    if event.origin is None:
        return _line("created", person=event.person, seats=event.seats)
    return _line("forked", person=event.person, seats=event.seats, to=event.origin.seq)


def marked(entry: HistoryEntry, struck: bool) -> HistoryEntry:
    """Return the entry with ``struck`` set to whether later events undid it."""
    return entry if entry.struck == struck else replace(entry, struck=struck)


def _line(key: str, **params: str | int) -> Line:
    return Line(key, params)


def _moved(before: Table, event: ev.Moved, after: Table, viewer: Viewer, engines: Engines) -> list[Line]:
    engine = engine_of(before, engines)
    move = guarded(before.id, after.seq, move_decoder(engine).decode, event.move)
    made = GameEvent(event.seat, move, event.draws, event.uncovered)
    return list(
        guarded(before.id, after.seq, engine.describe, before.play.state, made, after.play.state, viewer)
    ) + _end(after)


def _end(after: Table) -> list[Line]:
    return [_line("finished")] if after.ending == "finished" else []


def _agreed(before: Table, event: ev.Asked | ev.Answered, after: Table) -> list[Line]:
    """Return the lines of a proposal or an answer, and of what the last consent brought about."""
    if isinstance(event, ev.Asked):
        asked = {"undo": {"to": event.to}, "free_seat": {"other": event.target}}.get(event.what, {})
        lines = [_line(f"asked_{event.what}", seat=event.seat, **asked)]
        what, to, target = event.what, event.to, event.target
    else:
        proposal = before.consent.proposal
        if proposal is None:
            raise ImpossibleEvent(before.id, after.seq, "there is no proposal to answer")
        what, to, target = proposal.what, proposal.to, proposal.target
        if not event.grant:
            return [_line("withdrawn" if event.seat == proposal.seat else "refused", seat=event.seat)]
        lines = [_line("granted", seat=event.seat)]
    if after.consent.proposal is not None:
        return lines
    match what:
        case "undo":
            return [*lines, _line("undone_agreed", to=to)]
        case "free_seat":
            return [*lines, _line("freed", seat=target)]
        case "end":
            return [*lines, _line("ended_agreed")]
        case "pace" | "pause" | "resume" | "delay":
            done = {"pace": "paced", "pause": "paused", "resume": "resumed", "delay": "delayed"}
            return [*lines, _line(done[what])]


def _seats(before: Table, event: ev.Event, after: Table) -> list[Line]:
    match event:
        case ev.Seated():
            lines = [_seated(before, event)]
        case ev.RatedChanged():
            return [_line("counted" if event.rated else "uncounted", person=event.person)]
        case ev.Left():
            lines = [_left(before, event)]
        case ev.Readied():
            lines = [_line("ready" if event.ready else "unready", person=event.person, seat=event.seat)]
        case ev.SeatReplaced():
            key = "substituted_bot" if event.bot else "substituted"
            return [_line(key, person=event.person, seat=event.seat)]
        case ev.Ended(reason="closed"):
            return [_line("closed", person=event.person)]
        case ev.Ended():
            return [_line("expired")]
        case ev.TimedOut():
            return [_line(f"flagged_{event.falls}", seat=event.seat)]
        case ev.OutageCredited():
            return [_line("spared", seconds=(event.until - event.since) // 1000)]
        case ev.VacationChanged():
            return [_line("rested" if event.on else "rested_back", seat=event.seat)]
        case _:
            raise ImpossibleEvent(after.id, after.seq, f"{type(event).__name__} has no lines")
    if after.play.started == after.seq:
        lines += [_line("started"), *_end(after)]
    return lines


def _left(before: Table, event: ev.Left) -> Line:
    seat = before.seating.seats[event.seat]
    if seat.bot:
        return _line("left_bot", person=event.person, seat=event.seat)
    if turned_away(before, event):
        return _line("turned_away", person=seat.person, seat=event.seat)
    return _line("left" if seat.person == event.person else "vacated", person=seat.person, seat=event.seat)


def _seated(before: Table, event: ev.Seated) -> Line:
    if event.bot:
        return _line("sat_bot", person=event.person, seat=event.seat)
    if before.seating.seats[event.seat].person == event.person:
        return _line("colour", person=event.person, seat=event.seat, colour=event.colour)
    return _line("sat", person=event.person, seat=event.seat)
