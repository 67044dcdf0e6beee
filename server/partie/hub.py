"""All tables awake on this node, and what reaches them: connections, the bell, the poll, bots and the clock."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

import structlog

from partie import tasks
from partie.cluster import nodes
from partie.features.bots.driver import BotDriver
from partie.features.bots.reasons import Reasons
from partie.features.chat.talk import Talk
from partie.features.clocks.clocks import Pacer
from partie.features.lobby.entries import order
from partie.features.moderation.order import Order
from partie.features.notifications.notifier import Caller
from partie.features.presence.company import Company
from partie.features.ratings.rater import Rater
from partie.gateway.connection import Connection
from partie.gateway.creation import Creator
from partie.gateway.login import Door
from partie.isolation.loads import Loads
from partie.isolation.watchdog import EngineStuck, is_stuck
from partie.live.actor import Asked, LiveTable
from partie.live.errors import PoisonedTable, TableGone
from partie.log import Bell, ForeignEntry, LogUnavailable
from partie.net.admission import Turnstile
from partie.people.limits import LocalLimit, Rate
from partie.redis import store
from partie.table import (
    Context,
    Decision,
    EngineFailed,
    History,
    Newer,
    Refused,
    Snapshot,
    Table,
    TableBroken,
    decide,
    may_watch,
)
from partie.table.context import engine_of
from partie.upkeep.archivist import Archivist
from partie.upkeep.rounds import Rounds
from partie.wire import client_in, client_out, limits

if TYPE_CHECKING:
    from partie.services import Services

SLEEP_SECONDS: Final = 60.0
"""A table that nobody showed for so long is put to sleep."""

DRAIN_SECONDS: Final = 2.0
"""A node that ends spreads its clients' going over so long, so that they do not come all at once to another."""

AWAY_MS: Final = 100
"""Milliseconds within which a client that is sent away comes back: what its person notices of it."""

ENDED_SECONDS: Final = 24 * 3600
"""The snapshot of a game that has ended stands so long beyond the time when its log is archived."""

GO_AWAY: Final = 1012
"""Close code of the websocket protocol's registry: the service restarts."""

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
        self.turnstile = Turnstile()
        """What a crowd that comes at once has to pass: into the house, and to its tables."""
        self.door = Door(self)
        self.company = Company(self)
        self.talk = Talk(self)
        self.order = Order(self)
        self.reasons = Reasons(self)
        self.bots = BotDriver(self, services.settings.bot_pause)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._loads = asyncio.Semaphore(LOADS)
        # What the bell said of tables while they were being loaded.
        self._rung: dict[str, int] = {}
        self.unfinished = Loads(services.redis)
        self._broken: dict[str, str] = {}
        self._bell = Bell(services.settings.redis_url, self.ring, self.poll_soon)
        self._tasks: set[asyncio.Task[None]] = set()
        self.creator = Creator(self)
        self._clock_offset = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000
        self._deserted = asyncio.Event()
        self.draining = False
        """Whether new connections are sent to other nodes."""
        services.nodes.count = lambda: (len(self.connections), len(self.tables), self.draining)
        services.nodes.on_told = self._told
        self.archivist = Archivist(self)
        self.rater = Rater(self)
        self.pacer = Pacer(self)
        self.caller = Caller(self)
        self._rounds = Rounds(self, SLEEP_SECONDS)
        self.frame_rate = Rate(max(limits.FRAMES_PER_SECOND, 2 * services.settings.commands_per_second), 1.0)
        """Of one connection. Whoever is allowed more commands is allowed their frames, and a question with each."""
        self._frames = LocalLimit(self.frame_rate)

    # --- life -----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to hear the bell and to poll."""
        await self.set_clock()
        for work in (
            self._bell.run(),
            self.pacer.run(),
            self.pacer.heart(),
            self.company.seekers.run(),
            self.company.friends.run(),
            *self._rounds.all(),
            *self.caller.rounds(),
        ):
            self.spawn(work)

    async def drain(self) -> None:
        """Send every client to another node, each at its own moment within two seconds; until then it is served."""
        if self.connections:
            self._deserted.clear()
            leaving = [asyncio.create_task(self._send_away(connection)) for connection in self.connections]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DRAIN_SECONDS):
                    await self._deserted.wait()
            await tasks.end(leaving)

    async def empty(self) -> None:
        """Send everybody to other nodes and take nobody in, until :meth:`take_in`."""
        self.draining = True
        self.services.nodes.changed()
        await self.drain()
        for connection in list(self.connections):
            await connection.close(GO_AWAY)
        self.services.nodes.changed()

    def take_in(self) -> None:
        """Take people in again."""
        self.draining = False
        self.services.nodes.changed()

    def _told(self, told: nodes.Told) -> None:
        """What an operator says, to this node or to all."""
        match told:
            case nodes.Drain(nodes=meant, back=back) if self.services.nodes.node in meant:
                logger.info("draining", back=back)
                if back:
                    self.take_in()
                elif not self.draining:
                    self.spawn(self.empty())
            case nodes.Repaired(table=table):
                self._broken.pop(table, None)
                if table in self.tables:
                    self.tables[table].doubt()
            case nodes.Poisoned(table=table) if table in self.tables:
                self.tables[table].fail(PoisonedTable(table))
            case nodes.Rotated():
                self.spawn(self.services.people.start())

    async def _send_away(self, connection: Connection) -> None:
        await asyncio.sleep(random.uniform(0.0, DRAIN_SECONDS - 0.001 * AWAY_MS))  # noqa: S311 (no secret)
        connection.send(client_out.Moved(random.randrange(AWAY_MS)))  # noqa: S311

    async def stop(self) -> None:
        """Put every table to sleep and stop."""
        await self.company.seekers.stop()
        await tasks.end(self._tasks)
        await self.caller.stop()
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
        try:
            # Before its log is read: what is appended from then on is told of.
            await self._bell.listen(table)
            history = await self.fold(table)
            back = await self._shown_too_new(history)
            live = self.tables[table] = LiveTable(self, history)
        except BaseException:
            self._bell.leave(table)
            raise
        live.heard(self._rung.pop(table, 0))
        self.metrics.tables_awake.set(len(self.tables))
        try:
            self.company.advanced(live, back=back)
            self.bots.consider(live)
        except Exception as error:
            live.fail(error)
            raise TableGone("broken") from None
        return live

    async def fold(self, table: str) -> History:
        """The fold of a table's log, few at a time and noted while it lasts. Raises :class:`TableGone`."""
        async with self._loads:
            with self.metrics.load_seconds.time():
                try:
                    if not await self.unfinished.begin(table):
                        logger.error("table_left_alone", table=table, why="nodes ended while they loaded it")
                        raise TableGone("broken")
                    try:
                        return await self.load_history(table)
                    finally:
                        await self.unfinished.done(table)
                except store.UNAVAILABLE:
                    raise TableGone("unavailable") from None

    async def _shown_too_new(self, history: History) -> bool:
        """Whether the lobby shows more of a table than its log holds: the log lost its tail while nobody had it."""
        shown = self.services.lobby.entries.get(history.id)
        if shown is None or order(shown) <= history.seq:
            return False
        return await self.log.last([history.id]) == [(history.newest.seq, history.newest.mark)]

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
        await self.turnstile.passed()
        try:
            snapshot = None if data is None else Snapshot.decode(data, engines)
            history = History.load(table, entries, snapshot, engines)
            # Before its start a table asks for no engine, and could not be put to sleep without.
            engine_of(history.newest, engines)
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
        self._forget(live)
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
        self._forget(live)
        await live.stop()
        self.company.asleep(live)
        await self._save(live)
        self.metrics.tables_awake.set(len(self.tables))

    def _forget(self, live: LiveTable) -> None:
        # In one step: whoever wakes the table again listens to it anew.
        if self.tables.get(live.id) is live:
            del self.tables[live.id]
            self._bell.leave(live.id)

    def save_snapshot(self, live: LiveTable) -> None:
        """Keep a snapshot of the table beside its log. A cache: a failure costs time at the next load."""
        self.spawn(self._save(live))

    async def _save(self, live: LiveTable) -> None:
        # A game that has ended will hardly be looked at for ever; but its archiving folds it once more.
        ended = live.newest.phase == "ended"
        seconds = self.services.settings.archive_after + ENDED_SECONDS if ended else None
        try:
            await self.log.save_snapshot(live.id, live.history.snapshot().encode(), seconds=seconds)
        except LogUnavailable:
            logger.warning("snapshot_not_saved", table=live.id)

    # --- commands -------------------------------------------------------------------------------------------------

    def new_table_id(self, person: str, command: str) -> str:
        """The id of the table that this command makes: a repeat makes the same one."""
        return self.services.people.table_id(person, command)

    def decide(self, live: LiveTable, asked: Asked, known: Table | None = None) -> Decision | Refused:
        """What the command would make of the table, given who is here now; or of what the person knows of it."""
        context = Context(
            person=asked.person,
            id=asked.command,
            engines=self.services.registry,
            past=live.history.past,
            now=self.now(),
            away=self.services.presence.away(live.id),
            shown=live.history.reach(self.now()),
            invited=asked.invited,
            brought=asked.brought,
        )
        try:
            decision = decide(known or live.newest, asked.do, context)
            if isinstance(decision, Decision):
                _ = decision.body  # encoded now, so that what cannot be is refused as well
        except Exception as error:
            if isinstance(error, Newer | TableBroken) and not isinstance(error, EngineFailed):
                raise  # it is the log that cannot be folded
            if is_stuck(error):
                raise EngineStuck(str(error)) from error  # once more, and everybody would wait again
            # Nothing was appended: the position stands, and whoever does something else can go on.
            self.engine_failed(live, error)
            return Refused("engine_failed")
        return decision

    def engine_failed(self, live: LiveTable, error: Exception) -> None:
        """Note that an engine failed on a command or a question, which changed nothing."""
        logger.error("engine_failed", table=live.id, game=live.newest.game, exc_info=error)
        self.metrics.engine_failures.labels(live.newest.game).inc()
        if is_stuck(error):
            asyncio.get_running_loop().call_soon(live.fail, error)

    async def command_elsewhere(self, connection: Connection, command: str, do: client_in.Do, table: str) -> None:
        """A command for a table that the connection does not show. Raises :class:`TableGone`."""
        if isinstance(do, client_in.Create):
            await self.creator.create(connection, command, do, table)
        elif isinstance(do, client_in.Again):
            known = (await self.table(table)).horizon.of_person(connection.person)
            await self.creator.again(connection, command, known)
        elif isinstance(do, client_in.Fork):
            await self.creator.fork(connection, command, do, await self.table(table))
        else:
            live = await self.table(table)
            if not live.command(connection, command, do):
                connection.refuse(command, "busy")

    def now(self) -> int:
        """Redis's time in milliseconds, as far as this node knows it."""
        return time.monotonic_ns() // 1_000_000 + self._clock_offset

    def learn_time(self, now: int) -> None:
        """Redis has just said what time it is."""
        self._clock_offset = now - time.monotonic_ns() // 1_000_000

    async def set_clock(self) -> None:
        """Learn how far Redis's clock is from this process's own, which nobody can set."""
        try:
            seconds, micros = await self.services.redis.time()
        except store.UNAVAILABLE:
            return
        self.learn_time(seconds * 1000 + micros // 1000)

    # --- connections ----------------------------------------------------------------------------------------------

    async def enter(self, connection: Connection, message: client_in.Enter) -> None:
        """Show a table on a connection. Raises :class:`TableGone`."""
        try:
            if message.invitation and await self.services.people.invited(message.table, message.invitation):
                connection.invited.add(message.table)
        except store.UNAVAILABLE:
            raise TableGone("unavailable") from None
        await self.table(message.table)
        await self.turnstile.passed()
        live = await self.table(message.table)
        await self.company.next_games.let_in(connection, live.newest, message.invitation)
        await self.company.friends.let_in(connection, live.newest)
        live = await self.table(message.table)
        cursor, lost = None, False
        if message.seq and message.mark is not None:  # there is no event 0 that could have been lost
            cursor = (message.seq, message.mark)
            # What this node does not know may be lost, or the node may not have heard of it yet.
            lost = not live.knows(cursor) and await live.compare()
            live = await self.table(message.table)
        # Nothing is awaited from here on: a table that sleeps must not be connected to.
        if not may_watch(live.newest, connection.person, message.table in connection.invited):
            raise TableGone("private")
        live.audience.connect(connection, cursor, lost=lost)

    async def serve(self, connection: Connection) -> None:
        """Serve a connection; it may go on after this has returned, until :meth:`gone` is called."""
        self.connections.add(connection)
        self.metrics.connections.set(len(self.connections))
        await connection.serve()

    def gone(self, connection: Connection) -> None:
        """A connection's peer is gone."""
        self.connections.discard(connection)
        self._frames.forget(str(id(connection)))
        self.metrics.connections.set(len(self.connections))
        if not self.connections:
            self._deserted.set()
            self.services.nodes.changed()

    def frame_allowed(self, connection: Connection) -> bool:
        """Whether the connection may send one more frame now."""
        return self._frames.take(str(id(connection)))

    def command_allowed(self, person: str) -> bool:
        """Whether the person may send one more command now."""
        return self.services.people.command_allowed(person)

    def count_answer(self, answer: client_out.CommandAnswer, do: client_in.Do) -> None:
        """Count what became of a command."""
        if isinstance(answer, client_out.Refused):
            self.metrics.refusals.labels(answer.code).inc()
            if isinstance(do, client_in.Undo):
                self.metrics.undo_refusals.labels(answer.code).inc()
        elif isinstance(answer, client_out.Unsettled):
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
