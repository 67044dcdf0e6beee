"""A table that is awake on this node: one worker, an inbox, and the audience that it is shown to.

The worker alone changes the table. It takes jobs from the inbox one by one: a command is decided on the
newest state, appended, folded and sent; whoever lost the race for a number folds what won and decides again.
Anyone may say that the log has reached some number (:meth:`LiveTable.heard`); the worker reads what is missing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from partie import tasks
from partie.isolation.watchdog import EngineStuck
from partie.live.errors import TableGone
from partie.live.spectators import Horizon
from partie.live.subscribers import Audience
from partie.log import Appended, Buried, Entry, LogUnavailable, Lost, NotNow, new_mark
from partie.table import Decision, History, Refused, Table
from partie.table.commands import Command, Spare
from partie.table.lifecycle.reservations import awaited
from partie.wire import client_in, client_out

if TYPE_CHECKING:
    from partie.gateway.connection import Connection
    from partie.hub import Hub

INBOX: Final = 64
"""Jobs that may wait for one table. Overflow: a command is refused ``busy``, a query gets the problem ``busy``."""

LEARN_SECONDS: Final = 0.5
"""Between two tries to read the log of whoever lost a race."""

SERVICE: Final = "service:"
"""The person under which the service itself acts, or what that begins with. No person's id has a colon."""

SNAPSHOT_EVERY: Final = 100
"""Events between snapshots."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A command and where its answer goes. ``brought``: the service finds the person a seat."""

    person: str
    command: str
    do: Command
    answer: Callable[[client_out.CommandAnswer], None]
    invited: bool = False
    brought: bool = False


@dataclass(frozen=True, slots=True)
class Compare:
    """Wish to know that this node is at the log's end. ``done`` is set to whether the log could be asked."""

    done: asyncio.Future[bool]


@dataclass(frozen=True, slots=True)
class Query:
    """A question of one connection that needs the engine."""

    connection: Connection
    message: client_in.Inbound


class LiveTable:
    """One awake table."""

    def __init__(self, hub: Hub, history: History) -> None:
        self.hub = hub
        self.history = history
        self.id = history.newest.id
        self.horizon = Horizon(self)
        self.audience = Audience(self)
        self.named: tuple[frozenset[str], frozenset[str]] = frozenset(), frozenset()
        """The persons whose names everyone at a seat was told, and everyone who only watches."""
        self.idle_since = asyncio.get_running_loop().time()
        self._inbox: asyncio.Queue[Asked | Query | Compare | None] = asyncio.Queue(INBOX)
        self._heard = 0
        self._snapshot_at = history.newest.seq
        self._busy = False
        self._worker: asyncio.Task[None] | None = asyncio.create_task(self._work())

    @property
    def newest(self) -> Table:
        return self.history.newest

    # --- the inbox ------------------------------------------------------------------------------------------------

    def submit(self, asked: Asked) -> bool:
        """Put a command into the inbox; False when it is full."""
        return self._put(asked)

    def command(self, connection: Connection, command: str, do: client_in.Do) -> bool:
        """A command of a connected person; False when the inbox is full."""

        def answer(message: client_out.CommandAnswer) -> None:
            self.hub.count_answer(message, do)
            connection.send(message)

        return self._put(Asked(connection.person, command, do, answer, self.id in connection.invited))

    def query(self, connection: Connection, message: client_in.Inbound) -> bool:
        """A question of a connection; False when the inbox is full."""
        return self._put(Query(connection, message))

    async def compare(self) -> bool:
        """Bring the fold to the log's end. False if the log cannot be asked, or too much waits before it."""
        compare = Compare(asyncio.get_running_loop().create_future())
        return self._put(compare) and await compare.done

    def _put(self, job: Asked | Query | Compare | None) -> bool:
        if self._worker is None or self._worker.done():
            return False  # it was set aside, and whoever still has it in hand may look for it anew
        try:
            self._inbox.put_nowait(job)
        except asyncio.QueueFull:
            self.hub.metrics.busy.inc()
            return False
        return True

    def heard(self, seq: int) -> None:
        """The log has reached ``seq``, says somebody. Idempotent; reads nothing that is known."""
        if seq > max(self._heard, self.newest.seq):
            self._heard = seq
            # A full inbox is no loss: its jobs lead to the newest event as well.
            self._put(None)

    def doubt(self) -> None:
        """The log may not be what this node remembers: compare, and heal or drop what differs."""
        self._heard = -1
        self._put(None)

    # --- the worker -----------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        job: Asked | Query | Compare | None = None
        try:
            while True:
                self._busy = False
                job = await self._inbox.get()
                self._busy = True
                self.idle_since = asyncio.get_running_loop().time()
                if isinstance(job, Asked):
                    await self._do(job)
                elif isinstance(job, Query):
                    self.audience.answer(job.connection, job.message)
                elif isinstance(job, Compare):
                    self._heard = -1
                    asked = await self._follow()
                    if not job.done.done():
                        job.done.set_result(asked)
                else:
                    await self._follow()
        except Exception as error:
            self.fail(error)
        finally:
            # However it ends, nobody waits for ever. A command in hand may have been appended, and is not refused.
            if isinstance(job, Compare) and not job.done.done():
                job.done.set_result(False)
            self._turn_away("unavailable")

    def fail(self, error: Exception) -> None:
        """Whatever went wrong, it belongs to this table alone: the node and its other tables go on."""
        self._turn_away(self.hub.quarantine(self, error))
        if self._worker is not None and asyncio.current_task() is not self._worker:
            self._worker.cancel()

    def _turn_away(self, code: str) -> None:
        """Answer all that still waits: it will not be done here."""
        while not self._inbox.empty():
            job = self._inbox.get_nowait()
            if isinstance(job, Asked):
                job.answer(client_out.Refused(job.command, code))
            elif isinstance(job, Compare) and not job.done.done():
                job.done.set_result(False)

    async def _follow(self) -> bool:
        """Bring the fold up to what was heard of. False if the log cannot be asked; the poll will ask again."""
        try:
            if self._heard == -1 or self._heard > self.newest.seq:
                await self._catch_up()
        except LogUnavailable:
            self._heard = 0
            return False
        return True

    async def _do(self, asked: Asked) -> None:
        """Decide, append, fold and send one command."""
        while True:
            known = self.history.receipts.seek(asked.person, asked.command, asked.do)
            if known is not None:
                asked.answer(self._known(asked, known))
                return
            # The service goes on: it ends what was never started. Flags its pacer holds back itself.
            if self.hub.order.refused(self.id) and not asked.person.startswith(SERVICE):
                asked.answer(client_out.Refused(asked.command, "closed"))
                return
            try:
                decision = self.hub.decide(self, asked)
            except EngineStuck:
                asked.answer(client_out.Refused(asked.command, "engine_failed"))
                raise
            try:
                if isinstance(decision, Refused):
                    # Another node may have taken this very command, or made it possible.
                    if await self._was_behind():
                        continue
                    told = self._refusal(asked, decision)
                    asked.answer(client_out.Refused(asked.command, told.code, told.rule, told.params))
                    return
                if await self._append(asked, decision):
                    return
            except LogUnavailable:
                asked.answer(client_out.Refused(asked.command, "unavailable"))
                return

    def _refusal(self, asked: Asked, refused: Refused) -> Refused:
        """Why nothing comes of a command, in the words of the table as its person may know it."""
        known = self.horizon.of_person(asked.person)
        if known is self.newest or asked.person.startswith(SERVICE):
            return refused
        told = self.hub.decide(self, asked, known)
        return told if isinstance(told, Refused) else Refused("not_now")

    def _known(self, asked: Asked, known: int | Refused) -> client_out.Accepted | client_out.Refused:
        if isinstance(known, int):
            return client_out.Accepted(asked.command, self.id, known)
        return client_out.Refused(asked.command, known.code, known.rule, known.params)

    async def _append(self, asked: Asked, decision: Decision) -> bool:
        """Append what was decided. False when another event took the number, which is then folded."""
        before = self.newest
        entry = Entry(
            seq=before.seq + 1,
            mark=new_mark(),
            prev=before.mark,
            at=0,
            format=decision.format,
            body=decision.body,
        )
        with self.hub.metrics.append_seconds.time():
            outcome = await self.hub.log.append(
                self.id,
                entry,
                not_before=decision.not_before,
                not_after=decision.not_after,
                on_unsettled=lambda: asked.answer(client_out.Unsettled(asked.command)),
            )
        match outcome:
            case Appended(at=at):
                self.history.extend_own(entry, at, decision)
                if isinstance(asked.do, client_in.Move):
                    self.hub.metrics.moves.labels(before.game).inc()
                with self.audience.together():
                    try:
                        self._show()
                    finally:
                        asked.answer(client_out.Accepted(asked.command, self.id, entry.seq))
                self._advanced()
                return True
            case Lost():
                self.hub.metrics.lost_races.inc()
                await self._learn(asked)
                return False
            case NotNow():
                # Redis's clock may have been set back: then what is to be spared lies ahead, and nothing comes of it.
                if not isinstance(asked.do, Spare) and (spare := await self.hub.pacer.outage(self)) is not None:
                    await self._do(spare)
                    if self.newest.seq != before.seq:
                        return False
                asked.answer(client_out.Refused(asked.command, "not_now"))
                return True
            case Buried():
                asked.answer(client_out.Refused(asked.command, "buried"))
                return True

    async def _was_behind(self) -> bool:
        """Whether the log had more than this node knew, which it knows now."""
        (last,) = await self.hub.log.last([self.id])
        if last is None:
            raise LogUnavailable("the log cannot be asked")
        if last == (self.newest.seq, self.newest.mark):
            return False
        await self._catch_up()
        return True

    async def _learn(self, asked: Asked) -> None:
        """Read what won the race, however long Redis is away: it may be this very command, from another node."""
        told = False
        while True:
            try:
                await self._catch_up()
            except LogUnavailable:
                if not told:
                    asked.answer(client_out.Unsettled(asked.command))
                    told = True
                await asyncio.sleep(LEARN_SECONDS)
            else:
                return

    # --- following the log ----------------------------------------------------------------------------------------

    async def _catch_up(self) -> None:
        """Fold what the log has beyond this node; recognise a log that lost its tail."""
        # What is heard of from now on may be more than is read now.
        self._heard = 0
        if not await self._read_on():
            # What its end was is asked before it is read once more: what comes meanwhile is no other history.
            known = self.newest
            (last,) = await self.hub.log.last([self.id])
            if last is None:
                raise LogUnavailable("the log cannot be asked")
            if not await self._read_on() and last != (known.seq, known.mark):
                await self._rewound(last)

    async def _read_on(self) -> bool:
        """Fold what follows in the log, in one round trip. False if nothing does."""
        known = self.newest
        entries = await self.hub.log.read(self.id, after=known.seq)
        if not entries or (entries[0].seq, entries[0].prev) != (known.seq + 1, known.mark):
            return False
        for entry in entries:
            self.history.extend(entry)
        self._show()
        self._advanced()
        return True

    async def _rewound(self, last: tuple[int, str]) -> None:
        """The log is not what this node folded: put the lost tail back, else follow the log and say so."""
        lost = self.newest.seq
        self.hub.metrics.log_rewound.inc()
        if await self._healed(last):
            self.hub.metrics.log_healed.inc()
            return
        try:
            self.history = await self.hub.load_history(self.id)
        except TableGone as gone:
            if gone.code == "unavailable":
                raise LogUnavailable("the log cannot be read") from None
            raise
        self.horizon.advance()
        self.audience.rewound(lost)
        self.hub.company.advanced(self, back=True)
        self.hub.bots.consider(self)

    async def _healed(self, last: tuple[int, str]) -> bool:
        """Append again, byte for byte, what the log lost, if the log still is a beginning of this history."""
        if self.history.mark_of(last[0]) != last[1]:
            return False
        for entry in self.history.tail(last[0]):
            if not isinstance(await self.hub.log.append(self.id, entry, keep_at=True), Appended):
                return False
        return True

    def _show(self) -> None:
        """The table has reached a new event: tell everyone who shows it."""
        self.horizon.advance()
        self.audience.advanced()

    def _advanced(self) -> None:
        """Those at the table have been shown its new event: tell all who take note of it."""
        now = self.newest
        self.hub.metrics.events.inc()
        self.hub.company.advanced(self)
        self.hub.bots.consider(self)
        if now.seq >= self._snapshot_at + SNAPSHOT_EVERY:
            self._snapshot_at = now.seq
            self.hub.save_snapshot(self)

    def ripen(self) -> None:
        """Time has passed: show those who watch what they may see by now."""
        try:
            if self.horizon.advance():
                self.audience.advanced()
                self.hub.company.ripened(self)
            else:
                self.hub.talk.advanced(self)
        except Exception as error:
            self.fail(error)

    def knows(self, cursor: tuple[int, str]) -> bool:
        """Whether this history has the event that the cursor names."""
        return self.history.mark_of(cursor[0]) == cursor[1]

    # --- the end of being awake -----------------------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Nobody shows it and nothing is to be done, not even to free the seat of somebody who does not come."""
        waits = self.audience.connections or self._busy or self.horizon.waits or awaited(self.newest)
        return not waits and self._inbox.empty()

    async def stop(self) -> None:
        """Stop the worker. What was handed to the log settles without it.

        Nothing points back at the table from then on: the collector of garbage walks seldom through what is old, and
        thousands of tables may wake and sleep meanwhile.
        """
        worker, self._worker = self._worker, None
        if worker is not None:
            await tasks.end([worker])
            self.audience.close()
            self.horizon.close()
