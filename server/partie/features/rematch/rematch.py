"""The next game of a table that has ended, told to all who still look at the old one, through any node.

Its id is made of the old table's, so every node knows where to look: whether it is there stands in its log. The word
that it was made may be lost; who comes to the old table later is told all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from partie.live.actor import SERVICE
from partie.live.errors import TableGone
from partie.net.socket import Frame
from partie.redis import store
from partie.table import Table
from partie.wire import client_out
from partie.wire.codec import encode

if TYPE_CHECKING:
    from partie.gateway.connection import Connection
    from partie.hub import Hub
    from partie.live.actor import LiveTable

CHANNEL: Final = "partie:next"

FURTHEST: Final = 20
"""So many next games are looked at, of which all but the last were closed before they started."""


class NextGames:
    """The next games of the tables that are shown through this node."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        hub.services.notices.listen(CHANNEL, self._heard)

    async def find(self, table: str) -> tuple[str, Table | None]:
        """The id of the table's next game, and the table if it is there already. Raises :class:`TableGone`.

        One that was closed before it started is passed over, on every node alike, but not without end.
        """
        for _ in range(FURTHEST):
            table = self._hub.services.people.table_id(f"{SERVICE}again", table)
            (last,) = await self._hub.log.last([table])
            if last is None:
                raise TableGone("unavailable")
            if last[0] == 0:
                return table, None
            found = (await self._hub.table(table)).newest
            if found.phase != "ended" or found.started:
                return table, found
        raise TableGone("ended")

    async def made(self, table: str) -> None:
        """The next game of a table was set up here."""
        try:
            await self._hub.services.redis.publish(CHANNEL, table)
        except store.UNAVAILABLE:
            self._hub.metrics.redis_errors.labels("next_game").inc()

    def entered(self, live: LiveTable, connection: Connection) -> None:
        """A connection shows a table."""
        if live.newest.started and _knows_of_the_end(live, connection):
            self._hub.spawn(self._tell(live, connection))

    def ripened(self, live: LiveTable) -> None:
        """Those who watch the table see more of it by now, it may be its end."""
        if live.horizon.seen.phase == "ended":
            self._hub.spawn(self._tell(live))

    async def let_in(self, connection: Connection, table: Table, invitation: str | None) -> None:
        """Who was invited to a table is invited to its next game, if not taken back. Raises :class:`TableGone`."""
        if not table.previous or table.id in connection.invited:
            return
        try:
            if await self._hub.services.people.uninvited(table.id):
                return
            known = table.previous in connection.invited
            if known or (invitation and await self._hub.services.people.invited(table.previous, invitation)):
                connection.invited.add(table.id)
        except store.UNAVAILABLE:
            raise TableGone("unavailable") from None

    def _heard(self, message: bytes) -> None:
        live = self._hub.tables.get(message.decode("ascii", "replace"))
        if live is not None and live.newest.phase == "ended":
            self._hub.spawn(self._tell(live))

    async def _tell(self, live: LiveTable, to: Connection | None = None) -> None:
        """Tell one connection, or all, of the next game if there is one."""
        try:
            following, table = await self.find(live.id)
        except TableGone:
            return
        if table is None:
            return
        frame = Frame(encode(client_out.NextGame(live.id, following, table.host)))
        for connection in list(live.audience.connections) if to is None else [to]:
            if connection.table is live and _knows_of_the_end(live, connection):
                connection.socket.write(frame)


def _knows_of_the_end(live: LiveTable, connection: Connection) -> bool:
    return live.horizon.of(connection.viewer).phase == "ended"
