"""Finished games leave memory, and their logs are archived; people who come back find them as they were."""

from __future__ import annotations

import random
import time

import httpx
import pytest
from redis.asyncio import Redis

from partie.client.client import Client, Message
from partie.log.entry import archive_key, log_key
from partie.people.records import Played, PlayedSeat
from partie.redis import store
from partie.redis.connect import connect
from partie.table import Snapshot
from partie.upkeep.archivist import ENDED
from partie.upkeep.sweeper import SWEEPING, SWEPT
from tests.fixtures.service import NO_TLS, Running, StartNode, start_toy, until
from tests.server.live.asking import past
from tests.server.live.playing import play
from tests.server.upkeep.archiving import HOUR_MS, later, leave


async def shown(node: Running, client: Client, table: str) -> tuple[object, ...]:
    """Everything that a client can read of a table."""
    client.received.clear()
    await client.enter(table)
    history: Message = await client.ask({"t": "history", "before": client.cursor[0] - 3}, "history")  # type: ignore[index]
    positions = [(await past(client, seq, eyes))["view"] for seq in (1, 6, 9) for eyes in (0, "spectator")]
    async with httpx.AsyncClient(verify=NO_TLS, base_url=node.url, headers={"Cookie": client.cookie}) as browser:
        log = await browser.get(f"/api/tables/{table}/export", params={"as": "log"})
        assert log.status_code == 200
    return client.view, client.cursor, client.entries, history, positions, log.text


async def test_a_finished_game_is_archived_and_opens_as_before(start_node: StartNode, redis_cluster: str) -> None:
    """View, history, past positions and file are the same before and after, on this node and on another."""
    node = await start_node(redis_cluster, archive_after=60)
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await play([ann, bob], random.Random(4))
    before = await shown(node, ann, table)
    await leave(node, ann, bob)
    await node.wiring.archivist.sweep()
    redis = connect(redis_cluster)
    assert await redis.exists(archive_key(table)) == 0, "a game that has only just ended was archived"
    later(node)
    await node.wiring.archivist.sweep()
    assert await redis.exists(archive_key(table)) == await redis.xlen(log_key(table)) == 1
    assert await redis.zcard(ENDED) == 0
    await store.close(redis)
    assert not node.core.tables.awake
    assert b"partie_archived_total 1.0" in node.core.metrics.exposition()
    assert await shown(node, ann, table) == before
    other = await start_node(redis_cluster)
    again = await other.join(cookie=ann.cookie)
    assert await shown(other, again, table) == before


async def test_an_end_that_the_log_lost_is_no_game_of_anybody(start_node: StartNode, redis_server: str) -> None:
    """The round that would archive the table takes it out of what its persons have played."""
    node = await start_node(archive_after=60)
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    games = node.core.people.games
    seats = tuple(PlayedSeat(client.person, 1, 1) for client in (ann, bob))
    await games.put(Played(table, "toy", 1000, 99, "ab12", open=True, seats=seats))
    await leave(node, ann, bob)
    async with Redis.from_url(redis_server) as redis:
        await redis.zadd(ENDED, {table: 1000})
        await node.wiring.archivist.sweep()
        assert await redis.zcard(ENDED) == 0
    assert [await games.of(client.person) for client in (ann, bob)] == [[], []]


async def test_a_game_that_somebody_looks_at_is_left_alone(start_node: StartNode, redis_server: str) -> None:
    """Whichever node shows it; and it is archived when they have gone."""
    one, two = await start_node(archive_after=60), await start_node(archive_after=60)
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    await play([ann, bob], random.Random(4))
    watching = await two.join("Cat")
    await watching.enter(table)
    await leave(one, ann, bob)
    async with Redis.from_url(redis_server) as redis:

        async def somebody_is_there() -> bool:
            return bool(await redis.exists(f"partie:{{{table}}}:here"))

        for node in (one, two):
            later(node)
            await until(somebody_is_there)
            await node.wiring.archivist.sweep()
            assert await redis.exists(archive_key(table)) == 0
        await leave(two, watching)
        two.core.clock.now = lambda: int(time.time() * 1000) + 2 * HOUR_MS  # type: ignore[method-assign]
        await two.wiring.archivist.sweep()
        assert await redis.exists(archive_key(table)) == 1


async def test_a_game_that_lost_its_end_is_not_archived(start_node: StartNode, redis_server: str) -> None:
    """What the index says counts for nothing against the log."""
    node = await start_node(archive_after=60)
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await play([ann, bob], random.Random(4), 3)
    await leave(node, ann, bob)
    later(node)
    async with Redis.from_url(redis_server) as redis:
        await redis.zadd(ENDED, {table: 1, "no-such-table": 1})
        await node.wiring.archivist.sweep()
        assert await redis.exists(archive_key(table)) == 0
        assert await redis.zcard(ENDED) == 0
    await ann.enter(table)
    assert ann.view["table"]["phase"] == "running"


async def test_a_game_whose_end_nobody_noted_is_found_and_archived(start_node: StartNode, redis_cluster: str) -> None:
    """Its node died in that moment. One node at a time looks at all logs, and rests when it has seen them."""
    dead = await start_node(redis_cluster, archive_after=60)
    running, players = await start_toy(dead, "Ann", "Bob")
    await play(players, random.Random(4), 3)
    table, clients = await start_toy(dead, "Cat", "Dan")
    await play(clients, random.Random(4))
    await leave(dead, *players, *clients)
    redis = connect(redis_cluster)
    await redis.delete(ENDED)
    one, two = await start_node(redis_cluster, archive_after=60), await start_node(redis_cluster, archive_after=60)
    await redis.set(SWEEPING, two.core.nodes.node)
    later(one)
    await one.wiring.archivist.sweep()
    assert not await redis.exists(archive_key(table)), "it went over the logs beside another node"
    await redis.delete(SWEEPING)  # as it expires
    await one.wiring.archivist.sweep()
    assert await redis.exists(archive_key(table))
    assert not await redis.exists(archive_key(running))
    await one.wiring.archivist.sweep()
    assert await redis.exists(SWEPT)
    # What it has seen once it does not ask for again for hours.
    again, others = await start_toy(one, "Eve", "Fay")
    await play(others, random.Random(4))
    await leave(one, *others)
    await redis.delete(ENDED)
    await one.wiring.archivist.sweep()
    assert not await redis.exists(archive_key(again))
    await redis.delete(SWEPT)
    await one.wiring.archivist.sweep()
    assert await redis.exists(archive_key(again))
    await store.close(redis)


async def test_a_sweep_that_redis_interrupts_loses_nothing_that_it_had_in_hand(
    start_node: StartNode, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it was: among the names, or with what it found and could not note."""
    node = await start_node(archive_after=60)
    table, clients = await start_toy(node, "Ann", "Bob")
    await play(clients, random.Random(4))
    await leave(node, *clients)
    later(node)
    async with Redis.from_url(redis_server) as redis:
        await redis.delete(ENDED)
        for command in ("scan", "zadd"):
            asked: list[object] = []

            async def gone(*given: object, asked: list[object] = asked, **_: object) -> None:
                asked.append(given)
                raise ConnectionError

            with monkeypatch.context() as patch:
                patch.setattr(node.core.redis, command, gone)
                await node.wiring.archivist.sweep()
            assert asked
            assert not await redis.exists(SWEPT)
        await node.wiring.archivist.sweep()
        assert await redis.exists(archive_key(table))


async def test_the_snapshot_of_a_finished_game_does_not_stand_for_ever(node: Running, redis_server: str) -> None:
    """That of a running one does: it may be played on after months."""
    running, players = await start_toy(node, "Ann", "Bob")
    finished, clients = await start_toy(node, "Cat", "Dan")
    await play(clients, random.Random(4))
    await leave(node, *players, *clients)
    async with Redis.from_url(redis_server) as redis:
        assert await redis.ttl(f"partie:{{{running}}}:snap") == -1
        assert await redis.ttl(f"partie:{{{finished}}}:snap") > 0


async def test_a_table_that_was_shortened_while_it_slept_is_shown_as_it_is(
    start_node: StartNode, redis_server: str
) -> None:
    """A lobby that shows more than the log holds is put right when a node wakes the table, and not later."""
    node = await start_node()
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    async with Redis.from_url(redis_server) as redis:
        short = await redis.dump(log_key(table))
        await play([ann, bob], random.Random(4))
        await until(lambda: node.features.lobby.lobby.entries[table].phase == "ended")
        await leave(node, ann, bob)
        await until(lambda: not node.features.lobby.lobby._waiting)
        assert isinstance(short, bytes)
        await redis.restore(log_key(table), 0, short, replace=True)
        await redis.delete(f"partie:{{{table}}}:snap")
    other = await start_node()
    cat = await other.join("Cat")
    await cat.enter(table)
    await until(lambda: node.features.lobby.lobby.entries[table].phase == "running")


async def test_a_table_that_nobody_shows_leaves_memory(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The round of a node puts to sleep what nobody has shown for a minute, and nothing else."""
    watched, _ = await start_toy(node, "Ann", "Bob")
    left, clients = await start_toy(node, "Cat", "Dan")
    for client in clients:
        await client.send({"t": "exit"})
    await until(lambda: node.core.tables.awake[left].idle)
    await node.wiring.rounds.put_to_sleep()
    assert set(node.core.tables.awake) == {watched, left}
    monkeypatch.setattr(node.wiring.rounds, "_sleep_seconds", 0.0)
    await node.wiring.rounds.put_to_sleep()
    assert set(node.core.tables.awake) == {watched}
    assert node.core.metrics.tables_awake._value.get() == 1
    assert Snapshot.decode(await node.core.log.load_snapshot(left) or b"", node.core.registry) is not None
