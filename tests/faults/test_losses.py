"""A Redis that comes back without its last writes: its file was cut short, or a replica took over that missed them.

A node that still has the tail restores it, byte for byte; else those who saw it read in words what was lost. In
neither case are two histories mixed: the log is checked entry by entry against what everybody saw.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from partie.client.client import Client
from partie.log.entry import log_key
from partie.redis import store
from tests.faults.logs import Log, follows, log_of
from tests.faults.proxy import Proxy
from tests.fixtures.redis import Cluster, OwnRedis, Server
from tests.fixtures.redis import until as wait_for
from tests.fixtures.service import StartNode, start_toy, until


async def choose(*clients: Client) -> None:
    """Each of the clients makes its bid."""
    for client in clients:
        await client.move(client.turn["legal"][0])  # type: ignore[index]


def cut(own: OwnRedis, table: str, lost: int) -> None:
    """Cut the append-only file in the middle of the record that holds the entry ``lost`` from the table's end."""
    paths = [*own.directory.rglob("*.incr.aof"), *own.directory.glob("appendonly.aof")]
    (path,) = paths
    data = path.read_bytes()
    at = len(data)
    for _ in range(lost):
        at = data.rindex(log_key(table).encode(), 0, at)
    path.write_bytes(data[: at + 40])


async def test_a_node_heals_a_log_whose_file_was_cut_in_the_middle_of_a_record(
    own_redis: OwnRedis, start_node: StartNode
) -> None:
    """Redis comes back with a shorter log; the node that has the tail puts it back, and nobody notices."""
    node = await start_node(own_redis.url)
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await choose(ann, bob)
    whole = await log_of(own_redis.url, table)
    own_redis.kill()
    cut(own_redis, table, 2)
    await asyncio.to_thread(own_redis.restart)
    await until(lambda: _is(own_redis.url, table, whole))
    assert node.core.metrics.log_healed._value.get() == 1
    assert not ann.rewound
    assert not bob.rewound
    await next_move(ann, bob)
    assert follows(await log_of(own_redis.url, table))


async def test_whoever_saw_what_a_cut_file_lost_is_told_so_when_no_node_has_it(
    own_redis: OwnRedis, start_node: StartNode
) -> None:
    """The nodes died with Redis: what is left is served, and the loss is said in numbers to who saw more."""
    node = await start_node(own_redis.url)
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await choose(ann, bob)
    seen = ann.cursor
    short = (await log_of(own_redis.url, table))[:-2]
    await node.stop()
    own_redis.kill()
    cut(own_redis, table, 2)
    await asyncio.to_thread(own_redis.restart)
    assert await log_of(own_redis.url, table) == short
    fresh = await start_node(own_redis.url)
    back = await fresh.join(cookie=ann.cookie)
    back.table, back.cursor, back.view = table, seen, ann.view
    await back.enter(table, seen)
    await back.until(lambda: bool(back.rewound))
    assert seen is not None
    assert (back.rewound[0]["seq"], back.rewound[0]["lost"]) == (len(short), seen[0])
    await back.until(lambda: back.turn is not None)
    await choose(back)
    assert follows(await log_of(own_redis.url, table))


async def next_move(*clients: Client) -> None:
    """A player who must act makes a move, which all of them see."""
    waits = {asyncio.create_task(client.until(lambda c=client: _must(c))): client for client in clients}  # type: ignore[misc]
    done, waiting = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waiting:
        wait.cancel()
    mover = waits[done.pop()]
    await choose(mover)
    for client in clients:
        await client.until(lambda c=client: c.cursor == mover.cursor)  # type: ignore[misc]


def _must(client: Client) -> bool:
    turn = client.turn
    return turn is not None and turn["must"] and client.cursor is not None and turn["seq"] == client.cursor[0]


async def _is(url: str, table: str, log: Log) -> bool:
    try:
        return await log_of(url, table) == log
    except store.UNAVAILABLE:
        return False


@pytest.fixture
def pair(start_redis: Callable[..., Server]) -> tuple[Server, Server]:
    """A master and its replica."""
    master = start_redis()
    replica = start_redis(replicaof=f"127.0.0.1 {master.port}")
    wait_for(lambda: linked(replica), "the replica to be linked")
    return master, replica


def linked(replica: Server) -> bool:
    return b"master_link_status:up" in replica.ask("INFO", "REPLICATION")


def offset(server: Server) -> bytes:
    """How far the history of writes reaches that a server has."""
    said: bytes = server.ask("INFO", "REPLICATION")
    return said.partition(b"master_repl_offset:")[2].partition(b"\r")[0]


async def bids_missed(replica: Server, proxy: Proxy, start_node: StartNode) -> tuple[str, Client, Client]:
    """A game at a node behind the proxy, with two bids that the replica does not have."""
    node = await start_node(f"redis://127.0.0.1:{proxy.port}")
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    wait_for(lambda: replica.ask("XLEN", log_key(table)) == ann.cursor[0], "the replica to have it all")  # type: ignore[index]
    replica.ask("REPLICAOF", "127.0.0.1", "1")
    await choose(ann, bob)
    return table, ann, bob


async def test_a_node_heals_the_log_of_a_replica_that_took_over_and_missed_moves(
    pair: tuple[Server, Server], start_node: StartNode
) -> None:
    """Behind one address another server answers, which does not have the newest moves: the node puts them back."""
    master, replica = pair
    async with Proxy(("127.0.0.1", master.port)) as proxy:
        table, ann, bob = await bids_missed(replica, proxy, start_node)
        whole = await log_of(master.url, table)
        master.kill()
        replica.ask("REPLICAOF", "NO", "ONE")
        proxy.target = ("127.0.0.1", replica.port)
        proxy.cut()
        await until(lambda: _is(replica.url, table, whole))
        assert not ann.rewound
        await next_move(ann, bob)
        assert follows(await log_of(replica.url, table))


async def test_two_histories_are_never_mixed_when_a_replica_took_over(
    pair: tuple[Server, Server], start_node: StartNode
) -> None:
    """A cold node serves the shortened log and somebody moves on; the node with the old tail gives up and says so."""
    master, replica = pair
    async with Proxy(("127.0.0.1", master.port)) as proxy:
        table, ann, bob = await bids_missed(replica, proxy, start_node)
        lost = bob.cursor
        assert lost is not None
        proxy.up.hold()  # the warm node hears of nothing until somebody else has moved on
        proxy.refusing = True
        master.kill()
        replica.ask("REPLICAOF", "NO", "ONE")
        cold = await start_node(replica.url)
        back = await cold.join(cookie=bob.cookie)
        await back.enter(table)
        await back.until(lambda: back.turn is not None)
        await back.move(back.turn["legal"][-1])  # type: ignore[index]
        new = await log_of(replica.url, table)
        proxy.target = ("127.0.0.1", replica.port)
        proxy.cut()
        proxy.up.release()
        proxy.refusing = False
        for client in (ann, bob):
            await client.until(lambda client=client: bool(client.rewound))  # type: ignore[misc]
            assert client.rewound[0]["lost"] == lost[0]
            await client.until(lambda client=client: client.cursor == back.cursor)  # type: ignore[misc]
        assert await log_of(replica.url, table) == new
        assert follows(new)
        await choose(ann)
        await back.until(lambda: back.cursor == ann.cursor)


async def test_a_cluster_whose_replica_took_over_and_missed_moves_is_healed(
    tmp_path: Path, start_redis: Callable[..., Server], start_node: StartNode
) -> None:
    """A master of three dies, its replica did not have the newest moves: the node finds it and puts them back."""
    cluster = Cluster(tmp_path)
    try:
        node = await start_node(cluster.url)
        table, (ann, bob) = await start_toy(node, "Ann", "Bob")
        master = cluster.node_of(table)
        replica = start_redis(cluster_enabled="yes", cluster_node_timeout="1000", cluster_require_full_coverage="no")
        await asyncio.to_thread(follow, master, replica)
        for one in cluster.nodes:
            wait_for(lambda one=one: one.ask("CLUSTER", "NODES").count(b" connected") == 4, "all to know the replica")  # type: ignore[misc]
        wait_for(lambda: offset(replica) == offset(master), "the replica to have it all")
        # It is thrown out, and does not find in again.
        replica.ask("CONFIG", "SET", "masterauth", "no such password")
        master.ask("CLIENT", "KILL", "TYPE", "replica")
        wait_for(lambda: not linked(replica), "the replica to be cut off")
        await choose(ann, bob)
        whole = await log_of(cluster.url, table)
        await asyncio.to_thread(master.kill)
        replica.ask("CLUSTER", "FAILOVER", "TAKEOVER")
        await until(lambda: _is(cluster.url, table, whole))
        assert not ann.rewound
        await next_move(ann, bob)
        assert follows(await log_of(cluster.url, table))
    finally:
        cluster.stop()


def follow(master: Server, replica: Server) -> None:
    """Make a server a replica in a cluster."""
    replica.ask("CLUSTER", "MEET", "127.0.0.1", str(master.port))
    name = master.ask("CLUSTER", "MYID")
    wait_for(lambda: replica.ask("CLUSTER", "REPLICATE", name), "the replica to know its master")
    wait_for(lambda: linked(replica), "the replica to be linked")
