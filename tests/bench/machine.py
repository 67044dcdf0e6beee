"""Processes of the bench: a Redis, servers and the load client, each kept to its core, and what they weigh."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import psutil

from server.redis.embedded import Embedded
from tests.bench.load import Job, Report

SERVER_CORE = 0
LOAD_CORE = 1


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


@contextmanager
def server(module: str, *arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], dict[str, int]]]:
    """A Python module that prints a line of JSON when it listens, and that line. Ended by SIGTERM."""
    process = subprocess.Popen([sys.executable, "-m", module, *arguments], stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        keep_to(process.pid, SERVER_CORE)
        yield process, msgspec.json.decode(process.stdout.readline(), type=dict[str, int])
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def load(job: Job) -> Report:
    """Let the load client do a job, in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.load"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    keep_to(process.pid, LOAD_CORE)
    out, _ = process.communicate(msgspec.json.encode(job))
    if process.returncode:
        raise RuntimeError("the load client failed; what it said is above")
    return msgspec.json.decode(out, type=Report)


def megabytes(process: int) -> float:
    """Resident memory of a process."""
    return psutil.Process(process).memory_info().rss / 2**20


def processor(process: int) -> float:
    """Seconds of processor that a process has used. Includes connecting and entering in a measured difference."""
    times = psutil.Process(process).cpu_times()
    return times.user + times.system
