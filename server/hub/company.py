"""Who is around: names, presence and the lobby, told to the connections of this node.

All of it is projection: it may come late or be lost, and no fold depends on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from server import store
from server.hub.listing import lobby_entry, persons, place
from server.hub.socket import Frame
from server.lobby import Change
from server.people import news
from server.wire import outbound as tell
from server.wire.codec import encode

if TYPE_CHECKING:
    from server.hub.connection import Connection
    from server.hub.hub import Hub
    from server.hub.live import LiveTable


class Company:
    """The people at the tables and in the lobby of a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._services = hub.services
        self.in_lobby: set[Connection] = set()
        self._services.lobby.on_change = self._lobby_changed
        self._services.presence.on_change = self._presence_changed
        self._services.around.on_change = self._around_changed
        self._services.people.listen(self._services.notices, self._heard)

    # --- tables ---------------------------------------------------------------------------------------------------

    def entered(self, live: LiveTable, connection: Connection, *, again: bool) -> None:
        """A connection shows the table; ``again``: it did so already."""
        if not again:
            self._services.presence.join(live.id, connection.person, persons(live.newest))
            self._services.around.enter(connection.person, live.id)
        known = self._services.presence.message(live.id)
        if known is not None:
            connection.send(known)
        self._hub.spawn(self._tell_names(live, [connection]))

    def left(self, live: LiveTable, connection: Connection) -> None:
        """A connection shows the table no longer."""
        self._services.presence.leave(live.id, connection.person)
        self._services.around.leave(connection.person, live.id)

    def advanced(self, live: LiveTable, *, back: bool = False) -> None:
        """The table has a new event; ``back``: its log was found shorter than it had been."""
        self._services.presence.seated(live.id, persons(live.newest))
        self._services.around.place(live.id, place(live.newest))
        if live.named != live.history.persons:
            live.named = live.history.persons
            self._hub.spawn(self._tell_names(live, live.audience.connections))
        self._show(live, back=back)

    def asleep(self, live: LiveTable) -> None:
        """The table is no longer awake here."""
        self._services.lobby.asleep(live.id)
        self._services.around.asleep(live.id)

    def _show(self, live: LiveTable, *, back: bool = False) -> None:
        known = self._services.presence.message(live.id)
        watching = 0 if known is None else known.spectators
        self._services.lobby.show(lobby_entry(live.newest, live.history.pending(live.newest), watching), back=back)

    async def _tell_names(self, live: LiveTable, to: set[Connection] | list[Connection]) -> None:
        """Send the present names of those who did something at the table."""
        try:
            names = await self._services.people.names(live.history.persons)
        except store.UNAVAILABLE:
            return  # the client shows seats by their colour until it hears more
        frame = Frame(encode(tell.People(names)))
        for connection in list(to):
            if connection.table is live:
                connection.socket.write(frame)

    def _presence_changed(self, presence: tell.Presence) -> None:
        live = self._hub.tables.get(presence.table)
        if live is None:
            return
        frame = Frame(encode(presence))
        for connection in live.audience.connections:
            if not connection.socket.paused:
                connection.socket.write(frame)
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

    def leave_lobby(self, connection: Connection) -> None:
        """Show the lobby on a connection no longer."""
        if connection in self.in_lobby:
            self.in_lobby.discard(connection)
            self._services.around.leave(connection.person)

    def _around_changed(self, around: tell.Around) -> None:
        frame = Frame(encode(around))
        for connection in self.in_lobby:
            if connection.socket.paused:
                connection.lobby_missed = True
            else:
                connection.socket.write(frame)

    def _lobby_changed(self, change: Change) -> None:
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
                frame = Frame(encode(tell.People({person: name})))
                for live in self._hub.tables.values():
                    if person in live.named:
                        for connection in live.audience.connections:
                            connection.socket.write(frame)
            case news.SignedOut(sessions=sessions):
                for connection in list(self._hub.connections):
                    if connection.session in sessions:
                        self._hub.spawn(connection.close(SIGNED_OUT))
            case news.Uninvited(table=table):
                for connection in list(self._hub.connections):
                    connection.invited.discard(table)
                    if connection.table is not None and connection.table.id == table:
                        connection.table.audience.check(connection)


SIGNED_OUT = 4401
"""Close code: the session has ended, here or elsewhere."""
