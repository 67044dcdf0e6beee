"""From command to event: ``decide(table, command, context)`` is pure, and appends nothing by itself."""

from __future__ import annotations

from partie.table.commands import Command
from partie.table.context import Context, Decision
from partie.table.limits import EVENTS_TO_END, MAX_EVENTS, MAX_EVENTS_OPEN
from partie.table.refusals import Refused
from partie.table.state import Table
from partie.table.time import time_control
from partie.table.transitions import COMMANDS, FOUNDING, closes, elsewhere, ends


def decide(table: Table | None, command: Command, ctx: Context) -> Decision | Refused:
    """Return the event that the command leads to, or the refusal.

    ``table`` is None for ``create``, ``learn`` and ``fork`` alone. Raises :class:`~partie.table.errors.Newer` if this
    node lacks the engine, and :class:`~partie.table.errors.TableBroken` if the engine fails.
    """
    decision = _decide(table, command, ctx)
    if isinstance(decision, Refused):
        return decision
    after = time_control.timed(table, decision.event, decision.after, ctx.engines)
    timed = Decision(decision.event, after, decision.not_before, decision.not_after)
    return timed if table is None else time_control.in_time(table, timed)


def _decide(table: Table | None, command: Command, ctx: Context) -> Decision | Refused:
    """Apply the command's row, with the checks in the order given in :mod:`partie.table.transitions`."""
    if (found := FOUNDING.get(type(command))) is not None:
        return Refused("table_exists") if table is not None else found(command, ctx)
    if table is None:
        return Refused("no_table")
    if _full(table, command):
        return Refused("event_limit")
    row = COMMANDS[type(command)]
    if row.who == "host" and ctx.person != table.host:
        return Refused("not_host")
    if table.phase not in row.phases:
        return Refused(elsewhere(row.phases, table.phase))
    if row.who != "seated":
        return row.handler(table, command, ctx)
    seat = table.seat_of(ctx.person)
    return Refused("not_seated") if seat is None else row.handler(table, seat, command, ctx)


def _full(table: Table, command: Command) -> bool:
    """Whether the table has no event left for such a command."""
    if table.phase == "open":
        return table.seq >= MAX_EVENTS_OPEN and not closes(command)
    return table.seq >= (MAX_EVENTS if ends(command) else MAX_EVENTS - EVENTS_TO_END)
