"""The rematch of a finished table, sent to everyone who is still at the old one, through any node.

Its id derives from the old table's, so every node knows where to look, and its log shows whether it exists. If the
message that it was created is lost, people still get it when they come to the old table later.
"""

from __future__ import annotations

from typing import Final

from partie.cluster.messages import RematchMade
from partie.features.rematch.rules import may_play_again, next_game, turned
from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.gateway.creation import CREATED, CREATED_FROM, Taken
from partie.gateway.limiter import Limit
from partie.live.errors import TableGone
from partie.live.observer import LiveTable, Observer
from partie.live.request import SERVICE
from partie.live.subscribers import Subscriber
from partie.log import LogUnavailable
from partie.redis import store
from partie.table import Table, may_watch
from partie.wire import client_in, client_out
from partie.wire.codec import encode
from partie.wire.frame import Frame

FURTHEST: Final = 20
"""Maximum number of rematches followed in a row, of which all but the last were closed before they started."""


class RematchFeature(Observer):
    """The rematches of the tables that are shown through this node."""

    def __init__(self, core: Core) -> None:
        self._core = core
        core.bus.listen(RematchMade, self._heard)

    async def find(self, table: str) -> tuple[str, Table | None]:
        """The id of the table's rematch, and the table itself if it exists already. Raises :class:`TableGone`.

        A rematch that was closed before it started is skipped, on every node alike, but only so many. Once it is
        deleted, its tombstone is.
        """
        for _ in range(FURTHEST):
            table = self._core.people.table_id(f"{SERVICE}again", table)
            (last,) = await self._core.log.last([table])
            if last is None:
                raise TableGone("unavailable")
            if last[0] == 0:
                if await self._buried(table):
                    continue
                return table, None
            found = (await self._core.tables.get(table)).newest
            if found.phase != "ended" or found.started:
                return table, found
        raise TableGone("ended")

    async def _buried(self, table: str) -> bool:
        try:
            return await self._core.log.is_buried(table)
        except LogUnavailable:
            raise TableGone("unavailable") from None

    async def again(self, connection: Connection, command: str, _: client_in.Rematch, ended: str) -> None:
        """Create the rematch of a finished table: one table, however many people on however many nodes ask for it.

        Raises :class:`TableGone`.
        """
        live = await self._core.connections.table(ended, connection)
        if not may_watch(live.newest, connection.person, live.id in connection.invited):
            raise TableGone("private")
        before = live.delay.of_person(connection.person)
        if refused := may_play_again(before, connection.person, self._core.clock.now()):
            connection.refuse(command, refused.code, refused.rule, refused.params)
            return
        table, there = await self.find(before.id)
        if there is not None:
            connection.send(client_out.Accepted(command, table, 1))
            return
        taken = Taken(turned(before, connection.person), before.id)
        if await self._core.creation.begin(connection, command, next_game(before), table, taken):
            connection.send(client_out.Accepted(command, table, 1))
            await self.made(before.id)

    async def made(self, table: str) -> None:
        """Notify all nodes that the rematch of a table was created here."""
        try:
            await self._core.bus.publish(RematchMade(table))
        except store.UNAVAILABLE:
            self._core.metrics.redis_errors.labels("next_game").inc()

    def entered(self, live: LiveTable, subscriber: Subscriber, *, again: bool) -> None:
        if live.newest.started and _knows_of_the_end(live, subscriber):
            self._core.background.spawn(self._send(live, subscriber))

    def released(self, live: LiveTable, *, advanced: bool) -> None:
        if advanced and live.delay.seen.phase == "ended":
            self._core.background.spawn(self._send(live))

    async def let_in(self, connection: Connection, table: Table, invitation: str | None) -> None:
        """Invite people of the old table to its rematch, unless that was withdrawn. Raises :class:`TableGone`."""
        if not table.previous or table.id in connection.invited:
            return
        try:
            if await self._core.people.uninvited(table.id):
                return
            known = table.previous in connection.invited
            if known or (invitation and await self._core.people.invited(table.previous, invitation)):
                connection.invited.add(table.id)
        except store.UNAVAILABLE:
            raise TableGone("unavailable") from None

    def _heard(self, message: RematchMade) -> None:
        live = self._core.tables.awake.get(message.table)
        if live is not None and live.newest.phase == "ended":
            self._core.background.spawn(self._send(live))

    async def _send(self, live: LiveTable, to: Subscriber | None = None) -> None:
        """Send the rematch, if there is one, to one subscriber or to all."""
        try:
            following, table = await self.find(live.id)
        except TableGone:
            return
        if table is None:
            return
        frame = Frame(encode(client_out.NextGame(live.id, following, table.host)))
        for subscriber in live.subscribers if to is None else (to,):
            if subscriber in live.subscribers and _knows_of_the_end(live, subscriber):
                subscriber.socket.write(frame)


def _knows_of_the_end(live: LiveTable, subscriber: Subscriber) -> bool:
    return live.delay.of(live.subscribers.viewer(subscriber)).phase == "ended"


def install(core: Core) -> RematchFeature:
    """Install rematches."""
    feature = RematchFeature(core)
    core.tables.hooks.observers.append(feature)
    limit = Limit(cost=80, person=CREATED, address=CREATED_FROM)
    core.connections.routes.add_command(client_in.Rematch, feature.again, limit=limit)
    core.entrance.guests.append(feature.let_in)
    return feature
