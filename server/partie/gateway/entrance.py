"""How a connection comes to show a table, and how it is told that it may no longer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from partie.cluster.messages import Uninvited
from partie.gateway.connection import Connection, Connections
from partie.gateway.routes import Limit
from partie.live.errors import TableGone
from partie.live.tables import Tables
from partie.net.admission import Admission
from partie.people.people import People
from partie.redis import store
from partie.table import Table, may_watch
from partie.wire import client_in

Guest: TypeAlias = Callable[[Connection, Table, str | None], Awaitable[None]]
"""Notes in :attr:`Connection.invited` that the person may watch the table, perhaps by an invitation to another one.

Raises :class:`TableGone`.
"""


class Entrance:
    """The way to the tables of a node."""

    def __init__(self, connections: Connections, tables: Tables, people: People, admission: Admission) -> None:
        self.guests: list[Guest] = []
        """Who else knows of invitations."""
        self._connections = connections
        self._tables = tables
        self._people = people
        self._admission = admission
        connections.routes.add(client_in.Enter, self._enter, limit=Limit.FRAMES)

    def _enter(self, connection: Connection, message: client_in.Enter) -> None:
        connection.enter(message.table, partial(self._show, connection, message))

    async def _show(self, connection: Connection, message: client_in.Enter) -> None:
        """Show a table on a connection. Raises :class:`TableGone`."""
        try:
            if message.invitation and await self._people.invited(message.table, message.invitation):
                connection.invited.add(message.table)
        except store.UNAVAILABLE:
            raise TableGone("unavailable") from None
        await self._tables.get(message.table)
        await self._admission.passed()
        live = await self._tables.get(message.table)
        for guest in self.guests:
            await guest(connection, live.newest, message.invitation)
        live = await self._tables.get(message.table)
        cursor, lost = None, False
        if message.seq and message.mark is not None:  # there is no event 0 that could have been lost
            cursor = (message.seq, message.mark)
            # What this node does not know may be lost, or the node may not have heard of it yet.
            lost = not live.knows(cursor) and await live.compare()
            live = await self._tables.get(message.table)
        # Nothing is awaited from here on: a table that sleeps must not be connected to.
        if not may_watch(live.newest, connection.person, message.table in connection.invited):
            raise TableGone("private")
        connection.show(live, cursor, lost=lost)

    def uninvited(self, message: Uninvited) -> None:
        """The host has taken all invitations to a table back."""
        for connection in self._connections:
            connection.invited.discard(message.table)
            if connection.table is not None and connection.table.id == message.table:
                connection.table.subscribers.check(connection)
