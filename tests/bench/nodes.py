"""Two nodes on one Redis against one: what a move costs their processors."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from msgspec import Struct
from msgspec.structs import replace

from tests.bench import machine
from tests.bench.load import Report
from tests.bench.paper import AnyEngine
from tests.bench.people import pairs
from tests.bench.rounds import job_of, named_engines, written
from tests.bench.rows import Row, row

TARGET = 0.9
"""Moves a second of a node's processor, two nodes against one."""


class Size(Struct, frozen=True):
    """Tables of two seats a node, and the moves of each."""

    tables: int = 50
    moves: int = 20
    rounds: int = 2


def rows(engine: AnyEngine, named: Sequence[str], size: Size, say: Callable[[str], None]) -> list[Row]:
    """Moves a second of processor: one node, two with tables of their own, two between which each table is split."""
    names = ("one node", "two nodes, each with tables of its own", "two nodes, the players of each table on both")
    rates = [[0.0, 0.0] for _ in names]
    with machine.redis() as redis:
        for number in range(size.rounds):
            for rate, name, nodes, split in zip(rates, names, (1, 2, 2), (False, False, True), strict=True):
                say(f"nodes: {name}, round {number + 1} of {size.rounds}")
                report = _play(engine, named, redis.url, size, nodes, f"{number}-{nodes}-{split:d}", split=split)
                rate[0] += len(report.latencies)
                rate[1] += report.processor
    one, own, both = (moves / max(seconds, 0.01) for moves, seconds in rates)
    unit = "1/s"
    return [
        row(f"moves a second of processor, {names[0]}", one, unit),
        row(f"moves a second of processor, {names[1]}; ratio: to one", own, unit, own / one, at_least=TARGET),
        row(f"moves a second of processor, {names[2]}; ratio: to one", both, unit, both / one),
    ]


def _play(
    engine: AnyEngine, named: Sequence[str], redis_url: str, size: Size, nodes: int, name: str, *, split: bool
) -> Report:
    with ExitStack() as stack:
        running = [
            stack.enter_context(machine.server("tests.bench.node", "--redis-url", redis_url, *named_engines(named)))
            for _ in range(nodes)
        ]
        players = pairs(redis_url, size.tables * nodes)
        papers = asyncio.run(written(engine, redis_url, players, size.moves, name))
        return machine.load(replace(job_of(running, players, papers, size.moves), split=split))
