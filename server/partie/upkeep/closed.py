"""Deletes tables that never started and lessons left unfinished, a while after; every node does so in rounds.

Nothing was played there, so nobody misses them, and anybody can create such tables all day long. A tombstone stays for
a day, for nodes and clients that have not heard of it. That of a rematch stays for good: the next rematch of the same
game is found behind it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from partie.clock import Clock
from partie.isolation import loads
from partie.live.tables import Tables
from partie.log import Log
from partie.metrics import Metrics
from partie.redis.connect import Client
from partie.table import Table
from partie.upkeep.due import Due

CLOSED: Final = "partie:closed"
"""Such tables that are not deleted yet, scored by the end time in milliseconds."""

AFTER_MS: Final = 60 * 60 * 1000
"""Milliseconds from the end of a table until it is deleted: until then, a link to it says that it was closed."""

AT_ONCE: Final = 50
"""Tables that one node deletes per round; each takes a millisecond."""

TOMBSTONE_SECONDS: Final = 24 * 3600
"""Seconds until the tombstone of a table that is no rematch expires."""


async def _nobody(_: str) -> bool:
    return False


class Closed:
    """The deleting of one node. Several nodes may find the same table; one of them deletes it."""

    def __init__(self, tables: Tables, log: Log, redis: Client, clock: Clock, metrics: Metrics) -> None:
        self.keys: list[Callable[[str], Sequence[str]]] = [lambda table: (loads.key(table),)]
        """Return the keys of what is stored for a table next to its log, and is deleted with it."""
        self.watched: Callable[[str], Awaitable[bool]] = _nobody
        """Whether the table is being shown through any node."""
        self._tables = tables
        self._log = log
        self._due = Due(redis, CLOSED, AT_ONCE, "table_not_deleted")
        self._clock = clock
        self._metrics = metrics

    async def note(self, table: str, at: int) -> None:
        """Record that a table ended without having started. Raises redis-py's errors."""
        await self._due.note(table, at)

    async def sweep(self) -> None:
        """Delete some of the tables that are due. Raises redis-py's errors."""
        await self._due.sweep(self._clock.now() - AFTER_MS, self._deleted)

    async def _deleted(self, table: str) -> bool:
        """Delete a table. False to try again later: it is being shown, or its log has grown."""
        if table in self._tables.awake or await self.watched(table):
            return False
        newest = (await self._tables.load(table)).newest
        if not unplayed(newest):
            return True  # its log lost its end; it is recorded again when it ends
        seconds = None if newest.previous else TOMBSTONE_SECONDS
        others = [key for keys in self.keys for key in keys(table)]
        outcome = await self._log.forget(table, newest.seq, newest.mark, others, seconds=seconds)
        if outcome == "done":
            self._metrics.forgotten.inc()
        return outcome != "grown"


def unplayed(table: Table) -> bool:
    """Whether a table was ended by its host or its age: its game never started, or was a lesson left unfinished."""
    return table.ending in ("closed", "expired")
