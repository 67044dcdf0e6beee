"""Tables whose loads are cut short: the next node does not end of it, and hears of no such load by mistake."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from partie.client.client import Refused
from partie.isolation.loads import CUT_SHORT, DEAD_SECONDS, Loads, key
from partie.redis.connect import Client, connect
from tests.fixtures.redis import OwnRedis
from tests.fixtures.service import StartNode, start_toy, until


@pytest.fixture
async def redis(own_redis: OwnRedis) -> AsyncIterator[Client]:
    client = connect(own_redis.url)
    yield client
    await client.aclose()


async def test_a_table_whose_loads_were_cut_short_is_left_alone(start_node: StartNode, redis_server: str) -> None:
    """Three nodes died while they loaded it: the fourth shows it as broken and lives."""
    one = await start_node()
    table, _ = await start_toy(one, "Ann", "Bob")
    await one.stop()
    async with Redis.from_url(redis_server) as client:
        await client.zadd(key(table), cut_short(seconds_ago=2 * DEAD_SECONDS))
    two = await start_node()
    cat = await two.join("Cat")
    with pytest.raises(Refused) as refused:
        await cat.enter(table)
    assert refused.value.code == "broken"


async def test_many_nodes_that_load_a_table_at_once_are_not_taken_for_dead(redis: Client) -> None:
    """The fourth waits until one of them is done, and then loads it too."""
    nodes = [Loads(redis) for _ in range(CUT_SHORT + 1)]
    for node in nodes[:-1]:
        assert await node.begin("table")
    last = asyncio.create_task(nodes[-1].begin("table"))
    done, _ = await asyncio.wait([last], timeout=0.3)
    assert not done
    await nodes[0].done("table")
    assert await last


async def test_who_waits_for_loads_of_nodes_that_died_leaves_the_table_alone(redis: Client) -> None:
    """They are told apart from loads under way by their age."""
    await redis.zadd(key("table"), cut_short(seconds_ago=DEAD_SECONDS - 0.3))
    began = time.monotonic()
    assert not await Loads(redis).begin("table")
    assert time.monotonic() - began < DEAD_SECONDS / 2


async def test_a_table_that_met_a_bad_hour_is_tried_again_however_often_it_was_asked_for(redis: Client) -> None:
    """To be refused it does not make it wait for longer, and after ten minutes all is forgotten."""
    await redis.zadd(key("table"), cut_short(seconds_ago=590))
    await redis.pexpire(key("table"), 10_000)
    assert not await Loads(redis).begin("table")
    assert await redis.zcard(key("table")) == CUT_SHORT
    assert await redis.pttl(key("table")) <= 10_000
    await redis.zadd(key("table"), cut_short(seconds_ago=601))
    assert await Loads(redis).begin("table")
    assert await redis.zcard(key("table")) == 1


async def test_a_load_that_ended_while_redis_was_away_is_not_taken_for_cut_short(
    own_redis: OwnRedis, redis: Client
) -> None:
    """Redis learns it as soon as possible; until then the node knows."""
    loads = Loads(redis)
    assert await loads.begin("table")
    own_redis.kill()
    await loads.done("table")
    await loads.settle()
    own_redis.restart()
    assert await redis.zcard(key("table")) == 1
    await loads.settle()
    assert not await redis.exists(key("table"))


async def test_a_node_tells_redis_by_itself_of_loads_that_ended_while_it_was_away(
    start_node: StartNode, own_redis: OwnRedis
) -> None:
    """With its next poll."""
    node = await start_node(own_redis.url)
    assert await node.core.tables.loads.begin("table")
    own_redis.kill()
    await node.core.tables.loads.done("table")
    own_redis.restart()
    node.core.tables.poll_now.set()
    await until(lambda: own_redis.ask("EXISTS", key("table")) == 0)


def cut_short(*, seconds_ago: float) -> dict[str, float]:
    """As many loads as may be cut short, all begun so long ago and never done."""
    at = 1000 * (time.time() - seconds_ago)
    return {f"load-{number}": at for number in range(CUT_SHORT)}
