"""Finds tables that have ended and of which nobody noted it: their node died in that very moment.

One node at a time walks over all logs, some tables in each round, and rests for hours when it has seen them all.
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

SWEEPING: Final = "partie:sweeping"
"""Which node sweeps. It expires with its node, and another begins anew."""

SWEPT: Final = "partie:swept"
"""Stands while there is no need to sweep again."""

CHECKED: Final = 200
"""Tables in one round whose newest numbers are asked for."""

FOLDED: Final = 8
"""Tables folded in one round; from its snapshot one takes milliseconds."""

_HELD_SECONDS: Final = 120
_REST_SECONDS: Final = 6 * 3600
_AGAIN_SECONDS: Final = 600
"""A rest after a walk on which some tables could not be read."""


class Sweeper:
    """The walk of one node."""

    def __init__(self, tables: Tables, log: Log, redis: Client, node: str) -> None:
        self.current: Callable[[str, int], bool] = lambda _, __: False
        """Whether a table is known not to have ended as of an event, so that it need not be looked at."""
        self._live = tables
        self._log = log
        self._redis = redis
        self._node = node
        self._tables: AsyncIterator[str] | None = None
        self._due: deque[str] = deque()
        self._missed = False

    async def found(self) -> list[tuple[str, int]]:
        """Tables that turn out to have ended, with the milliseconds of their end.

        Raises what Redis raises; then, and when what was found cannot be noted, :meth:`begin_anew` is to be called.
        """
        if not await self._may_sweep():
            self.begin_anew()
            return []
        if not self._due:
            self._due += await self._suspects(await self._next())
        some = [self._due.popleft() for _ in range(min(FOLDED, len(self._due)))]
        return [(table, at) for table in some if (at := await self._ended(table)) is not None]

    def begin_anew(self) -> None:
        """Walk from the beginning: a walk that broke off cannot be gone on with, and what it had in hand is lost."""
        self._tables = None
        self._due.clear()
        self._missed = False

    async def _may_sweep(self) -> bool:
        """Whether it is this node that sweeps, and there is something to sweep."""
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
        """Some more tables. When there are none left all before are done with, and it is time to rest."""
        redis = self._redis
        first, _, last = log_key("*").partition("*")
        if self._tables is None:
            self._tables = keys(redis, log_key("*"))
        some: list[str] = []
        async for key in self._tables:
            some.append(key[len(first) : -len(last)])
            if len(some) == CHECKED:
                return some
        if not some:
            rest = _AGAIN_SECONDS if self._missed else _REST_SECONDS
            self.begin_anew()
            # Not all services of a Redis that was restarted at once shall come back to it at once.
            await redis.set(SWEPT, 1, ex=int(rest * random.uniform(0.8, 1.2)))  # noqa: S311 (no secret)
        return some

    async def _suspects(self, tables: Sequence[str]) -> list[str]:
        """Those that may have ended, are not archived, and are not shown by the lobby with their newest event."""
        suspects = []
        for table, last in zip(tables, await self._log.last(tables), strict=True):
            self._missed |= last is None
            if last is None or last == (0, "") or self.current(table, last[0]):
                continue
            if not await self._redis.exists(archive_key(table)):
                suspects.append(table)
        return suspects

    async def _ended(self, table: str) -> int | None:
        try:
            newest = (await self._live.load(table)).newest
        except TableGone as gone:
            self._missed |= gone.code == "unavailable"
            return None
        return newest.at if newest.phase == "ended" else None
