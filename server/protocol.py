"""The websocket protocol of the server: uvicorn's, with the socket within reach of the hub.

Three things are added. A frame that is encoded once can be written to many transports as it is, for server
frames are not masked and no extension is negotiated. The hub learns when a peer does not keep up (the
transport's buffer passed its high-water mark) and when it can take more. And a peer that is gone is aborted:
``close`` would wait for the buffer of a phone that left the wifi to drain.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

SCOPE_KEY = "partie.socket"
"""Where the protocol stands in the ASGI scope."""

PAUSED_LIMIT = 10.0
"""Seconds after which a peer that takes nothing is aborted."""

MOST_WAITING = 1 << 20
"""Bytes that may wait for a peer that does not keep up, ten times a large view with its history."""

_BINARY = 0x82  # FIN and the opcode of a binary frame, RFC 6455 section 5.2
_PONG = b"\x8a"  # the same of a pong


def frame(payload: bytes) -> bytes:
    """The payload as one unmasked binary websocket frame (RFC 6455, section 5.2)."""
    length = len(payload)
    if length < 126:
        return bytes((_BINARY, length)) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", _BINARY, 126, length) + payload
    return struct.pack("!BBQ", _BINARY, 127, length) + payload


class SocketProtocol(WebSocketsSansIOProtocol):
    """One connection. The hub finds it in the scope and writes frames through it."""

    on_resume: Callable[[], None] | None = None
    _stalled: asyncio.TimerHandle | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            # The application starts at the next turn of the loop, so it finds this.
            cast("dict[str, object]", self.scope)[SCOPE_KEY] = self

    @property
    def paused(self) -> bool:
        """The peer does not keep up: nothing should be written until :attr:`on_resume` is called."""
        return not self.writable.is_set()

    @property
    def closed(self) -> bool:
        return self.close_sent or self.disconnected or self.transport.is_closing()

    def write_frame(self, data: bytes) -> None:
        """Write a frame made by :func:`frame`. Writes nothing once the connection is closing.

        Overflow: whoever writes leaves a paused peer alone but for answers; one that lets these pile up is aborted.
        """
        if self.closed:
            return
        self.transport.write(data)
        if self.paused and self.transport.get_write_buffer_size() > MOST_WAITING:
            self.abort()

    def handle_ping(self) -> None:
        # A peer that sends pings and takes no pongs would fill the buffer; one answer to several is enough
        # (RFC 6455, section 5.5.3). A whole read's frames are answered by now, and a close may be among them.
        frames = self.conn.data_to_send()
        pongs = [frame for frame in frames if frame[:1] == _PONG]
        others = [frame for frame in frames if frame[:1] != _PONG]
        self.transport.write(b"".join([*([] if self.paused else pongs[-1:]), *others]))

    def abort(self) -> None:
        """Drop the connection at once, whatever is still in its buffer."""
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(PAUSED_LIMIT, self.abort)

    def resume_writing(self) -> None:
        self._cancel_stalled()
        super().resume_writing()
        if self.on_resume is not None:
            self.on_resume()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_stalled()
        self.on_resume = None
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        self.pong_timer = None
        self.abort()

    def _cancel_stalled(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
