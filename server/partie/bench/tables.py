"""Many tables of two seats at once: at full speed, and each at the pace of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from partie.bench.paper import AnyEngine
from partie.bench.rounds import Case, compare
from partie.bench.rows import Row, percentile, row

LIVE_TARGET = 10.0
"""Maximum milliseconds until a move has reached its whole table, for 99 of 100 moves of many live tables."""


class Size(Struct, frozen=True):
    """The amount of work.

    ``at_once``: numbers of tables played at full speed, increasing until throughput no longer grows. ``live`` tables
    make a move every ``every`` seconds.
    """

    at_once: tuple[int, ...] = (1, 10, 50, 200)
    moves: int = 20
    live: int = 1000
    live_moves: int = 8
    every: float = 2.0
    rounds: int = 2


def rows(engine: AnyEngine, named: Sequence[str], size: Size, progress: Callable[[str], None]) -> list[Row]:
    """Measure moves per second for growing numbers of tables up to saturation, and latencies at live ones."""
    found: list[Row] = []
    best = best_floor = 0.0
    most = 0
    for tables in size.at_once:
        name = f"{tables} tables of 2 seats"
        progress(f"tables: {name}, {size.rounds} rounds of service and floor")
        service, floor = compare(engine, named, Case(name, 0, tables, size.moves), size.rounds)
        ratio = floor.rate / service.rate
        found.append(row(f"moves per second, {name}; ratio: floor to service", service.rate, "1/s", ratio))
        best_floor = max(best_floor, floor.rate)
        if service.rate > best:
            best, most = service.rate, tables
    name = f"moves per second at saturation, reached with {most} tables; ratio: floor to service"
    found.append(row(name, best, "1/s", best_floor / best))
    return found + _live(engine, named, size, progress)


def _live(engine: AnyEngine, named: Sequence[str], size: Size, progress: Callable[[str], None]) -> list[Row]:
    name = f"{size.live} live tables, a move every {size.every:g} s"
    progress(f"tables: {name}")
    case = Case(name, 0, size.live, size.live_moves, size.every)
    service, floor = compare(engine, named, case, 1)
    found = []
    for share, label in ((0.5, "p50"), (0.99, "p99")):
        own, least = (1000 * percentile(measured.latencies, share) for measured in (service, floor))
        goal = LIVE_TARGET if label == "p99" else None
        found.append(row(f"move to all, {name}, {label}", own, "ms", at_most=goal))
        found.append(row(f"the same for the floor, {label}; ratio: service to floor", least, "ms", own / least))
    found.append(row(f"share of one processor, {name}", service.processor / service.elapsed, ""))
    return found
