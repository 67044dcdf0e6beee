"""How fast a move reaches everybody at a table, against the floor in the same run."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from server.client import sign_in
from server.log import Log
from tests.bench import machine
from tests.bench.load import Job, Report
from tests.bench.paper import AnyEngine, Paper, entry_bytes, write
from tests.bench.rows import Row, percentile, row

TARGET = 1.5
"""Times the floor, at 50 spectators."""


class Size(Struct, frozen=True):
    """How much is measured: spectators of one table, its moves, and the tables that play at once with two seats.

    Service and floor take turns in so many ``rounds``, so that a machine that is busy for a while is so for both.
    """

    spectators: tuple[int, ...] = (0, 50, 200)
    moves: int = 200
    tables: int = 50
    moves_each: int = 20
    rounds: int = 3


class People(Struct, frozen=True):
    """Two players and a spectator, signed in: their cookies, and the ids of the players."""

    seats: tuple[str, str]
    watcher: str
    persons: tuple[str, str]


class Case(Struct, frozen=True):
    """One kind of table: how many watch it, and how many are played at once."""

    name: str
    spectators: int
    tables: int
    moves: int


class Measured(Struct):
    """What all rounds of one server came to: seconds a move, seconds in all, and seconds of its processor."""

    latencies: list[float] = []
    elapsed: float = 0.0
    processor: float = 0.0
    update_bytes: float = 0.0
    turn_bytes: float = 0.0

    def add(self, report: Report, processor: float) -> None:
        self.latencies.extend(report.latencies)
        self.elapsed += report.elapsed
        self.processor += processor
        self.update_bytes, self.turn_bytes = report.update_bytes, report.turn_bytes

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.latencies) / self.elapsed

    @property
    def milliseconds_of_processor(self) -> float:
        """A move."""
        return 1000 * self.processor / len(self.latencies)


def rows(engine: AnyEngine, named: Sequence[str], size: Size, say: Callable[[str], None]) -> list[Row]:
    """The figures, for every number of spectators and for many small tables."""
    cases = [Case(f"{number} spectators", number, 1, size.moves) for number in size.spectators]
    cases.append(Case(f"{size.tables} tables of 2 seats", 0, size.tables, size.moves_each))
    found: list[Row] = []
    for case in cases:
        say(f"fan-out: {case.name}, {size.rounds} rounds of service and floor")
        service, floor = Measured(), Measured()
        with machine.redis() as redis:
            for number in range(size.rounds):
                _round(engine, named, redis.url, case, number, service, floor)
        found += _compare(case, service, floor)
    return found


def _round(
    engine: AnyEngine,
    named: Sequence[str],
    redis_url: str,
    case: Case,
    number: int,
    service: Measured,
    floor: Measured,
) -> None:
    with machine.server("tests.bench.node", "--redis-url", redis_url, *_named(named)) as (process, where):
        url = f"http://127.0.0.1:{where['port']}"
        people = _sign_in(url)
        # Games may end within a round; no game of random moves is shorter than ten.
        spare = 1 + case.moves // 10
        papers = [
            [_paper(engine, people, f"round-{number}-{group}-{table}") for table in range(spare)]
            for group in range(case.tables)
        ]
        every = [paper for group in papers for paper in group]
        asyncio.run(_write(redis_url, every))
        tables = [[paper.table for paper in group] for group in papers]
        job = Job(url, tables, case.spectators, case.moves, people.seats, people.watcher)
        _measure(service, job, process.pid)
    sizes = {"update": service.update_bytes, "turn": service.turn_bytes, "entry": entry_bytes(every)}
    arguments = [f"--{name}={round(value)}" for name, value in sizes.items()]
    with machine.server("tests.bench.floor", "--redis-url", redis_url, *arguments) as (process, where):
        url = f"http://127.0.0.1:{where['port']}"
        _measure(floor, msgspec.structs.replace(job, url=url, floor=True), process.pid)


def _measure(measured: Measured, job: Job, process: int) -> None:
    before = machine.processor(process)
    report = machine.load(job)
    measured.add(report, machine.processor(process) - before)


def _compare(case: Case, service: Measured, floor: Measured) -> list[Row]:
    target = TARGET if case.spectators == 50 else None
    name = case.name
    found = [
        row(
            f"moves a second, {name}; ratio: floor to service",
            service.rate,
            "1/s",
            floor.rate / service.rate,
            at_most=target,
        )
    ]
    if case.tables == 1:
        for share, label in ((0.5, "p50"), (0.99, "p99")):
            own, least = (1000 * percentile(measured.latencies, share) for measured in (service, floor))
            found.append(row(f"move to all, {name}, {label}; ratio: to floor", own, "ms", own / least, at_most=target))
    own, least = service.milliseconds_of_processor, floor.milliseconds_of_processor
    found.append(row(f"processor time a move, {name}; ratio: to floor", own, "ms", own / least if least else None))
    found.append(row(f"bytes of an update's frame, {name}", service.update_bytes, "bytes"))
    return found


def _named(named: Sequence[str]) -> list[str]:
    return ["--engines", *named] if named else []


def _sign_in(url: str) -> People:
    cookies = [sign_in(url, name) for name in ("Ann", "Bob", "Cora")]
    ids = [_person(url, cookie) for cookie in cookies[:2]]
    return People((cookies[0], cookies[1]), cookies[2], (ids[0], ids[1]))


def _person(url: str, cookie: str) -> str:
    request = urllib.request.Request(f"{url}/api/session", headers={"Cookie": cookie})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return str(msgspec.json.decode(answer.read())["person"])


def _paper(engine: AnyEngine, people: People, table: str) -> Paper:
    paper = Paper(engine, table, list(people.persons), 0)
    paper.start(engine.key)
    return paper


async def _write(url: str, papers: Sequence[Paper]) -> None:
    log = Log(url)
    await asyncio.gather(*(write(log, paper) for paper in papers))
    await log.aclose()
