"""Who is around: names, presence and the lobby, told to the connections of this node.

All of it is projection: it may come late or be lost, and no fold depends on it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from partie.features.friends.friends import Friends
from partie.features.lobby import Change
from partie.features.lobby.entries import held
from partie.features.lobby.listing import lobby_entry, persons, place
from partie.features.matchmaking.matchmaking import Seekers
from partie.features.rematch.rematch import NextGames
from partie.kit import SPECTATOR, Viewer
from partie.net.socket import Frame
from partie.people import news
from partie.people.tokens import is_bot
from partie.redis import store
from partie.wire import client_in, client_out
from partie.wire.codec import encode

if TYPE_CHECKING:
    from partie.gateway.connection import Connection
    from partie.hub import Hub
    from partie.live.actor import LiveTable


SHARED_SECONDS = 0.05
"""From one look-up of a table's names to the next while a crowd comes in one by one, so that it shares them."""


class Company:
    """The people at the tables and in the lobby of a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._services = hub.services
        self.in_lobby: set[Connection] = set()
        self.next_games = NextGames(hub)
        self.seekers = Seekers(hub)
        self.friends = Friends(hub)
        self._nameless: dict[LiveTable, set[Connection]] = {}
        self._services.lobby.on_change = self._lobby_changed
        self._services.lobby.looking = lambda: {connection.person for connection in self.in_lobby}
        self._services.presence.on_change = self._presence_changed
        self._services.around.on_change = self._around_changed
        self._services.people.listen(self._services.notices, self._heard)

    def hear(
        self,
        connection: Connection,
        message: client_in.GetCompany | client_in.Invite | client_in.Decline | client_in.Follow | client_in.Seek,
    ) -> None:
        """A connection looks for company."""
        if isinstance(message, client_in.Seek):
            self.seekers.hear(connection, message)
        else:
            self.friends.hear(connection, message)

    # --- tables ---------------------------------------------------------------------------------------------------

    def entered(self, live: LiveTable, connection: Connection, *, again: bool) -> None:
        """A connection shows the table; ``again``: it did so already."""
        if not again:
            self._services.presence.join(live.id, connection.person, persons(live.newest))
            self._services.around.enter(connection.person, live.id)
        known = self._services.presence.message(live.id)
        if known is not None:
            connection.send(known if connection.viewer is not SPECTATOR else _from_behind(known, live))
        self._name(live, [connection])
        self._hub.talk.entered(live, connection)
        self._hub.caller.advanced(live)
        self._hub.order.entered(live, connection)
        self.next_games.entered(live, connection)

    def left(self, live: LiveTable, connection: Connection) -> None:
        """A connection shows the table no longer."""
        self._services.presence.leave(live.id, connection.person)
        self._services.around.leave(connection.person, live.id)
        self._hub.talk.left(live, connection)

    def advanced(self, live: LiveTable, *, back: bool = False) -> None:
        """The table has a new event; ``back``: its log was found shorter than it had been."""
        self._services.presence.seated(live.id, persons(live.newest))
        self._look(live)
        self._show(live, back=back)
        self._hub.archivist.advanced(live)
        self._hub.rater.advanced(live)
        self._hub.pacer.advanced(live)
        self._hub.talk.advanced(live)
        self._hub.caller.advanced(live, back=back)

    def ripened(self, live: LiveTable) -> None:
        """Those who only watch the table see more of it, without a new event."""
        self._look(live)
        self._show(live)
        self._hub.talk.advanced(live)
        self.next_games.ripened(live)

    def _look(self, live: LiveTable) -> None:
        """Let those who are here know who is there, as far as they may."""
        self._services.around.place(live.id, place(live.horizon.seen))
        named = (live.history.persons, self._persons_of(live, SPECTATOR))
        if live.named != named:
            live.named = named
            self._name(live, live.audience.connections)

    @staticmethod
    def _persons_of(live: LiveTable, viewer: Viewer) -> frozenset[str]:
        """Everyone who did something at the table that the viewer may know of."""
        seen = live.horizon.of(viewer)
        return live.history.persons if seen is live.newest else live.history.persons_of(seen.seq)

    def asleep(self, live: LiveTable) -> None:
        """The table is no longer awake here."""
        self._services.lobby.asleep(live.id)
        self._services.around.asleep(live.id)
        self._hub.pacer.asleep(live.id)
        self._hub.caller.asleep(live.id)

    def _show(self, live: LiveTable, *, back: bool = False) -> None:
        known = self._services.presence.message(live.id)
        watching = 0 if known is None else known.spectators
        entry = lobby_entry(live.newest, live.history.pending(live.newest), watching)
        if live.horizon.behind:
            seen = live.horizon.seen
            entry = held(lobby_entry(seen, live.history.pending(seen), watching), entry)
        self._services.lobby.show(entry, back=back)

    def _name(self, live: LiveTable, to: Iterable[Connection]) -> None:
        """Send the present names of those who did something at the table. A crowd that comes at once shares them."""
        if live not in self._nameless:
            self._nameless[live] = set()
            self._hub.spawn(self._tell_names(live))
        self._nameless[live].update(to)

    async def _tell_names(self, live: LiveTable) -> None:
        try:
            while waiting := self._nameless[live]:
                # Who comes while they are looked up, or because there is one more, is told next.
                self._nameless[live] = set()
                names = await self._services.people.names(live.history.persons)
                whole = Frame(encode(client_out.People(names)))
                known = self._persons_of(live, SPECTATOR)
                some = whole if known == live.history.persons else _names_of(names, known)
                for connection in waiting:
                    if connection.table is live:
                        connection.socket.write(some if connection.viewer is SPECTATOR else whole)
                if self._hub.turnstile.crowded:
                    await asyncio.sleep(SHARED_SECONDS)
        except store.UNAVAILABLE:
            return  # the client shows seats by their colour until it hears more
        finally:
            del self._nameless[live]

    def _presence_changed(self, presence: client_out.Presence) -> None:
        live = self._hub.tables.get(presence.table)
        if live is None:
            return
        whole = Frame(encode(presence))
        some = Frame(encode(_from_behind(presence, live))) if live.horizon.behind else whole
        for connection in live.audience.connections:
            if not connection.socket.paused:
                connection.socket.write(some if connection.viewer is SPECTATOR else whole)
        self._show(live)

    # --- the lobby ------------------------------------------------------------------------------------------------

    def enter_lobby(self, connection: Connection) -> None:
        """Show the lobby on a connection."""
        if connection not in self.in_lobby:
            self.in_lobby.add(connection)
            self._services.around.enter(connection.person)
        connection.send(self._services.lobby.whole(connection.person))
        if self._services.around.told is not None:
            connection.send(self._services.around.told)
        self.seekers.entered(connection)

    def leave_lobby(self, connection: Connection) -> None:
        """Show the lobby on a connection no longer."""
        if connection in self.in_lobby:
            self.in_lobby.discard(connection)
            self._services.around.leave(connection.person)

    def _around_changed(self, around: client_out.Around) -> None:
        frame = Frame(encode(around))
        for connection in self.in_lobby:
            if connection.socket.paused:
                connection.lobby_missed = True
            else:
                connection.socket.write(frame)

    def _lobby_changed(self, change: Change) -> None:
        self.friends.lobby_changed(change)
        frame = None if change.everybody is None else Frame(encode(change.everybody))
        for connection in self.in_lobby:
            own = change.own.get(connection.person)
            if connection.socket.paused:
                connection.lobby_missed = True
            elif frame is not None:
                connection.socket.write(frame)
            if own is not None and not connection.socket.paused:
                connection.send(own)

    # --- persons --------------------------------------------------------------------------------------------------

    def _heard(self, heard: news.News) -> None:
        match heard:
            case news.Renamed(person=person, name=name):
                self._services.lobby.renamed(heard)
                self._services.around.renamed(heard)
                frame = Frame(encode(client_out.People({person: name})))
                for live in self._hub.tables.values():
                    if person in live.named[0]:
                        for connection in live.audience.connections:
                            if connection.viewer is not SPECTATOR or person in live.named[1]:
                                connection.socket.write(frame)
            case news.SignedOut(sessions=sessions):
                for connection in list(self._hub.connections):
                    if connection.session in sessions:
                        self._hub.spawn(end(connection))
            case news.Uninvited(table=table):
                for connection in list(self._hub.connections):
                    connection.invited.discard(table)
                    if connection.table is not None and connection.table.id == table:
                        connection.table.audience.check(connection)


def _from_behind(presence: client_out.Presence, live: LiveTable) -> client_out.Presence:
    """The presence as those are told who only watch: of the seats as they see them."""
    known = persons(live.horizon.seen)
    return replace(
        presence,
        here=tuple(person for person in presence.here if person in known),
        away=tuple(person for person in presence.away if person in known),
    )


def _names_of(names: dict[str, str], known: frozenset[str]) -> Frame:
    return Frame(encode(client_out.People({person: name for person, name in names.items() if person in known})))


SIGNED_OUT = 4401
"""Close code: the session has ended, here or elsewhere."""

TOKEN_ENDED = 4411
"""Close code: the bot's token is good no more, or never was."""


async def end(connection: Connection) -> None:
    """Close the line of a session that has ended."""
    await connection.close(TOKEN_ENDED if is_bot(connection.person) else SIGNED_OUT)
