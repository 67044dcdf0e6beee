"""The lobby of a node: publishes the entries of its awake tables to all nodes, and shows people those of all nodes."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import monotonic
from typing import Final

import structlog
from msgspec.structs import replace

from partie import tasks
from partie.cluster.bus import Bus
from partie.cluster.messages import Renamed
from partie.cluster.softstate import Failures
from partie.features.lobby.board import Board, Change
from partie.features.lobby.entries import SHARDS, Entries, order, shard_of
from partie.metrics import Metrics
from partie.people.persons import Names
from partie.redis import store
from partie.redis.connect import Client
from partie.wire.client_out import LobbyEntry, LobbyTables

WRITE_SECONDS: Final = 1.0
"""Seconds over which pending writes are spread, so that moves go between; the first after an idle time is immediate.

The table's own node shows the change at once, the others when it has been written.
"""

NOTIFY_SECONDS: Final = 0.2
"""Seconds of changes that go to clients in one message."""

RELOAD_SECONDS: Final = 60.0
"""Seconds between full reloads, because messages between nodes may be lost; they also drop expired entries."""

RENEW_SECONDS: Final = 600.0
"""Seconds between renewals of the entries of awake tables, far below the shortest :data:`entries.LIFETIME`."""

STOP_SECONDS: Final = 2.0
"""Seconds that a stopping node waits for its last writes; entries are a projection, and others will write them."""

LATELY_SECONDS: Final = 1800.0
"""Seconds for which a table counts as one where something happens."""

TOGETHER: Final = 32
"""Number of entries written in one step: enough to make a step cheap, few enough to hold up no move in Redis."""

_log = structlog.get_logger(__name__)


class Lobby:
    """The lobby of a node. After :meth:`start`, :attr:`on_change` is called with every change.

    :attr:`viewers` must return the persons who still have the lobby open: of those who got the :meth:`whole`, only they
    get changes.
    """

    def __init__(
        self, redis: Client, bus: Bus, names: Names, metrics: Metrics, time: Callable[[], float] = monotonic
    ) -> None:
        self.on_change: Callable[[Change], None] = lambda _: None
        self.viewers: Callable[[], Iterable[str]] = tuple
        self._entries = Entries(redis)
        self._names = names
        self._metrics = metrics
        self._board = Board()
        self._awake: dict[str, LobbyEntry] = {}
        # Pending writes by table, so never more than there are awake tables. True: the seq may go back.
        self._waiting: dict[str, tuple[LobbyEntry, bool]] = {}
        self._write_now = asyncio.Event()
        self._changed = asyncio.Event()
        self._reload_now = asyncio.Event()
        self._fresh: set[str] = set()
        self._time = time
        self._moved: dict[str, float] = {}
        """When something last happened at a table, if that was lately."""
        self._failures = {work: Failures(f"lobby_{work}", metrics) for work in ("write", "drop", "names", "reload")}
        self._tasks: list[asyncio.Task[None]] = []
        Entries.listen(bus, self._hear)
        bus.listen(Renamed, self.renamed)
        bus.on_hearing(self._hearing)

    # --- for the node ---------------------------------------------------------------------------------------------

    @property
    def entries(self) -> Mapping[str, LobbyEntry]:
        """All tables in the lobby, listed for everybody or not, without names."""
        return self._board.entries

    def show(self, entry: LobbyEntry, *, back: bool = False) -> None:
        """Publish the present entry of an awake table, without names; it is renewed until :meth:`asleep`.

        ``back``: its seq may be smaller than before, because its log lost its tail.
        """
        self._awake[entry.table] = entry
        if back:
            self._board.drop(entry.table)
        self._take(entry)
        self._waiting[entry.table] = (entry, back or self._may_go_back(entry.table))
        self._write_now.set()

    def deserted(self, table: str) -> None:
        """Set a table's spectators to 0: the node that counted them died, and no node has the table awake."""
        entry = self._board.entries.get(table)
        if entry is not None and table not in self._awake:
            entry = replace(entry, watching=0)
            self._take(entry)
            self._waiting[table] = (entry, False)
            self._write_now.set()

    def close(self, table: str, *, closed: bool) -> None:
        """Show that moderators have closed a table, or reopened it."""
        self._board.close(table, closed=closed)
        self._changed.set()

    def asleep(self, table: str) -> None:
        """Stop renewing the entry of a table, which is no longer awake here."""
        self._awake.pop(table, None)

    async def gone(self, table: str) -> None:
        """Remove a table that does not exist from the lobby."""
        self.asleep(table)
        self._waiting.pop(table, None)
        self._hear(table, None)
        try:
            await self._entries.drop(table)
        except store.UNAVAILABLE as error:
            self._failures["drop"].failed(error)
        else:
            self._failures["drop"].worked()

    def game_shown(self, table: str, person: str) -> str:
        """The game of a table that everybody sees, or the person does; empty for any other. A person may be empty."""
        return self._board.game_shown(table, person)

    def open_tables(self, host: str) -> int:
        """The number of a host's tables that have not started, as far as this node knows."""
        return self._board.open_tables(host)

    def tables_at_once(self, person: str, besides: str = "") -> int:
        """The number of unfinished tables that a person hosts or sits at, leaving out ``besides``, as known here."""
        return self._board.tables_at_once(person, besides)

    def tables_with_bots(self, host: str, besides: str = "") -> int:
        """The number of unfinished tables of a host with bots where something happened lately, as known here."""
        since = self._time() - LATELY_SECONDS
        return sum(
            table != besides and self._moved.get(table, -LATELY_SECONDS) > since
            for table in self._board.with_bots(host)
        )

    def whole(self, person: str) -> LobbyTables:
        """The lobby for a person who enters it; changes follow by :attr:`on_change`."""
        return self._board.whole(person)

    def renamed(self, message: Renamed) -> None:
        """Handle a person's new name."""
        self._board.learn({message.person: message.name})
        self._changed.set()

    # --- start and stop -------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Read the lobby and follow its changes. Raises errors of Redis."""
        await self._read()
        await self._notify()
        self._tasks = [asyncio.create_task(work) for work in (self._write(), self._follow(), self._reload())]

    async def stop(self) -> None:
        """Write what is pending, and stop."""
        await tasks.end(self._tasks)
        self._renew()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self._write_waiting()

    # --- writing --------------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        renew_at = loop.time() + random.uniform(0.5, 1.0) * RENEW_SECONDS  # noqa: S311 (no secret)
        while True:
            try:
                async with asyncio.timeout_at(renew_at):
                    await self._write_now.wait()
            except TimeoutError:
                renew_at = loop.time() + RENEW_SECONDS
                self._renew()
            self._write_now.clear()
            await self._write_waiting(WRITE_SECONDS)

    def _renew(self) -> None:
        for table, entry in self._awake.items():
            self._waiting.setdefault(table, (entry, False))
        self._write_now.set()

    async def _write_waiting(self, seconds: float = 0.0) -> None:
        """Write what is pending now, spread over some seconds; a table that changes meanwhile in its new state."""
        shares = _shares(self._waiting)
        for share in shares:
            waiting = [self._waiting.pop(table) for table in share if table in self._waiting]
            if waiting:
                await self._put(waiting)
            await asyncio.sleep(seconds / len(shares))

    async def _put(self, waiting: Sequence[tuple[LobbyEntry, bool]]) -> None:
        try:
            await self._entries.put_all(waiting)
        except store.UNAVAILABLE as error:
            self._failures["write"].failed(error)
            for entry, back in waiting:
                # An entry that came in the meantime is newer.
                newest, _ = self._waiting.get(entry.table, (entry, back))
                self._waiting[entry.table] = (newest, back or self._may_go_back(entry.table))
            self._write_now.set()
        else:
            self._failures["write"].worked()

    def _may_go_back(self, table: str) -> bool:
        return table in self._waiting and self._waiting[table][1]

    # --- following ------------------------------------------------------------------------------------------------

    def _take(self, entry: LobbyEntry) -> None:
        self._fresh.add(entry.table)
        known = self._board.entries.get(entry.table)
        if self._board.take(entry):
            self._changed.set()
            if known is None or order(known) != order(entry):
                self._moved[entry.table] = self._time()

    def _hear(self, table: str, entry: LobbyEntry | None) -> None:
        if entry is not None:
            self._take(entry)
        else:
            self._fresh.add(table)
            self._board.drop(table)
            self._changed.set()

    def _hearing(self, hearing: bool) -> None:
        if hearing:
            # Messages may have been lost, and Redis may have come back without the latest writes.
            self._board.doubt_names()
            self._reload_now.set()
            self._renew()

    async def _follow(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            await asyncio.sleep(NOTIFY_SECONDS)
            try:
                await self._notify()
            except Exception:
                # A callback failed: the lobby goes on.
                _log.exception("lobby_not_sent")

    async def _notify(self) -> None:
        unknown = set(self._board.unknown)
        if unknown:
            try:
                found = await self._names(unknown)
            except store.UNAVAILABLE as error:
                self._failures["names"].failed(error)
                self._changed.set()
            else:
                self._failures["names"].worked()
                self._board.learn({person: found.get(person, "") for person in unknown})
        self._metrics.lobby_tables.set(len(self._board.entries))
        change = self._board.change(self.viewers())
        if change is not None:
            self.on_change(change)

    async def _reload(self) -> None:
        while True:
            try:
                async with asyncio.timeout(random.uniform(0.8, 1.2) * RELOAD_SECONDS):  # noqa: S311 (no secret)
                    await self._reload_now.wait()
            except TimeoutError:
                pass
            self._reload_now.clear()
            try:
                await self._read()
            except store.UNAVAILABLE as error:
                self._failures["reload"].failed(error)
            else:
                self._failures["reload"].worked()
                # Tables awake here exist, whatever Redis has lost.
                for entry in self._awake.values():
                    self._board.take(entry)
                self._changed.set()

    async def _read(self) -> None:
        """Read the lobby shard by shard, so that it is never held twice in memory. Raises errors of Redis."""
        since = self._time() - LATELY_SECONDS
        self._moved = {table: at for table, at in self._moved.items() if at > since}
        self._fresh.clear()
        found: set[str] = set()
        for shard in range(SHARDS):
            entries = await self._entries.of_shard(shard)
            self._board.correct(entries, self._fresh)
            found.update(entry.table for entry in entries)
        self._board.keep(found | self._fresh)


def _shares(tables: Iterable[str]) -> list[list[str]]:
    """The tables by shard, in batches that are written in one step."""
    shards: dict[int, list[str]] = {}
    for table in tables:
        shards.setdefault(shard_of(table), []).append(table)
    return [shard[first : first + TOGETHER] for shard in shards.values() for first in range(0, len(shard), TOGETHER)]
