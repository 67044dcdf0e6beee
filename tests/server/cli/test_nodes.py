"""The operator's tools for nodes: nodes, drain, keys."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from redis.asyncio import Redis
from websockets.exceptions import InvalidStatus

from partie.cli._support.output import CommandFailed
from partie.cluster.nodes import LIFETIME_SECONDS, SILENT_SECONDS
from partie.log.entry import log_key
from tests.fixtures.service import Running, StartNode, start_toy, until
from tests.server.cli import inside, script


async def tool(*arguments: str) -> Any:
    """A command next to running nodes."""
    return await asyncio.to_thread(inside.run_json, *arguments)


async def told(*arguments: str) -> Any:
    """A command that makes nodes write to their logs, in a process of its own."""
    return await asyncio.to_thread(script.run_json, *arguments)


async def refused(*arguments: str) -> CommandFailed:
    return await asyncio.to_thread(inside.failure, *arguments)


async def test_a_node_is_emptied_and_taken_back(start_node: StartNode, redis_server: str) -> None:
    """Its people are sent to the other nodes, it takes nobody in and says so, until the operator reopens it."""
    here = ("--redis-url", redis_server)
    one, two = await start_node(), await start_node()
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    for node in (one, two):
        node.core.nodes.changed()
    listed = {card["port"]: card for card in await tool("nodes", *here)}
    assert set(listed) == {int(node.url.rpartition(":")[2]) for node in (one, two)}
    ids = [node.core.nodes.node for node in (one, two)]
    assert (await refused("drain", "nobody", *here)).code == "unknown_node"
    assert (await refused("drain", *ids, *here)).code == "last_node"

    (card,) = await told("drain", ids[0], *here)
    assert (card["draining"], card["connections"]) == (True, 0)
    for client in (ann, bob):
        assert any(message["t"] == "moved" for message in client.received)
    async with httpx.AsyncClient(base_url=one.url) as browser:
        ready = await browser.get("/readyz")
        assert (ready.status_code, ready.json()["code"]) == (503, "draining")
        assert (await browser.get("/healthz")).status_code == 200
    with pytest.raises(InvalidStatus, match="503"):
        await one.join(cookie=ann.cookie)
    again = await two.join(cookie=ann.cookie)
    await again.enter(table)
    assert (await refused("drain", ids[1], *here)).code == "last_node"

    await told("drain", "--back", ids[0], *here)
    back = await one.join(cookie=bob.cookie)
    await back.enter(table)


async def test_a_node_that_ends_is_listed_no_more(start_node: StartNode, redis_server: str) -> None:
    """Nor is one that was killed, after a while."""
    node = await start_node()
    await node.stop()
    async with Redis.from_url(redis_server) as redis:
        assert await redis.keys("partie:node:*") == []
    other = await start_node()
    async with Redis.from_url(redis_server) as redis:

        async def written() -> bool:
            return bool(await redis.exists(f"partie:node:{other.core.nodes.node}"))

        await until(written)
        assert 0 < await redis.pttl(f"partie:node:{other.core.nodes.node}") <= 15_000


async def test_a_table_that_was_set_aside_opens_after_its_repair(
    node: Running, redis_server: str, tmp_path: Any
) -> None:
    """Nodes that showed it as broken need no restart."""
    table, (ann, _) = await start_toy(node, "Ann", "Bob")
    async with Redis.from_url(redis_server) as redis:
        await redis.xadd(log_key(table), {"what": "ever"})
        node.core.tables.awake[table].doubt()
        await until(lambda: table not in node.core.tables.awake)
        file = str(tmp_path / "raw.json")
        here = ("--redis-url", redis_server, "--engines", "tests.engines.toys:toy")
        assert (await tool("repair", table, "--cut", *here, "-o", file))["repaired"]
    await until(lambda: table not in node.core.tables._broken)
    ann.received.clear()
    await ann.enter(table)
    assert ann.view["table"]["phase"] == "running"


async def test_a_new_key_signs_and_the_one_before_stays_good(start_node: StartNode, redis_server: str) -> None:
    """People who came before the rotation stay in, and all running nodes sign with the new key."""
    node = await start_node()
    ann = await node.join("Ann")
    before = node.core.people.keys._signer.secret_keys[-1]
    assert await tool("keys", "rotate", "--redis-url", redis_server) == {"rotated": True}
    await until(lambda: node.core.people.keys._signer.secret_keys[-1] != before)
    await node.join(cookie=ann.cookie)
    bob = await node.join("Bob")
    await tool("keys", "rotate", "--redis-url", redis_server)
    await until(lambda: before not in node.core.people.keys._signer.secret_keys)
    await node.join(cookie=bob.cookie)


async def test_a_node_that_died_is_marked_and_no_place_to_go(start_node: StartNode, redis_server: str) -> None:
    """Until its card expires: operators see it, and the last living node is not drained for it."""
    here = ("--redis-url", redis_server)
    one, two = await start_node(), await start_node()
    for node in (one, two):
        await node.core.nodes.publish()
    alive, dead = one.core.nodes.node, "dead"
    async with Redis.from_url(redis_server) as redis:
        card = await redis.get(f"partie:node:{alive}")
        assert card is not None
        await redis.set(f"partie:node:{dead}", card, px=int(1000 * (LIFETIME_SECONDS - SILENT_SECONDS)) - 1)
        await redis.zadd("partie:nodes", {dead: 1 << 40})
    assert sorted(card["silent"] for card in await tool("nodes", *here)) == [False, False, True]
    assert "silent" in await asyncio.to_thread(inside.run, "nodes", *here)
    ids = [node.core.nodes.node for node in (one, two)]
    assert (await refused("drain", *ids, *here)).code == "last_node"
