"""Kills processes and Redis at random while they work, and starts them again."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.faults.notes import AGE, Notes
from tests.fixtures.redis import until

ROOT = Path(__file__).parent.parent.parent
KILLS_AN_AGE = 25
CHECKER = Path(__file__).with_name("checker.py")
PARTIE = Path(sys.executable).with_name("partie")

RUNS: list[tuple[str, dict[str, Any]]] = []
"""What was done in this session, and what the checker found."""

NO_LIMITS = {
    "PARTIE_SESSIONS_PER_HOUR": "0",
    "PARTIE_ADDRESS_FACTOR": "0",
    "PARTIE_COMMANDS_PER_SECOND": "10000",
    "PARTIE_OPEN_TABLES": "10000",
    "PARTIE_TABLES_WITH_BOTS": "10000",
    "PARTIE_LOG_FORMAT": "json",
}
"""For the environment of nodes: everybody comes from one address and is in a hurry."""


def serve(port: int, url: str, *more: str) -> list[str]:
    """The command of a node on a port and a Redis, with the toy game."""
    return [
        *(str(PARTIE), "serve", "--port", str(port), "--redis-url", url),
        *("--engines", "tests.engines.toys:toy", "--json", *more),
    ]


class Victim:
    """A process that can be killed; its next incarnation takes up where it fell.

    ``command`` gives the program of an incarnation; it ends well when its standard input is closed.
    """

    def __init__(self, folder: Path, name: str, command: Callable[[int], Sequence[str]]) -> None:
        self.folder = folder
        self.name = name
        self._command = command
        self.incarnation = -1
        self.start()

    @property
    def label(self) -> str:
        """What a kill of it is noted as: the present incarnation."""
        return f"{self.name}.{self.incarnation}"

    @property
    def written(self) -> int:
        """Bytes of notes that this incarnation has written so far."""
        try:
            return os.stat(self.folder / f"{self.label}.notes").st_size
        except FileNotFoundError:
            return 0

    def start(self) -> None:
        self.incarnation += 1
        with self._stderr.open("wb") as stderr:
            self.process = subprocess.Popen(
                self._command(self.incarnation), cwd=ROOT, stdin=subprocess.PIPE, stdout=stderr, stderr=stderr
            )

    @property
    def _stderr(self) -> Path:
        return self.folder / f"{self.name}.{self.incarnation}.stderr"

    def kill(self) -> None:
        self.process.kill()
        self._await_end()

    def _await_end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=120)

    def finish(self) -> None:
        """Let it bring everything to its end."""
        self._await_end()
        self.assert_sound()

    def assert_sound(self) -> None:
        """It has not ended by itself with an error."""
        if self.process.poll():
            raise AssertionError(f"{self.name} ended with {self.process.returncode}:\n{self.said}")

    @property
    def said(self) -> str:
        """What this incarnation wrote to its standard output and error."""
        return self._stderr.read_text()


class NodeVictim(Victim):
    """A node of the service: it writes no notes, listens on a port, and ends well when a signal tells it to."""

    def __init__(self, folder: Path, name: str, port: int, command: Sequence[str]) -> None:
        self.port = port
        super().__init__(folder, name, lambda _: command)

    @property
    def label(self) -> str:
        return self.name

    def start(self) -> None:
        super().start()
        try:
            until(self._serves, f"{self.name} to serve")
        except AssertionError:
            # Its creator has nothing yet by which to end it.
            self.kill()
            raise

    def finish(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        super().finish()

    def _serves(self) -> bool:
        self.assert_sound()
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)


def rampage(
    folder: Path,
    workers: Sequence[Victim],
    nodes: Sequence[NodeVictim],
    kill_redis: Callable[[random.Random], None],
    restart_redis: Callable[[random.Random], None],
    *,
    kills: int,
    seed: int,
    work: int,
) -> None:
    """Kill so often, each time after every worker has written up to ``work`` bytes more; a third of it is Redis.

    Where there are nodes apart from the workers, they get half of the others.
    """
    chance = random.Random(seed)
    kills_file = Notes(folder / "kills")
    for number in range(kills):
        if number % KILLS_AN_AGE == 0:
            set_age(folder, f"age{number // KILLS_AN_AGE}")
        await_work(workers, chance.randrange(work // 12, work))
        for node in nodes:
            node.assert_sound()
        # Work is written down in bursts; the kill must not always come right behind one.
        time.sleep(chance.uniform(0.0, 0.06))
        if number % 10 == 0:
            print(f"{number} of {kills} kills", flush=True)
        if number % 3 == 2:
            kills_file.write("kill", victim="redis")
            kill_redis(chance)
            restart_redis(chance)
            continue
        victim = chance.choice(nodes if nodes and chance.random() < 0.5 else workers)
        if chance.random() < 0.6:
            # Frozen first, it does not hear the answers to what it has under way: the worst moment to die.
            victim.process.send_signal(signal.SIGSTOP)
            time.sleep(chance.uniform(0.0, 0.06))
        kills_file.write("kill", victim=victim.label)
        victim.kill()
        victim.start()


def set_age(folder: Path, age: str) -> None:
    """Say what tables are called from now on; readers of the file meanwhile find the old or the new name."""
    draft = folder / f"{AGE}.new"
    draft.write_text(age)
    draft.replace(folder / AGE)


def await_work(workers: Sequence[Victim], size: int) -> None:
    """Wait until each process has written so many bytes more, which no clock tells."""
    before = {worker.label: worker.written for worker in workers}

    def got_on() -> bool:
        for worker in workers:
            worker.assert_sound()
        return all(worker.written >= before[worker.label] + size for worker in workers)

    until(got_on, "all processes to get on")


def checked(folder: Path, *places: str, what: str = "") -> dict[str, Any]:
    """The checker, a program of its own, on a run; ``what`` was done stands in the table at the end."""
    done = subprocess.run([sys.executable, CHECKER, folder, *places], capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    print(report)
    if what:
        RUNS.append((what, report))
    return report
