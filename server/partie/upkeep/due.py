"""Tables that something is to happen to a while after their end, in the order in which they ended.

An index in Redis lists them. Several nodes may find the same table, so what happens must be idempotent.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, cast

import structlog

from partie.live.errors import TableGone
from partie.log import ForeignEntry, LogUnavailable
from partie.redis import store
from partie.redis.connect import Client

AGAIN_MS: Final = 10 * 60 * 1000
"""Milliseconds until a table that was being shown, or could not be read, is tried again."""

logger = structlog.get_logger()


class Due:
    """The index under ``key``, of which a node takes ``at_once`` per round; ``failed`` is the event it logs."""

    def __init__(self, redis: Client, key: str, at_once: int, failed: str) -> None:
        self._redis = redis
        self._key = key
        self._at_once = at_once
        self._failed = failed

    async def note(self, table: str, at: int) -> None:
        """Record that a table ended, by the end time in milliseconds. Raises redis-py's errors."""
        await self._redis.zadd(self._key, {table: at}, nx=True)

    async def sweep(self, before: int, attempt: Callable[[str], Awaitable[bool]]) -> None:
        """Attempt it with some of the tables that ended before a time. Raises redis-py's errors.

        The attempt returns False if the table must be tried again later. It may raise what loading a table raises.
        """
        redis, key = self._redis, self._key
        found = cast("list[bytes]", await redis.zrange(key, "-inf", before, byscore=True, offset=0, num=self._at_once))
        for table in map(store.text, found):
            if await self._settled(table, attempt):
                await redis.zrem(key, table)
            else:
                await redis.zadd(key, {table: before + AGAIN_MS}, xx=True)

    async def _settled(self, table: str, attempt: Callable[[str], Awaitable[bool]]) -> bool:
        try:
            return await attempt(table)
        except TableGone as gone:
            return gone.code in ("unknown", "broken")
        except LogUnavailable:
            return False
        except ForeignEntry:
            logger.exception(self._failed, table=table)
            return False
