"""The time a sleeping table takes to wake."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from msgspec import Struct

from partie.bench import machine
from partie.bench.paper import AnyEngine, Paper, write
from partie.bench.rounds import named_engines
from partie.bench.rows import Row, percentile, row
from partie.client.client import Client
from partie.log import Log

LOAD_TARGET = 30.0
"""Maximum milliseconds from entering a sleeping table to its view, with a snapshot."""


class Size(Struct, frozen=True):
    """The amount of work."""

    events: tuple[int, ...] = (300, 3000)
    loads: int = 10


async def rows(engine: AnyEngine, named: Sequence[str], size: Size, progress: Callable[[str], None]) -> list[Row]:
    """Measure milliseconds from ``enter`` to the view, on a node that has never loaded the table."""
    found = []
    with machine.redis() as redis:
        for snapshot in (True, False):
            for events in size.events:
                how = "with snapshot" if snapshot else "without"
                progress(f"cold load: {events} events {how}")
                tables = [f"load-{events}-{snapshot:d}-{index}" for index in range(size.loads)]
                log = Log(redis.url)
                for table in tables:
                    paper = _started(engine, table)
                    paper.grow(events)
                    await write(log, paper, snapshot=snapshot)
                await log.aclose()
                with machine.server("partie.bench.node", "--redis-url", redis.url, *named_engines(named)) as node:
                    times = await _enter_each(node.url, tables)
                goal = LOAD_TARGET if snapshot else None
                name = f"cold load of {events} events, {how}"
                found.append(row(f"{name}, median", percentile(times, 0.5), "ms", at_most=goal))
    return found


async def _enter_each(url: str, tables: Sequence[str]) -> list[float]:
    client = await Client.join(url, "Cora")
    times = []
    for table in tables:
        begin = time.perf_counter()
        await client.enter(table)
        times.append(1000 * (time.perf_counter() - begin))
    await client.close()
    # The very first one also warms up the node.
    return times[1:] or times


def _started(engine: AnyEngine, table: str) -> Paper:
    paper = Paper(engine, table, [f"person{seat:02}" for seat in range(engine.seats[-1])], 0)
    paper.start(engine.key)
    return paper
