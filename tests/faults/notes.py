"""What processes that may be killed at any moment write down, a line at a time, before they act on it.

A line is one JSON object with its time in milliseconds (``t``) and its kind (``k``). One write call takes a whole
line, so SIGKILL never leaves half of one. The checker reads these files; it does not import this module.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

AGE = "age"
"""The file that says what tables of the present age are called by."""


class Notes:
    """A file of notes of one incarnation of one process."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def write(self, kind: str, **what: object) -> None:
        """Note something; it is in the file when this returns."""
        line = json.dumps({"t": time.time_ns() // 1_000_000, "k": kind, **what})
        os.write(self._file, line.encode() + b"\n")


def read(path: Path) -> Iterator[dict[str, object]]:
    """The notes of a file."""
    for line in path.read_text().splitlines():
        yield json.loads(line)
