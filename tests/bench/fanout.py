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
    """How much is measured: spectators of one table, its moves, and the tables that play at once with two seats."""

    spectators: tuple[int, ...] = (0, 50, 200)
    moves: int = 600
    tables: int = 50
    moves_each: int = 40


class People(Struct, frozen=True):
    """Two players and a spectator, signed in: their cookies, and the ids of the players."""

    seats: tuple[str, str]
    watcher: str
    persons: tuple[str, str]


def rows(engine: AnyEngine, named: Sequence[str], size: Size, say: Callable[[str], None]) -> list[Row]:
    """The figures, for every number of spectators and for many small tables."""
    found: list[Row] = []
    with (
        machine.redis() as redis,
        machine.server("tests.bench.node", "--redis-url", redis.url, *_named(named)) as (
            _,
            where,
        ),
    ):
        url = f"http://127.0.0.1:{where['port']}"
        people = _sign_in(url)
        # One game may end within a run, and each run begins at a fresh table.
        spare = 1 + size.moves // 50
        cases = [(f"{number} spectators", number, 1, spare, size.moves) for number in size.spectators]
        cases.append((f"{size.tables} tables of 2 seats", 0, size.tables, 2, size.moves_each))
        for name, spectators, groups, tables, moves in cases:
            say(f"fan-out: {name}")
            papers = [
                [_paper(engine, people, f"bench-{spectators}-{group}-{table}") for table in range(tables)]
                for group in range(groups)
            ]
            asyncio.run(_write(redis.url, [paper for group in papers for paper in group]))
            job = Job(
                url,
                [[paper.table for paper in group] for group in papers],
                spectators,
                moves,
                people.seats,
                people.watcher,
            )
            service = machine.load(job)
            floor = _floor(redis.url, job, service, entry_bytes([paper for group in papers for paper in group]))
            found += _compare(name, service, floor, TARGET if spectators == 50 else None, one=groups == 1)
    return found


def _floor(redis_url: str, job: Job, service: Report, entry: int) -> Report:
    sizes = (
        f"--update={round(service.update_bytes)}",
        f"--turn={round(service.turn_bytes)}",
        f"--entry={entry}",
    )
    with machine.server("tests.bench.floor", "--redis-url", redis_url, *sizes) as (_, where):
        return machine.load(msgspec.structs.replace(job, url=f"http://127.0.0.1:{where['port']}", floor=True))


def _compare(name: str, service: Report, floor: Report, target: float | None, *, one: bool) -> list[Row]:
    rate, floor_rate = (
        len(report.latencies) / (sum(report.latencies) if one else report.elapsed) for report in (service, floor)
    )
    found = [row(f"moves a second, {name}; ratio: floor to service", rate, "1/s", floor_rate / rate, at_most=target)]
    if one:
        for share, label in ((0.5, "p50"), (0.99, "p99")):
            own, least = (1000 * percentile(report.latencies, share) for report in (service, floor))
            found.append(row(f"move to all, {name}, {label}; ratio: to floor", own, "ms", own / least, at_most=target))
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
