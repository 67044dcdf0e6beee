"""Nodes that come and go under people who play: real processes, real sockets, on one Redis, replicated or clustered."""

from __future__ import annotations

import asyncio
import time
import urllib.request
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import psutil
import pytest
from prometheus_client.parser import text_string_to_metric_families

from partie.cli._support.supervisor import END_SECONDS
from partie.client.client import Client
from tests.faults.house import House
from tests.faults.killing import NO_LIMITS
from tests.fixtures.redis import Cluster, OwnRedis, Server
from tests.fixtures.redis import until as wait_for
from tests.fixtures.service import StartNode, until

KILLED = 2.0
"""Seconds from the kill of a node to the last of its people seeing the table at another, on a machine at rest."""

BLINK = 0.5
"""Seconds for which one who is sent away by a node that ends sees nothing new, on a machine at rest.

An attempt lasts 100 ms at most.
"""

OpenHouse = Callable[..., House]


@pytest.fixture(autouse=True)
def without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in NO_LIMITS.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[OpenHouse]:
    houses = []

    def make(redis: OwnRedis | Cluster | Server, nodes: int = 2, *more: str) -> House:
        houses.append(House(tmp_path / "notes", redis, nodes, *more))
        return houses[-1]

    yield make
    for one in houses:
        await one.close()


async def test_people_of_a_killed_node_play_on_at_another_within_two_seconds(
    own_cluster: Cluster, house: OpenHouse, start_node: StartNode
) -> None:
    """On three masters, players of each table on both nodes: one is killed, and nothing is lost or doubled."""
    one = house(own_cluster)
    await one.open()
    await one.play(4)
    assert all(person.at == one.urls[number % 2] for number, person in enumerate(one.persons))
    await one.moves(one.persons, 5)
    orphans = one.at(0)
    killed_at = time.monotonic()
    await one.kill(0)
    await one.back(orphans, 1)
    took = time.monotonic() - killed_at
    slowness = await one.slowness()
    print(f"everybody was back after {took:.2f} s, on a machine that is {slowness:.1f} times as slow as at rest")
    assert took < KILLED * slowness
    await one.moves(one.persons, 5)
    report = await one.check(start_node, "SIGKILL of a node of two on a cluster, people moved over")
    assert report["problems"] == []
    assert report["rewound"] == 0 == sum(person.rewound for person in one.persons)
    assert report["views"] == 8
    # Those of the other node saw nothing of it.
    assert not any(person.gaps for person in one.persons if person not in orphans)


async def test_a_rolling_restart_is_a_blink_to_who_plays(
    start_redis: Callable[..., Server], house: OpenHouse, start_node: StartNode
) -> None:
    """Each node in turn is ended by SIGTERM and started again, on a Redis with a replica that every move waits for."""
    master = start_redis()
    replica = start_redis(replicaof=f"127.0.0.1 {master.port}")
    wait_for(lambda: b"master_link_status:up" in replica.ask("INFO", "REPLICATION"), "the replica to be linked")
    one = house(master, 2, "--ack-replicas", "1")
    await one.open()
    # On a busy machine both restarts take a minute, and no game may end meanwhile.
    await one.play(3, think=1.2)
    for number in (0, 1):
        await one.moves(one.persons, 3)
        leaving = one.at(number)
        assert leaving
        await one.end(number)
        await one.left(number)
        await one.start(number)
        assert all(person.moved for person in leaving)
    await one.moves(one.persons, 3)
    slowness = await one.slowness()
    report = await one.check(start_node, "rolling restart of two nodes by SIGTERM, on a Redis with a replica")
    assert report["problems"] == []
    gaps = [gap for person in one.persons for gap in person.gaps]
    print(f"{len(gaps)} times somebody was sent away, for {max(gaps):.3f} s at most, {slowness:.1f} times as slow")
    # Everybody went only when told to, and nobody was cut off.
    assert len(gaps) == sum(person.moved for person in one.persons)
    assert max(gaps) < BLINK * slowness
    for table in one.tables:
        key = f"partie:{{{table}}}:log"
        assert replica.ask("XLEN", key) == master.ask("XLEN", key)


async def test_people_of_a_killed_worker_play_on_at_another(
    own_redis: OwnRedis, house: OpenHouse, start_node: StartNode
) -> None:
    """Workers share one port; one of them is killed, and its people come back to the other, or to its successor."""
    one = house(own_redis, 1, "--workers", "2")
    await one.open()
    await one.play(4, think=0.1)
    await one.moves(one.persons, 3)
    workers = one.workers(0)
    assert len(workers) == 2
    # Each of them reports both: nobody would hear of the other's people else.
    for _ in range(8):
        figures = await asyncio.to_thread(metrics, one.urls[0])
        assert figures["partie_connections"] == 8
        assert figures["partie_frames_received_total"] >= 8
    one.note_kill("node0")
    killed_at = time.monotonic()
    max(workers, key=people_at).kill()
    await until(lambda: any(person.gaps for person in one.persons))
    await one.moves(one.persons, 3)
    took = time.monotonic() - killed_at
    slowness = await one.slowness()
    print(f"everybody had moved after {took:.2f} s, on a machine that is {slowness:.1f} times as slow as at rest")
    assert took < (KILLED + 2.0) * slowness
    # What the dead one counted is not forgotten, and those who were connected to it are not counted twice.
    after = await asyncio.to_thread(metrics, one.urls[0])
    assert after["partie_connections"] == 8
    assert after["partie_frames_received_total"] > figures["partie_frames_received_total"]
    report = await one.check(start_node, "SIGKILL of a worker of two on one port")
    assert report["problems"] == []
    assert max(gap for person in one.persons for gap in person.gaps) < KILLED * slowness


async def test_a_node_ends_in_time_while_redis_hangs(own_redis: OwnRedis, house: OpenHouse) -> None:
    """Nobody has to kill it: what it still had to tell Redis is left unsaid, and it ends as well as ever."""
    one = house(own_redis, 1)
    await one.open()
    await one.play(4)
    await one.moves(one.persons, 2)
    own_redis.hang()
    hung_at = time.monotonic()
    await one.end(0)
    took = time.monotonic() - hung_at
    print(f"it ended after {took:.1f} s")
    assert took < END_SECONDS


async def test_who_watched_through_a_killed_node_is_no_ghost_in_the_lobby(
    own_redis: OwnRedis, house: OpenHouse, start_node: StartNode
) -> None:
    """When the word of the node that died has expired another one counts its people out; the table itself stays."""
    one = house(own_redis, 1)
    await one.open()
    await one.play(1)
    (table,) = one.tables
    sound = await start_node(own_redis.url)
    watching = await Client.join(one.urls[0], "Wil")
    await watching.enter(table)
    lobby = sound.features.lobby.lobby
    await until(lambda: table in lobby.entries and lobby.entries[table].watching == 1)
    await one.kill(0)
    await watching.close()
    lobby_feature = sound.features.lobby
    await lobby_feature.lay_ghosts()
    assert lobby.entries[table].watching == 1, "its word still stands"
    own_redis.ask("DEL", f"partie:{{{table}}}:here")  # half a minute goes by
    await lobby_feature.lay_ghosts()
    assert lobby.entries[table].watching == 0
    other = await start_node(own_redis.url)
    await until(lambda: other.features.lobby.lobby.entries[table].watching == 0)
    assert other.features.lobby.lobby.entries[table].phase == "running"


def people_at(worker: psutil.Process) -> int:
    """How many lines a worker holds."""
    return sum(line.status == psutil.CONN_ESTABLISHED for line in worker.net_connections("tcp"))


def metrics(url: str) -> dict[str, float]:
    """The figures without labels that a node tells."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=10) as answer:
        families = list(text_string_to_metric_families(answer.read().decode()))
    return {sample.name: sample.value for family in families for sample in family.samples if not sample.labels}
