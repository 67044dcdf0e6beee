"""Where a log stands, how its entries are read, and what an append may answer."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from partie.table.keep.entry import Entry, ForeignEntry


class Appended(Struct, frozen=True):
    """This very entry holds its seq, stamped ``at``: it went in now, or an earlier try of it had."""

    at: int


class Lost(Struct, frozen=True):
    """Another entry holds the seq, or the log ends elsewhere. ``seq`` and ``mark`` are of the log's last entry."""

    seq: int
    mark: str


class Buried(Struct, frozen=True):
    """The table is gone for good and a tombstone stands in its place."""


class NotNow(Struct, frozen=True):
    """``not_before`` or ``not_after`` did not hold; ``now`` is Redis's time in milliseconds."""

    now: int


Outcome: TypeAlias = Appended | Lost | Buried | NotNow


class LogUnavailable(Exception):
    """Redis could not be asked. Of an append this says that it was never handed over and will never happen."""


def new_mark() -> str:
    """A fresh mark: 8 random bytes in hex."""
    return secrets.token_hex(8)


def log_key(table: str) -> str:
    """The stream of a table. The braces keep all keys of a table in one slot of a cluster."""
    return f"partie:{{{table}}}:log"


def snapshot_key(table: str) -> str:
    """Where the newest snapshot of a table stands."""
    return f"partie:{{{table}}}:snap"


def archive_key(table: str) -> str:
    """Where the log of a table stands once it has been archived."""
    return f"partie:{{{table}}}:archive"


def read_entry(entry_id: bytes, flat: Sequence[bytes]) -> Entry:
    """An entry as the stream holds it (names and values in turn), or :class:`ForeignEntry`."""
    try:
        fields = dict(zip(flat[::2], flat[1::2], strict=True))
        return Entry(
            seq=int(entry_id.partition(b"-")[0]),
            mark=fields[b"m"].decode("ascii"),
            prev=fields[b"p"].decode("ascii"),
            at=int(fields[b"at"]),
            format=int(fields[b"f"]),
            body=fields[b"b"],
        )
    except (KeyError, ValueError) as error:
        raise ForeignEntry(f"entry {entry_id!r} was not written by the log: {error!r}") from error


def read_last(reply: Sequence[tuple[bytes, Sequence[bytes]]]) -> tuple[int, str]:
    """``(seq, mark)`` of the newest entry in an XREVRANGE reply, ``(0, "")`` if there is none or the table is buried.

    Of an archived log the tombstone tells.
    """
    if not reply:
        return 0, ""
    entry_id, flat = reply[0]
    match flat[0]:
        case b"buried":
            return 0, ""
        case b"archived":
            return int(flat[1]), flat[3].decode("ascii")
    entry = read_entry(entry_id, flat)
    return entry.seq, entry.mark
