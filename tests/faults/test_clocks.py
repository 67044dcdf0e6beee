"""Clocks that jump: the wall clock of a node, and that of Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from server.client import Client
from tests.faults.clock import Clock, build
from tests.faults.killing import NodeVictim, serve
from tests.faults.logs import log_of
from tests.fixtures.redis import OwnRedis, free_ports
from tests.fixtures.service import StartNode, start_toy

DAY = 24 * 3600 * 1000


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("shim"))


@pytest.fixture
def clock(tmp_path: Path, library: Path) -> Clock:
    return Clock(tmp_path, library)


@pytest.fixture
async def jumping(tmp_path: Path, own_redis: OwnRedis, clock: Clock) -> AsyncIterator[NodeVictim]:
    """A node whose clock can be set."""
    (port,) = free_ports(1)
    command = ["env", *(f"{name}={value}" for name, value in clock.environment.items()), *serve(port, own_redis.url)]
    node = await asyncio.to_thread(NodeVictim, tmp_path, "jumping", port, command)
    yield node
    await asyncio.to_thread(node.kill)


async def test_a_node_whose_clock_jumps_plays_on_with_the_others(
    jumping: NodeVictim, clock: Clock, own_redis: OwnRedis, start_node: StartNode
) -> None:
    """A day ahead and a day behind: what is asked does not lapse, what stands is not new, stamps are Redis's."""
    sound = await start_node(own_redis.url)
    table, (ann, bob) = await start_toy(sound, "Ann", "Bob")
    there = await Client.join(f"http://127.0.0.1:{jumping.port}", cookie=bob.cookie)
    await there.enter(table)
    for jump in (DAY, -DAY, 0):
        clock.set(jump)
        await propose(ann, there, grant=False)
        await propose(there, ann, grant=False)
    clock.set(DAY)
    await propose(ann, there, grant=True)
    await ann.until(lambda: ann.over)
    await there.close()
    stamps = await stamps_of(own_redis.url, table)
    assert stamps[-1] - stamps[0] < DAY // 24


async def test_stamps_never_go_back_when_the_clock_of_redis_does(
    own_redis: OwnRedis, clock: Clock, start_node: StartNode
) -> None:
    """An hour ahead and an hour behind: everybody plays on, and nothing is acknowledged twice or lost."""
    own_redis.embedded.environment = clock.environment
    own_redis.kill()
    await asyncio.to_thread(own_redis.restart)
    one, two = await start_node(own_redis.url), await start_node(own_redis.url)
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    there = await two.join(cookie=bob.cookie)
    await there.enter(table)
    for jump in (DAY // 24, -DAY // 24, 0):
        clock.set(jump)
        await propose(ann, there, grant=False)
        await propose(there, ann, grant=False)
    stamps = await stamps_of(own_redis.url, table)
    assert stamps == sorted(stamps)
    assert max(later - earlier for earlier, later in pairwise(stamps)) >= DAY // 25


async def propose(asker: Client, other: Client, *, grant: bool) -> None:
    """Propose to end the game, and answer."""
    asked = await asker.do({"type": "propose", "what": "end"})
    await other.until(lambda: other.view.get("proposal", {}).get("seq") == asked["seq"])
    await other.do({"type": "answer", "proposal": asked["seq"], "grant": grant})


async def stamps_of(url: str, table: str) -> list[int]:
    """When the events of a table were, in milliseconds."""
    return [int(fields[b"at"]) for _, fields in await log_of(url, table)]
