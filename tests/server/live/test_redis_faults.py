"""A Redis that hangs, is gone, or lost the end of its logs."""

from __future__ import annotations

import asyncio

import pytest
from redis.asyncio import Redis

from partie.client.client import Refused
from partie.log.entry import log_key
from tests.fixtures.redis import OwnRedis
from tests.fixtures.service import StartNode, start_toy, until


async def test_a_redis_that_hangs_for_ten_seconds_throws_nobody_out(start_node: StartNode, own_redis: OwnRedis) -> None:
    """Pings are answered meanwhile, the move is unsettled and then accepted, once."""
    node = await start_node(own_redis.url)
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    before = ann.cursor[0]  # type: ignore[index]
    own_redis.hang()
    move = asyncio.create_task(ann.move(ann.turn["legal"][0]))  # type: ignore[index]
    done, _ = await asyncio.wait([move], timeout=12)  # more than a ping and the time its answer has
    assert not done
    assert len(node.core.connections) == 2
    own_redis.resume()
    accepted = await move
    assert accepted["seq"] == before + 1
    await bob.until(lambda: bob.cursor == ann.cursor)


async def test_a_move_made_while_redis_is_gone_is_refused_or_settles(
    start_node: StartNode, own_redis: OwnRedis
) -> None:
    """What was never handed over is refused; after the restart the table plays on, and a repeat is done once."""
    node = await start_node(own_redis.url)
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    before = ann.cursor[0]  # type: ignore[index]
    own_redis.kill()
    do = {"type": "move", "ask": ann.turn["ask"], "move": ann.turn["legal"][0]}  # type: ignore[index]
    attempt = asyncio.create_task(ann.do(do, command="made-while-gone"))
    done, _ = await asyncio.wait([attempt], timeout=3)
    if done:
        with pytest.raises(Refused) as refused:
            attempt.result()
        assert refused.value.code == "unavailable"
    await asyncio.to_thread(own_redis.restart)
    if not done:
        assert (await attempt)["seq"] == before + 1
    ann._answers.clear()
    accepted = await ann.do(do, command="made-while-gone")
    assert accepted["seq"] == before + 1
    await bob.until(lambda: bob.cursor == (before + 1, node.core.tables.awake[table].newest.mark))


async def rewind(url: str, table: str, dump: bytes) -> None:
    """Put a log back to an earlier copy, as a fail-over to a replica that missed the last writes does."""
    async with Redis.from_url(url) as redis:
        await redis.restore(log_key(table), 0, dump, replace=True)


async def copy_of(url: str, table: str) -> bytes:
    """A copy of a log."""
    async with Redis.from_url(url) as redis:
        dump = await redis.dump(log_key(table))
        assert dump is not None
        return dump


async def test_a_node_that_remembers_the_lost_tail_puts_it_back(start_node: StartNode, redis_server: str) -> None:
    """The log is healed byte for byte, and nobody at the table notices."""
    node = await start_node()
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    short = await copy_of(redis_server, table)
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]
    await bob.move(bob.turn["legal"][0])  # type: ignore[index]
    async with Redis.from_url(redis_server) as redis:
        whole = await redis.xrange(log_key(table))
        await rewind(redis_server, table, short)
        node.core.tables.poll_now.set()

        async def healed() -> bool:
            return bool(await redis.xrange(log_key(table)) == whole)

        await until(healed)
    assert not ann.rewound
    assert not bob.rewound


async def test_a_loss_that_cannot_be_healed_is_told_in_the_open(start_node: StartNode, redis_server: str) -> None:
    """Another node built on the shortened log: those who saw the lost events hear so and see what is there now."""
    one, two = await start_node(), await start_node()
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    short = await copy_of(redis_server, table)
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]
    seen = ann.cursor
    await ann.close()
    await rewind(redis_server, table, short)
    other = await two.join(cookie=bob.cookie)
    await other.enter(table)
    await other.until(lambda: other.turn is not None)
    await other.move(other.turn["legal"][-1])  # type: ignore[index]
    one.core.tables.poll_now.set()
    await bob.until(lambda: bool(bob.rewound))
    await bob.until(lambda: bob.cursor == other.cursor)
    assert bob.view == other.view
    back = await two.join(cookie=ann.cookie)
    await back.enter(table, seen)
    await back.until(lambda: back.cursor == other.cursor)


async def test_a_client_that_saw_more_than_the_log_has_is_told_what_was_lost(
    start_node: StartNode, redis_server: str
) -> None:
    """A cursor beyond the end of the log is answered with the loss and a whole view."""
    one, two = await start_node(), await start_node()
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    short = await copy_of(redis_server, table)
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]
    await bob.until(lambda: bob.cursor == ann.cursor)
    seen = ann.cursor
    await one.stop()
    await rewind(redis_server, table, short)
    back = await two.join(cookie=ann.cookie)
    back.table, back.cursor, back.view = table, seen, ann.view
    await back.enter(table, seen)
    await back.until(lambda: bool(back.rewound))
    assert back.rewound[0]["lost"] == seen[0]  # type: ignore[index]
    await back.until(lambda: back.cursor[0] == seen[0] - 1)  # type: ignore[index]


async def test_two_seats_choosing_at_once_on_two_nodes_both_succeed(start_node: StartNode) -> None:
    """Each node decides on the same event; the loser of the race decides again, and no one sees it."""
    one, two = await start_node(), await start_node()
    _, (ann, bob) = await start_toy(one, "Ann", "Bob")
    away = await two.join(cookie=bob.cookie)
    await away.enter(ann.table)
    await away.until(lambda: away.turn is not None)
    await asyncio.gather(ann.move(ann.turn["legal"][0]), away.move(away.turn["legal"][0]))  # type: ignore[index]
    await ann.until(lambda: ann.cursor == away.cursor)
    assert ann.view["game"] == away.view["game"] or ann.view["table"] == away.view["table"]
