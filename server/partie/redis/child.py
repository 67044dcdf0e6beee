"""A child process that ends when we end, even if we are killed."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

GRACE = 10.0
"""Seconds between asking the program to end and killing it."""

_WATCHER = Path(__file__).with_name("watcher.py")


class Child:
    """A program started through the watcher. ``keep`` lists file descriptors that it inherits.

    ``ends`` is a file descriptor that becomes readable when the program has ended (or its watcher was killed).
    """

    def __init__(
        self,
        program: Sequence[str],
        output: Path,
        *,
        keep: Sequence[int] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        # The program holds the other end of this pipe, so the pipe closes only when the program has ended.
        self._life, held = os.pipe()
        # Isolated, so that neither the working directory nor the environment can inject a module of the same name. In a
        # session of its own, so that Ctrl-C reaches us alone and we end it when we are ready.
        try:
            self._watcher = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_WATCHER), str(GRACE), str(output), *program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
                pass_fds=(*keep, held),
                env={**os.environ, **environment} if environment else None,
            )
        finally:
            os.close(held)
        assert self._watcher.stdout is not None
        line = self._watcher.stdout.readline()
        if not line.strip():
            self._forget()
            raise ChildFailed(f"cannot start {program[0]}; see {output}")
        self.pid = int(line)
        self.ends = self._watcher.stdout.fileno()

    @property
    def running(self) -> bool:
        """Whether the program is still running, as far as its watcher knows."""
        return self._watcher.poll() is None

    def stop(self) -> None:
        """Ask the program to end and wait for it; kill it after :data:`GRACE` seconds. May be called twice."""
        if self._life < 0:
            return
        assert self._watcher.stdin is not None
        self._watcher.stdin.close()
        if self._watcher.wait() != 0 and not self._is_gone():
            # The watcher was killed but the program was not: it still holds its end of the pipe.
            os.kill(self.pid, signal.SIGKILL)
            select.select([self._life], [], [])
        self._forget()

    def kill(self) -> None:
        """Kill the program at once and wait until it is gone. May be called twice."""
        if self._life >= 0 and self.running:
            # It may have ended just now, with its watcher about to follow.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        self.stop()

    def _is_gone(self) -> bool:
        return bool(select.select([self._life], [], [], 0)[0])

    def _forget(self) -> None:
        assert self._watcher.stdin is not None
        assert self._watcher.stdout is not None
        self._watcher.stdin.close()
        self._watcher.wait()
        self._watcher.stdout.close()
        os.close(self._life)
        self._life = -1


class ChildFailed(Exception):
    """The program could not be started, or ended at once; the message includes its last lines, if any."""
