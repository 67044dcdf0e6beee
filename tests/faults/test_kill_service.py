"""The service under SIGKILL: people play through real sockets while nodes, clients and Redis die at random."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from tests.faults.killing import NO_LIMITS, ROOT, NodeVictim, Victim, checked, rampage, serve
from tests.fixtures.ports import free_ports
from tests.fixtures.redis import Cluster, OwnRedis

NODES = 2
PLAYERS = 3
TABLES = 4
"""Tables at which each player, who is two persons, plays at once."""

WORK = 2_500
"""Bytes of notes that each player writes between two kills, at most: some dozen commands of his."""

MUCH_WORK = 5_000
"""The same for long runs."""


def run(
    folder: Path,
    url: str,
    kill: Callable[[random.Random], None],
    restart: Callable[[random.Random], None],
    forget: Callable[[], None],
    *,
    kills: int,
    work: int,
) -> None:
    """Players play and are killed with their nodes and Redis; in the end a fresh node says what the log amounts to."""
    ports = dict(zip((f"node{number}" for number in range(NODES + 1)), free_ports(NODES + 1), strict=True))
    fresh = ports.popitem()[1]
    nodes = [NodeVictim(folder, name, port, serve(port, url)) for name, port in ports.items()]
    places = [f"{name}=http://127.0.0.1:{port}" for name, port in ports.items()]

    def command(name: str) -> Callable[[int], list[str]]:
        return lambda incarnation: [
            *(sys.executable, "-m", "tests.faults.player"),
            *(str(folder), name, str(incarnation), str(TABLES), *places),
        ]

    workers = [Victim(folder, f"player{number}", command(f"player{number}")) for number in range(PLAYERS)]
    victims = [*workers, *nodes]
    try:
        rampage(folder, workers, nodes, kill, restart, kills=kills, seed=kills, work=work)
        for victim in victims:
            victim.finish()
        # Nothing but the log may be left to fold from.
        forget()
        victims.append(NodeVictim(folder, "fresh", fresh, serve(fresh, url)))
        reader = [sys.executable, "-m", "tests.faults.reader", str(folder), f"http://127.0.0.1:{fresh}"]
        if subprocess.run(reader, cwd=ROOT, check=False).returncode:
            raise AssertionError(f"a table could not be seen; the fresh node said:\n{victims[-1].said}")
        victims[-1].finish()
    finally:
        for victim in victims:
            victim.kill()


def holds(report: dict[str, Any], kills: int) -> None:
    assert report["problems"] == []
    # This Redis loses nothing, so no answer may say that it did.
    assert report["rewound"] == 0
    assert report["kills"]["all"] == kills
    assert report["views"] >= PLAYERS * TABLES * 2
    assert report["acknowledged"] >= 20 * kills
    # Fewer, and the kills hit nothing that could break.
    assert report["kills_between"]["all"] >= kills // 2
    for kind in ("redis", "node", "player"):
        assert report["kills_between"][kind] >= 1


@pytest.fixture(autouse=True)
def without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody comes from one address and is in a hurry."""
    for name, value in NO_LIMITS.items():
        monkeypatch.setenv(name, value)


def kill_single(folder: Path, own: OwnRedis, kills: int, work: int) -> None:
    folder.mkdir()

    def restart(chance: random.Random) -> None:
        own.slow(chance.choice([0, 5, 15, 40]))
        own.restart()

    def forget() -> None:
        # Thousands of tables are about to be looked at, which a slow disk need not make slower.
        own.slow(0)
        own.kill()
        own.restart()
        with Redis(unix_socket_path=own.url.removeprefix("unix://")) as client:
            for key in client.scan_iter("partie:{*}:snap"):
                client.delete(key)

    run(folder, own.url, lambda _: own.kill(), restart, forget, kills=kills, work=work)
    place = "unix:" + own.url.removeprefix("unix://")
    holds(checked(folder, place, what="SIGKILL of nodes, clients and Redis, also with a slow disk"), kills)


def kill_cluster(folder: Path, own: Cluster, kills: int, work: int) -> None:
    folder.mkdir()

    def forget() -> None:
        for node in own.nodes:
            with Redis(port=node.port) as client:
                for key in client.scan_iter("partie:{*}:snap"):
                    client.delete(key)

    run(
        folder,
        own.url,
        lambda chance: chance.choice(own.nodes).kill(),
        lambda _: own.restart(),
        forget,
        kills=kills,
        work=work,
    )
    places = [f"127.0.0.1:{node.port}" for node in own.nodes]
    holds(checked(folder, *places, what="SIGKILL of nodes, clients and masters of a cluster"), kills)


def test_no_acknowledged_move_is_lost_or_doubled_by_a_dozen_kills(tmp_path: Path, own_redis: OwnRedis) -> None:
    """Two nodes on one Redis; what everybody saw in the end is what a fresh node makes of the log."""
    kill_single(tmp_path / "notes", own_redis, 12, WORK)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_three_hundred_kills_of_the_service(tmp_path: Path, own_redis: OwnRedis) -> None:
    """The same for longer."""
    kill_single(tmp_path / "notes", own_redis, 300, MUCH_WORK)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_hundred_kills_of_the_service_on_a_cluster(tmp_path: Path, own_cluster: Cluster) -> None:
    """The same on three masters."""
    kill_cluster(tmp_path / "notes", own_cluster, 100, MUCH_WORK)
