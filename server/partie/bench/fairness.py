"""The moves of others while one guest asks for too much: each flood of :mod:`partie.bench.flood`, on one node and two.

The nodes have the limits that every service has. The guest comes from an address of its own.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from msgspec import Struct
from msgspec.structs import replace

from partie.bench import machine
from partie.bench.flood import FLOODS
from partie.bench.load import Report
from partie.bench.paper import AnyEngine, Paper, write
from partie.bench.people import pairs
from partie.bench.rounds import job_of, named_engines, written
from partie.bench.rows import Row, percentile, row
from partie.log import Log

TIMES: float = 2.0
"""Maximum ratio of the time until a move is seen, with a flood to without one, for 99 of 100 moves."""

HEALTH_MS: float = 50.0
"""Maximum milliseconds until ``/healthz`` answers, for 99 of 100 requests."""

LEAST_MS: float = 10.0
"""Quiet times below are taken for so much: twice as long is still not felt."""

PROBE_SECONDS: float = 0.05
"""Seconds between two requests for ``/healthz``."""

PAST_EVENTS = 60
"""Events of the table for the flood of past positions, if the game is that long."""


class Size(Struct, frozen=True):
    """Tables of two people, the moves of each, and the seconds between two moves.

    ``warm``: seconds of flood before. ``floods``: how many of them are tried on one node, and on two.
    """

    tables: int = 4
    moves: int = 60
    every: float = 0.25
    warm: float = 3.0
    floods: tuple[int, int] = (len(FLOODS), len(FLOODS))


class Found(Struct, frozen=True):
    """The measurements of one run: seconds per move, and per answer of ``/healthz``."""

    moves: list[float]
    health: list[float]


def rows(engine: AnyEngine, named: Sequence[str], size: Size, progress: Callable[[str], None]) -> list[Row]:
    """Measure the moves of others and ``/healthz``, without a flood and with each."""
    found = []
    for nodes, floods in enumerate(size.floods, 1):
        where = "one node" if nodes == 1 else f"{nodes} nodes"
        quiet = 0.0
        with _place(engine, named, nodes) as place:
            # The first seconds of a node are slow, with a flood or without.
            place.run(size, "", "table-warm")
            for flood in ("", *list(FLOODS)[:floods]):
                what = f"{flood or 'no flood'}, {where}"
                progress(f"fairness: {what}")
                measured = place.run(size, flood, f"table-{list(FLOODS).index(flood) if flood else 'quiet'}")
                late = 1000 * percentile(measured.moves, 0.99)
                health = 1000 * percentile(measured.health, 0.99)
                if not flood:
                    quiet = max(late, LEAST_MS)
                    found.append(row(f"somebody else's move, {what}, p99", late, "ms"))
                else:
                    name = f"somebody else's move, {what}, p99; ratio: to no flood, at least {LEAST_MS:g} ms"
                    found.append(row(name, late, "ms", late / quiet, at_most=TIMES))
                found.append(row(f"/healthz, {what}, p99", health, "ms", at_most=HEALTH_MS))
    return found


class _Place(Struct, frozen=True):
    """The nodes of several runs. Each flood comes from another address, so that none has used up what it may do."""

    engine: AnyEngine
    redis_url: str
    nodes: list[machine.Server]

    def run(self, size: Size, flood: str, name: str) -> Found:
        """Play with a flood, or without one, at tables whose ids begin with a name."""
        players = pairs(self.redis_url, size.tables)
        papers = asyncio.run(written(self.engine, self.redis_url, players, size.moves, name))
        table = asyncio.run(_played(self.engine, self.redis_url, f"{name}-long", players[0].persons))
        job = job_of(self.nodes, players, papers, size.moves)
        urls = [node.url for node in self.nodes]
        with ExitStack() as stack:
            if flood:
                stack.enter_context(_flooding(flood, self.engine.key, table, urls))
                time.sleep(size.warm)
            health = stack.enter_context(_probed(urls[0]))
            report: Report = machine.load(replace(job, split=len(urls) > 1, every=size.every))
        return Found(report.latencies, health)


@contextmanager
def _place(engine: AnyEngine, named: Sequence[str], nodes: int) -> Iterator[_Place]:
    with ExitStack() as stack:
        redis = stack.enter_context(machine.redis())
        given = ("--redis-url", redis.url, "--limits", *named_engines(named))
        running = [stack.enter_context(machine.server("partie.bench.node", *given)) for _ in range(nodes)]
        yield _Place(engine, redis.url, running)


async def _played(engine: AnyEngine, redis_url: str, name: str, persons: Sequence[str]) -> str:
    """Write a table with many events to the log; return its id."""
    paper = Paper(engine, name, list(persons), 0)
    paper.start(engine.key)
    while paper.history.seq < PAST_EVENTS and paper.move():
        pass
    log = Log(redis_url)
    await write(log, paper)
    await log.aclose()
    return paper.table


@contextmanager
def _flooding(flood: str, game: str, table: str, urls: Sequence[str]) -> Iterator[None]:
    command = [sys.executable, "-m", "partie.bench.flood", flood, game, table, *urls]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    machine.keep_to(process.pid, machine.LOAD_CORE)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield
        if process.poll() is not None:
            raise RuntimeError(f"the flood ended by itself: {flood}")
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
        process.stdout.close()


@contextmanager
def _probed(url: str) -> Iterator[list[float]]:
    """Ask for ``/healthz`` again and again; yields the seconds of each answer so far."""
    found: list[float] = []
    stopped = threading.Event()

    def probe() -> None:
        while not stopped.wait(PROBE_SECONDS):
            began = time.perf_counter()
            try:
                with urllib.request.urlopen(f"{url}/healthz", timeout=10) as response:  # noqa: S310
                    response.read()
            except OSError:
                found.append(10.0)
            else:
                found.append(time.perf_counter() - began)

    thread = threading.Thread(target=probe)
    thread.start()
    try:
        yield found
    finally:
        stopped.set()
        thread.join()
