"""Event to table: ``fold(table, event, stamp, ...)`` is pure, and draws nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from partie.table import counting, creation, moves, pace, proposals, seats, undo
from partie.table import events as event_types
from partie.table.context import Engines, no_past
from partie.table.errors import ImpossibleEvent, Newer, TableBroken
from partie.table.events import Created, Event, Origin
from partie.table.keep.archive import unpack
from partie.table.keep.entry import Entry, ForeignEntry
from partie.table.lift import Unreadable, decode_event
from partie.table.state import Stamp, Table, settle


def fold(
    table: Table | None, event: Event, stamp: Stamp, engines: Engines, past: Callable[[int], Table] = no_past
) -> Table:
    """The table after the event that the log stamped.

    ``past`` gives the table after an earlier event. Raises :class:`Newer` where this node lacks the engine,
    and :class:`TableBroken` where the engine fails, comes to another state, or the event cannot stand here.
    """
    if isinstance(event, Created):
        if table is not None or stamp.seq != 1:
            raise ImpossibleEvent(event.table, stamp.seq, "a table begins once")
        then = None if event.origin is None else _origin(event, event.origin, engines)
        return settle(pace.timed(None, event, creation.after_created(event, then), engines), stamp)
    if table is None:
        raise ImpossibleEvent("?", stamp.seq, "the log does not begin with created")
    if stamp.seq != table.seq + 1:
        raise ImpossibleEvent(table.id, stamp.seq, f"it follows event {table.seq}")
    _check_phase(table, event, stamp.seq)
    try:
        pace.check_stamp(table, event, stamp)
        after = _after(table, event, stamp.seq, engines, past)
        return settle(pace.timed(table, event, after, engines), stamp)
    except (TableBroken, Newer):
        raise
    except Exception as error:
        raise ImpossibleEvent(table.id, stamp.seq, f"{type(event).__name__}: {error!r}") from error


def refold(entries: Sequence[Entry], engines: Engines) -> Table:
    """The table after a whole log that is not empty, nothing of which is kept. Raises as :func:`fold` does."""
    tables: list[Table] = []
    for entry in entries:
        try:
            event = decode_event(entry.format, entry.body)
        except Unreadable as error:
            raise ImpossibleEvent("?", entry.seq, f"it cannot be read: {error}") from error
        stamp = Stamp(entry.seq, entry.mark, entry.at)
        tables.append(fold(tables[-1] if tables else None, event, stamp, engines, lambda seq: tables[seq - 1]))
    return tables[-1]


def past_of(event: Created) -> Sequence[Entry]:
    """The log of the table that a forked one goes on from, up to there; empty if it began by itself.

    Raises :class:`ImpossibleEvent`.
    """
    try:
        entries = unpack(event.past) if event.origin is not None else []
    except ForeignEntry as error:
        raise ImpossibleEvent(event.table, 1, str(error)) from error
    if event.origin is not None and not entries:
        raise ImpossibleEvent(event.table, 1, "it goes on from an empty log")
    return entries


def _origin(event: Created, origin: Origin, engines: Engines) -> Table:
    then = refold(past_of(event), engines)
    told = (origin.table, origin.seq, origin.mark, event.game, event.version, event.seats, "running")
    if told != (then.id, then.seq, then.mark, then.game, then.version, len(then.chairs), then.phase):
        raise ImpossibleEvent(event.table, 1, "it goes on from another position than it says")
    return then


def _after(  # noqa: PLR0912  # one branch an event
    table: Table, event: Event, seq: int, engines: Engines, past: Callable[[int], Table]
) -> Table:
    match event:
        case event_types.Moved():
            return moves.after_moved(table, event, seq, engines)
        case event_types.Undone():
            return undo.after_undone(table, event, seq, engines, past)
        case event_types.Redone():
            return undo.after_redone(table, event, seq, engines, past)
        case event_types.Asked():
            return proposals.after_asked(table, event, seq, past)
        case event_types.Answered():
            return proposals.after_answered(table, event, seq, past)
        case event_types.Seated():
            return seats.after_seated(table, event, seq, engines)
        case event_types.Left():
            return seats.after_left(table, event)
        case event_types.Readied():
            return seats.after_readied(table, event, seq, engines)
        case event_types.Counted():
            return counting.after_counted(table, event)
        case event_types.Substituted():
            return seats.after_substituted(table, event, seq)
        case event_types.Ended():
            return creation.after_ended(table, event)
        case event_types.Flagged():
            return pace.after_flagged(table, event, seq)
        case event_types.Spared() | event_types.Rested():
            return table
        case event_types.Created():
            raise AssertionError("handled by the caller")


_BEFORE_START = (event_types.Counted, event_types.Seated, event_types.Left, event_types.Readied, event_types.Ended)


def _check_phase(table: Table, event: Event, seq: int) -> None:
    wanted = "open" if isinstance(event, _BEFORE_START) else "running"
    if table.phase != wanted:
        raise ImpossibleEvent(table.id, seq, f"{type(event).__name__} at a table that is {table.phase}")
