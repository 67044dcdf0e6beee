"""All tables awake on this node, and what reaches them: connections, the bell, the poll, bots and the clock."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

import structlog

from server import store, tasks
from server.hub.bots import BotDriver
from server.hub.company import Company
from server.hub.connection import Connection
from server.hub.creating import Creator
from server.hub.errors import TableGone
from server.hub.live import Asked, LiveTable
from server.hub.loads import Loads
from server.hub.rounds import Rounds
from server.log import Bell, ForeignEntry, LogUnavailable
from server.people.limits import LocalLimit, Rate
from server.table import (
    Context,
    Decision,
    EngineFailed,
    History,
    Newer,
    Refused,
    Snapshot,
    TableBroken,
    decide,
    may_watch,
)
from server.wire import inbound as ask
from server.wire import limits
from server.wire import outbound as tell

if TYPE_CHECKING:
    from server.services import Services

SLEEP_SECONDS: Final = 60.0
"""A table that nobody showed for so long is put to sleep."""

LOADS: Final = 8
"""Tables loaded at a time; the others wait, so that one arriving crowd does not stop the rest."""

logger = structlog.get_logger()


class Hub:
    """The tables of this node."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.metrics = services.metrics
        self.log = services.log
        self.build = services.build
        self.tables: dict[str, LiveTable] = {}
        self.connections: set[Connection] = set()
        self.company = Company(self)
        self.bots = BotDriver(self, services.settings.bot_pause)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._loads = asyncio.Semaphore(LOADS)
        # What the bell said of tables while they were being loaded.
        self._rung: dict[str, int] = {}
        self._watch = Loads(services.redis)
        self._broken: dict[str, str] = {}
        self._bell = Bell(services.settings.redis_url, self.ring, self.poll_soon)
        self._tasks: set[asyncio.Task[None]] = set()
        self._creator = Creator(self)
        self._clock_offset = 0
        self._rounds = Rounds(self, SLEEP_SECONDS)
        self._frames = LocalLimit(Rate(limits.FRAMES_PER_SECOND, 1.0))

    # --- life -----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to hear the bell and to poll."""
        await self.set_clock()
        for work in (self._bell.run(), *self._rounds.all()):
            self.spawn(work)

    async def drain(self) -> None:
        """Tell every client to go to another node, each at its own moment within two seconds."""
        for connection in list(self.connections):
            connection.send(tell.Moved(secrets.randbelow(2_000)))

    async def stop(self) -> None:
        """Put every table to sleep and stop."""
        await tasks.end(self._tasks)
        for table in list(self.tables.values()):
            await self.put_to_sleep(table)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside, and log it if it fails."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.report(task)

    @staticmethod
    def report(task: asyncio.Task[None]) -> None:
        """Log a task that failed."""
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("task_failed", exc_info=error)

    # --- tables ---------------------------------------------------------------------------------------------------

    async def table(self, table: str) -> LiveTable:
        """The awake table; loaded once however many ask. Raises :class:`TableGone`."""
        live = self.tables.get(table)
        if live is not None:
            return live
        if table in self._broken:
            raise TableGone(self._broken[table])
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda task: self._loaded(table, task))
        return await asyncio.shield(loading)

    def _loaded(self, table: str, loading: asyncio.Task[LiveTable]) -> None:
        self._loading.pop(table, None)
        self._rung.pop(table, None)
        if not loading.cancelled():
            loading.exception()  # whoever waited has it; it may be that nobody does any more

    async def _load(self, table: str) -> LiveTable:
        async with self._loads:
            with self.metrics.load_seconds.time():
                try:
                    if not await self._watch.begin(table):
                        raise TableGone("broken")
                    try:
                        history = await self.load_history(table)
                    finally:
                        await self._watch.done(table)
                except store.UNAVAILABLE:
                    raise TableGone("unavailable") from None
        live = self.tables[table] = LiveTable(self, history)
        live.heard(self._rung.pop(table, 0))
        self.metrics.tables_awake.set(len(self.tables))
        try:
            self.company.advanced(live)
            self.bots.consider(live)
        except Exception as error:
            live.fail(error)
            raise TableGone("broken") from None
        return live

    async def load_history(self, table: str) -> History:
        """The fold of a table's log, from its snapshot on if that fits. Raises :class:`TableGone`."""
        try:
            data = await self.log.load_snapshot(table)
            entries = await self.log.read(table)
        except LogUnavailable:
            raise TableGone("unavailable") from None
        except ForeignEntry as foreign:
            self._set_aside(table, "broken", foreign)
            raise TableGone("broken") from None
        if not entries:
            raise TableGone("unknown")
        engines = self.services.registry
        try:
            snapshot = None if data is None else Snapshot.decode(data, engines)
            history = History.load(table, entries, snapshot, engines)
        except Newer:
            raise TableGone("newer") from None
        except TableBroken as broken:
            self._set_aside(table, "broken", broken)
            raise TableGone("broken") from None
        self.metrics.loads.labels("log" if snapshot is None else "snapshot").inc()
        return history

    def quarantine(self, live: LiveTable, error: Exception) -> str:
        """Show a table that failed as broken on this node; the node serves on. The code that says why."""
        if isinstance(error, TableGone):
            code = error.code
        else:
            code = "newer" if isinstance(error, Newer) else "broken"
            self._set_aside(live.id, code, error)
        self.tables.pop(live.id, None)
        self.company.asleep(live)
        self.metrics.tables_awake.set(len(self.tables))
        for connection in list(live.audience.connections):
            live.audience.dismiss(connection, code)
        return code

    def _set_aside(self, table: str, code: str, error: Exception) -> None:
        logger.error("table_quarantined", table=table, code=code, exc_info=error)
        self._broken[table] = code
        self.metrics.quarantined.inc()

    async def put_to_sleep(self, live: LiveTable) -> None:
        """Keep a snapshot of the table and forget it."""
        self.tables.pop(live.id, None)
        await live.stop()
        self.company.asleep(live)
        await self._save(live)
        self.metrics.tables_awake.set(len(self.tables))

    def save_snapshot(self, live: LiveTable) -> None:
        """Keep a snapshot of the table beside its log. A cache: a failure costs time at the next load."""
        self.spawn(self._save(live))

    async def _save(self, live: LiveTable) -> None:
        try:
            await self.log.save_snapshot(live.id, live.history.snapshot().encode())
        except LogUnavailable:
            logger.warning("snapshot_not_saved", table=live.id)

    # --- commands -------------------------------------------------------------------------------------------------

    def new_table_id(self, person: str, command: str) -> str:
        """The id of the table that this command makes: a repeat makes the same one."""
        return self.services.people.table_id(person, command)

    def decide(self, live: LiveTable, asked: Asked) -> Decision | Refused:
        """What the command would make of the table, given who is here now."""
        context = Context(
            person=asked.person,
            id=asked.command,
            engines=self.services.registry,
            past=live.history.past,
            now=self.now(),
            away=self.services.presence.away(live.id),
            invited=asked.invited,
        )
        try:
            decision = decide(live.newest, asked.do, context)
            if isinstance(decision, Decision):
                _ = decision.body  # encoded now, so that what cannot be is refused as well
        except Exception as error:
            if isinstance(error, Newer | TableBroken) and not isinstance(error, EngineFailed):
                raise  # it is the log that cannot be folded
            # Nothing was appended: the position stands, and whoever does something else can go on.
            self.engine_failed(live, error)
            return Refused("engine_failed")
        return decision

    def engine_failed(self, live: LiveTable, error: Exception) -> None:
        """Note that an engine failed on a command or a question, which changed nothing."""
        logger.error("engine_failed", table=live.id, game=live.newest.game, exc_info=error)
        self.metrics.engine_failures.labels(live.newest.game).inc()

    async def command_elsewhere(self, connection: Connection, command: str, do: ask.Do, table: str) -> None:
        """A command for a table that the connection does not show. Raises :class:`TableGone`."""
        if isinstance(do, ask.Create):
            await self._creator.create(connection, command, do, table)
        else:
            live = await self.table(table)
            if not live.command(connection, command, do):
                connection.refuse(command, "busy")

    def now(self) -> int:
        """Redis's time in milliseconds, as far as this node knows it."""
        return int(time.time() * 1000) + self._clock_offset

    async def set_clock(self) -> None:
        """Learn how far this machine's clock is from Redis's."""
        try:
            seconds, micros = await self.services.redis.time()
        except store.UNAVAILABLE:
            return
        self._clock_offset = seconds * 1000 + micros // 1000 - int(time.time() * 1000)

    # --- connections ----------------------------------------------------------------------------------------------

    async def enter(self, connection: Connection, message: ask.Enter) -> None:
        """Show a table on a connection. Raises :class:`TableGone`."""
        try:
            if message.invitation and await self.services.people.invited(message.table, message.invitation):
                connection.invited.add(message.table)
        except store.UNAVAILABLE:
            raise TableGone("unavailable") from None
        live = await self.table(message.table)
        cursor, lost = None, False
        if message.seq is not None and message.mark is not None:
            cursor = (message.seq, message.mark)
            # What this node does not know may be lost, or the node may not have heard of it yet.
            lost = not live.knows(cursor) and await live.compare()
            live = await self.table(message.table)
        # Nothing is awaited from here on: a table that sleeps must not be connected to.
        if not may_watch(live.newest, connection.person, message.table in connection.invited):
            raise TableGone("private")
        live.audience.connect(connection, cursor, lost=lost)

    async def serve(self, connection: Connection) -> None:
        """Serve a connection until it is gone."""
        self.connections.add(connection)
        self.metrics.connections.set(len(self.connections))
        try:
            await connection.serve()
        finally:
            self.connections.discard(connection)
            self.metrics.connections.set(len(self.connections))

    def frame_allowed(self, connection: Connection) -> bool:
        """Whether the connection may send one more frame now."""
        return self._frames.take(str(id(connection)))

    def command_allowed(self, person: str) -> bool:
        """Whether the person may send one more command now."""
        return self.services.people.command_allowed(person)

    def count_answer(self, answer: tell.Accepted | tell.Refused | tell.Unsettled, do: ask.Do) -> None:
        """Count what became of a command."""
        if isinstance(answer, tell.Refused):
            self.metrics.refusals.labels(answer.code).inc()
            if isinstance(do, ask.Undo):
                self.metrics.undo_refusals.labels(answer.code).inc()
        elif isinstance(answer, tell.Unsettled):
            self.metrics.unsettled.inc()

    # --- the log's news -------------------------------------------------------------------------------------------

    def ring(self, table: str, seq: int) -> None:
        """The bell: some node has appended event ``seq``."""
        live = self.tables.get(table)
        if live is not None:
            live.heard(seq)
        elif table in self._loading:
            self._rung[table] = max(seq, self._rung.get(table, 0))

    def poll_soon(self) -> None:
        """The bell was away and is back: something may have been missed."""
        self._rounds.poll_now.set()
