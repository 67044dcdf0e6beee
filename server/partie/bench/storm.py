"""A reconnect storm: a node is killed, and all its clients come to another one at once while people play there.

The remaining node is measured; it shares its core only with its Redis. The crowd shares the other core with the load
client that times the moves, and has lower priority.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from partie.bench import machine
from partie.bench.crowd import Open, Storm
from partie.bench.paper import AnyEngine
from partie.bench.people import pairs
from partie.bench.rounds import job_of, named_engines, written
from partie.bench.rows import Row, percentile, row
from partie.client.client import sign_in

TARGET = 5.0
"""Maximum seconds from the first lost connection until the last client shows its table again."""

MOVE_TARGET = 50.0
"""Maximum milliseconds of a move meanwhile."""


class Size(Struct, frozen=True):
    """The number of clients and tables on the killed node, and of the tables played meanwhile.

    Each of ``played`` tables makes ``moves`` moves, one every ``every`` seconds.
    """

    clients: int = 2000
    tables: int = 200
    played: int = 20
    moves: int = 24
    every: float = 0.5


def rows(engine: AnyEngine, named: Sequence[str], size: Size, progress: Callable[[str], None]) -> list[Row]:
    """Measure how long it takes until everybody is back, and how long moves take meanwhile."""
    progress(f"storm: {size.clients} clients at {size.tables} tables")
    arguments = named_engines(named)
    with (
        machine.redis() as redis,
        machine.server("partie.bench.node", "--redis-url", redis.url, *arguments, core=machine.LOAD_CORE) as killed,
        machine.server("partie.bench.node", "--redis-url", redis.url, *arguments) as left,
        machine.crowd() as crowd,
    ):
        shown = asyncio.run(written(engine, redis.url, pairs(redis.url, size.tables), 0, "storm"))
        players = pairs(redis.url, size.played)
        played = asyncio.run(written(engine, redis.url, players, size.moves, "played"))
        cookies = [sign_in(killed.url, f"Guest {number}") for number in range(size.clients)]
        crowd.do(Open(killed.url, cookies, size.clients, [group[0].table for group in shown]))
        job = replace(job_of((left,), players, played, size.moves), every=size.every)
        with machine.loading(job) as report:
            _wait_for_moves(left.url, size.played * size.moves // 6)
            crowd.send(Storm(left.url))
            killed.process.kill()
            storm = crowd.done()
            moves = report()
    during = [
        1000 * latency
        for sent, latency in zip(moves.sent, moves.latencies, strict=True)
        if storm.began - 0.1 <= sent <= storm.ended
    ]
    calm = [
        1000 * latency for sent, latency in zip(moves.sent, moves.latencies, strict=True) if sent < storm.began - 0.1
    ]
    name = f"of {size.clients} clients of a killed node"
    return [
        row(f"reconnect storm {name}, until all are back", max(storm.waits), "s", at_most=TARGET),
        row(f"reconnect storm {name}, until half are back", percentile(storm.waits, 0.5), "s"),
        row("moves before the storm, p99", percentile(calm, 0.99), "ms"),
        row(f"moves during the storm, p99 of {len(during)}", percentile(during, 0.99), "ms", at_most=MOVE_TARGET),
        row("slowest move during the storm", max(during), "ms"),
    ]


def _wait_for_moves(url: str, number: int) -> None:
    while machine.metric(url, "moves_total") < number:
        time.sleep(0.05)
