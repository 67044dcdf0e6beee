"""The registry of the tables awake on this node: loads them, puts them to sleep, and sets them aside."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import structlog

from partie.clock import Clock
from partie.fair import BY_SERVICE, Owner, Turn, Turns
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
"""Seconds without subscribers after which a table is put to sleep."""

ENDED_SECONDS: Final = 24 * 3600
"""Lifetime in seconds of an ended game's snapshot, beyond the time when its log is archived."""

LOADS: Final = 8
"""Maximum number of simultaneous loads; others wait, and those who ask for them are served in turn."""

POLLED: Final = 16
"""Number of tables polled together."""

POLL_PAUSE: Final = 0.02
"""Seconds between these, which leave the log time for moves: polling thousands of tables takes 1 to 2 seconds."""

logger = structlog.get_logger()


@dataclass(eq=False)
class _Loading:
    """A table that is being loaded, and those who wait for it: the load is queued for each of them."""

    askers: list[Owner]
    turn: Turn
    waits: bool = False
    """Whether it waits for its turn, or has it: the table exists."""
    task: asyncio.Task[Actor] = field(init=False)


class Tables:
    """The tables awake here, by id (:attr:`awake`).

    ``archive_after``: the seconds after which the log of an ended game is archived. ``turn`` is awaited before a table
    is folded, so that a crowd of loads leaves time for moves.
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
        """Set when the change feed has reconnected: something may have been missed."""
        self._log = log
        self._feed = feed
        self._registry = registry
        self._metrics = metrics
        self._background = background
        self._archive_after = archive_after
        self._turn = turn
        self._loading: dict[str, _Loading] = {}
        self._turns = Turns(LOADS)
        # Reports of the change feed about tables that are being loaded.
        self._heard: dict[str, int] = {}
        self._broken: dict[str, str] = {}
        self._counted = Counters()
        decide = Decider(registry, clock, self.hooks, self.engine_failed)
        self._around = Surroundings(
            log, clock, metrics, self.hooks, decide, self._load, self._set_aside, self._keep, self.engine_failed
        )

    # --- waking ---------------------------------------------------------------------------------------------------

    async def get(self, table: str, asker: Owner = BY_SERVICE) -> Actor:
        """Return the awake table; loaded once, however many callers ask. Raises :class:`TableGone`.

        A load that waits is served in the turn of its askers, and is dropped when all of them are cancelled.
        """
        live = self.awake.get(table)
        if live is not None:
            return live
        if table in self._broken:
            raise TableGone(self._broken[table])
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = _Loading([], Turn())
            loading.task = asyncio.create_task(self._wake(table, loading))
            loading.task.add_done_callback(partial(self._woken, table, loading))
        if loading.waits and asker not in loading.askers:
            self._turns.enter(loading.turn, asker)
        loading.askers.append(asker)
        try:
            return await asyncio.shield(loading.task)
        finally:
            loading.askers.remove(asker)
            if not (loading.askers or loading.turn.granted.done() or loading.task.done()):
                # A later request begins a new load.
                self._forget_loading(table, loading)
                loading.task.cancel()

    def _woken(self, table: str, loading: _Loading, task: asyncio.Task[Actor]) -> None:
        self._forget_loading(table, loading)
        if not task.cancelled():
            task.exception()  # the callers have it, if any are left

    def _forget_loading(self, table: str, loading: _Loading) -> None:
        if self._loading.get(table) is loading:
            del self._loading[table]
            self._heard.pop(table, None)

    async def _wake(self, table: str, loading: _Loading) -> Actor:
        # Most requests for tables that do not exist mean no good, so they take no slot.
        await self._check(table)
        loading.waits = True
        for asker in dict.fromkeys(loading.askers):
            self._turns.enter(loading.turn, asker)
        try:
            await loading.turn.granted
            return await self._wake_now(table)
        finally:
            self._turns.leave(loading.turn)

    async def _check(self, table: str) -> None:
        """Raise :class:`TableGone` if there is no such table, or that cannot be known now."""
        (last,) = await self._log.last([table])
        if last is None:
            raise TableGone("unavailable")
        if last == (0, ""):
            raise TableGone("unknown")

    async def _wake_now(self, table: str) -> Actor:
        try:
            # Before its log is read, so that nothing appended after that is missed.
            await self._feed.listen(table)
            history = await self._begin_load(table)
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
        """Whether more of a table was shown than its log holds: the log lost its tail while no node had it awake."""
        if self.hooks.last_shown(history.id) <= history.seq:
            return False
        return await self._log.last([history.id]) == [(history.newest.seq, history.newest.mark)]

    async def load(self, table: str) -> History:
        """Fold a table's log for the service itself, in its turn. Raises :class:`TableGone`."""
        async with self._turns.take(BY_SERVICE):
            return await self._begin_load(table)

    async def _begin_load(self, table: str) -> History:
        """Fold a table's log, recorded while in progress. Raises :class:`TableGone`."""
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
        """Fold a table's log, starting from its snapshot if that fits. Raises :class:`TableGone`."""
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
            # Before its start a table uses no engine, and without one it could not be put to sleep.
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
        """Store a snapshot of the table and drop it from memory."""
        self._forget(live)
        await live.stop()
        self._slept(live)
        await self._save(live)
        self._metrics.tables_awake.set(len(self.awake))

    async def sleep_idle(self, seconds: float) -> bool:
        """Put to sleep all tables without subscribers for so many seconds; return whether there were any."""
        now = asyncio.get_running_loop().time()
        slept = False
        for table in list(self.awake):  # by id, so that nothing keeps sleeping tables alive
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
        # In one step: a caller that wakes the table again subscribes to it again.
        if self.awake.get(live.id) is live:
            del self.awake[live.id]
            self._feed.leave(live.id)

    def _slept(self, live: Actor) -> None:
        for observer in self.hooks.observers:
            observer.slept(live.id)

    def _keep(self, live: Actor) -> None:
        """Store a snapshot of the table next to its log. It is a cache: a failure only slows down the next load."""
        self._background.spawn(self._save(live))

    async def _save(self, live: Actor) -> None:
        # An ended game's snapshot is rarely needed for long, but archiving folds the log once more.
        ended = live.newest.phase == "ended"
        if ended and not live.newest.started:
            return  # so short a log needs none, and is soon deleted
        seconds = self._archive_after + ENDED_SECONDS if ended else None
        try:
            await self._log.save_snapshot(live.id, live.history.snapshot().encode(), seconds=seconds)
        except LogUnavailable:
            logger.warning("snapshot_not_saved", table=live.id)

    # --- failures -------------------------------------------------------------------------------------------------

    def _set_aside(self, live: Actor, error: Exception) -> str:
        """Show a failed table as broken on this node, which serves on; return the code that says why."""
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
        logger.error("table_quarantined", table=table, code=code, why=str(error), exc_info=error)
        self._broken[table] = code
        self._metrics.quarantined.inc()

    def engine_failed(self, table: Table, error: Exception) -> None:
        """Record that an engine failed on a command or a question, which changed nothing."""
        logger.error("engine_failed", table=table.id, game=table.game, exc_info=error)
        self._metrics.engine_failures.labels(table.game).inc()
        if is_stuck(error) and table.id in self.awake:
            asyncio.get_running_loop().call_soon(self.awake[table.id].fail, error)

    def repaired(self, table: str) -> None:
        """Check a table again whose log was repaired or replaced."""
        self._broken.pop(table, None)
        if table in self.awake:
            self.awake[table].doubt()

    def poisoned(self, table: str) -> None:
        """Set a table aside here because another node crashed in a call to its engine."""
        if table in self.awake:
            self.awake[table].fail(PoisonedTable(table))

    # --- news of the log ------------------------------------------------------------------------------------------

    def heard(self, table: str, seq: int) -> None:
        """Note that the log has reached event ``seq``, as reported by the change feed."""
        live = self.awake.get(table)
        if live is not None:
            live.heard(seq)
        elif table in self._loading:
            self._heard[table] = max(seq, self._heard.get(table, 0))

    async def poll(self) -> None:
        """Compare all awake tables with the last events of their logs, since the change feed may lose a message."""
        awake = list(self.awake)  # by id, so that nothing keeps tables alive that fall asleep before the next poll
        async with asyncio.TaskGroup() as asking:
            for first in range(0, len(awake), POLLED):
                if first:
                    await asyncio.sleep(POLL_PAUSE)
                asking.create_task(self._compare(awake[first : first + POLLED]))
        self._count_log()

    async def _compare(self, tables: Sequence[str]) -> None:
        """Compare some tables with the last events of their logs. One that cannot answer holds up no other."""
        for table, last in zip(tables, await self._log.last(tables), strict=True):
            live = self.awake.get(table)
            if live is None or last is None:
                continue  # Redis was unreachable; the next poll tries again
            if last[0] > live.newest.seq:
                live.heard(last[0])
            elif last != (live.newest.seq, live.newest.mark):
                live.doubt()

    def _count_log(self) -> None:
        """Add to the metrics what the log has counted since the last call."""
        metrics, before = self._metrics, self._counted
        self._counted = now = copy.copy(self._log.counters)
        metrics.log_commands.inc(now.commands - before.commands)
        metrics.log_batches.inc(now.batches - before.batches)
        metrics.log_resent.inc(now.resent - before.resent)
        metrics.log_short_of_replicas.inc(now.short_of_replicas - before.short_of_replicas)

    def release(self) -> None:
        """Show spectators with a delay in seconds what they may see by now."""
        for live in list(self.awake.values()):
            delay = live.newest.delay
            if delay is not None and delay.unit == "seconds":
                live.release()
