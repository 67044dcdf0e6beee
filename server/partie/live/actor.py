"""A table that is awake on this node: one worker, an inbox, and its subscribers.

Only the worker changes the table. It takes jobs from the inbox one by one, feeds them to the machine and carries out
its outputs. Anyone may report that the log has reached some number (:meth:`Actor.heard`); the worker reads what is
missing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from partie import tasks
from partie.clock import Clock
from partie.live import machine
from partie.live.decision import Decider
from partie.live.errors import TableGone
from partie.live.frames import Cursor, knows
from partie.live.machine import Machine
from partie.live.observer import Hooks
from partie.live.request import Request
from partie.live.spectators import SpectatorDelay
from partie.live.subscribers import Subscriber, Subscribers
from partie.log import Log, LogUnavailable
from partie.metrics import Metrics
from partie.table import History, Refused, Table
from partie.table.lifecycle.reservations import awaited
from partie.wire import client_in, client_out

INBOX: Final = 64
"""Maximum length of a table's inbox. On overflow a command is refused with ``busy``, a query gets that problem."""


@dataclass(frozen=True, slots=True)
class Compare:
    """A request to catch up with the log. ``done`` resolves to False if the log was unreachable."""

    done: asyncio.Future[bool]


@dataclass(frozen=True, slots=True)
class Question:
    """A question from a subscriber. ``done`` is called when it has been answered, or never will be."""

    subscriber: Subscriber
    message: client_in.Inbound
    done: Callable[[], None]


Job: TypeAlias = Request | Question | Compare | None
"""A job in an inbox. None: the log may have more."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The environment that all live tables of a node share.

    ``load`` folds a table's log, and raises :class:`TableGone`; ``set_aside`` takes a table out of service after an
    error, and returns the code that says why; ``save`` stores a snapshot of it; ``engine_failed`` records that an
    engine failed on something that changed nothing.
    """

    log: Log
    clock: Clock
    metrics: Metrics
    hooks: Hooks
    decide: Decider
    load: Callable[[str], Awaitable[History]]
    set_aside: Callable[[Actor, Exception], str]
    save: Callable[[Actor], None]
    engine_failed: Callable[[Table, Exception], None]


class Actor:
    """One live table: a :class:`~partie.live.observer.LiveTable`."""

    def __init__(self, history: History, around: Surroundings) -> None:
        self.id = history.id
        self._around = around
        self._machine = Machine(history, around.decide, self._reworded, lambda: around.hooks.closed(self.id))
        self.delay = SpectatorDelay(history, around.clock.now)
        self.subscribers = Subscribers(history, self.delay, self, around.metrics)
        metrics = around.metrics
        self._counters = {
            "lost_races": metrics.lost_races,
            "log_rewound": metrics.log_rewound,
            "log_healed": metrics.log_healed,
        }
        self.idle_since = asyncio.get_running_loop().time()
        self._inbox: asyncio.Queue[Job] = asyncio.Queue(INBOX)
        self._busy = False
        self._aside = ""
        """Why the table was set aside while a command was with the log."""
        self._worker: asyncio.Task[None] | None = asyncio.create_task(self._work())

    @property
    def history(self) -> History:
        return self._machine.history

    @property
    def newest(self) -> Table:
        """The table after its newest event."""
        return self._machine.history.newest

    # --- the inbox ------------------------------------------------------------------------------------------------

    def submit(self, request: Request) -> bool:
        """Put a command into the inbox; False when it is full."""
        return self._put(request)

    def ask(self, subscriber: Subscriber, question: client_in.Inbound, done: Callable[[], None] = lambda: None) -> bool:
        """Put a subscriber's question into the inbox; False when it is full.

        ``done`` is called when it has been answered, or never will be.
        """
        return self._put(Question(subscriber, question, done))

    def folds(self, subscriber: Subscriber, question: client_in.Inbound) -> int:
        """Return the number of events that must be folded again for an answer about the past."""
        return self.history.missing(self.subscribers.recalls(subscriber, question))

    async def recall(self, subscriber: Subscriber, question: client_in.Inbound) -> None:
        """Answer a question about the past outside of the inbox, where commands would have to wait for it.

        Events are folded one by one, and others have their turn in between.
        """
        try:
            for _ in self.history.recall(self.subscribers.recalls(subscriber, question)):
                await asyncio.sleep(0)
            self.subscribers.answer(subscriber, question)
        except Exception as error:
            self.fail(error)

    async def compare(self) -> bool:
        """Catch up with the log. False if the log is unreachable or the inbox is full."""
        compare = Compare(asyncio.get_running_loop().create_future())
        return self._put(compare) and await compare.done

    def _put(self, job: Job) -> bool:
        if self._worker is None or self._worker.done() or self._aside:
            return False  # set aside; callers that still hold it may look the table up again
        try:
            self._inbox.put_nowait(job)
        except asyncio.QueueFull:
            self._around.metrics.busy.inc()
            return False
        return True

    def heard(self, seq: int) -> None:
        """Note that the log has reached ``seq``. Idempotent; reads nothing that is already known."""
        # While the worker is busy this is usually the event that it just appended; it checks again when it is done.
        if self._machine.heard(seq) and not self._busy:
            # A full inbox is no loss: its jobs lead to the newest event as well.
            self._put(None)

    def doubt(self) -> None:
        """Note that the log may have lost events: compare, then heal it or load it again."""
        self._machine.doubt()
        self._put(None)

    def knows(self, cursor: Cursor) -> bool:
        """Whether this history contains the event at the cursor."""
        return knows(self.history, cursor)

    # --- the worker -----------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        job: Job = None
        try:
            while True:
                self._busy = False
                job = await self._inbox.get()
                self._busy = True
                self.idle_since = asyncio.get_running_loop().time()
                if isinstance(job, Question):
                    try:
                        self.subscribers.answer(job.subscriber, job.message)
                    finally:
                        job.done()
                    # The inbox may hold many of them, and to take one out need not give anybody else a turn.
                    await asyncio.sleep(0)
                elif isinstance(job, Request):
                    await self._run(job)
                elif isinstance(job, Compare):
                    await self._run(machine.Follow(compare=True), job)
                else:
                    await self._run(machine.Follow())
                # News may come while a read is under way, too late for that read.
                while self._machine.behind and not self._aside:
                    await self._run(machine.Follow())
                if self._aside:
                    return
        except Exception as error:
            self.fail(error)
        finally:
            # However it ends, nobody waits for ever.
            if isinstance(job, Compare) and not job.done.done():
                job.done.set_result(False)
            self._turn_away("unavailable")

    async def _run(self, given: machine.Input, compare: Compare | None = None) -> None:
        """Feed the machine until it needs nothing more."""
        asked = self._carry_out(self._machine.feed(given), compare)
        while asked is not None:
            done = await self._done(asked)
            if self._aside:
                for answer in self._machine.settle(done, self._aside):
                    answer.request.answer(answer.message)
                return
            asked = self._carry_out(self._machine.feed(done), compare)

    def _carry_out(self, outputs: list[machine.Output], compare: Compare | None = None) -> machine.Ask | None:
        """Carry out the outputs; return the one that needs an answer from outside, if any."""
        for output in outputs:
            match output:
                case machine.Show(answer):
                    self._show(answer)
                case machine.Answer(request, message):
                    request.answer(message)
                case machine.Advanced(own):
                    self._advanced(own)
                case machine.Rewound(lost):
                    self.delay.advance(self.history)
                    self.subscribers.rewound(self.history, lost)
                    for observer in self._around.hooks.observers:
                        observer.advanced(self, rewound=True)
                case machine.SaveSnapshot():
                    self._around.save(self)
                case machine.Followed(reached):
                    if compare is not None and not compare.done.done():
                        compare.done.set_result(reached)
                case machine.Note(what):
                    self._counters[what].inc()
                case machine.SetAside(error):
                    raise error
                case _:
                    return output
        return None

    async def _done(self, asked: machine.Ask) -> machine.Input:
        """Do what the machine asks for and return the answer."""
        log = self._around.log
        try:
            match asked:
                case machine.Append(entry, keep_at=True):
                    return await log.append(self.id, entry, keep_at=True)
                case machine.Append(entry, not_before, not_after):
                    with self._around.metrics.append_seconds.time():
                        return await log.append(
                            self.id, entry, not_before=not_before, not_after=not_after, on_unsettled=self._unsettled
                        )
                case machine.Read(after):
                    return machine.Entries(await log.read(self.id, after=after))
                case machine.AskLast():
                    (last,) = await log.last([self.id])
                    return machine.Unavailable() if last is None else machine.Last(*last)
                case machine.Load():
                    return machine.Loaded(await self._around.load(self.id))
                case machine.AskOutage():
                    return machine.Credit(await self._around.hooks.outage(self))
                case machine.Pause(seconds):
                    await asyncio.sleep(seconds)
                    return machine.Elapsed()
        except LogUnavailable:
            return machine.Unavailable()
        except TableGone as gone:
            return machine.Unavailable() if gone.code == "unavailable" else machine.NotLoaded(gone)

    def _unsettled(self) -> None:
        self._carry_out(self._machine.feed(machine.Unsettled()))

    def _show(self, answer: machine.Answer | None) -> None:
        """Show the table's new event to everybody, and answer the command that made it."""
        if answer is None:
            self.delay.advance(self.history)
            self.subscribers.advanced()
            return
        with self.subscribers.together():
            try:
                self.delay.advance(self.history)
                self.subscribers.advanced_at_seats(answer.request.person)
            finally:
                answer.request.answer(answer.message)
        self.subscribers.advanced_for_spectators()

    def _advanced(self, own: Request | None) -> None:
        """Notify the observers of the table's new event, which its subscribers have been shown."""
        metrics = self._around.metrics
        metrics.events.inc()
        if own is not None and isinstance(own.command, client_in.Move):
            metrics.moves.labels(self.newest.game).inc()
        for observer in self._around.hooks.observers:
            observer.advanced(self)

    def _reworded(self, request: Request, refused: Refused) -> Refused:
        """Return the reason of a refusal, based on the table as its person may know it."""
        known = self.delay.of_person(request.person)
        if known is self.newest or request.by_service:
            return refused
        decided = self._around.decide(self.history, request, known)
        return decided if isinstance(decided, Refused) else Refused("not_now")

    def release(self) -> None:
        """Show spectators what they may see by now."""
        try:
            advanced = self.delay.advance(self.history)
            if advanced:
                self.subscribers.advanced()
            for observer in self._around.hooks.observers:
                observer.released(self, advanced=advanced)
        except Exception as error:
            self.fail(error)

    # --- for the subscribers --------------------------------------------------------------------------------------

    def entered(self, subscriber: Subscriber, *, again: bool) -> None:
        """Notify the observers that a subscriber shows the table; ``again``: it did already."""
        for observer in self._around.hooks.observers:
            observer.entered(self, subscriber, again=again)

    def left(self, subscriber: Subscriber) -> None:
        """Notify the observers that a subscriber no longer shows the table."""
        self.idle_since = asyncio.get_running_loop().time()
        for observer in self._around.hooks.observers:
            observer.left(self, subscriber)

    def answer(self, subscriber: Subscriber, question: client_in.Inbound) -> bool:
        """Answer a question that belongs to a feature; False if there is no such question."""
        reply = self._around.hooks.questions.get(type(question))
        if reply is not None:
            reply(self, subscriber, question)
        return reply is not None

    def engine_failed(self, error: Exception) -> None:
        """Record that the engine failed on a question, which changed nothing."""
        self._around.engine_failed(self.newest, error)

    # --- the end of being awake -----------------------------------------------------------------------------------

    def fail(self, error: Exception) -> None:
        """Set the table aside after any error: the node and its other tables go on."""
        code = self._around.set_aside(self, error)
        self._turn_away(code)
        if self._worker is not None and asyncio.current_task() is not self._worker:
            if self._machine.appending:
                # Only the log can tell what becomes of the command, and its person waits for that.
                self._aside = code
            else:
                self._worker.cancel()

    def _turn_away(self, code: str) -> None:
        """Refuse everything that still waits. A command that was handed to the log may yet be carried out."""
        for request in self._machine.give_up():
            request.answer(client_out.Refused(request.id, code))
        while not self._inbox.empty():
            job = self._inbox.get_nowait()
            if isinstance(job, Request):
                job.answer(client_out.Refused(job.id, code))
            elif isinstance(job, Question):
                job.done()
            elif isinstance(job, Compare) and not job.done.done():
                job.done.set_result(False)

    @property
    def idle(self) -> bool:
        """Whether the table may fall asleep: it has no subscribers and nothing to do, not even a seat to free later."""
        waits = len(self.subscribers) or self._busy or self.delay.waits or awaited(self.newest)
        return not waits and self._inbox.empty()

    async def stop(self) -> None:
        """Stop the worker. Entries already handed to the log settle without it.

        After that nothing refers back to the table: the garbage collector rarely walks through old objects, and
        thousands of tables may wake and sleep meanwhile.
        """
        worker, self._worker = self._worker, None
        if worker is not None:
            await tasks.end([worker])
            self.subscribers.close()
            self._machine.close()
