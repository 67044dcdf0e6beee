"""The script ``partie`` as a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

PARTIE = str(Path(sys.executable).with_name("partie"))
PATIENCE = 30.0


def run(*arguments: str | Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; without ``check`` it may fail."""
    done = subprocess.run([PARTIE, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert not check or done.returncode == 0, done.stderr
    return done


def run_json(*arguments: str | Path) -> Any:
    """The JSON a command prints."""
    return json.loads(run(*arguments, "--json").stdout)


def failure(*arguments: str | Path) -> dict[str, str]:
    """The error of a command that fails, as JSON tells it."""
    done = run(*arguments, "--json", check=False)
    assert done.returncode == 1, done.stderr
    error: dict[str, str] = json.loads(done.stderr)["error"]
    return error


class Service:
    """A running ``partie serve``."""

    def __init__(self, process: subprocess.Popen[str], started: dict[str, Any], said: Path) -> None:
        self.process = process
        self._said = said
        self.started = started
        self.url: str = started["url"]

    def errors(self) -> str:
        """What was written to standard error so far."""
        return self._said.read_text()

    def family(self) -> list[psutil.Process]:
        """The process, and all that it has started."""
        own = psutil.Process(self.process.pid)
        return [own, *own.children(recursive=True)]


def answers(url: str) -> bool:
    """Whether the service says that it can take people."""
    with urllib.request.urlopen(f"{url}/readyz", timeout=PATIENCE) as answer:
        return bool(answer.status == 200)


@contextmanager
def serving(*arguments: str | Path, **environment: str) -> Iterator[Service]:
    """``partie serve`` on a free port, from the moment it takes connections; ended by SIGTERM if it still runs."""
    with tempfile.NamedTemporaryFile("w", prefix="partie-test-") as said:
        process = subprocess.Popen(
            [PARTIE, "serve", "--port", "0", "--json", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            env=os.environ | environment,
            start_new_session=True,
        )
        with _ended(process):
            yield Service(process, _started(process, Path(said.name)), Path(said.name))


def _started(process: subprocess.Popen[str], said: Path) -> dict[str, Any]:
    """What the service prints when it takes connections."""
    assert process.stdout is not None
    lines = []
    while (line := process.stdout.readline()) and line != "}\n":
        lines.append(line)
    assert line, f"partie serve ended with {process.wait(PATIENCE)}: {said.read_text()}"
    started: dict[str, Any] = json.loads("".join(lines) + line)
    return started


@contextmanager
def _ended(process: subprocess.Popen[str]) -> Iterator[None]:
    """The process runs in the block, and has ended after it."""
    assert process.stdout is not None
    try:
        yield
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()
