"""The bell rings for every entry, on every server of a cluster, and comes back by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from partie.log import ChangeFeed, Log
from partie.log.script import channel
from tests.faults.proxy import Proxy
from tests.fixtures.redis import Cluster, OwnRedis, Server
from tests.server.log.steps import after, append_all, at_of, chain, first, opened, until


class Ear:
    """What a bell told."""

    def __init__(self, url: str, silence: float) -> None:
        self.rings: list[tuple[str, int]] = []
        self.connections = 0
        self.feed = ChangeFeed(
            url, lambda table, seq: self.rings.append((table, seq)), self._connected, silence=silence
        )

    def _connected(self) -> None:
        self.connections += 1

    async def connected(self, times: int) -> None:
        await until(lambda: self.connections >= times)

    def rings_of(self, table: str) -> list[tuple[str, int]]:
        """The news of the tables whose names begin like this: a cluster may pass on late what an earlier test rang."""
        return [(name, seq) for name, seq in self.rings if name.startswith(table)]

    async def listens(self, *tables: str) -> None:
        await asyncio.gather(*(self.feed.listen(table) for table in tables))

    async def heard(self, table: str, seq: int) -> None:
        await until(lambda: (table, seq) in self.rings)


@asynccontextmanager
async def listening(url: str, silence: float = 5.0) -> AsyncIterator[Ear]:
    """An ear whose bell has confirmed that it hears."""
    ear = Ear(url, silence)
    task = asyncio.create_task(ear.feed.run())
    try:
        await ear.connected(1)
        yield ear
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled(), task


async def test_every_entry_is_rung_with_its_table_and_number(any_redis: str, log: Log, table: str) -> None:
    """On a cluster too, whichever master holds the table and whichever the bell is connected to."""
    tables = [f"{table}{number}" for number in range(12)]
    async with listening(any_redis) as ear, listening(any_redis) as other:
        await ear.listens(*tables)
        await other.listens(*tables)
        for name in tables:
            await append_all(log, name, chain(3))
        for name in tables:
            await ear.heard(name, 3)
            await other.heard(name, 3)
        assert sorted(ear.rings_of(table)) == sorted((name, seq) for name in tables for seq in (1, 2, 3))


async def test_what_was_not_appended_is_not_rung(any_redis: str, log: Log, table: str) -> None:
    """A lost race, a resend and a refused time leave the bell still."""
    async with listening(any_redis) as ear:
        await ear.listens(table)
        entry = first()
        await append_all(log, table, [entry, entry])
        await log.append(table, first())
        await log.append(table, after(entry), not_after=0)
        at_of(await log.append(table, after(entry)))
        await ear.heard(table, 2)
        assert ear.rings_of(table) == [(table, 1), (table, 2)]


async def test_a_table_that_is_not_listened_to_is_not_heard(any_redis: str, log: Log, table: str) -> None:
    """Neither one that never was nor one that was left; a node is not told of the tables of others."""
    entries = chain(2)
    async with listening(any_redis) as ear:
        await ear.listens(table, f"{table}1")
        await append_all(log, f"{table}1", entries[:1])
        await ear.heard(f"{table}1", 1)
        ear.feed.leave(f"{table}1")
        await append_all(log, f"{table}1", entries[1:])
        for name in (f"{table}2", table):
            await append_all(log, name, chain(2))
        await ear.heard(table, 2)
        # What was on its way to this node has come by then.
        await ear.listens(f"{table}3")
        assert ear.rings_of(table) == [(f"{table}1", 1), (table, 1), (table, 2)]


async def test_whoever_listens_to_a_table_of_a_server_that_hangs_is_not_kept_waiting(
    own_redis: OwnRedis, table: str
) -> None:
    """Its log is read all the same, and what was missed is requested when the server is there again."""
    async with listening(own_redis.url, silence=5.0) as ear, opened(own_redis.url) as log:
        own_redis.hang()
        async with asyncio.timeout(4.0):
            await ear.listens(table)
        own_redis.resume()
        await ear.listens(table)
        await append_all(log, table, [first()])
        await ear.heard(table, 1)


async def test_foreign_words_on_the_channel_are_ignored(own_redis: OwnRedis, table: str) -> None:
    """Anyone who reaches the server can publish; the bell goes on."""
    async with listening(own_redis.url) as ear, opened(own_redis.url) as log:
        await ear.listens(table)
        for word in ("", "hello", f"{table} 1", "-1", "1.5", "\xff3é", "9" * 5000):
            own_redis.ask("PUBLISH", channel(table), word)
        await append_all(log, table, [first()])
        await ear.heard(table, 1)
        assert ear.rings == [(table, 1)]


async def test_the_bell_comes_back_after_redis_was_killed(own_redis: OwnRedis, table: str) -> None:
    """It connects again, says so, and rings for what comes after."""
    entries = chain(2)
    async with listening(own_redis.url) as ear, opened(own_redis.url) as log:
        await ear.listens(table)
        await append_all(log, table, entries[:1])
        await ear.heard(table, 1)
        own_redis.kill()
        await asyncio.to_thread(own_redis.restart)
        await ear.connected(2)
        await append_all(log, table, entries[1:])
        await ear.heard(table, 2)


async def test_a_bell_whose_master_dies_moves_to_another(own_cluster: Cluster, table: str) -> None:
    """The tables of the two other masters are heard again, without the dead one coming back."""
    async with listening(own_cluster.url) as ear, opened(own_cluster.url) as log:
        await ear.listens(*names(table))
        victim = master_with_bell(own_cluster, table)
        await asyncio.to_thread(victim.kill)
        await ear.connected(2)
        alive = [name for name in names(table) if own_cluster.node_of(name) is not victim]
        for name in alive:
            await append_all(log, name, [first()])
        for name in alive:
            await ear.heard(name, 1)


async def test_a_bell_on_a_hung_master_moves_to_another(own_cluster: Cluster, table: str) -> None:
    """A server that says nothing, not even to a ping, is given up."""
    async with listening(own_cluster.url, silence=0.2) as ear, opened(own_cluster.url) as log:
        await ear.listens(*names(table))
        victim = master_with_bell(own_cluster, table)
        victim.hang()
        await ear.connected(2)
        alive = [name for name in names(table) if own_cluster.node_of(name) is not victim]
        for name in alive:
            await append_all(log, name, [first()])
        for name in alive:
            await ear.heard(name, 1)


def names(table: str) -> list[str]:
    """Tables on every master."""
    return [f"{table}{number}" for number in range(12)]


def master_with_bell(cluster: Cluster, table: str) -> Server:
    """The master that the only bell is connected to."""
    (found,) = [node for node in cluster.nodes if listeners(node, names(table)[0])]
    return found


def listeners(server: Server | OwnRedis, table: str) -> int:
    """How many bells a server has that are to hear of a table."""
    return int(server.ask("PUBSUB", "NUMSUB", channel(table))[1])


async def test_silence_alone_is_no_reason_to_connect_again(own_redis: OwnRedis) -> None:
    """A silent connection is probed, and kept when it answers."""
    async with listening(own_redis.url, silence=0.05) as ear:
        asked = pings(own_redis)
        await until(lambda: pings(own_redis) >= asked + 3)
        assert ear.connections == 1


def pings(redis: OwnRedis) -> int:
    """How many pings a server has answered."""
    line = next((line for line in redis.ask("INFO", "commandstats").splitlines() if b"cmdstat_ping:" in line), b"=0,")
    return int(line.partition(b"=")[2].partition(b",")[0])


async def test_a_line_that_vanished_without_a_word_is_made_anew(own_redis: OwnRedis, table: str) -> None:
    """A half-open connection does not answer a ping; another one is opened, and says so."""
    async with (
        Proxy(Path(own_redis.url.removeprefix("unix://"))) as proxy,
        listening(f"redis://127.0.0.1:{proxy.port}", silence=0.1) as ear,
        opened(own_redis.url) as log,
    ):
        await ear.listens(table)
        proxy.up.hold()
        proxy.down.hold()
        await until(lambda: proxy.connections >= 2)
        proxy.up.release()
        proxy.down.release()
        await ear.connected(2)
        await append_all(log, table, [first()])
        await ear.heard(table, 1)
