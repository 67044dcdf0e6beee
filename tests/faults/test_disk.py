"""A disk that is full: the file of Redis may grow no more."""

from __future__ import annotations

import asyncio
import resource

import psutil

from partie.client.client import Client, Message, Refused
from tests.faults.logs import follows, log_of
from tests.faults.player import PASSING
from tests.fixtures.redis import OwnRedis
from tests.fixtures.service import StartNode, start_toy


async def done(client: Client, do: Message) -> Message:
    """Have something done once, however often it must be sent."""
    while True:
        client._answers.clear()
        try:
            return await client.do(do, command="on-a-full-disk")
        except Refused as refused:
            if refused.code not in PASSING:
                raise
        await asyncio.sleep(0.05)


async def test_nothing_is_acknowledged_on_a_full_disk_and_play_goes_on_when_there_is_room(
    own_redis: OwnRedis, start_node: StartNode
) -> None:
    """Redis cannot write a move and ends; it is not acknowledged before it stands, and then it stands once."""
    node = await start_node(own_redis.url)
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    keeper = asyncio.create_task(own_redis.embedded.keep_running())
    before = await log_of(own_redis.url, table)
    full = max(path.stat().st_size for path in own_redis.directory.rglob("*.aof")) + 60
    process = psutil.Process(own_redis.embedded.pid)
    process.rlimit(psutil.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
    move = {"type": "move", "ask": ann.turn["ask"], "move": ann.turn["legal"][0]}  # type: ignore[index]
    doing = asyncio.create_task(done(ann, move))
    # The limit goes with the process that has it: the one that is started in its place has room again.
    await asyncio.to_thread(process.wait, 20)
    accepted = await doing
    assert accepted["seq"] == len(before) + 1
    await bob.until(lambda: bob.cursor is not None and bob.cursor[0] == accepted["seq"])
    after = await log_of(own_redis.url, table)
    assert after[: len(before)] == before
    assert follows(after)
    assert len(after) == len(before) + 1
    keeper.cancel()
    await asyncio.wait([keeper])
