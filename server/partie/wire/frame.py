"""One encoded message, and the interface that sends it."""

from __future__ import annotations

import struct
from typing import Final, Protocol

from partie.wire.deflate import SMALL, Tail, deflated, tail_after

_BINARY: Final = 0x82  # FIN and the opcode of a binary frame, RFC 6455 section 5.2
_DEFLATED: Final = 0xC2  # the same with RSV1, RFC 7692 section 6


def framed(payload: bytes, first: int = _BINARY) -> bytes:
    """Wrap the payload in one unmasked binary websocket frame (RFC 6455, section 5.2)."""
    length = len(payload)
    if length < 126:
        return bytes((first, length)) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", first, 126, length) + payload
    return struct.pack("!BBQ", first, 127, length) + payload


class Frame:
    """One message, encoded once for many connections: as payload, and framed for servers that write raw frames.

    ``compressible``: connections that understand it are sent it compressed. Messages with words that people choose are
    not: their length would tell somebody who sees it on the way whether those words are like a secret next to them.
    """

    __slots__ = ("_deflated", "compressible", "framed", "payload")

    def __init__(self, payload: bytes, *, compressible: bool = False) -> None:
        self.payload = payload
        self.framed = framed(payload)
        self.compressible = compressible and len(payload) > SMALL
        self._deflated: dict[Tail, tuple[bytes, Tail]] = {}

    def deflated(self, tail: Tail) -> tuple[bytes, Tail]:
        """Return the frame compressed for a connection with this tail, and the connection's tail after it."""
        found = self._deflated.get(tail)
        if found is None:
            data = framed(deflated(self.payload, tail), _DEFLATED)
            found = self._deflated[tail] = data, tail_after(tail, self.payload)
        return found


class Outlet(Protocol):
    """A destination for frames. Writing never blocks; leave a paused outlet alone until it resumes."""

    @property
    def paused(self) -> bool: ...

    def write(self, frame: Frame) -> None: ...

    def cork(self) -> None:
        """Hold frames back until :meth:`uncork`, so that they may be sent together."""
        ...

    def uncork(self) -> None: ...
