"""What moderators decide, carried out at once on the connections and tables of this node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from partie.features.moderation import Act, Ban, whereabouts
from partie.features.moderation.moderation import Held
from partie.features.moderation.networks import Address
from partie.redis import store
from partie.wire import client_out

if TYPE_CHECKING:
    from partie.gateway.connection import Connection
    from partie.hub import Hub
    from partie.live.actor import LiveTable

BANNED: Final = 4410
"""Close code: the person or its network may not come in; why and until when was said before."""


class Order:
    """The order of one hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._moderation = hub.services.moderation
        self._held = Held()
        """What held when it was last looked at."""
        self._moderation.listen(hub.services.notices, self._heard)
        self._moderation.on_change = self._changed
        whereabouts.listen(hub.services.notices, self._asked)

    def entered(self, live: LiveTable, connection: Connection) -> None:
        """A connection shows the table."""
        act = self._moderation.closed(live.id)
        if act is not None:
            connection.send(client_out.Closed(live.id, closed=True, why=act.why))

    def refused(self, table: str) -> bool:
        """Whether nothing can be done at the table, for moderators have closed it."""
        return self._moderation.closed(table) is not None

    def _asked(self, question: str, person: str) -> None:
        """Somebody who keeps order bans the networks of a person."""
        found = {one.address for one in self._hub.connections if one.person == person and one.address is not None}
        self._hub.spawn(self._answer(question, found))

    async def _answer(self, question: str, addresses: set[Address]) -> None:
        services = self._hub.services
        try:
            await whereabouts.answer(services.redis, question, services.nodes.node, addresses)
        except store.UNAVAILABLE:
            self._hub.metrics.redis_errors.labels("moderation").inc()

    def _heard(self, changed: str) -> None:
        self._hub.spawn(self._load(changed))

    async def _load(self, changed: str) -> None:
        try:
            await self._moderation.load(changed)
        except store.UNAVAILABLE:
            self._hub.metrics.redis_errors.labels("moderation").inc()

    async def catch_up(self) -> None:
        """Read again what could not be read when it changed."""
        if self._moderation.stale:
            await self._load("")

    def _changed(self, _: str) -> None:
        before, self._held = self._held, self._moderation.held
        now = self._held
        for table in before.closed.keys() | now.closed.keys():
            if before.closed.get(table) != now.closed.get(table):
                self._show(table, before.closed.get(table), now.closed.get(table))
        if (before.banned, before.networks, before.roles) != (now.banned, now.networks, now.roles):
            for connection in list(self._hub.connections):
                ban = self._moderation.banned(connection.person, connection.address, connection.owner)
                if ban is not None:
                    self._hub.spawn(send_away(connection, ban))

    def _show(self, table: str, before: Act | None, now: Act | None) -> None:
        """A table was closed or opened again."""
        if (before is None) != (now is None):
            self._hub.rater.closed(table)
        if now is None and before is not None:
            self._hub.pacer.reopened(table, before.at)
        live = self._hub.tables.get(table)
        if live is not None:
            told = client_out.Closed(table, closed=now is not None, why="" if now is None else now.why)
            for connection in live.audience.connections:
                connection.send(told)
            self._hub.pacer.advanced(live)
            if now is None:
                self._hub.bots.consider(live)


async def send_away(connection: Connection, ban: Ban) -> None:
    """Say why somebody may not come in, and close the line."""
    connection.send(client_out.Banned(ban.until, ban.why))
    await connection.close(BANNED)
