"""Finds ended tables that were never recorded as such because their node died at that very moment.

One node at a time walks over all logs, some tables in each round, and pauses for hours when it has seen them all. Once
a month it also looks into the archives, for games that never started: older versions archived them.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

from partie.live.errors import TableGone
from partie.live.tables import Tables
from partie.log import Log
from partie.log.entry import archive_key, log_key
from partie.redis.connect import Client
from partie.redis.store import keys
from partie.table import Table
from partie.upkeep.closed import unplayed

SWEEPING: Final = "partie:sweeping"
"""The node that sweeps. It expires with the node, and another one starts over."""

SWEPT: Final = "partie:swept"
"""Exists while there is no need to sweep again."""

ARCHIVES: Final = "partie:archives"
"""Exists while there is no need to look into the archives again."""

CHECKED: Final = 200
"""Tables per round whose last events are requested."""

FOLDED: Final = 8
"""Tables folded per round; from its snapshot one takes milliseconds."""

_HELD_SECONDS: Final = 120
_REST_SECONDS: Final = 6 * 3600
_ARCHIVES_SECONDS: Final = 30 * 24 * 3600
_AGAIN_SECONDS: Final = 600
"""Pause in seconds after a walk on which some tables could not be read."""


class Sweeper:
    """The walk of one node."""

    def __init__(self, tables: Tables, log: Log, redis: Client, node: str) -> None:
        self.current: Callable[[str, int], bool] = lambda _, __: False
        """Whether a table is known to be running as of an event, so that it need not be checked."""
        self._live = tables
        self._log = log
        self._redis = redis
        self._node = node
        self._tables: AsyncIterator[str] | None = None
        self._due: deque[str] = deque()
        self._missed = False
        self._archives = False
        """Whether this walk looks into the archives."""

    async def found(self) -> list[Table]:
        """Return tables that turn out to have ended.

        Raises redis-py's errors; then, and when the findings cannot be stored, call :meth:`begin_anew`.
        """
        if not await self._may_sweep():
            self.begin_anew()
            return []
        if not self._due:
            self._due += await self._suspects(await self._next())
        some = [self._due.popleft() for _ in range(min(FOLDED, len(self._due)))]
        return [ended for table in some if (ended := await self._ended(table)) is not None]

    def begin_anew(self) -> None:
        """Start the walk over: an interrupted walk cannot be continued, and what it had in hand is lost."""
        self._tables = None
        self._due.clear()
        self._missed = False

    async def _may_sweep(self) -> bool:
        """Whether this node is the one that sweeps, and there is something to sweep."""
        redis, node = self._redis, self._node
        if await redis.exists(SWEPT):
            return False
        if await redis.set(SWEEPING, node, nx=True, ex=_HELD_SECONDS):
            return True
        if await redis.get(SWEEPING) != node.encode():
            return False
        await redis.expire(SWEEPING, _HELD_SECONDS)
        return True

    async def _next(self) -> list[str]:
        """Return some more tables. When none are left, all have been checked, and it is time to pause."""
        redis = self._redis
        first, _, last = log_key("*").partition("*")
        if self._tables is None:
            self._tables = keys(redis, log_key("*"))
            self._archives = not await redis.exists(ARCHIVES)
        some: list[str] = []
        async for key in self._tables:
            some.append(key[len(first) : -len(last)])
            if len(some) == CHECKED:
                return some
        if not some:
            if self._archives and not self._missed:
                await redis.set(ARCHIVES, 1, ex=_ARCHIVES_SECONDS)
            rest = _AGAIN_SECONDS if self._missed else _REST_SECONDS
            self.begin_anew()
            # Spread the pause, so that the services sharing a Redis that restarted do not all come back at once.
            await redis.set(SWEPT, 1, ex=int(rest * random.uniform(0.8, 1.2)))  # noqa: S311 (no secret)
        return some

    async def _suspects(self, tables: Sequence[str]) -> list[str]:
        """Return tables that may have ended, and whose newest event the lobby does not show; archived ones at times."""
        suspects = []
        for table, last in zip(tables, await self._log.last(tables), strict=True):
            self._missed |= last is None
            if last is None or last == (0, "") or self.current(table, last[0]):
                continue
            if self._archives or not await self._redis.exists(archive_key(table)):
                suspects.append(table)
        return suspects

    async def _ended(self, table: str) -> Table | None:
        try:
            newest = (await self._live.load(table)).newest
        except TableGone as gone:
            self._missed |= gone.code == "unavailable"
            return None
        if newest.phase != "ended":
            return None
        done = not unplayed(newest) and await self._redis.exists(archive_key(table))
        return None if done else newest
