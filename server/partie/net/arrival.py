"""The server's HTTP protocol: uvicorn's, with admission before it.

A handshake takes longer than a move, and a crowd that lost its node sends many at once. Requests must come to their end
in time, and answers must be taken: each connection holds an open file, of which a process has only so many.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any, Final, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from partie.net.admission import Admission
from partie.net.proxies import Proxies

_FORWARDED: Final = re.compile(rb"\r\nx-forwarded-for:[ \t]*([^\r\n]+)", re.IGNORECASE)
_UPGRADE: Final = re.compile(rb"\r\nupgrade:", re.IGNORECASE)

HEAD_SECONDS = 10.0
"""Seconds that the head of a request may take, from its first byte or from the start of the connection."""

BODY_SECONDS = 20.0
"""Seconds that the body of a request may take after its head."""

TAKEN_SECONDS = 60.0
"""Seconds in which a peer must take some of an answer that waits for it."""


class Doorkeeper(Protocol):
    """Decides about what comes from an address before it is read."""

    def drops(self, address: str) -> bool:
        """Whether to drop the connection."""
        ...

    def refusal(self, address: str) -> bytes:
        """The whole response if a request is refused; empty if it may come in."""
        ...

    def malformed(self, address: str) -> None:
        """Note that something came that is no HTTP."""
        ...


class ArrivalProtocol(H11Protocol):
    """One connection until it is a websocket. Its data is processed once it has been admitted.

    The word of the ``proxies`` is taken for where a request comes from.
    """

    def __init__(self, admission: Admission, proxies: Proxies, doorkeeper: Doorkeeper, **given: Any) -> None:
        super().__init__(**given)
        self._admission = admission
        self._proxies = proxies
        self._doorkeeper = doorkeeper
        self._heard_from = ""
        self._waits = False
        self._due: asyncio.TimerHandle | None = None
        """When the part of a request that has begun must be complete."""
        self._part: object = None
        self._untaken: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect(h11.IDLE, HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        self._taken()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        address = self._address(data)
        if self._turned_away(data, address):
            return
        # Nothing more is read meanwhile, so a waiting connection fills no buffer.
        self.transport.pause_reading()
        self._waits = True
        self._admission.let(lambda: self._hear(data, address), address)

    def _address(self, data: bytes) -> str:
        """The address that data probably comes from. A request may come in parts, and then it is the proxy's."""
        peer = "" if self.client is None else self.client[0]
        return self._proxies.client(peer, b",".join(_FORWARDED.findall(data)).decode("latin-1"))

    def _turned_away(self, data: bytes, address: str) -> bool:
        if self._doorkeeper.drops(address):
            self.transport.abort()
            return True
        if self._is_request(data) and (answer := self._doorkeeper.refusal(address)):
            self.transport.write(answer)
            self.transport.close()
            return True
        return False

    def _is_request(self, data: bytes) -> bool:
        """Whether data is a request's whole head, which nothing came before. Handshakes have answers of their own."""
        begins = self.conn.our_state is self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
        return begins and b"\r\n\r\n" in data and _UPGRADE.search(data) is None

    def _hear(self, data: bytes, address: str) -> None:
        self._waits = False
        if self.transport.is_closing():
            return
        try:
            if self._turned_away(data, address):
                return
            self.transport.resume_reading()
            self._heard_from = address
            super().data_received(data)
            self._watch()
        except BaseException:
            # After a wait this is not called by the transport, which would otherwise close itself.
            self.transport.abort()
            raise

    def send_400_response(self, msg: str) -> None:
        self._doorkeeper.malformed(self._heard_from)
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()  # another response has begun
        if self.cycle is not None:
            # The application may still be busy with the head of what turned out to be malformed.
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    # --- requests that do not end, and answers that nobody takes ----------------------------------------------------

    def _watch(self) -> None:
        """Give what has begun of a request its time; bytes that come one by one do not prolong it."""
        state = self.conn.their_state
        if self.transport.get_protocol() is not self:
            self._expect_nothing()  # it is a websocket by now
        elif state is h11.SEND_BODY:
            self._expect(state, BODY_SECONDS)
        elif state is h11.IDLE and self.conn.trailing_data[0]:
            self._expect(state, HEAD_SECONDS)
        else:
            self._expect_nothing()

    def _expect(self, part: object, seconds: float) -> None:
        if self._part is not part:
            self._expect_nothing()
            self._part, self._due = part, self.loop.call_later(seconds, self._overdue, part, seconds)

    def _expect_nothing(self) -> None:
        if self._due is not None:
            self._due.cancel()
        self._part = self._due = None

    def _overdue(self, part: object, seconds: float) -> None:
        self._expect_nothing()
        if self._waits:
            self._expect(part, seconds)  # some of it is here, and it is not the peer that takes so long
        else:
            self.transport.abort()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._untaken is None:
            self._untaken = self.loop.call_later(TAKEN_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._taken()

    def _taken(self) -> None:
        if self._untaken is not None:
            self._untaken.cancel()
            self._untaken = None

    # --- keeping alive ------------------------------------------------------------------------------------------------

    def timeout_keep_alive_handler(self) -> None:
        # A connection that waits for admission has sent something.
        if not self._waits:
            super().timeout_keep_alive_handler()
