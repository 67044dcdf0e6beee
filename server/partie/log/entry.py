"""The keys of a log, the decoding of its entries, and the outcomes of an append."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from partie.table.keep.entry import Entry, ForeignEntry


class Appended(Struct, frozen=True):
    """The entry has its sequence number, with the time ``at`` and the ``mark`` of the attempt that appended it."""

    at: int
    mark: str


class Lost(Struct, frozen=True):
    """Another entry has the number, or the log ends elsewhere; ``seq`` and ``mark`` are those of the last entry."""

    seq: int
    mark: str


class Buried(Struct, frozen=True):
    """The table was deleted for good and has a tombstone in its place."""


class NotNow(Struct, frozen=True):
    """``not_before`` or ``not_after`` did not hold; ``now`` is Redis's time in milliseconds."""

    now: int


Outcome: TypeAlias = Appended | Lost | Buried | NotNow


class LogUnavailable(Exception):
    """Redis was unreachable. An append that raises this was never sent and will never happen."""


_ATTEMPT: Final = 4
"""Hex digits of a mark that count the attempts at an append."""


def new_mark() -> str:
    """Return a new mark: 6 random bytes in hex, and the number of the attempt at appending it, 0."""
    return secrets.token_hex(6) + "0" * _ATTEMPT


def of_attempt(mark: str, attempt: int) -> str:
    """Return the mark that a further attempt gives the same entry.

    A fail-over may lose what the first attempt appended, after other nodes have read it. The next one appends it
    with another time: with the same mark, nobody could tell the two apart.
    """
    return f"{mark[:-_ATTEMPT]}{attempt % 16**_ATTEMPT:0{_ATTEMPT}x}"


def log_key(table: str) -> str:
    """Return the key of a table's stream. The braces keep all keys of a table in one slot of a cluster."""
    return f"partie:{{{table}}}:log"


def snapshot_key(table: str) -> str:
    """Return the key of a table's newest snapshot."""
    return f"partie:{{{table}}}:snap"


def archive_key(table: str) -> str:
    """Return the key of a table's log once it is archived."""
    return f"partie:{{{table}}}:archive"


def read_entry(entry_id: bytes, flat: Sequence[bytes]) -> Entry:
    """Decode an entry from the stream's list of alternating names and values. Raises :class:`ForeignEntry`."""
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
    """Return ``(seq, mark)`` of the newest entry in an XREVRANGE reply; ``(0, "")`` if none, or if it is buried.

    For an archived log they come from the tombstone.
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
