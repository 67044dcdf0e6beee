"""What a live table does next, as a state machine without I/O.

A table that is awake follows its log and takes commands, one at a time. Whatever comes in (a command, news that the log
has grown, an answer of the log) is an *input*. :meth:`Machine.feed` takes it and returns *outputs*: things to do at
once (answers, updates, notes), and then at most one request to somebody outside (:data:`Ask`), whose answer is the next
input. Nothing here waits, reads a clock or knows Redis, so every path can be tested by feeding it.

**A command.** ``READY`` takes a :class:`~partie.live.request.Request`. If it is already in the log, it is answered from
its receipt. Otherwise it is decided. An event is handed to the log (``APPENDING``). A refusal is held back until the
log has confirmed that it has nothing new (``VERIFYING``), because another node may have carried out this very command,
or made it possible. If the log has :class:`~partie.log.Appended` the event, it is folded, shown and answered. If
another event took the number (:class:`~partie.log.Lost`), the winner is read and the command decided again, however
long the log is unreachable (``RETRYING``): a command that may be in the log is never answered with "refused". If the
log's clock says :class:`~partie.log.NotNow`, an outage may have to be credited first (``CREDITING``): that is a command
of its own, after which the first is decided again.

**Following.** The events that the log has beyond this node are read (``READING``). If there are none, the log's last
event is compared with the known one (``COMPARING``), and the log is read once more (``REREADING``), because events that
arrived meanwhile are not a different history. If the log still does not end as this node remembers it, it lost its tail
in a fail-over: the node appends the tail again, byte for byte (``HEALING``), however often the log loses it meanwhile.
If somebody has already built on the shorter log, the node loads it again (``RELOADING``) and reports to everybody what
was lost, unless the log has lost that, too.

**Silence.** When the log is unreachable, following is given up until the next poll and a refusal becomes
``unavailable``; only a lost race waits.

**The end.** A log that cannot be folded, and an engine call that does not return, end in ``SET_ASIDE``: the table is no
longer served here, and the node serves on.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from partie.isolation.watchdog import EngineStuck
from partie.live.request import Request
from partie.log import Appended, Buried, Entry, Lost, NotNow, new_mark
from partie.table import Decision, History, Refused, Table
from partie.table.commands import CreditOutage
from partie.wire import client_out

RETRY_SECONDS: Final = 0.5
"""Seconds between two attempts to read the log after a lost race."""

SNAPSHOT_EVERY: Final = 100
"""Number of events between snapshots."""


class State(enum.Enum):
    """The states of the machine, each named after what it waits for."""

    READY = enum.auto()
    APPENDING = enum.auto()
    VERIFYING = enum.auto()
    RETRYING = enum.auto()
    CREDITING = enum.auto()
    READING = enum.auto()
    COMPARING = enum.auto()
    REREADING = enum.auto()
    HEALING = enum.auto()
    RELOADING = enum.auto()
    SET_ASIDE = enum.auto()


# --- inputs -----------------------------------------------------------------------------------------------------------


class Follow(Struct, frozen=True):
    """Check whether the log has more, if there is reason to think so; with ``compare`` in any case."""

    compare: bool = False


class Unavailable(Struct, frozen=True):
    """The log, or another source, cannot answer now."""


class Unsettled(Struct, frozen=True):
    """The fate of an append is not known yet; the log will answer."""


class Entries(Struct, frozen=True):
    """The entries that follow in the log."""

    entries: Sequence[Entry]


class Last(NamedTuple):
    """The number and the mark of the log's last event."""

    seq: int
    mark: str


class Loaded(Struct, frozen=True):
    """The log, folded again."""

    history: History


class NotLoaded(Struct, frozen=True):
    """The reason why the log could not be folded again."""

    error: Exception


class Credit(Struct, frozen=True):
    """The command that credits an outage in the log; None if there was no outage."""

    request: Request | None


class Elapsed(Struct, frozen=True):
    """The pause is over."""


Input: TypeAlias = (
    Request
    | Follow
    | Appended
    | Lost
    | NotNow
    | Buried
    | Unsettled
    | Unavailable
    | Entries
    | Last
    | Loaded
    | NotLoaded
    | Credit
    | Elapsed
)

# --- outputs ----------------------------------------------------------------------------------------------------------


class Append(Struct, frozen=True):
    """Append an entry to the log: answered by an outcome or :class:`Unavailable`, meanwhile :class:`Unsettled`.

    ``keep_at``: the entry keeps its timestamp.
    """

    entry: Entry
    not_before: int | None = None
    not_after: int | None = None
    keep_at: bool = False


class Read(Struct, frozen=True):
    """Read what follows an event in the log: answered by :class:`Entries` or :class:`Unavailable`."""

    after: int


class AskLast(Struct, frozen=True):
    """Request the log's last event: answered by :class:`Last` or :class:`Unavailable`."""


class Load(Struct, frozen=True):
    """Fold the log again: answered by :class:`Loaded`, :class:`NotLoaded` or :class:`Unavailable`."""


class AskOutage(Struct, frozen=True):
    """Request an outage that must be credited: answered by :class:`Credit`."""


class Pause(Struct, frozen=True):
    """Wait for so many seconds: answered by :class:`Elapsed`."""

    seconds: float


Ask: TypeAlias = Append | Read | AskLast | Load | AskOutage | Pause
"""A request that must be answered from outside before the machine can continue."""


class Answer(Struct, frozen=True):
    """Send the outcome of a command to its sender."""

    request: Request
    message: client_out.CommandAnswer


class Show(Struct, frozen=True):
    """Show the newest event to everybody at the table, and then answer the command that made it."""

    answer: Answer | None = None


class Advanced(Struct, frozen=True):
    """Notify the observers of a new event that was shown. ``own``: the command here that made it."""

    own: Request | None = None


class Rewound(Struct, frozen=True):
    """Show a history that has replaced the old one, report lost events up to ``lost``, and notify the observers."""

    lost: int


class SaveSnapshot(Struct, frozen=True):
    """Store a snapshot of the newest table."""


class Followed(Struct, frozen=True):
    """A following requested with ``compare`` is over; ``reached``: the fold is at the log's end."""

    reached: bool


class Note(Struct, frozen=True):
    """Increment a counter."""

    what: Literal["lost_races", "log_rewound", "log_healed"]


class SetAside(Struct, frozen=True):
    """Take the table out of service on this node."""

    error: Exception


Output: TypeAlias = Ask | Answer | Show | Advanced | Rewound | SaveSnapshot | Followed | Note | SetAside


class Unexpected(Exception):
    """The state does not accept this input: a bug in the caller."""


class _Why(enum.Enum):
    """What to do when following has ended."""

    CHANGE = enum.auto()  # the change feed says that the log has grown
    COMPARE = enum.auto()  # somebody wants to know that the end was reached
    REFUSAL = enum.auto()  # a refusal is due, and this node was behind
    LOST = enum.auto()  # another event took the number


@dataclass(slots=True)
class _Job:
    """A command in hand. ``outer``: the one that waits for it, ``before``: the event after which it began."""

    request: Request
    outer: _Job | None = None
    before: int = 0
    decision: Decision | None = None
    entry: Entry | None = None
    refusal: Refused | None = None
    answered_unsettled: bool = False


class Machine:
    """One live table. ``decide`` and ``refusal`` are pure; ``closed`` says whether its commands are refused.

    ``refusal`` rephrases a refusal by what its person may know. ``new_mark`` makes the mark of an event.
    """

    def __init__(
        self,
        history: History,
        decide: Callable[[History, Request], Decision | Refused],
        refusal: Callable[[Request, Refused], Refused],
        closed: Callable[[], bool],
        new_mark: Callable[[], str] = new_mark,
    ) -> None:
        self.history = history
        self.state = State.READY
        self._decide_on = decide
        self._reword = refusal
        self._closed = closed
        self._new_mark = new_mark
        self._heard = 0
        """The newest event that the log is reported to have."""
        self._doubted = False
        """Whether the log may differ from what this node remembers."""
        self._snapshot_at = history.seq
        self._job: _Job | None = None
        self._why = _Why.CHANGE
        self._last = Last(0, "")
        self._lost = 0
        self._tail: Iterator[Entry] = iter(())
        self._out: list[Output] = []

    @property
    def newest(self) -> Table:
        """The table after its newest event."""
        return self.history.newest

    def heard(self, seq: int) -> bool:
        """Note that the log has reached ``seq``; True if that is news, and :class:`Follow` should be fed."""
        if seq <= max(self._heard, self.history.seq):
            return False
        self._heard = seq
        return True

    @property
    def behind(self) -> bool:
        """Whether the log is reported to have more than is known here, so that :class:`Follow` should be fed."""
        return self._heard > self.history.seq

    def doubt(self) -> None:
        """Note that the log may differ from what this node remembers: the next :class:`Follow` compares in any case."""
        self._doubted = True

    def feed(self, given: Input) -> list[Output]:
        """Process an input. Raises :class:`Unexpected`, and errors of the fold: set the table aside then."""
        step = TRANSITIONS.get((self.state, type(given)))
        if step is None:
            raise Unexpected(f"{type(given).__name__} while {self.state.name}")
        self._out = []
        step(self, given)
        return self._out

    def give_up(self) -> list[Request]:
        """Drop the commands in hand that were not handed to the log, so that they will never take effect.

        One that is with the log stays in hand, because the log may yet answer that its fate is unknown.
        """
        job = self._job
        if job is not None and self.state is State.APPENDING:
            job.outer, job = None, job.outer
        else:
            self._job = None
        given = []
        while job is not None:
            given.append(job.request)
            job = job.outer
        return given

    @property
    def appending(self) -> bool:
        """Whether a command is with the log."""
        return self.state is State.APPENDING

    def settle(self, outcome: Input, code: str) -> list[Answer]:
        """Return the answer to the command that was with the log when the table was given up. Nothing is folded."""
        job, self._job = self._job, None
        if job is None or job.entry is None:
            return []
        request = job.request
        if isinstance(outcome, Appended):
            return [Answer(request, client_out.Accepted(request.id, self.history.id, job.entry.seq))]
        return [Answer(request, client_out.Refused(request.id, code))]

    def close(self) -> None:
        """Release the functions that decide; nothing may be fed any more."""
        del self._decide_on, self._reword, self._closed

    # --- commands -------------------------------------------------------------------------------------------------

    def _take(self, request: Request) -> None:
        self._job = _Job(request)
        self._decide()

    @property
    def _in_hand(self) -> _Job:
        if self._job is None:
            raise Unexpected("no command is in hand")
        return self._job

    def _decide(self) -> None:
        """Decide the command in hand on the newest table."""
        job = self._in_hand
        request = job.request
        known = self.history.receipts.find(request.person, request.id, request.command)
        if known is not None:
            self._answer(_from_receipt(self.history.id, request, known))
        elif self._closed() and not request.by_service:
            # The service goes on: it ends games that never started. Another place holds back the clocks.
            self._refuse("closed")
        else:
            try:
                decision = self._decide_on(self.history, request)
            except EngineStuck as stuck:
                self._engine_stuck(stuck)
                return
            if isinstance(decision, Refused):
                job.refusal = decision
                self._ask(State.VERIFYING, AskLast())
            else:
                before = self.newest
                job.decision = decision
                job.entry = Entry(before.seq + 1, self._new_mark(), before.mark, 0, decision.format, decision.body)
                self._ask(State.APPENDING, Append(job.entry, decision.not_before, decision.not_after))

    def _appended(self, outcome: Appended) -> None:
        job = self._in_hand
        if job.entry is None or job.decision is None:
            raise Unexpected("nothing was appended")
        request, seq = job.request, job.entry.seq
        self.history.extend_own(replace(job.entry, at=outcome.at, mark=outcome.mark), job.decision)
        self._out.append(Show(Answer(request, client_out.Accepted(request.id, self.history.id, seq))))
        self._advance(request)
        self._finish()

    def _raced(self, _: Lost) -> None:
        self._out.append(Note("lost_races"))
        self._follow(_Why.LOST)

    def _not_now(self, _: NotNow) -> None:
        # If Redis's clock was set back, the outage to be credited lies in the future: give up.
        if isinstance(self._in_hand.request.command, CreditOutage):
            self._refuse("not_now")
        else:
            self._ask(State.CREDITING, AskOutage())

    def _credit(self, credit: Credit) -> None:
        if credit.request is None:
            self._refuse("not_now")
        else:
            self._job = _Job(credit.request, outer=self._in_hand, before=self.history.seq)
            self._decide()

    def _buried(self, _: Buried) -> None:
        self._refuse("buried")

    def _unsettled(self, _: Unsettled) -> None:
        self._answer_unsettled()

    def _answer_unsettled(self) -> None:
        """Answer the command in hand that its fate is not known yet: once, however many appends it takes."""
        job = self._in_hand
        if not job.answered_unsettled:
            job.answered_unsettled = True
            self._out.append(Answer(job.request, client_out.Unsettled(job.request.id)))

    def _not_done(self, _: Unavailable) -> None:
        self._refuse("unavailable")

    def _verified(self, last: Last) -> None:
        """Send the refusal if the log has nothing that this node does not know."""
        if last != (self.newest.seq, self.newest.mark):
            self._follow(_Why.REFUSAL)
            return
        job = self._in_hand
        if job.refusal is None:
            raise Unexpected("nothing was refused")
        try:
            refusal = self._reword(job.request, job.refusal)
        except EngineStuck as stuck:
            self._engine_stuck(stuck)
            return
        self._answer(client_out.Refused(job.request.id, refusal.code, refusal.rule, refusal.params))

    def _engine_stuck(self, stuck: EngineStuck) -> None:
        """Nothing was appended: refuse the command in hand, and the one that waited for it."""
        while self._job is not None:
            request, self._job = self._job.request, self._job.outer
            self._out.append(Answer(request, client_out.Refused(request.id, "engine_failed")))
        self._set_aside(stuck)

    def _refuse(self, code: str) -> None:
        self._answer(client_out.Refused(self._in_hand.request.id, code))

    def _answer(self, message: client_out.CommandAnswer) -> None:
        self._out.append(Answer(self._in_hand.request, message))
        self._finish()

    def _finish(self) -> None:
        """Finish the command in hand, and continue with the one that waited for it."""
        job = self._in_hand
        self._job, self.state = job.outer, State.READY
        if job.outer is not None and self.history.seq != job.before:
            self._decide()
        elif job.outer is not None:
            self._refuse("not_now")

    # --- following the log ----------------------------------------------------------------------------------------

    def _catch_up(self, follow: Follow) -> None:
        if follow.compare:
            self._follow(_Why.COMPARE)
        elif self._doubted or self.behind:
            self._follow(_Why.CHANGE)

    def _follow(self, why: _Why) -> None:
        """Fold what the log has beyond this node; detect a log that lost its tail."""
        self._why = why
        # News from now on may be about more than this read returns.
        self._heard, self._doubted = 0, False
        self._ask(State.READING, Read(self.history.seq))

    def _read(self, read: Entries) -> None:
        if self._extended(read.entries):
            self._followed()
        else:
            # Ask for the log's end before reading again: events that arrive meanwhile are not a different history.
            self._ask(State.COMPARING, AskLast())

    def _compared(self, last: Last) -> None:
        self._last = last
        self._ask(State.REREADING, Read(self.history.seq))

    def _reread(self, read: Entries) -> None:
        if self._extended(read.entries) or self._last == (self.newest.seq, self.newest.mark):
            self._followed()
            return
        self._lost = self.history.seq
        self._out.append(Note("log_rewound"))
        self._restore(self._last.seq, self._last.mark)

    def _restore(self, seq: int, mark: str) -> None:
        """Put back what follows the log's last entry, or load again if somebody has built on the shorter log."""
        if self.history.mark_of(seq) == mark:
            self._tail = iter(self.history.tail(seq))
            self._heal()
        else:
            self._load_again()

    def _load_again(self, _: Buried | None = None) -> None:
        self._ask(State.RELOADING, Load())

    def _heal(self, _: Appended | None = None) -> None:
        """Append the lost events again, byte for byte: the log is still a prefix of this history."""
        entry = next(self._tail, None)
        if entry is not None:
            self._ask(State.HEALING, Append(entry, keep_at=True))
        else:
            self._out.append(Note("log_healed"))
            self._followed()

    def _not_healed(self, lost: Lost) -> None:
        """Begin again where the log ends now: it has lost its tail once more, or somebody has built on it."""
        self._restore(lost.seq, lost.mark)

    def _reloaded(self, loaded: Loaded) -> None:
        newest = loaded.history.newest
        if newest.seq < self.history.seq and self.history.mark_of(newest.seq) == newest.mark:
            # The log has lost what others had built on it, and perhaps more: this node remembers what follows.
            self._restore(newest.seq, newest.mark)
        else:
            self._adopt(loaded.history)

    def _adopt(self, history: History) -> None:
        self.history = history
        self._snapshot_at = min(self._snapshot_at, self.history.seq)
        self._out.append(Rewound(self._lost))
        self._followed()

    def _not_reloaded(self, failed: NotLoaded) -> None:
        self._set_aside(failed.error)

    def _extended(self, entries: Sequence[Entry]) -> bool:
        """Fold the entries if they follow the known ones; False if they do not."""
        known = self.newest
        if not entries or (entries[0].seq, entries[0].prev) != (known.seq + 1, known.mark):
            return False
        for entry in entries:
            self.history.extend(entry)
        self._out.append(Show())
        self._advance(None)
        return True

    def _followed(self) -> None:
        """Finish following: the fold is at the log's end, as far as anybody knows."""
        self.state = State.READY
        if self._why is _Why.COMPARE:
            self._out.append(Followed(reached=True))
        elif self._why in (_Why.REFUSAL, _Why.LOST):
            self._decide()

    def _silent(self, _: Unavailable) -> None:
        """Stop following while the log is unreachable; the poll will try again."""
        self.state = State.READY
        self._heard, self._doubted = 0, False
        if self._why is _Why.COMPARE:
            self._out.append(Followed(reached=False))
        elif self._why is _Why.REFUSAL:
            self._refuse("unavailable")
        elif self._why is _Why.LOST:
            self._answer_unsettled()
            self._ask(State.RETRYING, Pause(RETRY_SECONDS))

    def _retry(self, _: Elapsed) -> None:
        self._follow(_Why.LOST)

    # --- shared ---------------------------------------------------------------------------------------------------

    def _ask(self, state: State, ask: Ask) -> None:
        self.state = state
        self._out.append(ask)

    def _advance(self, own: Request | None) -> None:
        self._out.append(Advanced(own))
        if self.history.seq >= self._snapshot_at + SNAPSHOT_EVERY:
            self._snapshot_at = self.history.seq
            self._out.append(SaveSnapshot())

    def _set_aside(self, error: Exception) -> None:
        self.state = State.SET_ASIDE
        self._out.append(SetAside(error))


def _from_receipt(table: str, request: Request, known: int | Refused) -> client_out.CommandAnswer:
    if isinstance(known, int):
        return client_out.Accepted(request.id, table, known)
    return client_out.Refused(request.id, known.code, known.rule, known.params)


TRANSITIONS: Final[dict[tuple[State, type], Callable[[Machine, Any], None]]] = {
    (State.READY, Request): Machine._take,
    (State.READY, Follow): Machine._catch_up,
    (State.APPENDING, Appended): Machine._appended,
    (State.APPENDING, Lost): Machine._raced,
    (State.APPENDING, NotNow): Machine._not_now,
    (State.APPENDING, Buried): Machine._buried,
    (State.APPENDING, Unsettled): Machine._unsettled,
    (State.APPENDING, Unavailable): Machine._not_done,
    (State.VERIFYING, Last): Machine._verified,
    (State.VERIFYING, Unavailable): Machine._not_done,
    (State.RETRYING, Elapsed): Machine._retry,
    (State.CREDITING, Credit): Machine._credit,
    (State.READING, Entries): Machine._read,
    (State.READING, Unavailable): Machine._silent,
    (State.COMPARING, Last): Machine._compared,
    (State.COMPARING, Unavailable): Machine._silent,
    (State.REREADING, Entries): Machine._reread,
    (State.REREADING, Unavailable): Machine._silent,
    (State.HEALING, Appended): Machine._heal,
    (State.HEALING, Lost): Machine._not_healed,
    (State.HEALING, Buried): Machine._load_again,
    (State.HEALING, Unavailable): Machine._silent,
    (State.RELOADING, Loaded): Machine._reloaded,
    (State.RELOADING, NotLoaded): Machine._not_reloaded,
    (State.RELOADING, Unavailable): Machine._silent,
}
"""The action for each state and input; a pair that is missing cannot occur."""
