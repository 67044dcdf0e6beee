"""One encoded message, and the interface that sends it."""

from __future__ import annotations

import struct
from typing import Final, Protocol

_BINARY: Final = 0x82  # FIN and the opcode of a binary frame, RFC 6455 section 5.2


def framed(payload: bytes) -> bytes:
    """Wrap the payload in one unmasked binary websocket frame (RFC 6455, section 5.2)."""
    length = len(payload)
    if length < 126:
        return bytes((_BINARY, length)) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", _BINARY, 126, length) + payload
    return struct.pack("!BBQ", _BINARY, 127, length) + payload


class Frame:
    """One message, encoded once for many connections: as payload, and framed for servers that write raw frames."""

    __slots__ = ("framed", "payload")

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self.framed = framed(payload)


class Outlet(Protocol):
    """A destination for frames. Writing never blocks; leave a paused outlet alone until it resumes."""

    @property
    def paused(self) -> bool: ...

    def write(self, frame: Frame) -> None: ...

    def cork(self) -> None:
        """Hold frames back until :meth:`uncork`, so that they may be sent together."""
        ...

    def uncork(self) -> None: ...
