"""Notes the loads that have not ended, so that a table that kills its nodes does not kill them one after the other.

A load that is under way looks like one that was cut short a moment ago, so at most :data:`CUT_SHORT` nodes load a table
at a time, and another waits until one of them is done or is old enough to be taken for dead.
"""

from __future__ import annotations

import asyncio
from typing import Final

from partie.isolation import quarantine
from partie.redis import store
from partie.redis.connect import Client

CUT_SHORT: Final = 3
"""Loads that may be cut short before a table is shown as broken."""

DEAD_SECONDS: Final = 5.0
"""A load that has not ended after so long was cut short; the longest takes a fraction of a second."""

_REMEMBERED_SECONDS: Final = 600
"""So long: a table that was mended, or only met a bad hour, is tried again."""

_PAUSE: Final = 0.1
"""Seconds between two looks whether the loads of other nodes are done."""

_BEGIN: Final = store.script(__package__, "loads.lua")


class Loads:
    """The loads under way of all nodes, each table's in a key that goes when one of them is done."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        # Tables whose loads ended here while Redis could not be told.
        self._untold: set[str] = set()

    async def begin(self, table: str) -> bool:
        """Note that a load begins.

        False when too many before it were cut short, or a node ended in the table's engine: leave the table alone.
        """
        keys = [key(table), quarantine.key(table)]
        limits = 1000 * _REMEMBERED_SECONDS, int(1000 * DEAD_SECONDS), CUT_SHORT
        # Redis's clock may be set back meanwhile, so the looks are counted.
        for _ in range(int(DEAD_SECONDS / _PAUSE) + 1):
            answer = store.text(await store.run(self._redis, _BEGIN, keys, store.random_id(), *limits))
            if answer != "wait":
                return answer == "begun"
            await asyncio.sleep(_PAUSE)
        return False

    async def given_up(self, table: str) -> bool:
        """Whether so many loads of the table were cut short that it is left alone."""
        return int(await self._redis.zcard(key(table))) >= CUT_SHORT

    async def done(self, table: str) -> None:
        """The load came to an end, good or bad; this node lives. What Redis cannot be told now :meth:`settle` tells."""
        try:
            await self.forget(table)
        except store.UNAVAILABLE:
            self._untold.add(table)

    async def settle(self) -> None:
        """Tell Redis of the loads that ended while it could not be told, as far as it can be told now."""
        untold, self._untold = self._untold, set()
        for table in untold:
            await self.done(table)

    async def forget(self, table: str) -> None:
        """Let the table be tried again, whatever became of the loads before. Raises what Redis raises."""
        await self._redis.delete(key(table))


def key(table: str) -> str:
    """Where the loads of a table stand that have not ended."""
    return f"partie:{{{table}}}:loads"
