"""From event to table: ``fold(table, event, stamp, ...)`` is pure, and draws nothing."""

from __future__ import annotations

from collections.abc import Sequence

from partie.table.context import Engines, FoldContext, Past, no_past
from partie.table.errors import ImpossibleEvent, Newer, TableBroken
from partie.table.events import Created, Event, Origin
from partie.table.keep.archive import unpack
from partie.table.keep.entry import Entry, ForeignEntry
from partie.table.lifecycle import creation
from partie.table.state import Stamp, Table, settle
from partie.table.time import time_control
from partie.table.transitions import EVENTS
from partie.table.upcasters import Unreadable, decode_event


def fold(table: Table | None, event: Event, stamp: Stamp, engines: Engines, past: Past = no_past) -> Table:
    """Return the table after an event with its stamp.

    ``past`` returns the table after an earlier event. Raises :class:`Newer` if this node lacks the engine, and
    :class:`TableBroken` if the engine fails, computes another state, or the event is not possible here.
    """
    if isinstance(event, Created):
        if table is not None or stamp.seq != 1:
            raise ImpossibleEvent(event.table, stamp.seq, "a table begins once")
        then = None if event.origin is None else _origin(event, event.origin, engines)
        return settle(time_control.timed(None, event, creation.after_created(event, then), engines), stamp)
    if table is None:
        raise ImpossibleEvent("?", stamp.seq, "the log does not begin with created")
    if stamp.seq != table.seq + 1:
        raise ImpossibleEvent(table.id, stamp.seq, f"it follows event {table.seq}")
    row = EVENTS[type(event)]
    if table.phase not in row.phases:
        raise ImpossibleEvent(table.id, stamp.seq, f"{type(event).__name__} at a table that is {table.phase}")
    try:
        time_control.check_stamp(table, event, stamp)
        after = row.fold(table, event, FoldContext(stamp.seq, engines, past))
        return settle(time_control.timed(table, event, after, engines), stamp)
    except (TableBroken, Newer):
        raise
    except Exception as error:
        raise ImpossibleEvent(table.id, stamp.seq, f"{type(event).__name__}: {error!r}") from error


def refold(entries: Sequence[Entry], engines: Engines) -> Table:
    """Return the table after a whole log that is not empty, storing nothing. Raises like :func:`fold`."""
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
    """Return the log of the table that a fork continues, up to there; empty if it is not a fork.

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
    claimed = (origin.table, origin.seq, origin.mark, event.game, event.version, event.seats, "running")
    if claimed != (then.id, then.seq, then.mark, then.game, then.version, len(then.seating.seats), then.phase):
        raise ImpossibleEvent(event.table, 1, "it goes on from another position than it says")
    return then
