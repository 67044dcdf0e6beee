"""Finds tables that have ended and of which nobody noted it: their node died in that very moment.

One node at a time walks over all logs, some tables in each round, and rests for hours when it has seen them all.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Final

from partie.cluster.nodes import keys
from partie.live.errors import TableGone
from partie.log.entry import archive_key, log_key

if TYPE_CHECKING:
    from partie.hub import Hub

SWEEPING: Final = "partie:sweeping"
"""Which node sweeps. It expires with its node, and another begins anew."""

SWEPT: Final = "partie:swept"
"""Stands while there is no need to sweep again."""

LOOKED_AT: Final = 200
"""Tables in one round whose newest numbers are asked for."""

FOLDED: Final = 8
"""Tables folded in one round; from its snapshot one takes milliseconds."""

_HELD_SECONDS: Final = 120
_REST_SECONDS: Final = 6 * 3600
_AGAIN_SECONDS: Final = 600
"""A rest after a walk on which some tables could not be read."""


class Sweeper:
    """The walk of one hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
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
        redis, node = self._hub.services.redis, self._hub.services.nodes.node
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
        redis = self._hub.services.redis
        first, _, last = log_key("*").partition("*")
        if self._tables is None:
            self._tables = keys(redis, log_key("*"))
        some: list[str] = []
        async for key in self._tables:
            some.append(key[len(first) : -len(last)])
            if len(some) == LOOKED_AT:
                return some
        if not some:
            rest = _AGAIN_SECONDS if self._missed else _REST_SECONDS
            self.begin_anew()
            # Not all services of a Redis that was restarted at once shall come back to it at once.
            await redis.set(SWEPT, 1, ex=int(rest * random.uniform(0.8, 1.2)))  # noqa: S311 (no secret)
        return some

    async def _suspects(self, tables: Sequence[str]) -> list[str]:
        """Those that may have ended, are not archived, and are not shown by the lobby with their newest event."""
        lobby, redis = self._hub.services.lobby.entries, self._hub.services.redis
        suspects = []
        for table, last in zip(tables, await self._hub.log.last(tables), strict=True):
            self._missed |= last is None
            shown = lobby.get(table)
            current = shown is not None and shown.phase != "ended" and last is not None and shown.seq == last[0]
            if last not in (None, (0, "")) and not current and not await redis.exists(archive_key(table)):
                suspects.append(table)
        return suspects

    async def _ended(self, table: str) -> int | None:
        try:
            newest = (await self._hub.fold(table)).newest
        except TableGone as gone:
            self._missed |= gone.code == "unavailable"
            return None
        return newest.at if newest.phase == "ended" else None
