"""The server's websocket protocol: uvicorn's, with the socket accessible to the gateway.

It adds several things. A frame that is encoded once can be written to many transports unchanged, because server frames
are not masked and the one extension, :class:`Deflate`, compresses nothing by itself. The gateway is notified when a
peer does not keep up (the transport's buffer has passed its high-water mark) and when it can take more. And a peer that
is gone is aborted: ``close`` would wait for the buffer of a phone that left the wifi to drain.

The application may also take over an established connection (:meth:`SocketProtocol.hand_over`): its messages then go to
the taker by plain calls, and the application's task, the handshake and the queue between them are freed, more than half
of the memory of an idle connection.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame as Received
from websockets.http11 import Request
from websockets.typing import ExtensionParameter

from partie.wire.deflate import WINDOW_BITS, Tail
from partie.wire.frame import Frame, Outlet

SCOPE_KEY = "partie.socket"
"""The key of the protocol in the ASGI scope."""

PAUSED_LIMIT = 10.0
"""Seconds after which a peer that takes nothing is aborted."""

HELD = 64
"""Messages held for a sender that asks for too much before reading stops; pongs may be among them."""

MOST_REST = 2.0
"""Seconds after which a sender that asked for too much is heard again at the latest, if only to wait once more."""

SLICE = 512
"""Bytes that are parsed at a time: at most some hundred frames."""

AT_ONCE = 2
"""Messages of one peer that are processed in one turn of the event loop."""

SMALL = 50
"""Frames without a message, such as pings and fragments, that a peer may send per second."""

MOST_WAITING = 1 << 20
"""Bytes that may wait for a peer that does not keep up, ten times a large view with its history."""

_PONG = b"\x8a"  # FIN and the opcode of a pong, RFC 6455 section 5.2


class Taker(Protocol):
    """The object that takes over an established connection."""

    def heard(self, data: bytes | None) -> float:
        """Handle a message; None for a text message.

        Returns 0.0, or the seconds after which it must be offered again because its sender asks for too much. Until
        then nothing else of that sender is offered.
        """
        ...

    def resumed(self) -> None:
        """Note that the peer, which did not keep up, can take more."""
        ...

    def cut(self) -> None:
        """Note that there will be no more messages. Called once."""
        ...


class Socket(Outlet, Protocol):
    """A peer that frames go to and messages come from."""

    async def serve(self, taker: Taker) -> None:
        """Pass messages to the taker until the peer is gone. May return at once and call it later."""
        ...

    async def close(self, code: int) -> None:
        """Close the connection from this side."""
        ...


class Deflate(PerMessageDeflate):
    """permessage-deflate (RFC 7692) that reads compressed messages, and leaves what is written to the gateway.

    If messages could refer to earlier ones, a connection would keep a compressor of 256 KB and a decompressor of 40 KB.
    So clients must compress each message by itself, and the gateway compresses with
    :meth:`partie.wire.frame.Frame.deflated`.
    """

    def __init__(self, negotiated: PerMessageDeflate) -> None:
        super().__init__(
            remote_no_context_takeover=True,
            local_no_context_takeover=True,  # as far as this object is concerned
            remote_max_window_bits=negotiated.remote_max_window_bits,
            local_max_window_bits=negotiated.local_max_window_bits,
        )
        self.takes = not negotiated.local_no_context_takeover and negotiated.local_max_window_bits >= WINDOW_BITS
        """Whether the gateway may compress; it need not."""

    def encode(self, frame: Received) -> Received:
        return frame


class DeflateFactory(ServerPerMessageDeflateFactory):
    """Negotiates :class:`Deflate` with clients that offer the extension."""

    def __init__(self) -> None:
        # Its own compressor is thrown away at once, so it should be small.
        super().__init__(client_no_context_takeover=True, compress_settings={"memLevel": 1})

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], Deflate]:
        answer, negotiated = super().process_request_params(params, accepted_extensions)
        return answer, Deflate(negotiated)


_EXTENSIONS = (DeflateFactory(),)


class SocketProtocol(WebSocketsSansIOProtocol):
    """One connection. The gateway finds it in the scope and writes frames through it."""

    _taker: Taker | None = None
    _handed_over = False
    _held: deque[bytes | None] | None = None
    """Messages of a peer that does not take the answers, or asks for too much; they are processed later."""
    _rests: asyncio.TimerHandle | None = None
    """While nothing of the peer is processed because it asked for too much."""
    _unread = b""
    """Received bytes that are not parsed yet."""
    _parsing: asyncio.Handle | None = None
    _processed = 0
    """Messages processed in this turn of the event loop."""
    _next: asyncio.Handle | None = None
    """The next turn, if messages wait only for that."""
    _small = 0
    """Frames without a message within the last second, such as pings and fragments."""
    _small_since = 0.0
    _stalled: asyncio.TimerHandle | None = None
    _corked: list[bytes] | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = _EXTENSIONS

    @property
    def deflates(self) -> bool:
        """Whether the peer takes compressible frames compressed."""
        return any(isinstance(each, Deflate) and each.takes for each in self.conn.extensions)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            # The application starts at the next turn of the loop, so it finds this.
            cast("dict[str, object]", self.scope)[SCOPE_KEY] = self

    async def run_asgi(self) -> None:
        # As in uvicorn, except that a handed-over connection outlives the application's call.
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            return
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
        self.send_500_response()  # does nothing once the handshake is done
        if not self._handed_over and self.close_timer is None:
            self.transport.close()

    def hand_over(self, taker: Taker) -> None:
        """Pass everything from now on to a taker, and free what only an application needs.

        A peer that does not take what is written to it is not read from either, so a client that sends requests and
        never reads fills no buffer.
        """
        self._taker, self._handed_over = taker, True
        waiting, self.queue = self.queue, cast("asyncio.Queue[Any]", _Events(self))
        del self.request, self.response, self.scope
        while not waiting.empty():
            self.queue.put_nowait(waiting.get_nowait())
        self._go_on()

    def send_receive_event_to_app(self) -> None:
        if self._handed_over and not self.close_sent:
            data, self.frames = b"".join(self.frames), []
            self.deliver(data if self.curr_msg_data_type == "bytes" else None)
        else:
            super().send_receive_event_to_app()

    def deliver(self, data: bytes | None) -> None:
        """Pass a message to the taker, now or once the peer reads what was written and is within its limits."""
        # A peer that does not keep up is read no further; what comes before reading has stopped is processed still.
        if self._held or not self._process(data, waits=self.paused and self.read_paused):
            self._held = self._held or deque()
            self._held.append(data)
        self._flow()

    def _process(self, data: bytes | None, *, waits: bool) -> bool:
        """Pass a message to the taker; False if it must wait, perhaps because the peer does not keep up (``waits``)."""
        if waits or self._rests is not None or self._processed >= AT_ONCE:
            return False
        wait = 0.0 if self._taker is None else self._taker.heard(data)
        if wait > 0.0:
            self._rest(wait)
            return False
        self._processed += 1
        return True

    def _go_on(self) -> None:
        """Process the held messages, as far as the peer may go on, and read on."""
        self._next = None
        self._processed = 0
        while self._held and self._process(self._held[0], waits=self.paused):
            self._held.popleft()
        self._flow()

    def _flow(self) -> None:
        """Read from the peer, unless it takes nothing, or so much of it waits already."""
        if self._held and not self.paused and self._rests is None and self._next is None:
            self._next = self.loop.call_soon(self._go_on)
        if self.paused or self._flooding or (self._held is not None and len(self._held) >= HELD):
            self.read_paused = True
            self.transport.pause_reading()
        elif self._unread:
            if self._parsing is None:
                self._parsing = self.loop.call_soon(self._parse)
        else:
            self.read_paused = False
            self.transport.resume_reading()

    # --- a peer that sends too much -------------------------------------------------------------------------------

    def _rest(self, seconds: float) -> None:
        """Process nothing of the peer for a while."""
        if self._rests is None:
            self._rests = self.loop.call_later(min(seconds, MOST_REST), self._rested)

    def _rested(self) -> None:
        self._rests = None
        self._small = 0
        self._go_on()

    @property
    def _flooding(self) -> bool:
        return self._rests is not None and self._small > SMALL

    def _count_small(self) -> None:
        """Count a frame that brings no message, because no other limit does."""
        now = self.loop.time()
        if now - self._small_since > 1.0:
            self._small, self._small_since = 0, now
        self._small += 1
        if self._small > SMALL and self._handed_over:
            self._rest(MOST_REST)
            self._flow()

    def data_received(self, data: bytes) -> None:
        self._processed = 0
        if not self._unread and (len(data) <= SLICE or not self.handshake_initiated):
            super().data_received(data)
            return
        # Thousands of tiny frames in one read would take long: what others send is processed between its slices.
        self._unread += data
        self.transport.pause_reading()
        if self._parsing is None:
            self._parsing = self.loop.call_soon(self._parse)

    def _parse(self) -> None:
        self._parsing = None
        waits = self.paused or self._flooding or (self._held is not None and len(self._held) >= HELD)
        if self.transport.is_closing() or (waits if self._handed_over else self.read_paused):
            return  # whatever ends the wait calls again
        self._processed = 0
        piece, self._unread = self._unread[:SLICE], self._unread[SLICE:]
        super().data_received(piece)
        if self._handed_over:
            self._flow()
        elif self._unread:
            self._parsing = self.loop.call_soon(self._parse)
        elif not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await super().receive()
        if self._unread and self._parsing is None:
            self._parsing = self.loop.call_soon(self._parse)
        return message

    def handle_cont(self, event: Received) -> None:
        if not event.fin:
            self._count_small()
        super().handle_cont(event)

    def handle_pong(self, event: Received) -> None:
        if self.pending_ping_payload is None:
            self._count_small()
        super().handle_pong(event)

    def shutdown(self) -> None:
        # As in uvicorn, whose version fails if the peer has just begun to close, and with it the node's shutdown.
        try:
            super().shutdown()
        except InvalidState:
            self.transport.close()

    def end(self) -> None:
        """Notify the taker, once, that there will be no more messages."""
        taker, self._taker = self._taker, None
        if taker is not None:
            taker.cut()

    @property
    def paused(self) -> bool:
        """Whether the peer does not keep up: write nothing until :meth:`Taker.resumed`."""
        return not self.writable.is_set()

    def write_frame(self, data: bytes) -> None:
        """Write a frame made by :func:`~partie.wire.frame.framed`. Writes nothing once the connection is closing.

        Overflow: callers leave a paused peer alone but for answers; a peer that lets these pile up is aborted.
        """
        if self._corked is not None:
            self._corked.append(data)
            return
        # Written out: a move is written to hundreds of spectators.
        transport = self.transport
        if self.close_sent or self.disconnected or transport.is_closing():
            return
        transport.write(data)
        if not self.writable.is_set() and transport.get_write_buffer_size() > MOST_WAITING:
            self.abort()

    def cork(self) -> None:
        """Collect what is written until :meth:`uncork`."""
        self._corked = []

    def uncork(self) -> None:
        """Write everything collected at once."""
        gathered, self._corked = self._corked, None
        if gathered:
            self.write_frame(b"".join(gathered))

    def handle_ping(self) -> None:
        # A peer that sends pings and takes no pongs would fill the buffer; one answer to several is enough (RFC 6455,
        # section 5.5.3). A whole read's frames are answered by now, and a close may be among them.
        self._count_small()
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
        if self._taker is not None:
            self._taker.resumed()
            self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_stalled()
        for waits in (self._rests, self._parsing, self._next):
            if waits is not None:
                waits.cancel()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        self.pong_timer = None
        self.abort()

    def _cancel_stalled(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class _Events:
    """Replaces the queue to the application, and calls the protocol back at once."""

    __slots__ = ("_protocol",)

    def __init__(self, protocol: SocketProtocol) -> None:
        self._protocol = protocol

    def put_nowait(self, event: dict[str, Any]) -> None:
        if event["type"] == "websocket.receive":
            self._protocol.deliver(event.get("bytes"))
        else:
            self._protocol.end()


class TransportSocket:
    """Writes the same bytes to every transport. The protocol cuts off a peer that takes too little of them."""

    __slots__ = ("_protocol", "_tail")

    def __init__(self, protocol: SocketProtocol) -> None:
        self._protocol = protocol
        self._tail: Tail | None = () if protocol.deflates else None
        """What the peer was last sent compressed; None if it is sent nothing so."""

    @property
    def paused(self) -> bool:
        return self._protocol.paused

    def write(self, frame: Frame) -> None:
        data = frame.framed
        if frame.compressible and self._tail is not None:
            data, self._tail = frame.deflated(self._tail)
        self._protocol.write_frame(data)

    def cork(self) -> None:
        self._protocol.cork()

    def uncork(self) -> None:
        self._protocol.uncork()

    async def serve(self, taker: Taker) -> None:
        self._protocol.hand_over(taker)

    async def close(self, code: int) -> None:
        with contextlib.suppress(ClientDisconnected, RuntimeError):
            await self._protocol.send({"type": "websocket.close", "code": code, "reason": None})
