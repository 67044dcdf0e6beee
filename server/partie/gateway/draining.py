"""Draining: sending a node's clients to other nodes."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from typing import Final

from partie import tasks
from partie.gateway.connection import Connection, Connections
from partie.wire import client_out
from partie.wire.closing import GO_AWAY

DRAIN_SECONDS: Final = 2.0
"""Seconds over which a stopping node spreads its clients' departures, so that they do not all reconnect at once."""

AWAY_MS: Final = 100
"""Milliseconds within which a client that was sent away reconnects: the gap that its person notices."""


class Draining:
    """Whether a node accepts connections, and how clients leave it. ``changed`` is called at every change of that."""

    def __init__(self, connections: Connections, changed: Callable[[], None]) -> None:
        self.active = False
        """Whether new connections are sent to other nodes."""
        self._connections = connections
        self._changed = changed
        connections.on.gone.append(self._gone)

    async def drain(self) -> None:
        """Send every client to another node, each at a random moment within two seconds; until then it is served."""
        if len(self._connections):
            self._connections.deserted.clear()
            leaving = [asyncio.create_task(self._send_away(connection)) for connection in self._connections]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DRAIN_SECONDS):
                    await self._connections.deserted.wait()
            await tasks.end(leaving)

    async def empty(self) -> None:
        """Send all clients to other nodes and accept no connection until :meth:`take_in`."""
        self.active = True
        self._changed()
        await self.drain()
        for connection in self._connections:
            await connection.close(GO_AWAY)
        self._changed()

    def take_in(self) -> None:
        """Accept connections again."""
        self.active = False
        self._changed()

    async def _send_away(self, connection: Connection) -> None:
        await asyncio.sleep(random.uniform(0.0, DRAIN_SECONDS - 0.001 * AWAY_MS))  # noqa: S311 (no secret)
        connection.send(client_out.Moved(random.randrange(AWAY_MS)))  # noqa: S311

    def _gone(self, _: Connection) -> None:
        if not len(self._connections):
            self._changed()
