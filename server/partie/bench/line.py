"""A websocket of the bench's clients, read as cheaply as Python can: frames are identified by their first bytes."""

from __future__ import annotations

import asyncio
import struct
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

WIRE = 2
LIMIT = 60.0
"""Seconds without the expected frames after which a run is given up."""

WELCOME = b"\xa1t\xa7welcome"
UPDATE = b"\xa1t\xa6update"
PEOPLE = b"\xa1t\xa6people"
TURN = b"\xa1t\xa4turn"
REFUSED = b"\xa1t\xa7refused"
PROBLEM = b"\xa1t\xa7problem"
BINARY, TEXT = 0x82, 0x81
"""The first bytes of a frame that is a whole message."""

_CLOSE, _PING = 0x88, 0x89


class Refused(Exception):
    """The service refused a request of a bench client, cut its connection, or was silent for too long."""


class Line(asyncio.Protocol):
    """One connection. It answers pings and passes every other frame to :meth:`heard`."""

    def __init__(self) -> None:
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.why = "the server cut a line"
        """The message of the error that a lost connection raises, with the code by which the service closed it."""
        self._rest = b""

    @abstractmethod
    def heard(self, data: bytes, start: int, end: int) -> None:
        """Handle a message, which is in ``data`` from ``start`` to ``end``."""

    @abstractmethod
    def cut(self) -> None:
        """Handle the loss of the connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]  # TCP gives this one

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(Refused(f"{self.why} that was not open yet"))
        self.cut()

    def send(self, message: dict[str, Any]) -> None:
        """Send one message of the service."""
        self.write(msgspec.msgpack.encode(message))

    def write(self, payload: bytes, kind: int = BINARY) -> None:
        """Send one frame; the mask is zero, so the payload goes out unchanged."""
        size = len(payload)
        head = bytes((kind, 0x80 | size)) if size < 126 else struct.pack("!BBH", kind, 0x80 | 126, size)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
            self._rest = b""
        if not self.open.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.open.set_exception(Refused(head.decode(errors="replace")))
                return
            self.open.set_result(None)
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126 and end - at >= 4:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127 and end - at >= 10:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            elif size > 125:
                break
            if end - start < size:
                break
            if data[at] < _CLOSE:
                self.heard(data, start, start + size)
            else:
                self._control(data[at], data[start : start + size])
            at = start + size
        self._rest = data[at:]

    def _control(self, kind: int, payload: bytes) -> None:
        if kind == _PING:
            self.transport.write(bytes((0x8A, 0x80 | len(payload))) + b"\0\0\0\0" + payload)
        elif kind == _CLOSE:
            self.why += f", code {int.from_bytes(payload[:2], 'big')}"


LineT = TypeVar("LineT", bound=Line)


async def connect(
    make: Callable[[], LineT], url: str, path: str, cookie: str, source: tuple[str, int] | None = None
) -> LineT:
    """Open a websocket, perhaps from a certain address of this machine.

    Raises :class:`Refused`, and the connection's own exceptions.
    """
    place = urlsplit(url)
    host, port = place.hostname or "127.0.0.1", place.port or 80
    _, line = await asyncio.get_running_loop().create_connection(make, host, port, local_addr=source)
    line.transport.write(
        f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: http://{place.netloc}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie}\r\n\r\n".encode()
    )
    await asyncio.wait_for(line.open, LIMIT)
    return line


async def greet(make: Callable[[], LineT], url: str, cookie: str) -> LineT:
    """Open a websocket of the service and say hello."""
    line = await connect(make, url, "/ws", cookie)
    line.send({"t": "hello", "wire": WIRE})
    return line
