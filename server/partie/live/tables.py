"""The registry of the tables awake on this node: loads them, puts them to sleep, sets them aside."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog

from partie.clock import Clock
from partie.isolation.loads import Loads
from partie.isolation.watchdog import is_stuck
from partie.live.actor import Actor, Surroundings
from partie.live.decision import Decider
from partie.live.errors import PoisonedTable, TableGone
from partie.live.observer import Hooks
from partie.log import ChangeFeed, Counters, ForeignEntry, Log, LogUnavailable
from partie.metrics import Metrics
from partie.redis import store
from partie.registry import Registry
from partie.table import History, Newer, Snapshot, Table, TableBroken
from partie.table.context import engine_of
from partie.tasks import Background

SLEEP_SECONDS: Final = 60.0
"""A table that nobody showed for so long is put to sleep."""

ENDED_SECONDS: Final = 24 * 3600
"""The snapshot of a game that has ended stands so long beyond the time when its log is archived."""

LOADS: Final = 8
"""Tables loaded at a time; the others wait, so that one arriving crowd does not stop the rest."""

POLLED: Final = 16
"""Tables that are asked about together."""

POLL_PAUSE: Final = 0.02
"""Seconds between these, in which the log has time for moves: thousands of tables are polled in one to two seconds."""

logger = structlog.get_logger()


class Tables:
    """The tables awake here, by id (:attr:`awake`).

    ``archive_after``: the seconds after which the log of a game that has ended is archived. ``turn`` is awaited
    before a table is folded, so that a crowd of loads leaves the moves their time.
    """

    def __init__(
        self,
        log: Log,
        feed: ChangeFeed,
        loads: Loads,
        registry: Registry,
        clock: Clock,
        metrics: Metrics,
        background: Background,
        *,
        archive_after: int = 0,
        turn: Callable[[], Awaitable[None]],
    ) -> None:
        self.hooks = Hooks()
        self.awake: dict[str, Actor] = {}
        self.loads = loads
        self.poll_now = asyncio.Event()
        """The change feed was away and is back: something may have been missed."""
        self._log = log
        self._feed = feed
        self._registry = registry
        self._metrics = metrics
        self._background = background
        self._archive_after = archive_after
        self._turn = turn
        self._loading: dict[str, asyncio.Task[Actor]] = {}
        self._slots = asyncio.Semaphore(LOADS)
        # What the change feed said of tables while they were being loaded.
        self._heard: dict[str, int] = {}
        self._broken: dict[str, str] = {}
        self._counted = Counters()
        decide = Decider(registry, clock, self.hooks, self.engine_failed)
        self._around = Surroundings(
            log, clock, metrics, self.hooks, decide, self._load, self._set_aside, self._keep, self.engine_failed
        )

    # --- waking ---------------------------------------------------------------------------------------------------

    async def get(self, table: str) -> Actor:
        """The awake table; loaded once however many ask. Raises :class:`TableGone`."""
        live = self.awake.get(table)
        if live is not None:
            return live
        if table in self._broken:
            raise TableGone(self._broken[table])
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._wake(table))
            loading.add_done_callback(lambda task: self._woken(table, task))
        return await asyncio.shield(loading)

    def _woken(self, table: str, loading: asyncio.Task[Actor]) -> None:
        self._loading.pop(table, None)
        self._heard.pop(table, None)
        if not loading.cancelled():
            loading.exception()  # whoever waited has it; it may be that nobody does any more

    async def _wake(self, table: str) -> Actor:
        try:
            # Before its log is read: what is appended from then on is heard of.
            await self._feed.listen(table)
            history = await self.load(table)
            rewound = await self._shown_too_new(history)
            live = self.awake[table] = Actor(history, self._around)
        except BaseException:
            self._feed.leave(table)
            raise
        live.heard(self._heard.pop(table, 0))
        self._metrics.tables_awake.set(len(self.awake))
        try:
            for observer in self.hooks.observers:
                observer.woke(live, rewound=rewound)
        except Exception as error:
            live.fail(error)
            raise TableGone("broken") from None
        return live

    async def _shown_too_new(self, history: History) -> bool:
        """Whether more of a table was shown than its log holds: the log lost its tail while nobody had it."""
        if self.hooks.last_shown(history.id) <= history.seq:
            return False
        return await self._log.last([history.id]) == [(history.newest.seq, history.newest.mark)]

    async def load(self, table: str) -> History:
        """The fold of a table's log, few at a time and noted while it lasts. Raises :class:`TableGone`."""
        async with self._slots:
            with self._metrics.load_seconds.time():
                try:
                    if not await self.loads.begin(table):
                        logger.error("table_left_alone", table=table, why="nodes ended while they loaded it")
                        raise TableGone("broken")
                    try:
                        return await self._load(table)
                    finally:
                        await self.loads.done(table)
                except store.UNAVAILABLE:
                    raise TableGone("unavailable") from None

    async def _load(self, table: str) -> History:
        """The fold of a table's log, from its snapshot on if that fits. Raises :class:`TableGone`."""
        try:
            data = await self._log.load_snapshot(table)
            entries = await self._log.read(table)
        except LogUnavailable:
            raise TableGone("unavailable") from None
        except ForeignEntry as foreign:
            self._mark_broken(table, "broken", foreign)
            raise TableGone("broken") from None
        if not entries:
            raise TableGone("unknown")
        engines = self._registry
        await self._turn()
        try:
            snapshot = None if data is None else Snapshot.decode(data, engines)
            history = History.load(table, entries, snapshot, engines)
            # Before its start a table asks for no engine, and could not be put to sleep without.
            engine_of(history.newest, engines)
        except Newer:
            raise TableGone("newer") from None
        except TableBroken as broken:
            self._mark_broken(table, "broken", broken)
            raise TableGone("broken") from None
        self._metrics.loads.labels("log" if snapshot is None else "snapshot").inc()
        return history

    # --- sleeping -------------------------------------------------------------------------------------------------

    async def sleep(self, live: Actor) -> None:
        """Keep a snapshot of the table and forget it."""
        self._forget(live)
        await live.stop()
        self._slept(live)
        await self._save(live)
        self._metrics.tables_awake.set(len(self.awake))

    async def sleep_idle(self, seconds: float) -> bool:
        """Put to sleep what nobody has shown for so many seconds; whether anything was."""
        now = asyncio.get_running_loop().time()
        slept = False
        for table in list(self.awake):  # by id, so that nothing holds those that sleep already
            live = self.awake.get(table)
            if live is not None and live.idle and now - live.idle_since > seconds:
                await self.sleep(live)
                slept = True
        return slept

    async def stop(self) -> None:
        """Put every table to sleep."""
        for live in list(self.awake.values()):
            await self.sleep(live)

    def _forget(self, live: Actor) -> None:
        # In one step: whoever wakes the table again listens to it again.
        if self.awake.get(live.id) is live:
            del self.awake[live.id]
            self._feed.leave(live.id)

    def _slept(self, live: Actor) -> None:
        for observer in self.hooks.observers:
            observer.slept(live.id)

    def _keep(self, live: Actor) -> None:
        """Keep a snapshot of the table beside its log. A cache: a failure costs time at the next load."""
        self._background.spawn(self._save(live))

    async def _save(self, live: Actor) -> None:
        # A game that has ended will hardly be looked at for ever; but its archiving folds it once more.
        ended = live.newest.phase == "ended"
        seconds = self._archive_after + ENDED_SECONDS if ended else None
        try:
            await self._log.save_snapshot(live.id, live.history.snapshot().encode(), seconds=seconds)
        except LogUnavailable:
            logger.warning("snapshot_not_saved", table=live.id)

    # --- what went wrong ------------------------------------------------------------------------------------------

    def _set_aside(self, live: Actor, error: Exception) -> str:
        """Show a table that failed as broken on this node; the node serves on. The code that says why."""
        if isinstance(error, TableGone):
            code = error.code
        else:
            code = "newer" if isinstance(error, Newer) else "broken"
            self._mark_broken(live.id, code, error)
        self._forget(live)
        self._slept(live)
        self._metrics.tables_awake.set(len(self.awake))
        for subscriber in live.subscribers:
            live.subscribers.dismiss(subscriber, code)
        return code

    def _mark_broken(self, table: str, code: str, error: Exception) -> None:
        logger.error("table_quarantined", table=table, code=code, exc_info=error)
        self._broken[table] = code
        self._metrics.quarantined.inc()

    def engine_failed(self, table: Table, error: Exception) -> None:
        """Note that an engine failed on a command or a question, which changed nothing."""
        logger.error("engine_failed", table=table.id, game=table.game, exc_info=error)
        self._metrics.engine_failures.labels(table.game).inc()
        if is_stuck(error) and table.id in self.awake:
            asyncio.get_running_loop().call_soon(self.awake[table.id].fail, error)

    def repaired(self, table: str) -> None:
        """The log of a table was put right, or replaced: look again."""
        self._broken.pop(table, None)
        if table in self.awake:
            self.awake[table].doubt()

    def poisoned(self, table: str) -> None:
        """Another node ended in a call of the table's engine: set it aside here."""
        if table in self.awake:
            self.awake[table].fail(PoisonedTable(table))

    # --- what the log says ----------------------------------------------------------------------------------------

    def heard(self, table: str, seq: int) -> None:
        """The change feed: some node has appended event ``seq``."""
        live = self.awake.get(table)
        if live is not None:
            live.heard(seq)
        elif table in self._loading:
            self._heard[table] = max(seq, self._heard.get(table, 0))

    async def poll(self) -> None:
        """Compare all awake tables with the last events of their logs, for the change feed may have lost a word."""
        awake = list(self.awake)  # by id, so that nothing holds those that sleep until the next poll
        async with asyncio.TaskGroup() as asking:
            for first in range(0, len(awake), POLLED):
                if first:
                    await asyncio.sleep(POLL_PAUSE)
                asking.create_task(self._compare(awake[first : first + POLLED]))
        self._count_log()

    async def _compare(self, tables: Sequence[str]) -> None:
        """Ask the logs of some tables for their last events. One that cannot answer holds up no other's."""
        for table, last in zip(tables, await self._log.last(tables), strict=True):
            live = self.awake.get(table)
            if live is None or last is None:
                continue  # Redis could not be asked; the next poll will
            if last[0] > live.newest.seq:
                live.heard(last[0])
            elif last != (live.newest.seq, live.newest.mark):
                live.doubt()

    def _count_log(self) -> None:
        """Add what the log has counted since the last look."""
        metrics, before = self._metrics, self._counted
        self._counted = now = copy.copy(self._log.counters)
        metrics.log_commands.inc(now.commands - before.commands)
        metrics.log_batches.inc(now.batches - before.batches)
        metrics.log_resent.inc(now.resent - before.resent)
        metrics.log_short_of_replicas.inc(now.short_of_replicas - before.short_of_replicas)

    def release(self) -> None:
        """Show spectators who are some seconds behind what they may see by now."""
        for live in list(self.awake.values()):
            delay = live.newest.delay
            if delay is not None and delay.unit == "seconds":
                live.release()
