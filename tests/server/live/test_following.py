"""Which tables a node hears of, and what it misses of them: nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from redis.asyncio import Redis

from partie.client.client import Client, Refused
from partie.log import Entry
from partie.log.entry import log_key
from partie.log.script import channel
from partie.redis.pubsub import PubSub
from partie.upkeep import rounds
from tests.fixtures.redis import OwnRedis
from tests.fixtures.service import StartNode, start_toy, until


@pytest.fixture(autouse=True)
def no_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes poll only on command: everything else they learn they have heard."""
    monkeypatch.setattr(rounds, "POLL_SECONDS", 3600.0)


async def test_a_node_hears_of_the_tables_that_it_has_awake(start_node: StartNode, own_redis: OwnRedis) -> None:
    """From when a table is shown until it sleeps, and of those alone; waking it again makes no second listener."""
    one, two = await start_node(own_redis.url), await start_node(own_redis.url)
    table, (ann, _) = await start_toy(one, "Ann", "Bob")
    other, _ = await start_toy(two, "Dan", "Eve")
    cat = await two.join("Cat")
    await cat.enter(table)
    assert listeners(own_redis, table, other) == [2, 1]
    live = two.core.tables.awake[table]
    for _ in range(3):
        await two.core.tables.sleep(live)
        live = await two.core.tables.get(table)
        assert listeners(own_redis, table) == [2]
    await two.core.tables.sleep(live)
    await until(lambda: listeners(own_redis, table) == [1])
    await cat.enter(table)
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]
    await cat.until(lambda: cat.cursor == ann.cursor)


async def test_a_table_that_is_woken_while_it_is_put_to_sleep_is_heard(
    start_node: StartNode, own_redis: OwnRedis
) -> None:
    """A newcomer hears of what follows even while the last of it is still put away."""
    one, two = await start_node(own_redis.url), await start_node(own_redis.url)
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    cat = await two.join("Cat")
    for turns in range(8):
        live = await two.core.tables.get(table)
        sleeping = asyncio.create_task(two.core.tables.sleep(live))
        for _ in range(turns):
            await asyncio.sleep(0)
        await cat.enter(table)
        await sleeping
        assert two.core.tables.awake[table] is not live
        await first_move([ann, bob])
        await cat.until(lambda: cat.cursor == ann.cursor)
        await cat.send({"t": "exit"})
        await cat.ask({"t": "history", "before": 1}, "problem")


async def test_a_node_does_not_go_on_listening_to_what_it_cannot_show(
    start_node: StartNode, own_redis: OwnRedis
) -> None:
    """To an id that no table has, a log that cannot be read, and a table that failed."""
    node = await start_node(own_redis.url)
    table, _ = await start_toy(node, "Ann", "Bob")
    own_redis.ask("XADD", log_key("spoilt"), "*", "what", "ever")
    cat = await node.join("Cat")
    for name in ("unknown", "spoilt"):
        cat.received.clear()
        with pytest.raises(Refused):
            await cat.enter(name)
    node.core.tables.awake[table].fail(ValueError("something is wrong with it"))
    await until(lambda: listeners(own_redis, "unknown", "spoilt", table) == [0, 0, 0])


async def test_what_comes_while_a_table_is_loaded_is_not_missed(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even after its log was read, for the bell was heard before."""
    one, two = await start_node(), await start_node()
    table, (ann, _) = await start_toy(one, "Ann", "Bob")
    read = two.core.log.read

    async def late(table: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        monkeypatch.setattr(two.core.log, "read", read)
        found = await read(table, after, upto)
        await ann.move(ann.turn["legal"][0])  # type: ignore[index]
        await until(lambda: bool(two.core.tables._heard))
        return found

    monkeypatch.setattr(two.core.log, "read", late)
    cat = await two.join("Cat")
    await cat.enter(table)
    await cat.until(lambda: cat.cursor == ann.cursor)


async def test_a_node_without_its_bell_shows_tables_and_follows_them_by_its_polls(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bell that finds no server keeps nobody waiting."""
    one = await start_node()
    table, (ann, _) = await start_toy(one, "Ann", "Bob")

    async def none(*_: object) -> None:
        return None

    monkeypatch.setattr(PubSub, "_choose", none)
    two = await start_node()
    cat = await two.join("Cat")
    await cat.enter(table)
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]
    two.core.tables.poll_now.set()
    await cat.until(lambda: cat.cursor == ann.cursor)


async def test_what_was_missed_while_the_bell_was_away_is_asked_for(start_node: StartNode, own_redis: OwnRedis) -> None:
    """When the connection comes back its node polls, and hears of all its tables again."""
    one, two = await start_node(own_redis.url), await start_node(own_redis.url)
    tables = [await start_toy(one, "Ann", "Bob") for _ in range(3)]
    watching = []
    for table, _ in tables:
        cat = await two.join("Cat")
        await cat.enter(table)
        watching.append(cat)
    async with Redis.from_url(own_redis.url) as redis:
        for seen in ("missed", "heard"):
            if seen == "missed":
                await redis.execute_command("CLIENT", "KILL", "TYPE", "pubsub")  # type: ignore[no-untyped-call]
            await asyncio.gather(*(first_move(players) for _, players in tables))
            for (_, players), cat in zip(tables, watching, strict=True):
                await cat.until(lambda players=players, cat=cat: cat.cursor == max(one.cursor for one in players))  # type: ignore[misc]
            await until(lambda: listeners(own_redis, *(table for table, _ in tables)) == [2, 2, 2])


async def first_move(players: Sequence[Client]) -> None:
    """Make one of the legal moves."""
    mover = next(one for one in players if one.turn and one.turn.get("legal"))
    done = await mover.move(mover.turn["legal"][0])  # type: ignore[index]
    for one in players:
        await one.until(lambda one=one: one.cursor[0] >= done["seq"])  # type: ignore[misc]


def listeners(redis: OwnRedis, *tables: str) -> list[int]:
    """How many nodes hear of each of the tables."""
    return [int(number) for number in redis.ask("PUBSUB", "NUMSUB", *map(channel, tables))[1::2]]
