"""Event to table: ``fold(table, event, stamp, ...)`` is pure, and draws nothing."""

from __future__ import annotations

from collections.abc import Callable

from server.table import creation, moves, proposals, seats, undo
from server.table import events as event_types
from server.table.context import Engines, no_past
from server.table.errors import ImpossibleEvent, Newer, TableBroken
from server.table.events import Event
from server.table.state import Stamp, Table, settle


def fold(
    table: Table | None, event: Event, stamp: Stamp, engines: Engines, past: Callable[[int], Table] = no_past
) -> Table:
    """The table after the event that the log stamped.

    ``past`` gives the table after an earlier event. Raises :class:`Newer` where this node lacks the engine,
    and :class:`TableBroken` where the engine fails, comes to another state, or the event cannot stand here.
    """
    if isinstance(event, event_types.Created):
        if table is not None or stamp.seq != 1:
            raise ImpossibleEvent(event.table, stamp.seq, "a table begins once")
        return settle(creation.after_created(event), stamp)
    if table is None:
        raise ImpossibleEvent("?", stamp.seq, "the log does not begin with created")
    if stamp.seq != table.seq + 1:
        raise ImpossibleEvent(table.id, stamp.seq, f"it follows event {table.seq}")
    _check_phase(table, event, stamp.seq)
    try:
        return settle(_after(table, event, stamp.seq, engines, past), stamp)
    except (TableBroken, Newer):
        raise
    except Exception as error:
        raise ImpossibleEvent(table.id, stamp.seq, f"{type(event).__name__}: {error!r}") from error


def _after(table: Table, event: Event, seq: int, engines: Engines, past: Callable[[int], Table]) -> Table:
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
        case event_types.Substituted():
            return seats.after_substituted(table, event, seq)
        case event_types.Ended():
            return creation.after_ended(table, event)
        case event_types.Flagged():
            raise Newer("an event that only tables with clocks have")
        case event_types.Created():
            raise AssertionError("handled by the caller")


_BEFORE_START = (event_types.Seated, event_types.Left, event_types.Readied, event_types.Ended)


def _check_phase(table: Table, event: Event, seq: int) -> None:
    wanted = "open" if isinstance(event, _BEFORE_START) else "running"
    if table.phase != wanted:
        raise ImpossibleEvent(table.id, seq, f"{type(event).__name__} at a table that is {table.phase}")
