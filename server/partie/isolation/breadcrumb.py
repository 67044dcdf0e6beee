"""The table of the latest engine call, readable by another process even when this one hangs."""

from __future__ import annotations

import mmap
import os
import tempfile
from typing import Final

from partie.table import engine_calls

LENGTH: Final = 64
"""Size of the breadcrumb in bytes: the table's id, padded with zeros."""


class Breadcrumb:
    """The breadcrumb. It costs an engine call one comparison, and a write whenever the table changes."""

    def __init__(self) -> None:
        self.table = ""
        self._file = -1
        self._memory: mmap.mmap | None = None

    def note(self, table: str) -> None:
        """Record the table whose engine is called from now on."""
        self.table = table
        if self._memory is not None:
            self._memory[:] = table.encode()[:LENGTH].ljust(LENGTH, b"\0")

    def share(self) -> int:
        """Keep the breadcrumb in a file and return its descriptor, for :func:`os.pread` in a child. Raises OSError."""
        self._file = _nameless()
        os.truncate(self._file, LENGTH)
        self._memory = mmap.mmap(self._file, LENGTH)
        self.note(self.table)
        engine_calls.leave_breadcrumbs(self)
        return self._file

    def keep(self) -> None:
        """Stop sharing."""
        if self._memory is not None:
            self._memory.close()
            os.close(self._file)
            self._memory = None


def _nameless() -> int:
    """Open an unnamed empty file; in memory where possible, because all disks may be read-only."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("partie")
    with tempfile.TemporaryFile(prefix="partie-") as file:
        return os.dup(file.fileno())


breadcrumb: Final = Breadcrumb()
"""The breadcrumb of this process."""
