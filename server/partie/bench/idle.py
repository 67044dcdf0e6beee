"""The memory cost of a websocket on which nothing happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from msgspec import Struct

from partie.bench import machine
from partie.bench.crowd import Open
from partie.bench.paper import AnyEngine
from partie.bench.people import pairs
from partie.bench.rounds import named_engines, written
from partie.bench.rows import Row, row
from partie.client.client import sign_in

TARGET = 16.0
"""Maximum KiB of a node's memory per connection."""

WARM = 50
"""Connections opened before those that are measured, so that shared memory is already allocated."""


class Size(Struct, frozen=True):
    """The number of connections, and of the tables they show, if any."""

    connections: int = 5000
    tables: int = 50


def rows(engine: AnyEngine, named: Sequence[str], size: Size, progress: Callable[[str], None]) -> list[Row]:
    """Measure the memory of connections that show nothing, and of those that show a table."""
    found = []
    showing = f"a connection that shows one of {size.tables} tables"
    for tables, what in ((0, "an idle connection"), (size.tables, showing)):
        progress(f"idle: {size.connections} times {what}")
        weight, seconds = _weigh(engine, named, size.connections, tables)
        goal = None if tables else TARGET
        found.append(row(f"memory of {what}, of {size.connections}", weight, "KiB", at_most=goal))
        found.append(row(f"connections opened per second, {what}", size.connections / seconds, "1/s"))
    return found


def _weigh(engine: AnyEngine, named: Sequence[str], connections: int, tables: int) -> tuple[float, float]:
    """Return the KiB per connection, and the seconds it took to open all of them."""
    with (
        machine.redis() as redis,
        machine.server("partie.bench.node", "--redis-url", redis.url, *named_engines(named)) as node,
        machine.crowd() as crowd,
    ):
        groups = asyncio.run(written(engine, redis.url, pairs(redis.url, tables), 0, "shown"))
        shown = [group[0].table for group in groups]
        cookies = [sign_in(node.url, "Dora") for _ in range(WARM)]
        crowd.do(Open(node.url, cookies, WARM, shown))
        before = machine.megabytes(node.pid)
        done = crowd.do(Open(node.url, cookies, connections, shown))
        return 1024 * (machine.megabytes(node.pid) - before) / connections, done.ended - done.began
