"""The listening socket of a node, which can turn peers away before anything is made for them."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from typing import Any, Final

AT_ONCE: Final = 16
"""Peers turned away in a row, before anything else has its turn."""


class Listener(socket.socket):
    """A listening socket that closes the connections of some peers as it accepts them.

    That costs a fifth of closing them when they have sent something: no transport, no protocol, no turn of the event
    loop. It listens where another socket does, which stays open. ``turns_away`` decides by a peer's address.
    """

    def __init__(self, other: socket.socket, turns_away: Callable[[str], bool]) -> None:
        super().__init__(other.family, other.type, other.proto, os.dup(other.fileno()))
        self._turns_away = turns_away

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept the next peer that is not turned away. Raises ``BlockingIOError`` if none waits."""
        for _ in range(AT_ONCE):
            connection, address = super().accept()
            if not (isinstance(address, tuple) and self._turns_away(address[0])):
                return connection, address
            connection.close()
        raise BlockingIOError("only peers that are turned away came")
