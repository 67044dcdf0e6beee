"""The hub's end of a websocket: what comes from it, what can be written to it, and when it can take no more.

``receive`` waits until the peer has taken what was written before it reads on, so who asks and never listens fills
no buffer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from server import protocol
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

    async def receive(self) -> Message:
        """The next message. Raises :class:`WebSocketDisconnect` when there will be none."""
        ...


class TransportSocket:
    """Writes the same bytes to every transport. The protocol cuts a peer off that takes too little of them."""

    def __init__(self, websocket: WebSocket, protocol: SocketProtocol, on_resume: Callable[[], None]) -> None:
        self._websocket = websocket
        self._protocol = protocol
        protocol.on_resume = on_resume

    @property
    def paused(self) -> bool:
        return self._protocol.paused

    def write(self, frame: Frame) -> None:
        self._protocol.write_frame(frame.framed)

    async def receive(self) -> Message:
        await self._protocol.writable.wait()
        return await self._websocket.receive()


class AsgiSocket:
    """The same over plain ASGI messages, for a server that does not show its transport.

    Overflow: from ``QUEUE`` waiting frames on the socket is paused and the hub leaves it alone, so what comes later
    costs its cursor and no memory. Answers are still taken; the peer is given up when more than ``MOST`` frames
    wait, or when it takes nothing for ten seconds.
    """

    QUEUE = 8
    MOST = 256

    def __init__(self, websocket: WebSocket, on_resume: Callable[[], None]) -> None:
        self._websocket = websocket
        self._on_resume = on_resume
        self._waiting: deque[bytes] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._reader: asyncio.Task[Message] | None = None
        self._writable = asyncio.Event()
        self._writable.set()
        self._gone = False

    @property
    def paused(self) -> bool:
        return len(self._waiting) >= self.QUEUE

    def write(self, frame: Frame) -> None:
        if self._gone:
            return
        self._waiting.append(frame.payload)
        if len(self._waiting) > self.MOST:
            self._give_up()
            return
        if self.paused:
            self._writable.clear()
        if self._writer is None:
            self._writer = asyncio.create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._waiting:
                async with asyncio.timeout(protocol.PAUSED_LIMIT):
                    await self._websocket.send_bytes(self._waiting[0])
                if self._waiting:
                    self._waiting.popleft()
                if not self.paused and not self._writable.is_set():
                    self._writable.set()
                    self._on_resume()
        except (RuntimeError, OSError, WebSocketDisconnect):
            self._give_up()
        finally:
            self._writer = None

    async def receive(self) -> Message:
        await self._writable.wait()
        if self._gone:
            raise WebSocketDisconnect(1006)
        self._reader = asyncio.create_task(self._receive())
        try:
            return await self._reader
        except asyncio.CancelledError:
            if self._gone:
                raise WebSocketDisconnect(1006) from None
            raise

    async def _receive(self) -> Message:
        return await self._websocket.receive()

    def _give_up(self) -> None:
        """The peer is gone, or takes nothing: release whoever waits for it."""
        self._gone = True
        self._waiting.clear()
        self._writable.set()
        if self._reader is not None:
            self._reader.cancel()


def socket_of(websocket: WebSocket, on_resume: Callable[[], None]) -> Socket:
    """The fast way when the server is ours, else the plain one."""
    known = websocket.scope.get(SCOPE_KEY)
    if isinstance(known, SocketProtocol):
        return TransportSocket(websocket, known, on_resume)
    return AsgiSocket(websocket, on_resume)
