"""The time a move takes to reach everybody at a table, compared with the floor in the same run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from partie.bench.paper import AnyEngine
from partie.bench.rounds import Case, compare
from partie.bench.rows import Row, percentile, row

TARGETS = {(50, "p50"): 1.5, (50, "p99"): 1.5, (200, "p99"): 1.3}
"""Maximum ratios to the floor, by number of spectators and percentile."""


class Size(Struct, frozen=True):
    """The amount of work: numbers of spectators at one table, and its moves in each round."""

    spectators: tuple[int, ...] = (0, 50, 200)
    moves: int = 200
    rounds: int = 3


def rows(engine: AnyEngine, named: Sequence[str], size: Size, progress: Callable[[str], None]) -> list[Row]:
    """Measure all figures, for every number of spectators."""
    found: list[Row] = []
    for spectators in size.spectators:
        name = f"{spectators} spectators"
        progress(f"fan-out: {name}, {size.rounds} rounds of service and floor")
        service, floor = compare(engine, named, Case(name, spectators, 1, size.moves), size.rounds)
        ratio = floor.rate / service.rate
        found.append(row(f"moves per second, {name}; ratio: floor to service", service.rate, "1/s", ratio))
        for share, label in ((0.5, "p50"), (0.99, "p99")):
            own, least = (1000 * percentile(measured.latencies, share) for measured in (service, floor))
            goal = TARGETS.get((spectators, label))
            found.append(row(f"move to all {name}, {label}; ratio: to floor", own, "ms", own / least, at_most=goal))
        own, least = service.milliseconds_of_processor, floor.milliseconds_of_processor
        found.append(
            row(f"processor time per move, {name}; ratio: to floor", own, "ms", own / least if least else None)
        )
        found.append(row(f"bytes of an update's frame, {name}", service.update_bytes, "bytes"))
    return found
