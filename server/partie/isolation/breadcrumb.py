"""Which table the engines were called for last, where another process can still read it when this one hangs."""

from __future__ import annotations

import mmap
import os
import tempfile
from typing import Final

from partie.table import engine_calls

LENGTH: Final = 64
"""Bytes of the note: the table's id, and zeros."""


class Breadcrumb:
    """The note. It costs an engine call one comparison, and one more a change of tables."""

    def __init__(self) -> None:
        self.table = ""
        self._file = -1
        self._memory: mmap.mmap | None = None

    def note(self, table: str) -> None:
        """The engines are called for another table from now on."""
        self.table = table
        if self._memory is not None:
            self._memory[:] = table.encode()[:LENGTH].ljust(LENGTH, b"\0")

    def share(self) -> int:
        """The descriptor of a file that has the note from now on, for :func:`os.pread` in a child. Raises OSError."""
        self._file = _nameless()
        os.truncate(self._file, LENGTH)
        self._memory = mmap.mmap(self._file, LENGTH)
        self.note(self.table)
        engine_calls.leave_breadcrumbs(self)
        return self._file

    def keep(self) -> None:
        """Share no longer."""
        if self._memory is not None:
            self._memory.close()
            os.close(self._file)
            self._memory = None


def _nameless() -> int:
    """The descriptor of an empty file; where the system can, of one on no disk, for all of them may be read-only."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("partie")
    with tempfile.TemporaryFile(prefix="partie-") as file:
        return os.dup(file.fileno())


breadcrumb: Final = Breadcrumb()
"""That of this process."""
