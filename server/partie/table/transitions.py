"""The life of a table as two lookup tables: which command may come when and from whom, and which event may follow.

A table is ``open`` while people sit down, ``running`` once all are ready, and ``ended`` for ever. The commands that
create one are in :data:`FOUNDING`, everything after that in :data:`COMMANDS` and :data:`EVENTS`. A handler does not
check again what its row says; anything a row cannot express (is the seat free, is it this seat's turn) is checked by
its handler.

A command is checked in this order, and the first check that fails gives the refusal. Clients show it, so the order must
not change:

1. A founding command finds no table (else ``table_exists``), every other one finds its table (else ``no_table``).
2. The log has room for one more event (else ``event_limit``). The last ones are reserved for ending a table: see
   :func:`closes` and :func:`ends`.
3. A command for the host comes from the host (else ``not_host``), in any phase.
4. The table is in one of the row's phases. If it is too early the refusal is ``not_started`` or ``not_ended``, if it is
   too late ``started`` or ``ended`` (:func:`elsewhere`).
5. A command for a seat comes from a person who holds one (else ``not_seated``). This comes after 4 so that after the
   end everybody reads that the game is over, and not that they are not playing.
6. The handler decides, or refuses.
7. The seat is in time, and the clocks are not stopped (:func:`partie.table.time.time_control.in_time`; else
   ``paused``).

``service`` commands never arrive in a frame, so no person has to be checked.

An event in the log is a fact. One that its row does not allow shows that the log is not ours, or its writer broken, and
the table is set aside (:class:`~partie.table.errors.ImpossibleEvent`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from partie.table import events as ev
from partie.table.commands import (
    Answer,
    ChangeRated,
    ChangeVacation,
    Close,
    Command,
    Create,
    CreditOutage,
    Expire,
    Fork,
    Learn,
    Leave,
    Move,
    Propose,
    Ready,
    Redo,
    Rematch,
    SeatBot,
    Sit,
    TimeOut,
    TurnAway,
    Undo,
    UnseatBot,
    Vacate,
)
from partie.table.context import Context, Decision, FoldContext
from partie.table.events import Event
from partie.table.lifecycle import creation, forking, rated, seats
from partie.table.play import moves, proposals, undo
from partie.table.refusals import LifecycleCode, Refused
from partie.table.state import Phase, Table
from partie.table.time import time_control

Who: TypeAlias = Literal["anybody", "seated", "host", "service"]
Phases: TypeAlias = frozenset[Phase]
Outcome: TypeAlias = Decision | Refused

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

OPEN: Final[Phases] = frozenset({"open"})
RUNNING: Final[Phases] = frozenset({"running"})
ENDED: Final[Phases] = frozenset({"ended"})
LIVING: Final = OPEN | RUNNING
ALWAYS: Final = LIVING | ENDED


class CommandRow(NamedTuple):
    """When a command may come, from whom, and its handler."""

    phases: Phases
    who: Who
    handler: Callable[..., Outcome]


class EventRow(NamedTuple):
    """When an event may follow, and the function that folds it."""

    phases: Phases
    fold: Callable[[Table, Any, FoldContext], Table]


def _anybody(phases: Phases, handler: Callable[[Table, C, Context], Outcome]) -> CommandRow:
    return CommandRow(phases, "anybody", handler)


def _seated(phases: Phases, handler: Callable[[Table, int, C, Context], Outcome]) -> CommandRow:
    return CommandRow(phases, "seated", handler)


def _host(phases: Phases, handler: Callable[[Table, C, Context], Outcome]) -> CommandRow:
    return CommandRow(phases, "host", handler)


def _service(phases: Phases, handler: Callable[[Table, C, Context], Outcome]) -> CommandRow:
    return CommandRow(phases, "service", handler)


def _event(phases: Phases, fold: Callable[[Table, E, FoldContext], Table]) -> EventRow:
    return EventRow(phases, fold)


def _makes_another(_table: Table, _command: Rematch, _ctx: Context) -> Refused:
    """Refuse: a rematch has a table of its own, and makes no event here."""
    return Refused("no_table")


def _unchanged(table: Table, _event: ev.OutageCredited | ev.VacationChanged, _ctx: FoldContext) -> Table:
    """Return the table unchanged: the event only affects the clocks (:func:`partie.table.time.time_control.timed`)."""
    return table


FOUNDING: Final[dict[type[Command], Callable[[Any, Context], Outcome]]] = {
    Create: creation.decide_create,
    Fork: forking.decide_fork,
    Learn: creation.decide_learn,
}

COMMANDS: Final[dict[type[Command], CommandRow]] = {
    # taking seats, up to the start
    Sit: _anybody(LIVING, seats.decide_sit),
    Leave: _seated(OPEN, seats.decide_leave),
    SeatBot: _anybody(LIVING, seats.decide_seat_bot),
    UnseatBot: _anybody(LIVING, seats.decide_unseat_bot),
    TurnAway: _host(OPEN, seats.decide_turn_away),
    Ready: _seated(OPEN, seats.decide_ready),
    ChangeRated: _host(OPEN, rated.decide_rated),
    Close: _host(OPEN, creation.decide_close),
    Vacate: _service(OPEN, seats.decide_vacate),
    Expire: _service(LIVING, creation.decide_expire),
    # playing
    Move: _seated(RUNNING, moves.decide_move),
    Undo: _seated(RUNNING, undo.decide_undo),
    Redo: _seated(RUNNING, undo.decide_redo),
    Propose: _seated(RUNNING, proposals.decide_propose),
    # Whatever happened meanwhile, the refusal should be about the proposal.
    Answer: _seated(ALWAYS, proposals.decide_answer),
    ChangeVacation: _seated(RUNNING, time_control.decide_vacation),
    TimeOut: _service(RUNNING, time_control.decide_time_out),
    CreditOutage: _service(RUNNING, time_control.decide_credit_outage),
    # afterwards
    Rematch: _anybody(ENDED, _makes_another),
}

EVENTS: Final[dict[type[Event], EventRow]] = {
    # ``created`` is the first event, before any table: see :func:`partie.table.fold.fold`.
    ev.Seated: _event(OPEN, seats.after_seated),
    ev.Left: _event(OPEN, seats.after_left),
    ev.Readied: _event(OPEN, seats.after_readied),
    ev.RatedChanged: _event(OPEN, rated.after_rated_changed),
    ev.Ended: _event(LIVING, creation.after_ended),
    ev.Moved: _event(RUNNING, moves.after_moved),
    ev.Undone: _event(RUNNING, undo.after_undone),
    ev.Redone: _event(RUNNING, undo.after_redone),
    ev.Asked: _event(RUNNING, proposals.after_asked),
    ev.Answered: _event(RUNNING, proposals.after_answered),
    ev.SeatReplaced: _event(RUNNING, seats.after_seat_replaced),
    ev.TimedOut: _event(RUNNING, time_control.on_timeout),
    ev.OutageCredited: _event(RUNNING, _unchanged),
    ev.VacationChanged: _event(RUNNING, _unchanged),
}


def elsewhere(phases: Phases, phase: Phase) -> LifecycleCode:
    """Return the refusal of a command that is allowed in some phases, at a table that is in another one."""
    if phase == "ended":
        return "ended"
    if phases == ENDED:
        return "not_ended"
    return "not_started" if phase == "open" else "started"


def closes(command: Command) -> bool:
    """Whether the command ends a table that has not started, which is allowed despite the event limit."""
    return isinstance(command, Close | Expire)


def ends(command: Command) -> bool:
    """Whether the command may use the events reserved for ending a game: by agreement or by time."""
    return isinstance(command, Answer | TimeOut | CreditOutage) or (
        isinstance(command, Propose) and command.what == "end"
    )
