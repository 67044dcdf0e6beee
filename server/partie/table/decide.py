"""Command to event: ``decide(table, command, context)`` is pure, and appends nothing by itself."""

from __future__ import annotations

from dataclasses import replace

from partie.table import commands, counting, creation, forking, moves, pace, proposals, seats, undo
from partie.table.commands import Command, Expire, Flag, Spare, Vacate
from partie.table.context import Context, Decision
from partie.table.limits import EVENTS_TO_END, MAX_EVENTS, MAX_EVENTS_OPEN
from partie.table.refusals import Refused
from partie.table.state import Table


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
    if isinstance(command, commands.Create):
        return Refused("table_exists") if table is not None else creation.decide_create(command, ctx)
    if isinstance(command, commands.Fork):
        return Refused("table_exists") if table is not None else forking.decide_fork(command, ctx)
    if table is None:
        return Refused("no_table")
    if _full(table, command):
        return Refused("event_limit")
    match command:
        case commands.Move():
            return moves.decide_move(table, command, ctx)
        case commands.Undo():
            return undo.decide_undo(table, command, ctx)
        case commands.Redo():
            return undo.decide_redo(table, command, ctx)
        case commands.Propose():
            return proposals.decide_propose(table, command, ctx)
        case commands.Answer():
            return proposals.decide_answer(table, command, ctx)
        case commands.Sit():
            return seats.decide_sit(table, command, ctx)
        case commands.Leave():
            return seats.decide_leave(table, command, ctx)
        case commands.SeatBot():
            return seats.decide_seat_bot(table, command, ctx)
        case commands.UnseatBot():
            return seats.decide_unseat_bot(table, command, ctx)
        case commands.Ready():
            return seats.decide_ready(table, command, ctx)
        case commands.Count():
            return counting.decide_count(table, command, ctx)
        case commands.Close():
            return creation.decide_close(table, command, ctx)
        case commands.Again():
            return Refused("not_ended" if table.phase != "ended" else "no_table")  # it makes another table
        case commands.Rest():
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
        return table.seq >= MAX_EVENTS_OPEN and not isinstance(command, commands.Close | Expire)
    ends = isinstance(command, commands.Answer | Flag | Spare) or (
        isinstance(command, commands.Propose) and command.what == "end"
    )
    return table.seq >= (MAX_EVENTS if ends else MAX_EVENTS - EVENTS_TO_END)
