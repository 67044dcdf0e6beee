"""A live table's machine with all that it asks, in memory: a log to read and to cut, and who decides."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from partie.live import machine
from partie.live.machine import Ask, Input, Machine, Output
from partie.live.request import SERVICE, Request
from partie.log import Appended, Buried, Entry, Lost, NotNow, Outcome
from partie.table import Context, Decision, History, Refused, decide
from partie.table.commands import Command, CreditOutage
from partie.table.time.time_control import outage_counts
from partie.table.values import Live
from partie.wire import client_in, client_out
from tests.server.table.sitting import TOYS, Sitting
from tests.server.table.toyplay import in_turns

TABLE = "table-1"
CLOCKS = f"{SERVICE}clocks"
LIVE = Live(game=600, turn=10)

ASKS = (machine.Append, machine.Read, machine.AskLast, machine.Load, machine.AskOutage, machine.Pause)


class ModelLog:
    """What a log is: a list that an entry joins if its number and its predecessor fit. It can lose its tail."""

    def __init__(self, entries: Iterable[Entry], now: int) -> None:
        self.entries = list(entries)
        self.now = now
        self.buried = False

    @property
    def last(self) -> machine.Last:
        """The number and the mark of the last entry."""
        return machine.Last(self.entries[-1].seq, self.entries[-1].mark) if self.entries else machine.Last(0, "")

    def read(self, after: int) -> list[Entry]:
        """What follows an entry."""
        return self.entries[after:]

    def append(
        self, entry: Entry, not_before: int | None = None, not_after: int | None = None, keep_at: bool = False
    ) -> Outcome:
        """Append an entry, or say why not."""
        if self.buried:
            return Buried()
        there = self.entries[entry.seq - 1] if entry.seq <= len(self.entries) else None
        if there is not None and there.mark == entry.mark:
            return Appended(there.at, there.mark)
        if (entry.seq - 1, entry.prev) != self.last:
            return Lost(*self.last)
        newest = self.entries[-1].at if self.entries else 0
        now = max(self.now, newest)
        if (not_before is not None and now < not_before) or (not_after is not None and now > not_after):
            return NotNow(now)
        at = max(entry.at, newest) if keep_at else now
        self.entries.append(replace(entry, at=at))
        return Appended(at, entry.mark)

    def cut(self, keep: int) -> None:
        """Lose all but the first entries, as a fail-over does."""
        del self.entries[keep:]


class Fed:
    """One node's machine of a table, which is fed by hand, with the log that the node shares with others."""

    _marks = itertools.count(1)

    def __init__(self, log: ModelLog, upto: int | None = None, table: str = TABLE) -> None:
        self.log = log
        self.closed = False
        self.stuck: Exception | None = None
        self.verdict: Refused | None = None
        self.reworded: Refused | None = None
        self.rewording_stuck: Exception | None = None
        self.outage: tuple[int, int] | None = None
        self.machine = Machine(
            History.load(table, log.entries[:upto], None, TOYS),
            self._decide,
            self._reword,
            lambda: self.closed,
            new_mark=lambda: f"{next(self._marks):016x}",
        )

    @property
    def history(self) -> History:
        return self.machine.history

    def _decide(self, history: History, request: Request) -> Decision | Refused:
        if self.stuck is not None:
            raise self.stuck
        if self.verdict is not None:
            return self.verdict
        now = self.log.now
        context = Context(
            person=request.person,
            id=request.id,
            engines=TOYS,
            past=history.past,
            now=now,
            shown=history.reach(now),
        )
        return decide(history.newest, request.command, context)

    def _reword(self, request: Request, refused: Refused) -> Refused:
        if self.rewording_stuck is not None:
            raise self.rewording_stuck
        return self.reworded or refused

    def feed(self, given: Input) -> list[Output]:
        """Take an input in."""
        return self.machine.feed(given)

    def reply(self, ask: Ask) -> Input:
        """The answer of a log that answers, and of anything else that is called."""
        match ask:
            case machine.Append(entry, not_before, not_after, keep_at):
                return self.log.append(entry, not_before, not_after, keep_at)
            case machine.Read(after):
                return machine.Entries(self.log.read(after))
            case machine.AskLast():
                return self.log.last
            case machine.Load():
                return machine.Loaded(History.load(self.history.id, self.log.entries, None, TOYS))
            case machine.AskOutage():
                return machine.Credit(self.credit())
            case machine.Pause():
                return machine.Elapsed()

    def credit(self) -> Request | None:
        """The outage that the table's log has not recorded yet."""
        if self.outage is None or not outage_counts(self.history.newest, *self.outage, self.log.now):
            return None
        since, until = self.outage
        return Request(CLOCKS, f"spare-{since}-{until}", CreditOutage(since, until))

    def settle(self, given: Input) -> list[Output]:
        """Feed it, and answer what it asks for until it asks for nothing more."""
        outputs = self.feed(given)
        done = list(outputs)
        while (ask := asked(outputs)) is not None:
            outputs = self.feed(self.reply(ask))
            done += outputs
        return done


def asked(outputs: Sequence[Output]) -> Ask | None:
    """The request, of which there is one at most, and nothing comes after it."""
    assert not any(isinstance(output, ASKS) for output in outputs[:-1]), outputs
    last = outputs[-1] if outputs else None
    return last if isinstance(last, ASKS) else None


def answers(outputs: Sequence[Output]) -> list[tuple[Request, client_out.CommandAnswer]]:
    """The answers to those who gave commands."""
    found: list[tuple[Request, client_out.CommandAnswer]] = []
    for output in outputs:
        match output:
            case machine.Answer(request, message) | machine.Show(machine.Answer(request, message)):
                found.append((request, message))
    return found


def told(outputs: Sequence[Output]) -> list[client_out.CommandAnswer]:
    """The answers, to anybody."""
    return [message for _, message in answers(outputs)]


def playing() -> tuple[Sitting, int]:
    """A running game with clocks, and whose turn it is."""
    return in_turns(pace=LIVE)


def move(history: History, choice: int = 0, command: str = "a-move") -> Request:
    """A legal move of a seat that has to make one."""
    newest = history.newest
    seat = min(history.pending(newest))
    turn = history.turn(newest, seat)
    chosen = msgspec.msgpack.encode(turn.legal[choice % len(turn.legal)])
    return Request(newest.seats[seat].person, command, client_in.Move(turn.ask, Raw(chosen)))


def refusable(history: History, command: str = "to-be-refused", do: Command | None = None) -> Request:
    """A command that is refused as long as the game runs."""
    return Request(history.newest.seats[0].person, command, do or client_in.Leave())
