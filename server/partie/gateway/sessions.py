"""Closing the connections of ended sessions."""

from __future__ import annotations

from typing import Final

from partie.cluster.messages import SignedOut
from partie.gateway.connection import Connection, Connections
from partie.people.ids import is_bot
from partie.people.people import People
from partie.redis import store
from partie.tasks import Background
from partie.wire.closing import NO_SESSION, TOKEN_ENDED

ASKED: Final = 50
"""Sessions checked in one query; one for thousands would hold up moves."""


class Sessions:
    """The sessions behind a node's connections."""

    def __init__(self, connections: Connections, people: People, background: Background) -> None:
        self._connections = connections
        self._people = people
        self._background = background

    def ended(self, message: SignedOut) -> None:
        """Close the connections of sessions that another part of the service has ended."""
        self._close(set(message.sessions))

    async def close_ended(self) -> None:
        """Close the connections of sessions whose end this node was not notified of."""
        sessions = list({one.session for one in self._connections})
        ended: set[str] = set()
        try:
            for first in range(0, len(sessions), ASKED):
                ended |= await self._people.ended(sessions[first : first + ASKED])
        except store.UNAVAILABLE:
            return
        self._close(ended)

    def _close(self, ended: set[str]) -> None:
        for connection in self._connections:
            if connection.session in ended:
                self._background.spawn(_end(connection))


async def _end(connection: Connection) -> None:
    await connection.close(TOKEN_ENDED if is_bot(connection.person) else NO_SESSION)
