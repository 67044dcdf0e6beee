"""The wall clock of processes, set by hand."""

from __future__ import annotations

import struct
import subprocess
import time
from pathlib import Path

from partie.redis.connect import Client

SHIM = Path(__file__).with_name("clockjump.c")

CLOSE = 50
"""Milliseconds by which an answer may be late."""


def build(folder: Path) -> Path:
    """The library that moves the clock of whatever is started with it."""
    made = folder / "clockjump.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", made, SHIM, "-ldl"], check=True)
    return made


class Clock:
    """The wall clock of processes that are started with its environment."""

    def __init__(self, folder: Path, library: Path, *, stands: bool = False) -> None:
        """With ``stands`` it goes on only when it is set: no time passes by itself."""
        self._file = folder / "jump"
        self._stands = _now() if stands else 0
        self.set(0)
        self.environment = {"LD_PRELOAD": str(library), "CLOCKJUMP": str(self._file)}

    def set(self, milliseconds: int) -> None:
        """Set it so far ahead of, or behind, what it should show."""
        self._ahead = milliseconds
        # In place: it is mapped into the processes.
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(struct.pack("qq", milliseconds, self._stands))

    async def seen(self, redis: Client) -> None:
        """Wait until a Redis goes by the clock as it is set: for about a millisecond it goes by what it read before."""
        while True:
            seconds, microseconds = await redis.time()
            shown = (self._stands or _now()) + self._ahead
            if abs(seconds * 1000 + microseconds // 1000 - shown) < CLOSE:
                return


def _now() -> int:
    return time.time_ns() // 1_000_000
