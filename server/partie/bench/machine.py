"""The bench's processes: a Redis, servers and the load client, each pinned to its core, and their metrics."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import psutil
from msgspec import Struct

from partie.bench.crowd import Done, Order
from partie.bench.load import Job, Report
from partie.redis.embedded import Embedded

SERVER_CORE = 0
LOAD_CORE = 1
CROWD_NICE = 10


def keep_to(process: int, core: int) -> None:
    """Pin a process to one core, on machines that have several and support it."""
    with suppress(AttributeError, OSError, ValueError):
        if (os.cpu_count() or 1) > 1:
            os.sched_setaffinity(process, {core})


@contextmanager
def redis() -> Iterator[Embedded]:
    """Run an embedded Redis with an empty folder, on the server's core."""
    with tempfile.TemporaryDirectory(prefix="partie-bench-") as folder, Embedded(Path(folder)) as embedded:
        keep_to(embedded.pid, SERVER_CORE)
        yield embedded


class Server(Struct, frozen=True):
    """A running server: its process, and its port."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def server(module: str, *arguments: str, core: int = SERVER_CORE) -> Iterator[Server]:
    """Run a Python module that prints its port as JSON once it listens. Ended by SIGTERM."""
    process = subprocess.Popen([sys.executable, "-m", module, *arguments], stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        keep_to(process.pid, core)
        yield Server(process, msgspec.json.decode(process.stdout.readline(), type=dict[str, int])["port"])
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def load(job: Job) -> Report:
    """Run a job on the load client, in a process of its own."""
    with loading(job) as report:
        return report()


@contextmanager
def loading(job: Job) -> Iterator[Callable[[], Report]]:
    """Start the load client on a job; yields a call that waits for its report."""
    process = _client("partie.bench.load")

    def report() -> Report:
        out, _ = process.communicate()
        if process.returncode:
            raise RuntimeError("the load client failed; what it said is above")
        return msgspec.json.decode(out, type=Report)

    with _ended(process):
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(job))
        process.stdin.close()
        process.stdin = None
        yield report


class Ordered:
    """The crowd, which carries out one order after the other."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def send(self, order: Order) -> None:
        """Send an order; :meth:`done` waits for its end."""
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(order) + b"\n")
        self._process.stdin.flush()

    def done(self) -> Done:
        """Wait for the oldest order that was not yet collected, and return its outcome."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the crowd failed; what it said is above")
        return msgspec.json.decode(line, type=Done)

    def do(self, order: Order) -> Done:
        """Send an order and wait for its end."""
        self.send(order)
        return self.done()


@contextmanager
def crowd() -> Iterator[Ordered]:
    """Start a crowd in a process of its own, with lower priority than the load client on the same core."""
    process = _client("partie.bench.crowd")
    psutil.Process(process.pid).nice(min(19, os.nice(0) + CROWD_NICE))
    with _ended(process):
        yield Ordered(process)


def _client(module: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    keep_to(process.pid, LOAD_CORE)
    return process


@contextmanager
def _ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    try:
        yield
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def metric(url: str, name: str) -> float:
    """Return the sum of a node's metrics with that name (without its prefix)."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=60) as answer:  # noqa: S310  # a node of the bench
        found = re.findall(rf"^\w*{name}(?:{{.*}})? ([\d.e+]+)$", answer.read().decode(), re.MULTILINE)
    return sum(map(float, found))


def megabytes(process: int) -> float:
    """Return the resident memory of a process in MiB."""
    return psutil.Process(process).memory_info().rss / 2**20
