"""The server's HTTP protocol: uvicorn's, with admission before it.

A handshake takes longer than a move, and a crowd that lost its node sends many at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from partie.net.admission import Admission

_FORWARDED: Final = re.compile(rb"\r\nx-forwarded-for:[ \t]*([^\r\n]+)", re.IGNORECASE)


class ArrivalProtocol(H11Protocol):
    """One connection until it is a websocket. Its data is processed once it has been admitted.

    ``proxies`` are the addresses whose word is taken for where a request comes from. A connection from an address that
    is ``unwanted`` is dropped unread.
    """

    def __init__(
        self, admission: Admission, proxies: Collection[str], unwanted: Callable[[str], bool], **given: Any
    ) -> None:
        super().__init__(**given)
        self._admission = admission
        self._proxies = proxies
        self._unwanted = unwanted
        self._waits = False

    def data_received(self, data: bytes) -> None:
        # Nothing more is read meanwhile, so a waiting connection fills no buffer.
        self.transport.pause_reading()
        self._waits = True
        address = self._address(data)
        self._admission.let(lambda: self._hear(data, address), address)

    def _address(self, data: bytes) -> str:
        """The address that data probably comes from. A request may come in parts, and then it is the proxy's."""
        peer = "" if self.client is None else self.client[0]
        if peer in self._proxies or "*" in self._proxies:
            found = _FORWARDED.search(data)
            for name in reversed([] if found is None else found[1].decode("latin-1").split(",")):
                if (address := name.strip()) not in self._proxies:
                    return address
        return peer

    def _hear(self, data: bytes, address: str) -> None:
        self._waits = False
        if self.transport.is_closing():
            return
        try:
            if self._unwanted(address):
                self.transport.abort()
                return
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
