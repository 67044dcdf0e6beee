"""Two nodes on one Redis compared with one: the CPU cost of a move.

On a machine with few cores all nodes share one of them, so a second process has a cost that has nothing to do with
Partie: each finds the core's caches full of the other's data. That cost is measured as well, with two services that
share nothing but the core. Tables make a move every few seconds rather than as fast as they can: two nodes that
saturate one core are half as fast each, so that periodic work of a node would count twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from msgspec import Struct
from msgspec.structs import replace

from partie.bench import machine
from partie.bench.load import Report
from partie.bench.paper import AnyEngine
from partie.bench.people import pairs
from partie.bench.rounds import Measured, job_of, named_engines, written
from partie.bench.rows import Row, row

TARGET = 0.9
"""Minimum ratio of moves per CPU second, two nodes to one."""


class Size(Struct, frozen=True):
    """Tables of two seats per node, the moves of each, and the seconds between two moves."""

    tables: int = 50
    moves: int = 40
    every: float = 0.2
    rounds: int = 4


class Case(Struct, frozen=True):
    """The number of nodes, of Redis servers, and whether the players of each table are on both nodes."""

    name: str
    nodes: int
    servers: int = 1
    split: bool = False


ONE = Case("one node", 1)
OWN = Case("two nodes, each with tables of its own", 2)
BOTH = Case("two nodes, with the players of each table on both", 2, split=True)
APART = Case("two services that share nothing but the core", 2, servers=2)


def rows(engine: AnyEngine, named: Sequence[str], size: Size, progress: Callable[[str], None]) -> list[Row]:
    """Measure the moves per CPU second of each case, all cases in turn in each round."""
    measured = {case: Measured() for case in (ONE, OWN, APART, BOTH)}
    for number in range(size.rounds):
        for case, found in measured.items():
            progress(f"nodes: {case.name}, round {number + 1} of {size.rounds}")
            found.add(_play(engine, named, size, case))
    rates = {case: 1000 / found.milliseconds_of_processor for case, found in measured.items()}
    label = "moves per processor second, "
    return [
        row(f"{label}{ONE.name}", rates[ONE], "1/s"),
        row(f"{label}{OWN.name}; ratio: to one", rates[OWN], "1/s", rates[OWN] / rates[ONE], at_least=TARGET),
        row(f"{label}{APART.name}; ratio: to one", rates[APART], "1/s", rates[APART] / rates[ONE]),
        row(f"{label}{BOTH.name}; ratio: to one", rates[BOTH], "1/s", rates[BOTH] / rates[ONE]),
    ]


def _play(engine: AnyEngine, named: Sequence[str], size: Size, case: Case) -> Report:
    with ExitStack() as stack:
        redises = [stack.enter_context(machine.redis()) for _ in range(case.servers)]
        running = [
            stack.enter_context(machine.server("partie.bench.node", "--redis-url", redis.url, *named_engines(named)))
            for redis, _ in zip(redises * case.nodes, range(case.nodes), strict=False)
        ]
        parts = []
        for redis in redises:
            players = pairs(redis.url, size.tables * case.nodes // case.servers)
            papers = asyncio.run(written(engine, redis.url, players, size.moves, "table"))
            parts.append(zip(players, papers, strict=True))
        # Tables are assigned to the nodes in turn, so those of two servers must alternate.
        turns = [group for groups in zip(*parts, strict=True) for group in groups]
        job = job_of(running, [pair for pair, _ in turns], [group for _, group in turns], size.moves)
        return machine.load(replace(job, split=case.split, every=size.every))
