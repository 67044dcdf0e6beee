"""Tables that were closed, or never started, leave Redis a while after their end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from partie.client.client import Client, Refused
from partie.live.errors import TableGone
from partie.log.entry import archive_key, log_key
from partie.redis import store
from partie.redis.connect import connect
from partie.upkeep.archivist import ENDED
from partie.upkeep.closed import CLOSED, TOMBSTONE_SECONDS
from partie.upkeep.sweeper import ARCHIVES, SWEPT
from tests.fixtures.service import TOY, Running, StartNode, start_toy, until
from tests.server.cli.inside import run_json
from tests.server.live.asking import next_table
from tests.server.live.playing import end
from tests.server.upkeep.archiving import later, leave


async def noted(redis: Any, number: int = 1) -> None:
    """So many tables are in the index."""

    async def there() -> bool:
        return bool(await redis.zcard(CLOSED) == number)

    await until(there)


async def closed(node: Running, host: Client, **more: Any) -> str:
    """A table of which everything is stored that is stored before the start, and which its host has closed."""
    table = await host.create("toy", 2, access="invited", **more)
    await host.enter(table)
    await host.do({"type": "sit", "seat": 0})
    await node.core.people.invite(table)
    await node.core.people.uninvite(table)
    await node.core.people.invite(table)
    await host.do({"type": "close"})
    return table


async def keys_of(redis: Any, table: str) -> set[str]:
    """All keys of a table."""
    return {key async for key in store.keys(redis, f"partie:{{{table}}}:*")}


async def test_a_closed_table_leaves_redis(start_node: StartNode, redis_cluster: str) -> None:
    """Of all its keys a tombstone stays, for a day; before an hour has passed nothing is deleted."""
    node = await start_node(redis_cluster, archive_after=0)
    ann = await node.join("Ann")
    table = await closed(node, ann)
    redis = connect(redis_cluster)
    await noted(redis)
    await leave(node, ann)
    assert len(await keys_of(redis, table)) > 3
    await node.wiring.archivist.sweep()
    assert await redis.xlen(log_key(table)) > 1, "a table that was only just closed has been deleted"
    later(node)
    await node.wiring.archivist.sweep()
    assert await keys_of(redis, table) == {log_key(table)}
    assert await redis.xlen(log_key(table)) == 1
    assert TOMBSTONE_SECONDS - 60 < await redis.ttl(log_key(table)) <= TOMBSTONE_SECONDS
    assert await redis.zcard(CLOSED) == await redis.zcard(ENDED) == 0
    await store.close(redis)
    assert b"partie_forgotten_total 1.0" in node.core.metrics.exposition()
    with pytest.raises(TableGone) as gone:
        await node.core.tables.get(table)
    assert gone.value.code == "unknown"


async def test_a_command_that_made_a_deleted_table_makes_no_other(node: Running, redis_server: str) -> None:
    """As long as there is a tombstone; nobody repeats it after that."""
    ann = await node.join("Ann")
    table = await ann.create("toy", 2, command="make-a-table")
    await ann.enter(table)
    await ann.do({"type": "close"})
    await leave(node, ann)
    async with Redis.from_url(redis_server) as redis:
        await noted(redis)
        later(node)
        await node.wiring.archivist.sweep()
        ann._answers.clear()
        with pytest.raises(Refused) as refused:
            await ann.create("toy", 2, command="make-a-table")
        assert refused.value.code == "buried"
        assert await redis.xlen(log_key(table)) == 1


async def test_a_rematch_is_found_behind_one_that_was_closed_and_deleted(
    start_node: StartNode, redis_server: str
) -> None:
    """Its tombstone never expires; two who ask on two nodes still end at one table."""
    one, two = await start_node(), await start_node()
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    await end(ann, bob)
    first = (await ann.do({"type": "again"}))["table"]
    await ann.enter(first)
    await ann.do({"type": "close"})
    await leave(one, ann, bob)
    async with Redis.from_url(redis_server) as redis:
        await noted(redis)
        later(one)
        await one.wiring.archivist.sweep()
        assert await redis.xlen(log_key(first)) == 1
        assert await redis.ttl(log_key(first)) == -1
    await bob.enter(table)
    second = (await bob.do({"type": "again"}))["table"]
    assert second not in (table, first)
    again = await two.join(cookie=ann.cookie)
    await again.enter(table)
    await again.until(lambda: next_table(again) == second)
    assert (await again.do({"type": "again"}))["table"] == second


async def test_a_closed_table_that_somebody_shows_is_left_alone(start_node: StartNode, redis_server: str) -> None:
    """Whichever node shows it."""
    one, two = await start_node(), await start_node()
    ann, bob = await one.join("Ann"), await two.join("Bob")
    table = await ann.create("toy", 2)
    await ann.enter(table)
    await bob.enter(table)
    await ann.do({"type": "close"})
    await leave(one, ann)
    async with Redis.from_url(redis_server) as redis:
        await noted(redis)

        async def somebody_is_there() -> bool:
            return bool(await redis.exists(f"partie:{{{table}}}:here"))

        for node in (one, two):
            later(node)
            await until(somebody_is_there)
            await node.wiring.archivist.sweep()
            assert await redis.xlen(log_key(table)) > 1
            assert await redis.zcard(CLOSED) == 1


async def test_a_closed_table_that_nobody_noted_is_found_and_deleted(start_node: StartNode, redis_server: str) -> None:
    """Its node died in that moment, or it is older than the index."""
    node = await start_node()
    ann = await node.join("Ann")
    tables = [await ann.create("toy", 2) for _ in range(2)]
    for table in tables:
        await ann.enter(table)
        await ann.do({"type": "close"})
    await leave(node, ann)
    async with Redis.from_url(redis_server) as redis:
        await noted(redis, 2)
        await redis.delete(CLOSED, SWEPT)
        await redis.zadd(ENDED, {tables[0]: 1})
        later(node)

        async def deleted() -> bool:
            await node.wiring.archivist.sweep()
            return all([await redis.xlen(log_key(table)) == 1 for table in tables])

        await until(deleted)
        assert await redis.zcard(ENDED) == 0


async def test_an_archived_table_that_never_started_is_found_and_deleted(
    start_node: StartNode, redis_server: str
) -> None:
    """Older versions archived them; archives of games that were played stay, and are looked into once a month."""
    node = await start_node(archive_after=1)
    ann = await node.join("Ann")
    table = await closed(node, ann)
    await leave(node, ann)
    played, players = await start_toy(node, "Ann", "Bob")
    await end(*players)
    await leave(node, *players)
    async with Redis.from_url(redis_server) as redis:
        await noted(redis)
        for each in (table, played):
            history = await node.core.tables.load(each)
            assert await node.core.log.archive(each, history.tail(0)) == "done"
        await redis.delete(CLOSED, ENDED, SWEPT)
        later(node)

        async def swept() -> bool:
            await node.wiring.archivist.sweep()
            return bool(await redis.exists(ARCHIVES))

        await until(swept)
        await node.wiring.archivist.sweep()
        assert await keys_of(redis, table) == {log_key(table)}
        assert 0 < await redis.ttl(log_key(table)) <= TOMBSTONE_SECONDS
        assert await redis.exists(archive_key(played)) == 1
        assert await redis.zcard(CLOSED) == await redis.zcard(ENDED) == 0
        assert await redis.ttl(ARCHIVES) > 29 * 24 * 3600
    assert node.core.tables.awake == {}


async def test_the_command_that_archives_leaves_tables_that_never_started_to_the_nodes(
    node: Running, redis_server: str
) -> None:
    """An archive would keep them."""
    ann = await node.join("Ann")
    table = await closed(node, ann)
    await leave(node, ann)
    async with Redis.from_url(redis_server) as redis:
        await noted(redis)
        await redis.delete(CLOSED)
        here = ("--redis-url", redis_server, "--engines", TOY)
        done = await asyncio.to_thread(run_json, "archive", table, *here)
        assert (done["archived"], done["not_ended"], done["never_started"]) == ([], 0, 1)
        assert await redis.zscore(CLOSED, table) is not None
        assert await redis.exists(archive_key(table)) == 0


async def test_a_table_that_lost_its_end_is_not_deleted(node: Running, redis_server: str) -> None:
    """What the index says counts for nothing against the log."""
    ann = await node.join("Ann")
    table = await ann.create("toy", 2)
    async with Redis.from_url(redis_server) as redis:
        await redis.zadd(CLOSED, {table: 1, "no-such-table": 1})
        await leave(node, ann)
        await node.wiring.archivist.sweep()
        assert await redis.zcard(CLOSED) == 0
    await ann.enter(table)
    assert ann.view["table"]["phase"] == "open"
