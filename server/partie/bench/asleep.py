"""Thousands of sleeping tables: how a node starts with them, how they wake, and the memory left over afterwards."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from urllib.error import URLError
from urllib.request import urlopen

from msgspec import Struct
from msgspec.structs import replace

from partie.bench import machine
from partie.bench.crowd import Open, Visit
from partie.bench.paper import AnyEngine, Paper
from partie.bench.rounds import named_engines
from partie.bench.rows import Row, percentile, row
from partie.client.client import sign_in
from partie.features.lobby.entries import Entries
from partie.features.lobby.listing import lobby_entry
from partie.log import Log
from partie.redis.connect import connect
from partie.table import Snapshot

LEAK_TARGET = 1.05
"""Maximum ratio of the memory after all tables have woken and slept to that after the first waves."""

AT_ONCE = 500
"""Number of tables written to the log at a time."""


class Size(Struct, frozen=True):
    """The number of tables and their events; ``warm`` of them are awake at a time, on so many ``lines`` (connections).

    Memory is measured after the first ``waves`` have gone back to sleep, when the allocator has what it needs for so
    many at a time, and again after all have.
    """

    tables: int = 10_000
    events: int = 40
    warm: int = 500
    waves: int = 3
    lines: int = 50


def rows(engine: AnyEngine, named: Sequence[str], size: Size, progress: Callable[[str], None]) -> list[Row]:
    """Measure two nodes, one after the other: the first wakes all tables, the second starts while all are asleep."""
    arguments = ("--sleep=0.4", *named_engines(named))
    names = [f"asleep-{index:06}" for index in range(size.tables)]
    with machine.redis() as redis:
        alone = _until_ready(redis.url, arguments)
        progress(f"asleep: writing {size.tables} tables")
        paper = Paper(engine, names[0], [f"person{seat:02}" for seat in range(engine.seats[-1])], 0)
        paper.start(engine.key)
        paper.grow(size.events)
        asyncio.run(_copies(redis.url, paper, names))
        progress(f"asleep: {size.tables} tables wake and sleep again")
        with (
            machine.server("partie.bench.node", "--redis-url", redis.url, *arguments) as node,
            machine.crowd() as crowd,
        ):
            crowd.do(Open(node.url, [sign_in(node.url, "Cora")], size.lines))
            waits: list[float] = []
            busy = 0.0
            after: list[float] = []
            for first in range(0, size.tables, size.warm):
                woken = crowd.do(Visit(names[first : first + size.warm]))
                waits += [1000 * wait for wait in woken.waits]
                busy += woken.ended - woken.began
                _wait_for_sleep(node.url)
                after.append(machine.megabytes(node.pid))
        progress(f"asleep: a node starts with {size.tables} tables")
        beside = _until_ready(redis.url, arguments)
    name = f"{size.tables} sleeping tables"
    return [
        row(f"start with {name}, until ready; ratio: to none", beside, "s", beside / alone),
        row(f"waking of {name}, {size.lines} at a time", len(waits) / busy, "1/s"),
        row("wait for one of them, p50", percentile(waits, 0.5), "ms"),
        row("wait for one of them, p99", percentile(waits, 0.99), "ms"),
        row(
            f"memory after {name} woke and slept; ratio: to after {size.waves * size.warm}",
            after[-1],
            "MiB",
            after[-1] / after[size.waves - 1],
            at_most=LEAK_TARGET,
        ),
    ]


async def _copies(url: str, paper: Paper, tables: Sequence[str]) -> None:
    """Write one table under many ids of the same length, each with a snapshot and a lobby entry."""
    log, redis = Log(url), connect(url)
    lobby = Entries(redis)
    snapshot = paper.history.snapshot()
    shown = lobby_entry(paper.history.newest, paper.history.pending(paper.history.newest), 0)

    async def copy(table: str) -> None:
        for entry in paper.entries:
            await log.append(table, replace(entry, body=entry.body.replace(paper.table.encode(), table.encode())))
        await log.save_snapshot(table, Snapshot(replace(snapshot.table, id=table), snapshot.format).encode())
        await lobby.put(replace(shown, table=table))

    for first in range(0, len(tables), AT_ONCE):
        await asyncio.gather(*(copy(table) for table in tables[first : first + AT_ONCE]))
    await log.aclose()
    await redis.aclose()


def _until_ready(redis_url: str, arguments: Sequence[str]) -> float:
    """Return the seconds from the start of a node's process until it is ready."""
    begin = time.perf_counter()
    with machine.server("partie.bench.node", "--redis-url", redis_url, *arguments) as node:
        while True:
            try:
                with urlopen(f"{node.url}/readyz", timeout=60):  # noqa: S310  # a node started by the bench
                    return time.perf_counter() - begin
            except URLError:
                time.sleep(0.01)


def _wait_for_sleep(url: str) -> None:
    while machine.metric(url, "tables_awake"):
        time.sleep(0.1)
