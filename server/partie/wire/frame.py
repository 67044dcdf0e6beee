"""One message as bytes, and where such bytes go."""

from __future__ import annotations

import struct
from typing import Final, Protocol

_BINARY: Final = 0x82  # FIN and the opcode of a binary frame, RFC 6455 section 5.2


def framed(payload: bytes) -> bytes:
    """The payload as one unmasked binary websocket frame (RFC 6455, section 5.2)."""
    length = len(payload)
    if length < 126:
        return bytes((_BINARY, length)) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", _BINARY, 126, length) + payload
    return struct.pack("!BBQ", _BINARY, 127, length) + payload


class Frame:
    """One message, encoded once: for many transports as they are, and for servers that frame it themselves."""

    __slots__ = ("framed", "payload")

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self.framed = framed(payload)


class Outlet(Protocol):
    """Where frames go. Writing never waits; a paused outlet should be left alone until it resumes."""

    @property
    def paused(self) -> bool: ...

    def write(self, frame: Frame) -> None: ...

    def cork(self) -> None:
        """Frames may be held back until :meth:`uncork`, so that they go out together."""
        ...

    def uncork(self) -> None: ...
