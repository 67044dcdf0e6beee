"""The log under SIGKILL: nothing acknowledged is lost, nothing stands twice, whichever process dies and whenever."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.faults.killing import Victim, checked, rampage, set_age
from tests.fixtures.redis import Cluster, OwnRedis

NODES = 3
CLIENTS = 16
TABLES = 24

WORK = 4_000
"""Bytes of notes that each process writes between two kills, at most: some hundred entries of all of them."""

MUCH_WORK = 12_000
"""The same for long runs."""


def run(
    folder: Path,
    url: str,
    kill: Callable[[random.Random], None],
    restart: Callable[[random.Random], None],
    *,
    kills: int,
    work: int,
) -> None:
    """Nodes work, are killed with their Redis, and in the end bring everything to its end."""

    def command(name: str) -> Callable[[int], list[str]]:
        return lambda incarnation: [
            *(sys.executable, "-m", "tests.faults.appender"),
            *(str(folder), name, str(incarnation), str(CLIENTS), str(TABLES), url),
        ]

    set_age(folder, "age0")
    workers = [Victim(folder, f"node{number}", command(f"node{number}")) for number in range(NODES)]
    try:
        rampage(folder, workers, [], kill, restart, kills=kills, seed=kills, work=work)
        for worker in workers:
            worker.finish()
    finally:
        for worker in workers:
            worker.kill()


def holds(report: dict[str, Any], kills: int) -> None:
    assert report["problems"] == []
    assert report["kills"]["all"] == kills
    assert report["views"] == NODES * TABLES
    assert report["acknowledged"] >= 20 * kills
    # Fewer, and the kills hit nothing that could break.
    assert report["kills_between"]["all"] >= kills // 2
    assert report["kills_between"]["redis"] >= 1
    assert report["kills_between"]["node"] >= 1


def kill_single(folder: Path, own: OwnRedis, kills: int, work: int) -> None:
    folder.mkdir()

    def restart(chance: random.Random) -> None:
        own.slow(chance.choice([0, 5, 15, 40]))
        own.restart()

    run(folder, own.url, lambda _: own.kill(), restart, kills=kills, work=work)
    place = "unix:" + own.url.removeprefix("unix://")
    holds(checked(folder, place, what="SIGKILL of who appends and of Redis, also with a slow disk"), kills)


def kill_cluster(folder: Path, own: Cluster, kills: int, work: int) -> None:
    folder.mkdir()

    def kill(chance: random.Random) -> None:
        chance.choice(own.nodes).kill()

    run(folder, own.url, kill, lambda _: own.restart(), kills=kills, work=work)
    places = [f"127.0.0.1:{node.port}" for node in own.nodes]
    holds(checked(folder, *places, what="SIGKILL of who appends and of masters of a cluster"), kills)


def test_nothing_acknowledged_is_lost_or_doubled_by_a_dozen_kills(tmp_path: Path, own_redis: OwnRedis) -> None:
    """Nodes and their Redis die by SIGKILL, also with a slow disk; the checker finds every acknowledgement true."""
    kill_single(tmp_path / "notes", own_redis, 12, WORK)


def test_nothing_is_lost_when_masters_of_a_cluster_are_killed(tmp_path: Path, own_cluster: Cluster) -> None:
    """The same on three masters, one of which dies at a time."""
    kill_cluster(tmp_path / "notes", own_cluster, 9, WORK)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_three_hundred_kills(tmp_path: Path, own_redis: OwnRedis) -> None:
    """The same for longer."""
    kill_single(tmp_path / "notes", own_redis, 300, MUCH_WORK)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_three_hundred_kills_of_a_cluster(tmp_path: Path, own_cluster: Cluster) -> None:
    """The same for longer, on three masters."""
    kill_cluster(tmp_path / "notes", own_cluster, 300, MUCH_WORK)
