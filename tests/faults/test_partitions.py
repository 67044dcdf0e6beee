"""A line between a node and Redis that fails: a proxy holds, drops, delays and cuts it while people play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from partie.client.client import Client
from tests.faults.ends import Ends
from tests.faults.proxy import Proxy
from tests.fixtures.redis import Server
from tests.fixtures.service import StartNode, start_toy


class Line(Ends):
    """The line is one to Redis, through a proxy."""

    def __init__(self, proxy: Proxy, url: str, table: str, near: Client, far: Client) -> None:
        super().__init__(url, table, near, far)
        self.proxy = proxy


@pytest.fixture
async def line(start_redis: Callable[..., Server], start_node: StartNode) -> AsyncIterator[Line]:
    redis = start_redis()
    async with Proxy(("127.0.0.1", redis.port)) as proxy:
        near_node = await start_node(redis.url)
        far_node = await start_node(f"redis://127.0.0.1:{proxy.port}")
        table, (ann, bob) = await start_toy(near_node, "Ann", "Bob")
        far = await far_node.join(cookie=bob.cookie)
        await far.enter(table)
        await far.until(lambda: far.turn is not None)
        yield Line(proxy, redis.url, table, ann, far)
        proxy.up.release()
        proxy.down.release()
        # Before the proxy goes, for a node that ends still has something to say.
        await far.close()
        await far_node.stop()


async def test_a_line_that_is_cut_again_and_again_loses_and_doubles_nothing(line: Line) -> None:
    """Each command is under way when all connections of its node are reset."""
    for _ in range(8):
        line.proxy.down.hold()
        doing = asyncio.create_task(line.propose(line.far))
        await line.proxy.down.caught()
        line.proxy.cut()
        line.proxy.down.release()
        await line.decline(line.near, await doing)
    await line.check()


async def test_a_half_open_line_is_given_up_and_what_was_under_way_settles(line: Line) -> None:
    """Nothing comes and nothing ends: the others play on meanwhile, and it is done once when the connection is back."""
    line.proxy.up.hold()
    line.proxy.down.hold()
    doing = asyncio.create_task(line.propose(line.far))
    await line.proxy.up.caught()
    await line.near.move(line.near.turn["legal"][0])  # type: ignore[index]
    assert not doing.done()
    line.proxy.up.release()
    line.proxy.down.release()
    await line.decline(line.near, await doing)
    await line.check()


async def test_answers_that_are_swallowed_are_asked_for_again(line: Line) -> None:
    """Redis did it and its answer is lost: what is sent again finds that it was done."""
    line.proxy.down.drop()
    doing = asyncio.create_task(line.propose(line.far))
    await line.near.until(lambda: "proposal" in line.near.view)
    assert not doing.done()
    line.proxy.down.release()
    assert await doing == line.near.view["proposal"]["seq"]
    await line.check()


async def test_a_slow_line_delays_its_own_people_alone(line: Line) -> None:
    """Players connected to the node behind it wait for it, the others do not."""
    line.proxy.up.delay = line.proxy.down.delay = 0.5
    took = []
    loop = asyncio.get_running_loop()
    for client, other in ((line.near, line.far), (line.far, line.near)):
        begin = loop.time()
        seq = await line.propose(client)
        took.append(loop.time() - begin)
        await line.decline(other, seq)
    assert took[0] < 1.0 <= took[1]
    await line.check()
