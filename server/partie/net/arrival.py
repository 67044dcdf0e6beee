"""The server's HTTP protocol: uvicorn's, with admission before it.

A handshake takes longer than a move, and a crowd that lost its node sends many at once.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from partie.net.admission import Admission


class ArrivalProtocol(H11Protocol):
    """One connection until it is a websocket. Its data is processed once it has been admitted."""

    def __init__(self, admission: Admission, **given: Any) -> None:
        super().__init__(**given)
        self._admission = admission
        self._waits = False

    def data_received(self, data: bytes) -> None:
        # Nothing more is read meanwhile, so a waiting connection fills no buffer.
        self.transport.pause_reading()
        self._waits = True
        self._admission.let(lambda: self._hear(data))

    def _hear(self, data: bytes) -> None:
        self._waits = False
        if self.transport.is_closing():
            return
        try:
            self.transport.resume_reading()
            super().data_received(data)
        except BaseException:
            # After a wait this is not called by the transport, which would otherwise close itself.
            self.transport.abort()
            raise

    def timeout_keep_alive_handler(self) -> None:
        # A connection that waits for admission has sent something.
        if not self._waits:
            super().timeout_keep_alive_handler()
