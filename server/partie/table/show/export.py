"""A table as a file: its whole log, or what one viewer saw of it.

The log contains the seed, the moves and the draws, so while the game runs it is for the operator alone; everybody else
gets a viewer's record. Both are plain JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from partie.kit import View, Viewer
from partie.table.keep.entry import Entry
from partie.table.show.history import History
from partie.table.show.messages import HistoryEntry
from partie.table.state import Table

FILE_FORMAT: Final = 1
"""Incremented when the shape of a file changes."""


class StillRunning(Exception):
    """The log of a running game contains its secrets: export one viewer's record, or ask for the secrets explicitly."""


class LogLine(Struct, frozen=True):
    """One entry of the log; ``body`` is the event in MessagePack (Base64 in JSON)."""

    seq: int
    mark: str
    prev: str
    at: int
    format: int
    body: bytes


class LogFile(Struct, frozen=True, tag_field="partie", tag="log"):
    """The whole log of a table, which ``verify`` reads."""

    file: int
    table: str
    game: str
    version: int
    entries: tuple[LogLine, ...]


class RecordFile(Struct, frozen=True, tag_field="partie", tag="record"):
    """What one viewer may read of a table: its history in lines, and the newest view."""

    file: int
    table: str
    game: str
    version: int
    viewer: str
    seq: int
    entries: tuple[HistoryEntry, ...]
    view: dict[str, Any]


def log_file(history: History, *, with_secrets: bool = False, known: Table | None = None) -> LogFile:
    """Return the log, once the game has ended or if ``with_secrets``. Raises :class:`StillRunning`.

    ``known`` is the table as the reader may know it, if that is not the newest.
    """
    table = known or history.newest
    if table.phase != "ended" and not with_secrets:
        raise StillRunning(f"table {table.id} is {table.phase}")
    entries = tuple(
        LogLine(entry.seq, entry.mark, entry.prev, entry.at, entry.format, entry.body) for entry in history.tail(0)
    )
    return LogFile(FILE_FORMAT, table.id, table.game, table.version, entries)


def record_entries(history: History, viewer: Viewer, now: Table | None = None) -> Iterator[HistoryEntry]:
    """Yield the history entries of a record, each of which may take a moment to compute."""
    table = now or history.newest
    for seq in range(1, table.seq + 1):
        yield history.entry(seq, viewer, table)


def record_file(
    history: History, viewer: Viewer, now: Table | None = None, entries: Iterable[HistoryEntry] | None = None
) -> RecordFile:
    """Return what the viewer may read, in any phase of the game; up to ``now`` if that is not the newest.

    ``entries`` are those of :func:`record_entries`, if they were computed before.
    """
    table = now or history.newest
    view: View = history.view(table, viewer)
    entries = tuple(record_entries(history, viewer, table) if entries is None else entries)
    name = str(viewer) if isinstance(viewer, int) else viewer.value
    return RecordFile(FILE_FORMAT, table.id, table.game, table.version, name, table.seq, entries, view)


def encode_file(file: LogFile | RecordFile) -> bytes:
    """Encode the file as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"


def decode_log(data: bytes) -> Sequence[Entry]:
    """Return the entries of a log file. Raises :class:`msgspec.DecodeError` if it is not one."""
    entries: Sequence[Any] = msgspec.json.decode(data, type=LogFile).entries
    return entries
