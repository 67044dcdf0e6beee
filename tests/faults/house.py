"""Nodes of the service, each a process of its own, on one Redis, and people who play at tables of theirs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import psutil
from redis import Redis

from partie.client.client import Client
from tests.faults.killing import NodeVictim, checked, serve
from tests.faults.notes import Notes
from tests.faults.person import Person, look, seat
from tests.fixtures.ports import free_ports
from tests.fixtures.redis import Cluster, OwnRedis, Server
from tests.fixtures.service import StartNode

VISIT_SECONDS = 0.1
"""How long a visit takes on a machine that has little else to do."""


class House:
    """Some nodes, and persons at tables; those of one table begin on different nodes."""

    def __init__(self, folder: Path, redis: OwnRedis | Cluster | Server, nodes: int = 2, *more: str) -> None:
        folder.mkdir()
        self.folder = folder
        self.persons: list[Person] = []
        self.tables: list[str] = []
        self._redis = redis
        self._more = more
        self._ports = free_ports(nodes)
        self._nodes: list[NodeVictim] = []
        self._kills = Notes(folder / "kills")
        self._playing: list[asyncio.Task[None]] = []

    @property
    def urls(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self._ports]

    async def open(self) -> None:
        """Start all nodes."""

        def start(number: int, port: int) -> NodeVictim:
            command = serve(port, self._redis.url, *self._more)
            return NodeVictim(self.folder, f"node{number}", port, command)

        starts = [asyncio.to_thread(start, number, port) for number, port in enumerate(self._ports)]
        self._nodes = list(await asyncio.gather(*starts))

    async def close(self) -> None:
        """End whatever still runs."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        for person in self.persons:
            await person.close()
        for node in self._nodes:
            await asyncio.to_thread(node.kill)

    async def play(self, tables: int, *, game: str = "nereus", think: float = 0.2) -> None:
        """Seat two persons at each table and let them play."""

        async def begin(number: int) -> None:
            urls = [self.urls[number % len(self.urls) :] + self.urls[: number % len(self.urls)] for number in (0, 1)]
            persons = [Person(self.folder, f"person-{number}-{side}", urls[side], think=think) for side in (0, 1)]
            self.persons += persons
            self.tables.append(await seat(persons, game))
            self._playing += [asyncio.create_task(person.play()) for person in persons]

        await asyncio.gather(*[begin(number) for number in range(tables)])

    async def slowness(self) -> float:
        """How many times as long as at rest a visit takes now, at least 1: so much later everybody may be back."""
        took = []
        for _ in range(3):
            begun_at = time.monotonic()
            visitor = await Client.join(self.urls[-1], "Vic")
            await visitor.enter(self.tables[0])
            took.append(time.monotonic() - begun_at)
            await visitor.close()
        return max(1.0, median(took) / VISIT_SECONDS)

    def at(self, number: int) -> list[Person]:
        """The persons that are at a node."""
        return [person for person in self.persons if person.at == self.urls[number]]

    async def moves(self, persons: Sequence[Person], count: int) -> None:
        """Wait until each of the persons has had so many more commands accepted."""
        before = {person: person.acknowledged for person in persons}
        while not all(person.acknowledged >= before[person] + count for person in persons):
            self._sound()
            await asyncio.sleep(0.005)

    async def back(self, persons: Sequence[Person], gaps: int) -> None:
        """Wait until each of the persons has come back so often, in all."""
        while not all(len(person.gaps) >= gaps for person in persons):
            self._sound()
            await asyncio.sleep(0.005)

    async def left(self, number: int) -> None:
        """Wait until nobody is at a node any more: who was sent away may still be on the way when it has ended."""
        while self.at(number):
            self._sound()
            await asyncio.sleep(0.005)

    def _sound(self) -> None:
        for task in self._playing:
            if task.done():
                task.result()
                raise AssertionError("a game ended before the test did")

    def note_kill(self, victim: str) -> None:
        self._kills.write("kill", victim=victim)

    async def kill(self, number: int) -> None:
        """SIGKILL a node."""
        self.note_kill(f"node{number}")
        await asyncio.to_thread(self._nodes[number].kill)

    def workers(self, number: int) -> list[psutil.Process]:
        """The processes in which a node with several workers serves; what these start looks like them at first."""
        started = psutil.Process(self._nodes[number].process.pid).children()
        return [process for process in started if "spawn_main" in " ".join(process.cmdline())]

    async def end(self, number: int) -> None:
        """SIGTERM a node, and wait until it has ended well."""
        await asyncio.to_thread(self._nodes[number].finish)

    async def start(self, number: int) -> None:
        """Start a node that has ended again."""
        await asyncio.to_thread(self._nodes[number].start)

    async def check(self, start_node: StartNode, what: str) -> dict[str, Any]:
        """Let everybody end, and compare the answers they got with the logs, and their views with the logs' folds."""
        for person in self.persons:
            person.ending.set()
        await asyncio.gather(*self._playing)
        lengths = self._lengths()
        await asyncio.gather(*[person.view_at(lengths[person.client.table]) for person in self.persons])
        fresh = await start_node(self._redis.url)
        await look(self.folder, fresh.url, self.persons)
        return await asyncio.to_thread(checked, self.folder, *self._places(), what=what)

    def _servers(self) -> list[Redis]:
        if isinstance(self._redis, OwnRedis):
            return [Redis(unix_socket_path=self._redis.url.removeprefix("unix://"))]
        ports = [node.port for node in self._redis.nodes] if isinstance(self._redis, Cluster) else [self._redis.port]
        return [Redis(port=port) for port in ports]

    def _places(self) -> list[str]:
        if isinstance(self._redis, OwnRedis):
            return ["unix:" + self._redis.url.removeprefix("unix://")]
        ports = [node.port for node in self._redis.nodes] if isinstance(self._redis, Cluster) else [self._redis.port]
        return [f"127.0.0.1:{port}" for port in ports]

    def _lengths(self) -> dict[str, int]:
        """How long each log is; snapshots are deleted, so that nothing but the log is left to fold from."""
        found = {}
        for client in self._servers():
            with client:
                for key in client.scan_iter("partie:{*}:snap"):
                    client.delete(key)
                for key in client.scan_iter("partie:{*}:log"):
                    found[key.decode().partition("{")[2].partition("}")[0]] = int(str(client.xlen(key)))
        return found
