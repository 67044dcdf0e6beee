"""News between nodes, over a connection that comes back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server import store, tasks
from server.notices import Notices
from server.redis.connect import connect
from tests.fixtures.redis import Killable


class Ear:
    """Hears one channel and remembers."""

    def __init__(self, url: str) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.hearing: asyncio.Queue[bool] = asyncio.Queue()
        self.notices = Notices(url, silence=0.3)
        self.notices.listen("partie:one", self.heard.put_nowait)
        self.notices.listen("partie:two", self.heard.put_nowait)
        self.notices.on_hearing(self.hearing.put_nowait)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Ear]:
        task = asyncio.create_task(self.notices.run())
        try:
            async with asyncio.timeout(30):
                assert await self.hearing.get()
                yield self
        finally:
            await tasks.end([task])


async def test_what_is_published_is_heard(any_redis: str) -> None:
    """On all channels, of all servers of a cluster, and nothing of other channels."""
    client = connect(any_redis)
    async with Ear(any_redis).open() as ear, Ear(any_redis).open() as other:
        for channel, message in (("partie:one", "a"), ("partie:other", "b"), ("partie:two", "c")):
            await client.publish(channel, message)
        for one in (ear, other):
            assert {await one.heard.get(), await one.heard.get()} == {b"a", b"c"}
            assert one.heard.empty()
    await store.close(client)


async def test_the_connection_comes_back_and_says_so(own: Killable) -> None:
    """After a server was killed and restarted everything is heard again."""
    async with Ear(own.url).open() as ear:
        own.kill()
        own.restart()
        client = connect(own.url)
        # On a cluster the killed server need not be the one that was listened to, so only messages tell.
        while ear.heard.empty():
            await client.publish("partie:one", "again")
            await asyncio.sleep(0.02)
        assert await ear.heard.get() == b"again"
        await store.close(client)


async def test_a_server_that_hangs_is_left_and_found_again(own_redis: Killable) -> None:
    """One that says nothing when asked is given up; whoever missed something is told when it is heard again."""
    async with Ear(own_redis.url).open() as ear:
        own_redis.hang()
        assert not await ear.hearing.get()
        own_redis.resume()
        assert await ear.hearing.get()
