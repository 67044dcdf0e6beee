"""Installing moderation: decisions take effect at once on the connections and tables of this node."""

from __future__ import annotations

from collections.abc import Callable

from partie.cluster.messages import NetworksAsked
from partie.features.moderation import person_networks
from partie.features.moderation.acts import Act
from partie.features.moderation.moderation import Ban, Held, Moderation
from partie.features.moderation.routes import ModerationRoutes
from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.live.observer import LiveTable, Observer
from partie.live.subscribers import Subscriber
from partie.net.networks import Address
from partie.redis import store
from partie.wire import client_out
from partie.wire.closing import BANNED


class ModerationFeature(Observer):
    """The rules of moderators in force on one node: a :class:`~partie.gateway.bans.Bans`."""

    def __init__(self, core: Core, moderation: Moderation) -> None:
        self._core = core
        self.moderation = moderation
        self.on_table: list[Callable[[str, Act | None, Act | None], None]] = []
        """Called when a table was closed or reopened, with the acts in force before and now."""
        self._held = Held()
        """The rules in force at the last check."""
        moderation.listen(core.bus, self._heard)
        moderation.on_change = self._changed
        core.bus.listen(NetworksAsked, self._networks_asked)

    @property
    def any(self) -> bool:
        """Whether anybody is banned, or any network."""
        return bool(self.moderation.held.banned or self.moderation.held.networks)

    def banned(self, person: str, address: Address | None, owner: str = "") -> Ban | None:
        """The ban that applies to a person, to a bot's owner or to an address; None if there is none."""
        return self.moderation.banned(person, address, owner)

    def closed(self, table: str) -> bool:
        """Whether moderators have closed the table, so that nothing can be done there."""
        return self.moderation.closed(table) is not None

    def entered(self, live: LiveTable, subscriber: Subscriber, *, again: bool) -> None:
        act = self.moderation.closed(live.id)
        if act is not None:
            subscriber.send(client_out.Closed(live.id, closed=True, why=act.why))

    def _networks_asked(self, message: NetworksAsked) -> None:
        """Answer a moderator's request for a person's networks, in order to ban them."""
        connections = [one for one in self._core.connections if one.person == message.person]
        found = {one.address for one in connections if one.address is not None}
        self._core.background.spawn(self._answer(message.question, found))

    async def _answer(self, question: str, addresses: set[Address]) -> None:
        try:
            await person_networks.answer(self._core.redis, question, self._core.nodes.node, addresses)
        except store.UNAVAILABLE:
            self._core.metrics.redis_errors.labels("moderation").inc()

    def _heard(self, changed: str) -> None:
        self._core.background.spawn(self._load(changed))

    async def _load(self, changed: str) -> None:
        try:
            await self.moderation.load(changed)
        except store.UNAVAILABLE:
            self._core.metrics.redis_errors.labels("moderation").inc()

    async def catch_up(self) -> None:
        """Read the rules again if they could not be read when they changed."""
        if self.moderation.stale:
            await self._load("")

    async def delete_ended(self) -> None:
        """Delete the rules that have ended. Read them again even if another node was first, so as not to ask twice."""
        if self.moderation.any_ended:
            await self.moderation.delete_ended()
            await self._load("")

    def _changed(self, _: str) -> None:
        before, self._held = self._held, self.moderation.held
        now = self._held
        for table in before.closed.keys() | now.closed.keys():
            if before.closed.get(table) != now.closed.get(table):
                self._table_changed(table, before.closed.get(table), now.closed.get(table))
        if (before.banned, before.networks, before.roles) != (now.banned, now.networks, now.roles):
            for connection in self._core.connections:
                ban = self.banned(connection.person, connection.address, connection.owner)
                if ban is not None:
                    self._core.background.spawn(send_away(connection, ban))

    def _table_changed(self, table: str, before: Act | None, now: Act | None) -> None:
        """Handle that a table was closed or reopened."""
        live = self._core.tables.awake.get(table)
        if live is not None:
            message = client_out.Closed(table, closed=now is not None, why="" if now is None else now.why)
            for subscriber in live.subscribers:
                subscriber.send(message)
        for notify in self.on_table:
            notify(table, before, now)


async def send_away(connection: Connection, ban: Ban) -> None:
    """Send the reason of a ban, and close the connection."""
    connection.send(client_out.Banned(ban.until, ban.why))
    await connection.close(BANNED)


def install(core: Core) -> ModerationFeature:
    """Install moderation."""
    feature = ModerationFeature(core, Moderation(core.redis, core.settings.owner))
    core.tables.hooks.observers.append(feature)
    core.tables.hooks.closed = feature.closed
    core.bans = feature
    core.sweeps += [("catch_up", feature.catch_up), ("delete_ended", feature.delete_ended)]
    core.life.start.append(feature.moderation.load)
    core.http += ModerationRoutes(core, feature.moderation).routes()
    return feature
