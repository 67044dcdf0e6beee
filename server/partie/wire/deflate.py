"""Compression of frames for browsers: permessage-deflate (RFC 7692), done once for all connections that need the same.

The extension compresses each connection's messages with what that connection was sent before, so that two hundred
spectators would cost two hundred compressions. But only the last few kilobytes matter, and spectators of one table have
been sent the same updates. So a connection remembers its *tail*, the last updates that it was sent, and everybody with
the same tail is sent the same bytes.
"""

from __future__ import annotations

import zlib
from typing import Final, TypeAlias

Tail: TypeAlias = tuple[bytes, ...]
"""The newest messages that a connection was sent compressed, oldest first, as far as the next one may refer to them."""

KEPT: Final = 16
"""Messages in a tail. With sixteen, the median update takes 2 to 7 % less than with eight, for 2 µs more."""

LARGE: Final = 1536
"""Bytes from which a message is not kept in a tail: a whole view, which every idle connection would hold on to."""

SMALL: Final = 64
"""Bytes up to which a message is not worth compressing."""

WINDOW_BITS: Final = 12
"""Base-2 logarithm of the window in bytes. Nearly every tail fits, and some clients allow no more."""

MEMORY_LEVEL: Final = 5
"""zlib's measure of its tables. More of them would take longer to clear than they save."""

_END: Final = b"\x00\x00\xff\xff"
"""The end of what zlib flushes, which is left out (RFC 7692, section 7.2.1)."""


def deflated(payload: bytes, tail: Tail) -> bytes:
    """Compress a message for a connection with this tail."""
    level = 1 if len(payload) >= LARGE else 6  # level 6 takes twice as long and makes whole views 15 % smaller
    compressor = zlib.compressobj(
        level, zlib.DEFLATED, -WINDOW_BITS, MEMORY_LEVEL, zlib.Z_DEFAULT_STRATEGY, b"".join(tail)
    )
    return (compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH)).removesuffix(_END)


def tail_after(tail: Tail, payload: bytes) -> Tail:
    """Return a connection's tail after a message."""
    return () if len(payload) >= LARGE else (*tail[1 - KEPT :], payload)
