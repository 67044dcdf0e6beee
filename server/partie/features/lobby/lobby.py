"""The lobby of a node: shows its awake tables to all nodes, and its people what all nodes show."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import structlog
from msgspec.structs import replace

from partie import tasks
from partie.cluster.bus import Bus
from partie.cluster.messages import Renamed
from partie.cluster.softstate import Failures
from partie.features.lobby.board import Board, Change
from partie.features.lobby.entries import SHARDS, Entries, plain, shard_of
from partie.metrics import Metrics
from partie.people.persons import Names
from partie.redis import store
from partie.redis.connect import Client
from partie.wire.client_out import LobbyEntry, LobbyTables

WRITE_SECONDS: Final = 0.5
"""What waits to be written is written evenly over so long, so that moves go between; the first after a rest at once."""

NOTIFY_SECONDS: Final = 0.2
"""Changes of so long go to the people in one message."""

RELOAD_SECONDS: Final = 60.0
"""Messages between nodes may be lost, so the whole is read again this often, and entries that ended fall out."""

RENEW_SECONDS: Final = 600.0
"""Entries of awake tables are written again this often, far within the shortest :data:`entries.LIFETIME`."""

STOP_SECONDS: Final = 2.0
"""A node that ends waits so long for its last writes; entries are a projection, others will write them."""

TOGETHER: Final = 32
"""Entries that are written in one step: enough that a step costs little, few enough to hold up no move in Redis."""

_log = structlog.get_logger(__name__)


class Lobby:
    """What :attr:`on_change` is set to is called with every change, once :meth:`start` has been awaited.

    What :attr:`viewers` is set to gives the persons who still show the lobby; of those who were shown the :meth:`whole`
    only they are sent changes.
    """

    def __init__(self, redis: Client, bus: Bus, names: Names, metrics: Metrics) -> None:
        self.on_change: Callable[[Change], None] = lambda _: None
        self.viewers: Callable[[], Iterable[str]] = tuple
        self._entries = Entries(redis)
        self._names = names
        self._metrics = metrics
        self._board = Board()
        self._awake: dict[str, LobbyEntry] = {}
        # Waiting to be written: by table, so never more than there are awake tables. True: it may go back.
        self._waiting: dict[str, tuple[LobbyEntry, bool]] = {}
        self._write_now = asyncio.Event()
        self._changed = asyncio.Event()
        self._reload_now = asyncio.Event()
        self._fresh: set[str] = set()
        self._failures = {work: Failures(f"lobby_{work}", metrics) for work in ("write", "drop", "names", "reload")}
        self._tasks: list[asyncio.Task[None]] = []
        Entries.listen(bus, self._hear)
        bus.listen(Renamed, self.renamed)
        bus.on_hearing(self._hearing)

    # --- for the node ---------------------------------------------------------------------------------------------

    @property
    def entries(self) -> Mapping[str, LobbyEntry]:
        """All tables in the lobby, listed to everybody or not, without names."""
        return self._board.entries

    def show(self, entry: LobbyEntry, *, back: bool = False) -> None:
        """Show an awake table as it is now; it is kept in the lobby until :meth:`asleep`.

        ``back``: its seq may be smaller than one that was shown before, for its log lost its tail.
        """
        entry = self._awake[entry.table] = plain(entry)
        if back:
            self._board.drop(entry.table)
        self._take(entry)
        self._waiting[entry.table] = (entry, back or self._may_go_back(entry.table))
        self._write_now.set()

    def deserted(self, table: str) -> None:
        """Nobody watches the table any more, and no node that has it awake says so: the one that counted died."""
        entry = self._board.entries.get(table)
        if entry is not None and table not in self._awake:
            entry = replace(entry, watching=0)
            self._take(entry)
            self._waiting[table] = (entry, False)
            self._write_now.set()

    def asleep(self, table: str) -> None:
        """The table is no longer awake here: its entry is not renewed any more."""
        self._awake.pop(table, None)

    async def gone(self, table: str) -> None:
        """The table has turned out not to exist: take it out of the lobby."""
        self.asleep(table)
        self._waiting.pop(table, None)
        self._hear(table, None)
        try:
            await self._entries.drop(table)
        except store.UNAVAILABLE as error:
            self._failures["drop"].failed(error)
        else:
            self._failures["drop"].worked()

    def open_tables(self, host: str) -> int:
        """How many tables of a host have not started, as far as this node knows."""
        return self._board.open_tables(host)

    def tables_at_once(self, person: str, besides: str = "") -> int:
        """How many tables that have not ended a person hosts or sits at, besides one, as far as this node knows."""
        return self._board.tables_at_once(person, besides)

    def whole(self, person: str) -> LobbyTables:
        """What a person who enters the lobby is shown; changes follow by :attr:`on_change`."""
        return self._board.whole(person)

    def renamed(self, message: Renamed) -> None:
        """A person has another name."""
        self._board.learn({message.person: message.name})
        self._changed.set()

    # --- life -----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Read the lobby as it is, and follow it. Raises what Redis raises."""
        await self._read()
        await self._notify()
        self._tasks = [asyncio.create_task(work) for work in (self._write(), self._follow(), self._reload())]

    async def stop(self) -> None:
        """Write what waits to be written, and stop."""
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
        """Write what waits now, evenly over so many seconds; a table that changes meanwhile as it is then."""
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
                # What was shown in the meantime is newer.
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
        if self._board.take(entry):
            self._changed.set()

    def _hear(self, table: str, entry: LobbyEntry | None) -> None:
        if entry is not None:
            self._take(entry)
        else:
            self._fresh.add(table)
            self._board.drop(table)
            self._changed.set()

    def _hearing(self, hearing: bool) -> None:
        if hearing:
            # News may have been lost, and Redis may have come back without what was written to it last.
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
                # Somebody else's callback: the lobby goes on.
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
                # What is awake here is there, whatever Redis lost.
                for entry in self._awake.values():
                    self._board.take(entry)
                self._changed.set()

    async def _read(self) -> None:
        """Take what Redis has, part by part: at no time is all of it held twice. Raises what Redis raises."""
        self._fresh.clear()
        found: set[str] = set()
        for shard in range(SHARDS):
            entries = await self._entries.of_shard(shard)
            self._board.correct(entries, self._fresh)
            found.update(entry.table for entry in entries)
        self._board.keep(found | self._fresh)


def _shares(tables: Iterable[str]) -> list[list[str]]:
    """The tables by shards, so many together as are written in one step."""
    shards: dict[int, list[str]] = {}
    for table in tables:
        shards.setdefault(shard_of(table), []).append(table)
    return [shard[first : first + TOGETHER] for shard in shards.values() for first in range(0, len(shard), TOGETHER)]
