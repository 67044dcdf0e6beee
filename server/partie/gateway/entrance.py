"""Entering tables: how a connection gets to show a table, and how it loses the right to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from partie.cluster.messages import Uninvited
from partie.gateway.connection import Connection, Connections
from partie.gateway.limiter import Limit
from partie.live.errors import TableGone
from partie.live.tables import Tables
from partie.net.admission import Admission
from partie.people.people import People
from partie.redis import store
from partie.table import Table, may_watch
from partie.wire import client_in

Guest: TypeAlias = Callable[[Connection, Table, str | None], Awaitable[None]]
"""Adds the table to :attr:`Connection.invited` if the person may watch it, perhaps by an invitation to another table.

Raises :class:`TableGone`.
"""


class Entrance:
    """Lets connections enter the tables of a node."""

    def __init__(self, connections: Connections, tables: Tables, people: People, admission: Admission) -> None:
        self.guests: list[Guest] = []
        """Further sources of invitations."""
        self._connections = connections
        self._tables = tables
        self._people = people
        self._admission = admission
        connections.routes.add(client_in.Enter, self._enter, limit=Limit(cost=20))

    def _enter(self, connection: Connection, message: client_in.Enter) -> None:
        connection.enter(message.table, partial(self._show, connection, message))

    async def _show(self, connection: Connection, message: client_in.Enter) -> None:
        """Show a table on a connection. Raises :class:`TableGone`."""
        try:
            if message.invitation and await self._people.invited(message.table, message.invitation):
                connection.invited.add(message.table)
        except store.UNAVAILABLE:
            raise TableGone("unavailable") from None
        await self._connections.table(message.table, connection)
        await self._admission.passed(connection.home)
        live = await self._tables.get(message.table, connection.asker)
        for guest in self.guests:
            await guest(connection, live.newest, message.invitation)
        live = await self._tables.get(message.table, connection.asker)
        cursor, lost = None, False
        if message.seq and message.mark is not None:  # there is no event 0 that could be missing
            cursor = (message.seq, message.mark)
            # An event this node does not know is lost, or has not reached the node yet.
            lost = not live.knows(cursor) and await live.compare()
            live = await self._tables.get(message.table, connection.asker)
        # No await from here on: a table must not fall asleep between the check and the connection.
        if not may_watch(live.newest, connection.person, message.table in connection.invited):
            raise TableGone("private")
        connection.show(live, cursor, lost=lost)

    def uninvited(self, message: Uninvited) -> None:
        """Drop a table's invitations after its host has withdrawn them, and recheck the connections that show it."""
        for connection in self._connections:
            connection.invited.discard(message.table)
            if connection.table is not None and connection.table.id == message.table:
                connection.table.subscribers.check(connection)
