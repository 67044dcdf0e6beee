"""Kills processes and Redis at random while they work, and starts them again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.faults.notes import Notes
from tests.fixtures.redis import until

ROOT = Path(__file__).parent.parent.parent


class Victim:
    """A process of notes that can be killed; its next incarnation takes up where it fell."""

    def __init__(self, folder: Path, name: str, command: Callable[[int], Sequence[str]]) -> None:
        self.folder = folder
        self.name = name
        self._command = command
        self.incarnation = -1
        self.start()

    @property
    def notes(self) -> Path:
        return self.folder / f"{self.name}.{self.incarnation}.notes"

    def start(self) -> None:
        self.incarnation += 1
        with self._stderr.open("wb") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *self._command(self.incarnation)],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stderr=stderr,
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
            raise AssertionError(f"{self.name} ended with {self.process.returncode}:\n{self._stderr.read_text()}")


def rampage(
    folder: Path,
    victims: Sequence[Victim],
    kill_redis: Callable[[random.Random], None],
    restart_redis: Callable[[random.Random], None],
    *,
    kills: int,
    seed: int,
) -> None:
    """Kill so often, each time after some more work was written down, a third of the kills being Redis's."""
    chance = random.Random(seed)
    kills_file = Notes(folder / "kills")
    for number in range(kills):
        await_work(victims, chance.randrange(1_000, 12_000))
        # Work is written down in bursts; the kill must not always come right behind one.
        time.sleep(chance.uniform(0.0, 0.06))
        if number % 3 == 2:
            kills_file.write("kill", victim="redis")
            kill_redis(chance)
            restart_redis(chance)
        else:
            victim = chance.choice(victims)
            if chance.random() < 0.6:
                # Frozen first, it does not hear the answers to what it has under way: the worst moment to die.
                victim.process.send_signal(signal.SIGSTOP)
                time.sleep(chance.uniform(0.0, 0.06))
            kills_file.write("kill", victim=victim.notes.stem)
            victim.kill()
            victim.start()


def await_work(victims: Sequence[Victim], size: int) -> None:
    """Wait until each process has written so many bytes more, which no clock tells."""
    before = {victim.notes: _size(victim.notes) for victim in victims}

    def got_on() -> bool:
        for victim in victims:
            victim.assert_sound()
        return all(_size(notes) >= start + size for notes, start in before.items())

    until(got_on, "all processes to get on")


def _size(path: Path) -> int:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0
