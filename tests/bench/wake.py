"""How long a sleeping table takes to wake, and what connections and tables weigh."""

from __future__ import annotations

import asyncio
import re
import time
import urllib.request
from collections.abc import Callable, Sequence

from msgspec import Struct

from server.client import Client, sign_in
from server.log import Log
from tests.bench import machine
from tests.bench.paper import AnyEngine, Paper, write
from tests.bench.rows import Row, percentile, row

LOAD_TARGET = 30.0
"""Milliseconds from entering a table that sleeps to its view, with a snapshot."""

LEAK_TARGET = 1.05
"""Memory after all tables slept and woke once more."""

ROUNDS = 4
"""How often all tables wake and sleep: until the caches are full, which have bounds. What still grows then is lost."""


class Size(Struct, frozen=True):
    """How much is measured."""

    events: tuple[int, ...] = (300, 3000)
    loads: int = 10
    connections: int = 500
    tables: int = 1000
    awake: int = 50
    table_events: int = 60


async def load_rows(engine: AnyEngine, named: Sequence[str], size: Size, say: Callable[[str], None]) -> list[Row]:
    """Milliseconds from ``enter`` to the view, on a node that never saw the table."""
    found = []
    with machine.redis() as redis:
        for snapshot in (True, False):
            for events in size.events:
                how = "with snapshot" if snapshot else "without"
                say(f"cold load: {events} events {how}")
                tables = [f"load-{events}-{snapshot:d}-{index}" for index in range(size.loads)]
                log = Log(redis.url)
                for table in tables:
                    paper = _started(engine, table)
                    paper.grow(events)
                    await write(log, paper, snapshot=snapshot)
                await log.aclose()
                with machine.server("tests.bench.node", "--redis-url", redis.url, *_named(named)) as (_, where):
                    times = await _enter_each(f"http://127.0.0.1:{where['port']}", tables)
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
    # The very first one also warms the node up.
    return times[1:] or times


async def memory_rows(engine: AnyEngine, named: Sequence[str], size: Size, say: Callable[[str], None]) -> list[Row]:
    """What an idle connection weighs, and what is left of tables that slept."""
    with machine.redis() as redis:
        say(f"memory: writing {size.tables} tables")
        tables = [f"sleep-{index}" for index in range(size.tables)]
        log = Log(redis.url)
        for table in tables:
            paper = _started(engine, table)
            paper.grow(size.table_events)
            await write(log, paper)
        await log.aclose()
        with machine.server("tests.bench.node", "--redis-url", redis.url, "--sleep=0.4", *_named(named)) as (
            process,
            where,
        ):
            url = f"http://127.0.0.1:{where['port']}"
            cookie = await asyncio.to_thread(sign_in, url, "Cora")
            return [
                *await _connections(url, cookie, process.pid, size, say),
                *await _sleepers(url, cookie, process.pid, tables, size, say),
            ]


async def _connections(url: str, cookie: str, process: int, size: Size, say: Callable[[str], None]) -> list[Row]:
    say(f"memory: {size.connections} idle connections")
    warm = [await Client.join(url, cookie=cookie) for _ in range(10)]
    before = machine.megabytes(process)
    clients = [await Client.join(url, cookie=cookie) for _ in range(size.connections)]
    weight = 1024 * (machine.megabytes(process) - before) / size.connections
    for client in (*warm, *clients):
        await client.close()
    return [row(f"memory of an idle connection, of {size.connections}", weight, "KiB")]


async def _sleepers(
    url: str, cookie: str, process: int, tables: list[str], size: Size, say: Callable[[str], None]
) -> list[Row]:
    clients = [await Client.join(url, cookie=cookie) for _ in range(size.awake)]
    await _wake(url, clients, tables[: size.awake])
    fresh = machine.megabytes(process)
    weights = []
    for number in range(1, ROUNDS + 1):
        say(f"memory: {size.tables} tables wake and sleep, {size.awake} at a time, round {number} of {ROUNDS}")
        for first in range(0, len(tables), size.awake):
            await _wake(url, clients, tables[first : first + size.awake])
        weights.append(machine.megabytes(process))
    for client in clients:
        await client.close()
    name = f"memory after {size.tables} tables woke and slept"
    return [
        row(f"{name} once; ratio: to {size.awake} tables", weights[0], "MiB", weights[0] / fresh),
        row(
            f"{name} {ROUNDS} times; ratio: to the time before",
            weights[-1],
            "MiB",
            weights[-1] / weights[-2],
            at_most=LEAK_TARGET,
        ),
    ]


async def _wake(url: str, clients: list[Client], tables: Sequence[str]) -> None:
    """Show each table on a client, leave it, and wait until the node has put all of them to sleep."""
    for client, table in zip(clients, tables, strict=False):
        await client.enter(table)
        await client.send({"t": "exit"})
    while await asyncio.to_thread(_awake, url):  # noqa: ASYNC110  # another process can only be asked
        await asyncio.sleep(0.1)


def _awake(url: str) -> int:
    """Tables in the node's memory, as its metrics say."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=10) as answer:
        found = re.search(r"^\w*tables_awake ([\d.]+)$", answer.read().decode(), re.MULTILINE)
    assert found is not None, "the metrics do not say how many tables are awake"
    return int(float(found[1]))


def _started(engine: AnyEngine, table: str) -> Paper:
    paper = Paper(engine, table, [f"person{seat:02}" for seat in range(engine.seats[-1])], 0)
    paper.start(engine.key)
    return paper


def _named(named: Sequence[str]) -> list[str]:
    return ["--engines", *named] if named else []
