"""Rounds of one kind of play, on a node and then on the floor, with the same Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from partie.bench import machine
from partie.bench.load import Job, Report
from partie.bench.paper import AnyEngine, Paper, entry_bytes, write
from partie.bench.people import Pair, pairs
from partie.client.client import sign_in
from partie.log import Log


class Case(Struct, frozen=True):
    """One kind of load: spectators per table, tables played at once, moves, and seconds between moves of each table."""

    name: str
    spectators: int
    tables: int
    moves: int
    every: float = 0.0


class Measured(Struct):
    """The totals of all rounds on one server: seconds per move, total seconds, and CPU seconds."""

    latencies: list[float] = []
    answers: list[float] = []
    elapsed: float = 0.0
    processor: float = 0.0
    update_bytes: float = 0.0
    turn_bytes: float = 0.0

    def add(self, report: Report) -> None:
        self.latencies.extend(report.latencies)
        self.answers.extend(report.answers)
        self.elapsed += report.elapsed
        self.processor += report.processor
        self.update_bytes, self.turn_bytes = report.update_bytes, report.turn_bytes

    @property
    def rate(self) -> float:
        """Moves per second."""
        return len(self.latencies) / self.elapsed

    @property
    def milliseconds_of_processor(self) -> float:
        """CPU milliseconds per move."""
        return 1000 * self.processor / len(self.latencies)


def compare(engine: AnyEngine, named: Sequence[str], case: Case, rounds: int) -> tuple[Measured, Measured]:
    """Play so many rounds of service and floor in turn, so that a temporarily busy machine affects both."""
    service, floor = Measured(), Measured()
    with machine.redis() as redis:
        for number in range(rounds):
            job, papers, report = play(engine, named, case, redis.url, f"round-{number}")
            service.add(report)
            entry = entry_bytes([paper for group in papers for paper in group])
            sizes = {"update": service.update_bytes, "turn": service.turn_bytes, "entry": entry}
            arguments = [f"--{name}={round(value)}" for name, value in sizes.items()]
            with machine.server("partie.bench.floor", "--redis-url", redis.url, *arguments) as least:
                job = msgspec.structs.replace(job, urls=(least.url,), servers=(least.pid,), kind="floor")
                floor.add(machine.load(job))
    return service, floor


def play(
    engine: AnyEngine, named: Sequence[str], case: Case, redis_url: str, name: str
) -> tuple[Job, list[list[Paper]], Report]:
    """Play one round on a node of its own; return the job, the tables that it was played at, and the report."""
    with machine.server("partie.bench.node", "--redis-url", redis_url, *named_engines(named)) as node:
        players = pairs(redis_url, case.tables)
        papers = asyncio.run(written(engine, redis_url, players, case.moves, name))
        job = job_of((node,), players, papers, case.moves)
        watcher = sign_in(node.url, "Cora")
        job = msgspec.structs.replace(job, spectators=case.spectators, watcher=watcher, every=case.every)
        return job, papers, machine.load(job)


async def written(
    engine: AnyEngine, redis_url: str, players: Sequence[Pair], moves: int, name: str
) -> list[list[Paper]]:
    """Write started tables to the log, for each pair enough for so many moves."""
    # Games may end on the way; no game of random moves has fewer than ten.
    spare = 1 + moves // 10
    groups = []
    for group, pair in enumerate(players):
        papers = [Paper(engine, f"{name}-{group}-{table}", list(pair.persons), 0) for table in range(spare)]
        for paper in papers:
            paper.start(engine.key)
        groups.append(papers)
    log = Log(redis_url)
    await asyncio.gather(*(write(log, paper) for group in groups for paper in group))
    await log.aclose()
    return groups


def job_of(nodes: Sequence[machine.Server], players: Sequence[Pair], papers: list[list[Paper]], moves: int) -> Job:
    """Build the job in which each pair makes so many moves at its tables on these nodes."""
    tables = [[paper.table for paper in group] for group in papers]
    urls, servers = tuple(node.url for node in nodes), tuple(node.pid for node in nodes)
    return Job(urls, servers, tables, [pair.cookies for pair in players], 0, moves)


def named_engines(named: Sequence[str]) -> list[str]:
    """Return the arguments that tell a node where its engines come from."""
    return ["--engines", *named] if named else []
