"""Processes of the bench: a Redis, servers and the load client, each kept to its core, and what they weigh."""

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
    """Keep a process to one core, on machines that have several and can do that."""
    with suppress(AttributeError, OSError, ValueError):
        if (os.cpu_count() or 1) > 1:
            os.sched_setaffinity(process, {core})


@contextmanager
def redis() -> Iterator[Embedded]:
    """An embedded Redis over a fresh folder, on the server's core."""
    with tempfile.TemporaryDirectory(prefix="partie-bench-") as folder, Embedded(Path(folder)) as embedded:
        keep_to(embedded.pid, SERVER_CORE)
        yield embedded


class Server(Struct, frozen=True):
    """A server that runs: its process, and where it listens."""

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
    """A Python module that prints its port as JSON when it listens. Ended by SIGTERM."""
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
    """Let the load client do a job, in a process of its own."""
    with loading(job) as report:
        return report()


@contextmanager
def loading(job: Job) -> Iterator[Callable[[], Report]]:
    """The load client at a job, and a call that waits for its report."""
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
        """How the oldest order that was not asked for yet went."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the crowd failed; what it said is above")
        return msgspec.json.decode(line, type=Done)

    def do(self, order: Order) -> Done:
        """Give an order and wait for its end."""
        self.send(order)
        return self.done()


@contextmanager
def crowd() -> Iterator[Ordered]:
    """A crowd in a process of its own, which gives way to the load client that times moves on the same core."""
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
    """The sum of a node's figures of that name (without its prefix), as its metrics tell."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=60) as answer:  # noqa: S310  # a node of the bench
        found = re.findall(rf"^\w*{name}(?:{{.*}})? ([\d.e+]+)$", answer.read().decode(), re.MULTILINE)
    return sum(map(float, found))


def megabytes(process: int) -> float:
    """Resident memory of a process."""
    return psutil.Process(process).memory_info().rss / 2**20
