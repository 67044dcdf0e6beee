"""What only a cluster does: redirections, masters that go one by one, replicas."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

import pytest

from partie.log import Appended, Log, LogUnavailable
from partie.log.entry import log_key
from tests.fixtures.redis import Cluster, Server, slot_of
from tests.fixtures.redis import until as wait_for
from tests.server.log.steps import after, append_all, at_of, chain, essence, first, opened


def one_per_master(cluster: Cluster, table: str) -> list[str]:
    """A table on each of the masters."""
    found: dict[int, str] = {}
    for number in itertools.count():
        found.setdefault(cluster.node_of(f"{table}{number}").port, f"{table}{number}")
        if len(found) == len(cluster.nodes):
            return list(found.values())
    raise AssertionError


async def test_a_dead_master_takes_only_its_own_tables_away(own_cluster: Cluster, table: str) -> None:
    """Tables of the other masters go on as if nothing had happened, those of the dead one are refused."""
    tables = one_per_master(own_cluster, table)
    async with opened(own_cluster.url, reply_timeout=0.5) as log:
        entries = {name: first() for name in tables}
        for name, entry in entries.items():
            at_of(await log.append(name, entry))
        await asyncio.to_thread(own_cluster.kill, tables[0])
        with pytest.raises(LogUnavailable):
            await log.append(tables[0], after(entries[tables[0]]))
        for name in tables[1:]:
            at_of(await log.append(name, after(entries[name])))
            assert len(await log.read(name)) == 2
        assert [last and last[0] for last in await log.last(tables)] == [None, 2, 2]
        assert log.counters.unsettled == 0


async def test_a_hung_master_delays_only_its_own_tables(own_cluster: Cluster, table: str) -> None:
    """While one master hangs with an unsettled append, the others acknowledge at once."""
    tables = one_per_master(own_cluster, table)
    async with opened(own_cluster.url, reply_timeout=0.3) as log:
        entries = {name: first() for name in tables}
        for name, entry in entries.items():
            at_of(await log.append(name, entry))
        own_cluster.hang(tables[0])
        hung = asyncio.create_task(log.append(tables[0], after(entries[tables[0]])))
        for name in tables[1:]:
            at_of(await log.append(name, after(entries[name])))
        assert not hung.done()
        own_cluster.resume()
        async with asyncio.timeout(30):
            assert isinstance(await hung, Appended)


async def test_appends_follow_a_slot_that_moves(own_cluster: Cluster, table: str) -> None:
    """A log that migrates to another master keeps growing, before, while and after its slot moves."""
    home = own_cluster.node_of(table)
    away = next(node for node in own_cluster.nodes if node is not home)
    entries = chain(9)
    async with opened(own_cluster.url) as log:
        await append_all(log, table, entries[:1])
        for begin, source, target in ((1, home, away), (5, away, home)):
            open_slot(own_cluster, table, source, target)
            await append_all(log, table, entries[begin : begin + 1])
            # Moved, but not yet announced: the old master sends everyone on, for this once.
            source.ask("MIGRATE", "127.0.0.1", str(target.port), log_key(table), "0", "5000")
            await append_all(log, table, entries[begin + 1 : begin + 3])
            assert essence(await log.read(table)) == essence(entries[: begin + 3])
            close_slot(own_cluster, table, target)
            await append_all(log, table, entries[begin + 3 : begin + 4])
        assert essence(await log.read(table)) == essence(entries)


def open_slot(cluster: Cluster, table: str, source: Server, target: Server) -> None:
    """Let the slot of a table be in two places for a while."""
    cluster.settle_epochs()
    slot = str(slot_of(table))
    target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source.ask("CLUSTER", "MYID"))
    source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", target.ask("CLUSTER", "MYID"))


def close_slot(cluster: Cluster, table: str, owner: Server) -> None:
    """Announce who holds the slot of a table from now on.

    Only the owner gets it: it takes the highest epoch of the cluster, and with that its own word counts most
    everywhere. Another server that got it may believe an older word of the former owner that is still on its way.
    """
    slot, owner_id = slot_of(table), owner.ask("CLUSTER", "MYID")
    owner.ask("CLUSTER", "SETSLOT", str(slot), "NODE", owner_id)
    wait_for(lambda: all(_owner(node, slot) == owner_id for node in cluster.nodes), f"slot {slot} to be announced")


def _owner(node: Server, slot: int) -> bytes:
    ranges = node.ask("CLUSTER", "SLOTS")
    return next(bytes(master[2]) for begin, end, master, *_ in ranges if begin <= slot <= end)


async def test_a_cluster_without_any_master_refuses(own_cluster: Cluster, table: str) -> None:
    """When no server answers at all, a first append raises and says so."""
    for node in own_cluster.nodes:
        await asyncio.to_thread(node.kill)
    async with opened(own_cluster.url) as log:
        with pytest.raises(LogUnavailable, match="no server of the cluster answers"):
            await log.append(table, first())


@pytest.fixture
async def master_and_replica(start_redis: Callable[..., Server]) -> tuple[Server, Server]:
    master = start_redis()
    replica = start_redis(replicaof=f"127.0.0.1 {master.port}")
    wait_for(lambda: b"master_link_status:up" in replica.ask("INFO", "REPLICATION"), "the replica to be linked")
    return master, replica


async def test_an_acknowledged_append_is_on_the_replica(master_and_replica: tuple[Server, Server], table: str) -> None:
    """With ack_replicas an entry is on so many replicas by the time its append returns."""
    master, replica = master_and_replica
    async with opened(master.url, ack_replicas=1, replica_timeout=10.0) as log:
        for entry in chain(20):
            at_of(await log.append(table, entry))
            assert replica.ask("XLEN", f"partie:{{{table}}}:log") == entry.seq
        assert log.counters.short_of_replicas == 0


async def test_a_replica_that_hangs_is_counted_and_not_waited_for_for_ever(
    master_and_replica: tuple[Server, Server], table: str
) -> None:
    """An append counts after replica_timeout all the same, and the counter tells."""
    master, replica = master_and_replica
    entries = chain(2)
    async with opened(master.url, ack_replicas=1, replica_timeout=0.1) as log:
        await append_all(log, table, entries[:1])
        replica.hang()
        at_of(await log.append(table, entries[1]))
        assert log.counters.short_of_replicas == 1
        assert log.counters.unsettled == 0


async def test_a_master_that_turned_replica_refuses(master_and_replica: tuple[Server, Server], table: str) -> None:
    """A client that still points at the former master is refused, and nothing is in doubt."""
    master, _ = master_and_replica
    log = Log(master.url)
    entries = chain(2)
    await append_all(log, table, entries[:1])
    master.ask("REPLICAOF", "127.0.0.1", "1")
    with pytest.raises(LogUnavailable, match="read only"):
        await log.append(table, entries[1])
    assert log.counters.unsettled == 0
    await log.aclose()
