"""Command to event: ``decide(table, command, context)`` is pure, and appends nothing by itself."""

from __future__ import annotations

from dataclasses import replace

from partie.table import counting, creation, forking, moves, pace, proposals, seats, undo
from partie.table.context import Command, Context, Decision, Expire, Flag, Refused, Spare, Vacate
from partie.table.limits import EVENTS_TO_END, MAX_EVENTS, MAX_EVENTS_OPEN
from partie.table.state import Table
from partie.wire import client_in


def decide(table: Table | None, command: Command, ctx: Context) -> Decision | Refused:
    """The one event that the command makes of the table, or why it does nothing.

    ``table`` is None for ``create`` and ``fork`` alone. Raises :class:`~partie.table.errors.Newer` where this node
    lacks the engine, and :class:`~partie.table.errors.TableBroken` where the engine fails.
    """
    decision = _decide(table, command, ctx)
    if isinstance(decision, Decision):
        decision = replace(decision, after=pace.timed(table, decision.event, decision.after, ctx.engines))
        if table is not None:
            return pace.in_time(table, decision)
    return decision


def _decide(  # noqa: PLR0912  # one branch a command
    table: Table | None, command: Command, ctx: Context
) -> Decision | Refused:
    if isinstance(command, client_in.Create):
        return Refused("table_exists") if table is not None else creation.decide_create(command, ctx)
    if isinstance(command, client_in.Fork):
        return Refused("table_exists") if table is not None else forking.decide_fork(command, ctx)
    if table is None:
        return Refused("no_table")
    if _full(table, command):
        return Refused("event_limit")
    match command:
        case client_in.Move():
            return moves.decide_move(table, command, ctx)
        case client_in.Undo():
            return undo.decide_undo(table, command, ctx)
        case client_in.Redo():
            return undo.decide_redo(table, command, ctx)
        case client_in.Propose():
            return proposals.decide_propose(table, command, ctx)
        case client_in.Answer():
            return proposals.decide_answer(table, command, ctx)
        case client_in.Sit():
            return seats.decide_sit(table, command, ctx)
        case client_in.Leave():
            return seats.decide_leave(table, command, ctx)
        case client_in.SeatBot():
            return seats.decide_seat_bot(table, command, ctx)
        case client_in.UnseatBot():
            return seats.decide_unseat_bot(table, command, ctx)
        case client_in.Ready():
            return seats.decide_ready(table, command, ctx)
        case client_in.Count():
            return counting.decide_count(table, command, ctx)
        case client_in.Close():
            return creation.decide_close(table, command, ctx)
        case client_in.Again():
            return Refused("not_ended" if table.phase != "ended" else "no_table")  # it makes another table
        case client_in.Rest():
            return pace.decide_rest(table, command, ctx)
        case Expire():
            return creation.decide_expire(table, command, ctx)
        case Vacate():
            return seats.decide_vacate(table, command, ctx)
        case Flag():
            return pace.decide_flag(table, command, ctx)
        case Spare():
            return pace.decide_spare(table, command, ctx)


def _full(table: Table, command: Command) -> bool:
    """Whether the table has no event left for such a command."""
    if table.phase == "open":
        return table.seq >= MAX_EVENTS_OPEN and not isinstance(command, client_in.Close | Expire)
    ends = isinstance(command, client_in.Answer | Flag | Spare) or (
        isinstance(command, client_in.Propose) and command.what == "end"
    )
    return table.seq >= (MAX_EVENTS if ends else MAX_EVENTS - EVENTS_TO_END)
