"""Invitations by name and followed people, sent to those connections of this node that subscribe to them.

Every message contains the complete list, read afresh: messages between nodes may be lost, and clients that come back
subscribe again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Container, Mapping
from typing import Final

from partie import limits
from partie.cluster.messages import InvitationDeclined, InvitationsChanged
from partie.features.chat.api import Blocks
from partie.features.friends.following import Following
from partie.features.friends.invites import GOOD_SECONDS, Invite, Invites
from partie.features.lobby.api import Change, Lobby, is_listed
from partie.features.notifications.api import Notifier
from partie.features.presence.api import Online
from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.gateway.limiter import Allowance, Limit
from partie.gateway.routes import Who
from partie.limits import Rate
from partie.live.errors import TableGone
from partie.logs import log_and_continue
from partie.redis import store
from partie.redis.connect import Client
from partie.table import Table, may_watch
from partie.wire import client_in, client_out

INVITING: Final = Rate(20, 600.0)
"""Invitations by one person, counted by all nodes together."""

FOLLOWING: Final = Allowance("following", Rate(100, 600.0))
"""Following and unfollowing by one person."""

CHECK_SECONDS: Final = 5.0
"""Seconds between two checks whether tables to which people here are invited are still open."""

NEW_MS: Final = 60_000
"""Milliseconds for which a new table is announced to followers."""


class FriendsFeature:
    """The invitations and followed people of one node."""

    def __init__(self, core: Core, lobby: Lobby, online: Online, notifier: Notifier) -> None:
        self._core = core
        self._lobby = lobby
        self._online = online
        self._notifier = notifier
        redis = core.redis
        self._invites = Invites(redis)
        self._following = Following(redis)
        self._blocks = Blocks(redis)
        self._asked: dict[Connection, frozenset[str]] = {}
        """The subscribed connections, and the people whom their person follows."""
        self._invited: dict[Connection, frozenset[str]] = {}
        """The tables of the invitations sent to each connection."""
        self._opened: dict[Connection, set[str]] = {}
        """The new tables announced to each connection."""
        self._sending: set[Connection] = set()
        """Connections whose subscription is being answered."""
        core.bus.listen(InvitationsChanged, self._invitations_changed)
        core.bus.listen(InvitationDeclined, self._declined)

    # --- from connections -----------------------------------------------------------------------------------------

    def hear(
        self,
        connection: Connection,
        message: client_in.WatchFriends | client_in.Invite | client_in.Decline | client_in.Follow,
    ) -> None:
        """Handle a connection's subscription or command."""
        if isinstance(message, client_in.WatchFriends):
            self._asked.setdefault(connection, frozenset())
            if (online := self._online.shown) is not None:
                connection.send(online)
            if message.followable is None:
                if connection in self._sending:
                    return
                self._sending.add(connection)
        self._core.background.spawn(self._take(connection, message))

    def gone(self, connection: Connection) -> None:
        """Forget a connection that has closed."""
        self._asked.pop(connection, None)
        self._invited.pop(connection, None)
        self._opened.pop(connection, None)

    async def _take(
        self,
        connection: Connection,
        message: client_in.WatchFriends | client_in.Invite | client_in.Decline | client_in.Follow,
    ) -> None:
        try:
            match message:
                case client_in.WatchFriends(followable=followable):
                    if followable is not None:
                        await self._following.let(connection.person, follow=followable)
                    await self._send_invitations(connection.person)
                    await self._send_following(connection.person)
                case client_in.Invite():
                    code = await self._invite(connection, message)
                    if code:
                        connection.refuse(message.id, code)
                    else:
                        connection.send(client_out.Done(message.id))
                case client_in.Decline(table=table):
                    await self._decline(connection, table)
                case client_in.Follow():
                    await self._follow(connection, message)
        except TableGone as gone:
            self._refuse(connection, message, gone.code)
        except store.UNAVAILABLE:
            self._core.metrics.redis_errors.labels("friends").inc()
            self._refuse(connection, message, "unavailable")
        finally:
            if message == client_in.WatchFriends():
                self._sending.discard(connection)

    @staticmethod
    def _refuse(connection: Connection, message: client_in.Inbound, code: str) -> None:
        if isinstance(message, client_in.Invite | client_in.Follow):
            connection.refuse(message.id, code)

    # --- invitations ----------------------------------------------------------------------------------------------

    async def _invite(self, connection: Connection, message: client_in.Invite) -> str:
        """Invite somebody. Returns the code of the refusal, empty if it worked."""
        people, me = self._core.people, connection.person
        live = await self._core.connections.table(message.table, connection)
        if not may_watch(live.newest, me, live.id in connection.invited):
            raise TableGone("private")
        table = live.delay.of_person(me)
        if table.phase != "open":
            return "ended" if table.phase == "ended" else "started"
        private = table.access == "invited"
        if me != table.host and (private or table.seat_of(me) is None):
            return "not_host" if private else "not_seated"
        if await limits.take(self._core.redis, f"invite:{me}", INVITING):
            return "too_fast"
        person = message.person
        if message.login:
            account = await people.accounts.find(message.login)
            person = "" if account is None else account.person
        if not person or not (await people.names([person])):
            return "nobody"
        if table.seat_of(person) is not None:
            return "sits_there"
        # Silently drop invitations from someone the invitee has blocked.
        if me not in await self._blocks.of(person):
            token = await people.invite(table.id) if private else ""
            invite = Invite(table.id, table.game, me, self._core.clock.now(), token)
            if not await self._invites.put(person, invite):
                return "asked_too_much"
            await self._notifier.invited(person, table.id, seen=False)
            await self._core.bus.publish(InvitationsChanged(person))
        return ""

    async def _decline(self, connection: Connection, table: str) -> None:
        person = connection.person
        for invite in await self._invites.of(person):
            if invite.table == table:
                await self._invites.drop(person, table)
                await self._core.bus.publish(InvitationsChanged(person))
                await self._core.bus.publish(InvitationDeclined(invite.by, table, person))

    def _invitations_changed(self, message: InvitationsChanged) -> None:
        person = message.person
        if self._of(person):
            self._core.background.spawn(self._resend(person))
        for connection in self._core.connections:
            if connection.person == person and connection.page_visible and connection.table is not None:
                self._core.background.spawn(self._mark_seen_at(person, connection.table.newest))

    def _declined(self, message: InvitationDeclined) -> None:
        if self._of(message.person):
            self._core.background.spawn(self._send_declined(message))

    async def _resend(self, person: str) -> None:
        try:
            await self._send_invitations(person)
        except store.UNAVAILABLE:
            self._core.metrics.redis_errors.labels("friends").inc()

    async def _send_declined(self, message: InvitationDeclined) -> None:
        by = message.by
        try:
            name = (await self._core.people.names([by])).get(by, "")
        except store.UNAVAILABLE:
            return
        for connection in self._of(message.person):
            connection.send(client_out.Declined(message.table, by, name))

    async def _send_invitations(self, person: str) -> None:
        invites = await self._invites.of(person)
        good = [one for one in invites if self._stands(person, one)]
        await self._invites.drop(person, *(one.table for one in invites if one not in good))
        names = await self._core.people.names({one.by for one in good})
        message = client_out.Invitations(
            tuple(
                client_out.Invitation(one.table, one.game, one.by, names[one.by], one.at, one.token)
                for one in good
                if one.by in names
            )
        )
        for connection in self._of(person):
            self._invited[connection] = frozenset(one.table for one in good)
            connection.send(message)
            await self._note_seen(connection)

    async def _note_seen(self, connection: Connection) -> None:
        """Mark the invitations sent to a visible page as seen, so that no notification follows."""
        for table in self._invited.get(connection, ()) if connection.page_visible else ():
            await self._notifier.invited(connection.person, table, seen=True)

    def visibility_changed(self, connection: Connection) -> None:
        """Handle that a page has become visible or hidden."""
        if connection.page_visible and connection in self._invited:
            self._core.background.spawn(self._mark_seen(connection))

    async def _mark_seen(self, connection: Connection) -> None:
        try:
            await self._note_seen(connection)
        except store.UNAVAILABLE:
            self._core.metrics.redis_errors.labels("friends").inc()

    async def _mark_seen_at(self, person: str, table: Table) -> None:
        """Mark an invitation as seen if its table is shown, even if the page does not subscribe to invitations."""
        try:
            if await self.invitations(person, table):
                await self._notifier.invited(person, table.id, seen=True)
        except store.UNAVAILABLE:
            self._core.metrics.redis_errors.labels("friends").inc()

    async def blocked(self, person: str, other: str) -> None:
        """Drop all invitations from ``other``, whom ``person`` has blocked. Raises errors of Redis."""
        mine = [one.table for one in await self._invites.of(person) if one.by == other]
        if mine:
            await self._invites.drop(person, *mine)
            await self._core.bus.publish(InvitationsChanged(person))

    async def invitations(self, person: str, table: Table) -> list[Invite]:
        """The person's invitations to a table that is still open. Raises errors of Redis."""
        if table.phase != "open" or table.seat_of(person) is not None:
            return []
        return [one for one in await self._invites.of(person) if one.table == table.id]

    async def let_in(self, connection: Connection, table: Table, _: str | None) -> None:
        """Let personally invited players into a private table, unless it was withdrawn. Raises :class:`TableGone`."""
        if table.access == "open" or table.id in connection.invited:
            return
        try:
            for one in await self.invitations(connection.person, table):
                if one.token and await self._core.people.invited(table.id, one.token):
                    connection.invited.add(table.id)
        except store.UNAVAILABLE:
            raise TableGone("unavailable") from None

    def _stands(self, person: str, invite: Invite) -> bool:
        entry = self._lobby.entries.get(invite.table)
        if entry is None:
            # The lobby may not know of a table that was just created.
            return self._core.clock.now() - invite.at < NEW_MS
        return (
            entry.phase == "open"
            and self._core.clock.now() - invite.at < 1000 * GOOD_SECONDS
            and all(seat.person != person for seat in entry.seats)
        )

    async def run(self) -> None:
        """Withdraw invitations to tables that have started, over and over, until cancelled."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            with log_and_continue("friends"):
                await self._withdraw()

    async def _withdraw(self) -> None:
        entries = self._lobby.entries
        over = {
            connection.person
            for connection, tables in self._invited.items()
            if any(table in entries and entries[table].phase != "open" for table in tables)
        }
        for person in over:
            await self._resend(person)

    # --- following ------------------------------------------------------------------------------------------------

    async def _follow(self, connection: Connection, message: client_in.Follow) -> None:
        if not message.follow:
            await self._following.unfollow(connection.person, message.person)
        elif not await self._following.follow(connection.person, message.person):
            connection.refuse(message.id, "not_followable")
            return
        connection.send(client_out.Done(message.id))
        await self._send_following(connection.person)

    async def _send_following(self, person: str) -> None:
        following = await self._following.of(person)
        message = client_out.Following(following, followable=await self._following.followable(person))
        for connection in self._of(person):
            self._asked[connection] = frozenset(following)
            connection.send(message)
            for entry in self._lobby.entries.values():
                self._send_opened(connection, entry, following)

    def lobby_changed(self, change: Change) -> None:
        """Announce new tables in the lobby to those who follow their hosts."""
        for entry in () if change.everybody is None else change.everybody.tables:
            for connection, followed in self._asked.items():
                if self._is_news(connection, entry, followed):
                    # Marked before the lookup, because the entry changes whenever somebody sits down.
                    self._opened.setdefault(connection, set()).add(entry.table)
                    self._core.background.spawn(self._send_new(connection, entry))

    def _is_news(self, connection: Connection, entry: client_out.LobbyEntry, followed: Container[str]) -> bool:
        """Whether somebody they follow has just created the table for all, and it has not been announced to them."""
        return (
            entry.host in followed
            and entry.phase == "open"
            and is_listed(entry)
            and entry.table not in self._opened.get(connection, ())
            and self._core.clock.now() - entry.at < NEW_MS
            and all(seat.person != connection.person for seat in entry.seats)
        )

    def _send_opened(self, connection: Connection, entry: client_out.LobbyEntry, following: Mapping[str, str]) -> None:
        if self._is_news(connection, entry, following):
            self._opened.setdefault(connection, set()).add(entry.table)
            connection.send(client_out.Opened(entry.table, entry.game, entry.host, following[entry.host]))

    async def _send_new(self, connection: Connection, entry: client_out.LobbyEntry) -> None:
        """Announce a table, if its host is still followed and allows it."""
        try:
            name = await self._following.followed(connection.person, entry.host)
        except store.UNAVAILABLE:
            self._core.metrics.redis_errors.labels("friends").inc()
            return
        if name and connection in self._asked:
            connection.send(client_out.Opened(entry.table, entry.game, entry.host, name))

    def _of(self, person: str) -> list[Connection]:
        return [connection for connection in self._asked if connection.person == person]


async def erase(redis: Client, person: str) -> None:
    """Delete a person's invitations, and the list of those they follow."""
    await Invites(redis).erase(person)
    await Following(redis).erase(person)


def install(core: Core, lobby: Lobby, online: Online, notifier: Notifier) -> FriendsFeature:
    """Install invitations by name, and following."""
    feature = FriendsFeature(core, lobby, online, notifier)
    routes = core.connections.routes
    routes.add(client_in.WatchFriends, feature.hear, limit=Limit(cost=40, command=True))
    routes.add(client_in.Decline, feature.hear, limit=Limit(cost=30, command=True))
    invite = Limit(cost=50, command=True, handler=(Allowance("invitations, all nodes together", INVITING),))
    routes.add(client_in.Invite, feature.hear, limit=invite, who=Who.PEOPLE)
    routes.add(client_in.Follow, feature.hear, limit=Limit(cost=40, command=True, person=FOLLOWING), who=Who.PEOPLE)
    core.connections.on.visibility.append(feature.visibility_changed)
    core.connections.on.gone.append(feature.gone)
    core.entrance.guests.append(feature.let_in)
    core.life.loops.append(feature.run)
    following = Following(core.redis)
    core.exports |= {
        "follows": following.of,
        "followable": following.followable,
        "invitations": Invites(core.redis).of,
    }
    return feature
