"""Counts loads that were cut short, so that a table that kills its nodes does not kill them one after the other."""

from __future__ import annotations

from typing import Final

from server import store
from server.hub import poisoned
from server.redis.connect import Client

CUT_SHORT: Final = 3
"""Loads that may be cut short before a table is shown as broken."""

_SECONDS: Final = 600
"""How long they are remembered: a table that was mended, or only met a bad hour, is tried again."""

_BEGIN: Final = """
if redis.call('EXISTS', KEYS[2]) == 1 then return -1 end
local count = redis.call('INCR', KEYS[1])
redis.call('EXPIRE', KEYS[1], ARGV[1])
return count
"""


class Loads:
    """The loads under way of all nodes, each table's in a key that the load removes when it is done."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def begin(self, table: str) -> bool:
        """Note that a load begins.

        False when too many before it were cut short, or a node ended in the table's engine: leave the table alone.
        """
        count = int(await store.run(self._redis, _BEGIN, [_key(table), poisoned.key(table)], _SECONDS))
        return 0 < count <= CUT_SHORT

    async def given_up(self, table: str) -> bool:
        """Whether so many loads of the table were cut short that it is left alone."""
        return int(await self._redis.get(_key(table)) or 0) >= CUT_SHORT

    async def done(self, table: str) -> None:
        """The load came to an end, good or bad; this node lives."""
        await self._redis.delete(_key(table))


def _key(table: str) -> str:
    return f"partie:{{{table}}}:loading"
