"""Records unfinished loads, so that a table that crashes its nodes does not crash one after the other.

A load in progress looks like one that has just been interrupted. Therefore at most :data:`CUT_SHORT` nodes load a table
at a time; others wait until one of them is done or old enough to be considered dead.
"""

from __future__ import annotations

import asyncio
from typing import Final

from partie.isolation import quarantine
from partie.redis import store
from partie.redis.connect import Client

CUT_SHORT: Final = 3
"""Number of interrupted loads after which a table is shown as broken."""

DEAD_SECONDS: Final = 5.0
"""Seconds after which an unfinished load counts as interrupted; the longest takes a fraction of a second."""

_REMEMBERED_SECONDS: Final = 600
"""Seconds until loads are forgotten, so that a table that was repaired, or just had a bad hour, is tried again."""

_PAUSE: Final = 0.1
"""Seconds between two checks whether the loads of other nodes are done."""

_BEGIN: Final = store.script(__package__, "loads.lua")


class Loads:
    """The unfinished loads of all nodes, one key per table; a finished load deletes it."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        # Tables whose loads ended here while Redis was unreachable.
        self._untold: set[str] = set()

    async def begin(self, table: str) -> bool:
        """Record that a load begins.

        False if too many earlier ones were interrupted, or a node crashed in the table's engine: leave the table alone.
        """
        keys = [key(table), quarantine.key(table)]
        limits = 1000 * _REMEMBERED_SECONDS, int(1000 * DEAD_SECONDS), CUT_SHORT
        # Redis's clock may be set back meanwhile, so this counts attempts.
        for _ in range(int(DEAD_SECONDS / _PAUSE) + 1):
            answer = store.text(await store.run(self._redis, _BEGIN, keys, store.random_id(), *limits))
            if answer != "wait":
                return answer == "begun"
            await asyncio.sleep(_PAUSE)
        return False

    async def given_up(self, table: str) -> bool:
        """Whether too many loads of the table were interrupted, so that it is left alone."""
        return int(await self._redis.zcard(key(table))) >= CUT_SHORT

    async def done(self, table: str) -> None:
        """Record that a load ended, well or badly. If Redis is unreachable, :meth:`settle` does it later."""
        try:
            await self.forget(table)
        except store.UNAVAILABLE:
            self._untold.add(table)

    async def settle(self) -> None:
        """Record the loads that ended while Redis was unreachable, as far as it can be reached now."""
        untold, self._untold = self._untold, set()
        for table in untold:
            await self.done(table)

    async def forget(self, table: str) -> None:
        """Allow the table to be tried again, whatever happened to earlier loads. Raises redis-py's errors."""
        await self._redis.delete(key(table))


def key(table: str) -> str:
    """Return the key of a table's unfinished loads."""
    return f"partie:{{{table}}}:loads"
