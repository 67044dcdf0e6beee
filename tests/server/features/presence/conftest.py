"""Nodes' presences on a real Redis."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest

from partie import tasks
from partie.cluster.bus import Bus
from partie.features.presence.presence import Presence
from partie.metrics import Metrics
from partie.redis import store
from partie.redis.connect import connect
from partie.redis.pubsub import PubSub
from partie.wire.client_out import Presence as Told


class Watcher:
    """The presence of one node, and what it told."""

    def __init__(self, url: str, node: str, **times: float) -> None:
        self.client = connect(url)
        self.bus = Bus(self.client, PubSub(url))
        self.metrics = Metrics()
        self.presence = Presence(self.client, self.bus, node, self.metrics, **times)
        self.presence.on_change = self._changed
        self.told: list[tuple[float, Told]] = []
        self._news = asyncio.Event()
        self._dead = False
        self._task = asyncio.create_task(self.bus.run())

    def _changed(self, message: Told) -> None:
        self.told.append((asyncio.get_running_loop().time(), message))
        self._news.set()

    async def until(self, holds: Callable[[Told], bool]) -> Told:
        """Wait until the newest message is so."""
        async with asyncio.timeout(30):
            while not self.told or not holds(self.told[-1][1]):
                self._news.clear()
                await self._news.wait()
        return self.told[-1][1]

    async def failure(self) -> None:
        """Wait until Redis could not be asked."""
        async with asyncio.timeout(30):
            while not self.metrics.registry.get_sample_value("partie_redis_errors_total", {"work": "presence"}):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), 0.02)

    async def die(self) -> None:
        """End without a word."""
        self._dead = True
        rooms = self.presence._rooms.values()
        await tasks.end([self._task, *(room.task for room in rooms if room.task is not None)])
        await store.close(self.client)

    async def close(self) -> None:
        if not self._dead:
            await self.presence.stop()
            await self.die()


@pytest.fixture
async def watchers(any_redis: str) -> AsyncIterator[Callable[..., Watcher]]:
    """Makes nodes' presences with short times."""
    made: list[Watcher] = []

    def make(node: str, *, away: float = 0.6, beat: float = 0.2, gap: float = 0.02) -> Watcher:
        made.append(Watcher(any_redis, node, away=away, beat=beat, gap=gap))
        return made[-1]

    yield make
    for watcher in made:
        await watcher.close()
