"""The append script: its text, its arguments encoded for Redis, and its replies."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.resources import files

from partie.log.entry import Appended, Buried, Lost, NotNow, Outcome, log_key
from partie.table.keep.entry import Entry


def channel(table: str) -> str:
    """Return the channel on which the script publishes a table's new sequence number.

    There is one per table: most of the service's tables are not awake on a given node, which need not hear of them.
    """
    return f"partie:bell:{table}"


def _text(name: str) -> str:
    lines = files(__package__).joinpath(name).read_text("utf-8").splitlines()
    return "\n".join(line.strip() for line in lines if line.strip() and not line.startswith("--"))


APPEND = _text("append.lua")
ARCHIVE = _text("archive.lua")
BURY = _text("bury.lua")
CUT = _text("cut.lua")
FORGET = _text("forget.lua")

_APPEND_HASH = hashlib.sha1(APPEND.encode(), usedforsecurity=False).hexdigest().encode()


def pack(*parts: bytes | str | int) -> bytes:
    """Encode a command in Redis's own format."""
    encoded = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"*%d\r\n%b" % (len(encoded), b"".join([b"$%d\r\n%b\r\n" % (len(part), part) for part in encoded]))


def append_command(
    table: str, entry: Entry, *, not_before: int | None = None, not_after: int | None = None, keep_at: bool = False
) -> bytes:
    """Encode the append of ``entry``.

    The script is referred to by its hash: Redis reads 16 KiB per connection between two fsyncs, and the text would use
    up most of that.
    """
    return pack(
        b"EVALSHA",
        _APPEND_HASH,
        1,
        log_key(table),
        entry.seq,
        entry.mark,
        entry.prev,
        entry.format,
        entry.body,
        "" if not_before is None else not_before,
        "" if not_after is None else not_after,
        entry.at if keep_at else "",
        channel(table),
    )


def read_outcome(reply: Sequence[bytes | int]) -> Outcome:
    """Decode the script's reply."""
    match reply:
        case [b"appended", int(at), bytes(mark)]:
            return Appended(at, mark.decode("ascii"))
        case [b"lost", int(seq), bytes(mark)]:
            return Lost(seq, mark.decode("ascii"))
        case [b"not_now", int(now)]:
            return NotNow(now)
        case [b"buried"]:
            return Buried()
    raise ValueError(f"the append script cannot have answered {reply!r}")
