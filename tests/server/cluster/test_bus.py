"""The bus between nodes on a real Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from partie import tasks
from partie.cluster.bus import Bus, publish
from partie.cluster.messages import Message, PresenceChanged, Renamed, SignedOut, Uninvited
from partie.redis.connect import Client
from partie.redis.pubsub import PubSub

OpenBus = Callable[..., Awaitable[tuple[Bus, "asyncio.Queue[Message]"]]]


@pytest.fixture
async def open_bus(any_redis: str, redis: Client) -> AsyncIterator[OpenBus]:
    """Makes the bus of a node that listens to some kinds of messages, which come into a queue."""
    running = []

    async def make(*kinds: type[Message]) -> tuple[Bus, asyncio.Queue[Message]]:
        bus, heard = Bus(redis, PubSub(any_redis)), asyncio.Queue[Message]()
        for kind in kinds:
            bus.listen(kind, heard.put_nowait)
        hearing = asyncio.Event()
        bus.on_hearing(lambda is_so: hearing.set() if is_so else hearing.clear())
        running.append(asyncio.create_task(bus.run()))
        await hearing.wait()
        return bus, heard

    yield make
    await tasks.end(running)


async def next_of(heard: asyncio.Queue[Message]) -> Message:
    async with asyncio.timeout(10):
        return await heard.get()


async def test_what_one_node_publishes_all_hear(open_bus: OpenBus) -> None:
    """Also the one that published it."""
    one, own = await open_bus(PresenceChanged)
    _, others = await open_bus(PresenceChanged)
    await one.publish(PresenceChanged("abcd"))
    for heard in (own, others):
        assert await next_of(heard) == PresenceChanged("abcd")


async def test_each_kind_goes_to_its_own_listeners(open_bus: OpenBus, redis: Client) -> None:
    """Though several share a channel."""
    _, some = await open_bus(Renamed, Uninvited)
    _, other = await open_bus(SignedOut)
    sent: list[Message] = [Renamed("ann", "Ann"), SignedOut(("one",)), Uninvited("abcd")]
    for message in sent:
        await publish(redis, message)
    assert [await next_of(some), await next_of(some), await next_of(other)] == [sent[0], sent[2], sent[1]]
    assert some.empty()
    assert other.empty()


async def test_one_that_fails_keeps_no_other_from_hearing(open_bus: OpenBus, redis: Client) -> None:
    """Neither this message nor the next one; what is none of ours is passed over."""
    bus, early = await open_bus(Renamed)

    def fail(_: Renamed) -> None:
        raise LookupError("ann")

    late: asyncio.Queue[Message] = asyncio.Queue()
    bus.listen(Renamed, fail)
    bus.listen(Renamed, late.put_nowait)
    for name in ("Ann", "Anna"):
        await redis.publish(Renamed.channel, b"\xc1")
        await bus.publish(Renamed("ann", name))
        assert [await next_of(heard) for heard in (early, late)] == [Renamed("ann", name)] * 2
