"""The lobby: lists all tables that are awake, for every connection that asks for it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from partie.features.lobby.board import Change
from partie.features.lobby.entries import held, order, shown_to
from partie.features.lobby.listing import lobby_entry
from partie.features.lobby.lobby import Lobby
from partie.features.presence.api import Online, Presence
from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.gateway.limiter import Limit
from partie.live.errors import TableGone
from partie.live.observer import LiveTable, Observer
from partie.live.request import SERVICE, Request
from partie.redis import store
from partie.table import Expire
from partie.table.limits import EXPIRY_MS
from partie.wire import client_in, client_out
from partie.wire.codec import encode
from partie.wire.frame import Frame

GHOSTS: Final = 100
"""Number of other nodes' tables checked per round for spectators who are counted but gone."""


class LobbyFeature(Observer):
    """The lobby of one node, and the connections that show it."""

    def __init__(self, core: Core, presence: Presence, online: Online) -> None:
        self._core = core
        self._presence = presence
        self._online = online
        self.lobby = Lobby(core.redis, core.bus, core.people.names, core.metrics)
        self.connections: set[Connection] = set()
        """The connections that show the lobby."""
        self.on_entered: list[Callable[[Connection], None]] = []
        """Called with every connection that enters the lobby, to send it more."""
        self.on_change: list[Callable[[Change], None]] = []
        self._missed: set[Connection] = set()
        """The connections that could not take the last message."""
        self.lobby.on_change = self._changed
        self.lobby.viewers = lambda: {connection.person for connection in self.connections}
        online.on_change = self._online_changed

    # --- tables ---------------------------------------------------------------------------------------------------

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        self.show(live, rewound=rewound)

    def released(self, live: LiveTable, *, advanced: bool) -> None:
        if advanced:
            self.show(live)

    def slept(self, table: str) -> None:
        self.lobby.asleep(table)

    def show(self, live: LiveTable, *, rewound: bool = False) -> None:
        """Update the table's entry to its present state."""
        known = self._presence.message(live.id)
        watching = 0 if known is None else known.spectators
        entry = lobby_entry(live.newest, live.history.pending(live.newest), watching)
        if live.delay.behind:
            seen = live.delay.seen
            entry = held(lobby_entry(seen, live.history.pending(seen), watching), entry)
        self.lobby.show(entry, back=rewound)

    def last_shown(self, table: str) -> int:
        """The newest event of the table that the lobby has shown; 0 if it does not show the table."""
        shown = self.lobby.entries.get(table)
        return 0 if shown is None else order(shown)

    def shows_running(self, table: str, seq: int) -> bool:
        """Whether the lobby shows the table as unfinished as of event ``seq``."""
        shown = self.lobby.entries.get(table)
        return shown is not None and shown.phase != "ended" and shown.seq == seq

    # --- the census for creation ----------------------------------------------------------------------------------

    def knows(self, table: str) -> bool:
        """Whether the lobby has the table."""
        return table in self.lobby.entries

    def open_tables(self, host: str) -> int:
        """The number of a host's tables that have not started."""
        return self.lobby.open_tables(host)

    def tables_at_once(self, person: str, besides: str = "") -> int:
        """The number of unfinished tables that a person hosts or sits at, leaving out ``besides``."""
        return self.lobby.tables_at_once(person, besides)

    def tables_with_bots(self, host: str, besides: str = "") -> int:
        """The number of unfinished tables of a host with bots where something happened lately."""
        return self.lobby.tables_with_bots(host, besides)

    def host(self, table: str) -> str:
        """The host of a table; empty if the lobby does not have it."""
        entry = self.lobby.entries.get(table)
        return "" if entry is None else entry.host

    # --- connections ----------------------------------------------------------------------------------------------

    def enter(self, connection: Connection) -> None:
        """Show the lobby on a connection."""
        if connection not in self.connections:
            self.connections.add(connection)
            self._online.enter(connection.person)
        connection.send(self.lobby.whole(connection.person))
        if self._online.shown is not None:
            connection.send(self._online.shown)
        for notify in self.on_entered:
            notify(connection)

    def open(self, connection: Connection, _: client_in.Lobby) -> None:
        """Show the lobby instead of whatever the connection shows."""
        connection.leave()
        self.enter(connection)

    def leave(self, connection: Connection) -> None:
        """Stop showing the lobby on a connection."""
        if connection in self.connections:
            self.connections.discard(connection)
            self._missed.discard(connection)
            self._online.leave(connection.person)

    def resumed(self, connection: Connection) -> None:
        """Send a connection what it missed while it could not keep up."""
        if connection in self._missed:
            self._missed.discard(connection)
            self.enter(connection)

    def _online_changed(self, online: client_out.Online) -> None:
        frame = Frame(encode(online))
        for connection in self.connections:
            if connection.socket.paused:
                self._missed.add(connection)
            else:
                connection.socket.write(frame)

    def _changed(self, change: Change) -> None:
        for notify in self.on_change:
            notify(change)
        frame = None if change.everybody is None else Frame(encode(change.everybody))
        for connection in self.connections:
            own = change.own.get(connection.person)
            if connection.socket.paused:
                self._missed.add(connection)
            elif frame is not None:
                connection.socket.write(frame)
            if own is not None and not connection.socket.paused:
                connection.send(own)

    async def tables_of(self, person: str) -> list[client_out.LobbyEntry]:
        """The tables that a person hosts or sits at, as the person may see them."""
        shown = (shown_to(entry, person) for entry in self.lobby.entries.values())
        return [entry for entry in shown if person in (entry.host, *(seat.person for seat in entry.seats))]

    # --- periodic work --------------------------------------------------------------------------------------------

    async def lay_ghosts(self) -> None:
        """Clear the count of spectators whose node has died, at a sample of tables per round."""
        awake = self._core.tables.awake
        counted = [one for one in self.lobby.entries.values() if one.watching and one.table not in awake]
        for entry in random.sample(counted, min(GHOSTS, len(counted))):
            try:
                if not await self._presence.anybody(entry.table):
                    self.lobby.deserted(entry.table)
            except store.UNAVAILABLE:
                return

    async def expire(self) -> None:
        """End tables not started within a day, and lessons left for as long; several nodes may find the same ones.

        A lesson's entry knows its age and not its last move, so the table itself has the say.
        """
        due = self._core.clock.now() - EXPIRY_MS
        for entry in list(self.lobby.entries.values()):
            if (entry.phase == "open" or (entry.phase == "running" and entry.lesson)) and entry.at < due:
                try:
                    live = await self._core.tables.get(entry.table)
                except TableGone as gone:
                    if gone.code == "unknown":
                        await self.lobby.gone(entry.table)
                else:
                    if entry.phase == "running" and live.newest.at >= due:
                        continue
                    live.submit(Request(SERVICE, f"expire-{entry.table}", Expire()))


def install(core: Core, presence: Presence, online: Online) -> LobbyFeature:
    """Install the lobby."""
    feature = LobbyFeature(core, presence, online)
    core.tables.hooks.observers.append(feature)
    core.tables.hooks.last_shown = feature.last_shown
    core.creation.census = feature
    core.game_shown = feature.lobby.game_shown
    core.connections.routes.add(client_in.Lobby, feature.open, limit=Limit(cost=30))
    core.connections.on.left.append(feature.leave)
    core.connections.on.resumed.append(feature.resumed)
    core.sweeps += [("lay_ghosts", feature.lay_ghosts), ("expire", feature.expire)]
    core.exports["tables"] = feature.tables_of
    core.life.start.append(feature.lobby.start)
    core.life.closing.append(feature.lobby.stop)
    return feature
