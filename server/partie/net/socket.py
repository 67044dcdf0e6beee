"""The gateway's end of a websocket: its messages, its frames, and its flow control.

Nothing is read from a peer that has not taken what was written to it, so a client that sends requests and never reads
fills no buffer.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from partie.net import protocol
from partie.net.protocol import SCOPE_KEY, Socket, SocketProtocol, Taker, TransportSocket
from partie.wire.frame import Frame


class AsgiSocket:
    """The same over plain ASGI messages, for a server that does not expose its transport.

    Overflow: from ``QUEUE`` waiting frames on the socket is paused and left alone, so later updates cost its cursor and
    no memory. Answers are still accepted; the peer is given up when more than ``MOST`` frames wait, or when it takes
    nothing for ten seconds.
    """

    QUEUE = 8
    MOST = 256

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._taker: Taker | None = None
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

    def cork(self) -> None:
        """Do nothing: each frame is a message of its own here, and its writer has not started yet."""

    def uncork(self) -> None:
        """Do nothing: no frame was held back."""

    async def _drain(self) -> None:
        try:
            while self._waiting:
                async with asyncio.timeout(protocol.PAUSED_LIMIT):
                    await self._websocket.send_bytes(self._waiting[0])
                if self._waiting:
                    self._waiting.popleft()
                if not self.paused and not self._writable.is_set():
                    self._writable.set()
                    if self._taker is not None:
                        self._taker.resumed()
        except (RuntimeError, OSError, WebSocketDisconnect):
            self._give_up()
        finally:
            self._writer = None

    async def serve(self, taker: Taker) -> None:
        self._taker = taker
        try:
            while (message := await self._next())["type"] != "websocket.disconnect":
                while (wait := taker.heard(message.get("bytes"))) > 0.0:  # noqa: ASYNC110 (waits for time to pass)
                    await asyncio.sleep(min(wait, protocol.MOST_REST))
        except WebSocketDisconnect:
            return
        finally:
            self._taker = None
            taker.cut()

    async def close(self, code: int) -> None:
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            await self._websocket.close(code)

    async def _next(self) -> Message:
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
        """Give up a peer that is gone or takes nothing, and wake everything that waits for it."""
        self._gone = True
        self._waiting.clear()
        self._writable.set()
        if self._reader is not None:
            self._reader.cancel()


def socket_of(websocket: WebSocket) -> Socket:
    """Return the fast socket when the server is ours, else the plain one."""
    known = websocket.scope.get(SCOPE_KEY)
    return TransportSocket(known) if isinstance(known, SocketProtocol) else AsgiSocket(websocket)
