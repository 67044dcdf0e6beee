"""Commands that take a file as well as a table. A file needs no Redis, and none of the code that talks to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from partie.cli._support.tables import entries_in, is_file
from partie.table.keep.entry import Entry


def entries_at(target: str, redis_url: str | None, data_dir: Path) -> Sequence[Entry]:
    """Read the log of a file or a table. Raises :class:`CommandFailed`."""
    if is_file(target):
        return entries_in(Path(target))
    from partie.cli._support.reach import entries_of, reach  # noqa: PLC0415  # see above

    return reach(redis_url, data_dir, lambda there: entries_of(there.log, target))
