"""The hub's end of a websocket: what can be written to it, and when it can take no more.

``writable`` waits until the peer has taken what was written; the reader waits for it before it reads on, so who asks
and never listens fills no buffer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from starlette.websockets import WebSocket

from server.protocol import SCOPE_KEY, SocketProtocol, frame


class Frame:
    """One message, encoded once: for many transports as they are, and for servers that frame it themselves."""

    __slots__ = ("_framed", "payload")

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self._framed: bytes | None = None

    @property
    def framed(self) -> bytes:
        if self._framed is None:
            self._framed = frame(self.payload)
        return self._framed


class Socket(Protocol):
    """Where frames go. Writing never waits; a paused socket should be left alone until it resumes."""

    @property
    def paused(self) -> bool: ...

    def write(self, frame: Frame) -> None: ...

    async def writable(self) -> None: ...

    def abort(self) -> None: ...


class TransportSocket:
    """Writes the same bytes to every transport."""

    def __init__(self, protocol: SocketProtocol, on_resume: Callable[[], None]) -> None:
        self._protocol = protocol
        protocol.on_resume = on_resume

    @property
    def paused(self) -> bool:
        return self._protocol.paused

    def write(self, frame: Frame) -> None:
        self._protocol.write_frame(frame.framed)

    async def writable(self) -> None:
        await self._protocol.writable.wait()

    def abort(self) -> None:
        self._protocol.abort()


class AsgiSocket:
    """The same over plain ASGI messages, for a server that does not show its transport.

    Overflow: at most ``QUEUE`` frames wait; then the socket is paused and the hub leaves it alone, so what
    comes later costs its cursor and no memory.
    """

    QUEUE = 8

    def __init__(self, websocket: WebSocket, on_resume: Callable[[], None]) -> None:
        self._websocket = websocket
        self._on_resume = on_resume
        self._waiting: deque[bytes] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._writable = asyncio.Event()
        self._writable.set()

    @property
    def paused(self) -> bool:
        return len(self._waiting) >= self.QUEUE

    def write(self, frame: Frame) -> None:
        self._waiting.append(frame.payload)
        if self.paused:
            self._writable.clear()
        if self._writer is None:
            self._writer = asyncio.create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._waiting:
                await self._websocket.send_bytes(self._waiting[0])
                self._waiting.popleft()
                if not self.paused and not self._writable.is_set():
                    self._writable.set()
                    self._on_resume()
        except (RuntimeError, OSError):
            self._waiting.clear()  # the peer is gone, which the reader is told as well
            self._writable.set()
        finally:
            self._writer = None

    async def writable(self) -> None:
        await self._writable.wait()

    def abort(self) -> None:
        self._waiting.clear()
        if self._writer is not None:
            self._writer.cancel()


def socket_of(websocket: WebSocket, on_resume: Callable[[], None]) -> Socket:
    """The fast way when the server is ours, else the plain one."""
    protocol = websocket.scope.get(SCOPE_KEY)
    if isinstance(protocol, SocketProtocol):
        return TransportSocket(protocol, on_resume)
    return AsgiSocket(websocket, on_resume)
