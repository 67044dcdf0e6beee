"""News between nodes, over a connection that comes back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

import pytest

from partie import tasks
from partie.redis import pubsub, store
from partie.redis.connect import connect
from partie.redis.pubsub import PubSub
from tests.fixtures.redis import Killable, OwnRedis
from tests.fixtures.service import until


class Ear:
    """Hears one channel and remembers."""

    def __init__(self, url: str, silence: float = pubsub.SILENCE) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.hearing: asyncio.Queue[bool] = asyncio.Queue()
        self.pubsub = PubSub(url, silence=silence)
        self.pubsub.listen("partie:one", self.heard.put_nowait)
        self.pubsub.listen("partie:two", self.heard.put_nowait)
        self.pubsub.on_hearing(self.hearing.put_nowait)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Ear]:
        task = asyncio.create_task(self.pubsub.run())
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
    """A silent one is given up; listeners that missed something hear so when it is back."""
    async with Ear(own_redis.url, silence=0.3).open() as ear:
        own_redis.hang()
        assert not await ear.hearing.get()
        own_redis.resume()
        assert await ear.hearing.get()


async def test_a_channel_may_be_heard_later_and_no_longer(own_redis: OwnRedis) -> None:
    """Nothing is missed of it once it is confirmed; Redis keeps nothing of it once it is left."""
    async with Ear(own_redis.url).open() as ear:
        ear.pubsub.listen("partie:later", ear.heard.put_nowait)
        await ear.pubsub.confirmed("partie:later")
        own_redis.ask("PUBLISH", "partie:later", "a")
        assert await ear.heard.get() == b"a"
        ear.pubsub.leave("partie:later")
        await in_line(ear)
        assert listeners(own_redis, ["partie:later", "partie:one"]) == [0, 1]


async def test_a_channel_that_is_left_and_wanted_again_is_heard(own_redis: OwnRedis) -> None:
    """In whatever state its leaving is: not begun, under way or done."""
    async with Ear(own_redis.url).open() as ear:
        for turns in range(12):
            for _ in range(3):
                ear.pubsub.leave("partie:one")
                for _ in range(turns):
                    await asyncio.sleep(0)
                ear.pubsub.listen("partie:one", ear.heard.put_nowait)
                await ear.pubsub.confirmed("partie:one")
                own_redis.ask("PUBLISH", "partie:one", "again")
                assert await ear.heard.get() == b"again"
        ear.pubsub.leave("partie:one")
        ear.pubsub.listen("partie:one", ear.heard.put_nowait)
        ear.pubsub.leave("partie:one")
        await in_line(ear)
        assert listeners(own_redis, ["partie:one"]) == [0]


async def test_thousands_of_channels_at_once_are_asked_for_in_few_round_trips(own_redis: OwnRedis) -> None:
    """Waiting for one of them is waiting for a part of them alone."""
    channels = [f"partie:many:{number}" for number in range(3000)]
    async with Ear(own_redis.url).open() as ear:
        asked = subscriptions(own_redis)
        for channel in channels:
            ear.pubsub.listen(channel, ear.heard.put_nowait)
        await asyncio.gather(*(ear.pubsub.confirmed(channel) for channel in channels))
        assert subscriptions(own_redis) - asked <= 2 + len(channels) // pubsub.TOGETHER
        assert listeners(own_redis, channels) == [1] * len(channels)
        for channel in channels:
            ear.pubsub.leave(channel)
        await in_line(ear)
        assert listeners(own_redis, channels) == [0] * len(channels)


async def test_what_is_to_be_heard_comes_back_with_the_connection(own_redis: OwnRedis) -> None:
    """All channels of the time before, those that were asked for meanwhile, and none that was left meanwhile."""
    async with Ear(own_redis.url).open() as ear:
        ear.pubsub.listen("partie:before", ear.heard.put_nowait)
        await ear.pubsub.confirmed("partie:before")
        own_redis.kill()
        assert not await ear.hearing.get()
        ear.pubsub.listen("partie:meanwhile", ear.heard.put_nowait)
        ear.pubsub.leave("partie:one")
        own_redis.restart()
        assert await ear.hearing.get()
        assert listeners(own_redis, ["partie:before", "partie:meanwhile", "partie:two"]) == [1, 1, 1]
        assert listeners(own_redis, ["partie:one"]) == [0]


async def test_nobody_waits_for_a_channel_longer_than_for_the_connection(own_redis: OwnRedis) -> None:
    """Neither when there is none, nor when its server hangs and is given up."""
    async with Ear(own_redis.url, silence=0.3).open() as ear:
        own_redis.hang()
        ear.pubsub.listen("partie:later", ear.heard.put_nowait)
        await ear.pubsub.confirmed("partie:later")
        assert not ear.pubsub.hearing
        await ear.pubsub.confirmed("partie:later")
        own_redis.resume()
        assert [await ear.hearing.get(), await ear.hearing.get()] == [False, True]
        assert listeners(own_redis, ["partie:later"]) == [1]


async def in_line(ear: Ear) -> None:
    """Wait until Redis has heard of all that was left."""
    await until(lambda: not ear.pubsub._changed and ear.pubsub._answered.is_set())


def listeners(redis: OwnRedis, channels: Sequence[str]) -> list[int]:
    """How many connections hear each of the channels."""
    return [int(number) for number in redis.ask("PUBSUB", "NUMSUB", *channels)[1::2]]


def subscriptions(redis: OwnRedis) -> int:
    """How many times a server was asked for channels."""
    line = next(line for line in redis.ask("INFO", "commandstats").splitlines() if b"cmdstat_subscribe:" in line)
    return int(line.partition(b"=")[2].partition(b",")[0])


def fail(message: bytes) -> None:
    raise ValueError(message)


async def test_a_subscriber_that_fails_costs_only_a_connection(own_redis: OwnRedis) -> None:
    """A message that one of them cannot take is lost, and what comes later is heard again, by all."""
    ear = Ear(own_redis.url)
    ear.pubsub.listen("partie:broken", fail)
    async with ear.open():
        own_redis.ask("PUBLISH", "partie:broken", b"\xff")
        assert not await ear.hearing.get()
        assert await ear.hearing.get()
        own_redis.ask("PUBLISH", "partie:one", "a")
        assert await ear.heard.get() == b"a"


async def lost_at_any_moment(own_redis: OwnRedis, times: int) -> None:
    """Cut many connections again and again while they connect, subscribe, ping and receive; then all must hear."""
    chance = random.Random(times)
    ears = [Ear(own_redis.url, silence=chance.choice([0.002, 0.005, 0.01])) for _ in range(20)]
    lost = [0] * len(ears)

    def count(number: int, hearing: bool) -> None:
        lost[number] += not hearing

    for number, ear in enumerate(ears):
        ear.pubsub.on_hearing(partial(count, number))
    running = [asyncio.create_task(ear.pubsub.run()) for ear in ears]
    client = connect(own_redis.url)
    while min(lost) < times:
        await client.publish("partie:one", "a")
        if chance.random() < 0.2:
            await client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
        if chance.random() < 0.1:
            own_redis.hang()
            await asyncio.sleep(chance.random() * 0.02)
            own_redis.resume()
        if chance.random() < 0.3:
            chance.choice(ears).pubsub.listen(f"partie:{chance.random()}", lambda _: None)
        await asyncio.sleep(chance.random() * 0.002)
    for ear in ears:
        ear.pubsub._silence = pubsub.SILENCE
    for ear in ears:
        async with asyncio.timeout(60):
            while not ear.pubsub.hearing:
                await ear.hearing.get()
    assert not any(task.done() for task in running)
    await tasks.end(running)
    await store.close(client)


async def test_a_connection_that_is_cut_at_any_moment_comes_back(
    own_redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never falls silent for ever, whatever it was about to do."""
    monkeypatch.setattr(pubsub, "LONGEST_PAUSE", 0.02)
    await lost_at_any_moment(own_redis, 10)


@pytest.mark.soak
async def test_connections_that_are_cut_for_minutes_come_back(
    own_redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same, some ten thousand times."""
    monkeypatch.setattr(pubsub, "LONGEST_PAUSE", 0.02)
    await lost_at_any_moment(own_redis, 1_000)
