"""What is said at the tables, told to those of this node's connections that may read it.

A connection is brought to the newest line of each of its rooms as it is to the newest event: in one frame from
where it is. Who may read a room is asked anew at every line, of the table as this node knows it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from partie.features.chat import PHRASES, BadText, Blocks, Chats, Line, clean_text, readable, since, writable
from partie.features.chat.blocks import MOST
from partie.features.chat.chats import CHANNEL, KEPT_LINES, ROOMS, newest
from partie.features.chat.who import PLAYERS
from partie.net.socket import Frame
from partie.people.limits import LocalLimit, Rate
from partie.redis import store
from partie.wire import client_in, client_out, limits
from partie.wire.codec import encode

if TYPE_CHECKING:
    from partie.gateway.connection import Connection
    from partie.hub import Hub
    from partie.live.actor import LiveTable

SAYING: Final = Rate(6, 12.0)
"""Lines of one person at one node."""

REPORTING: Final = Rate(5, 300.0)
"""Reports of one person at one node."""


class _Room:
    """A room of an awake table, as far as this node has read it. ``last`` is the number of its newest entry."""

    def __init__(self) -> None:
        self.entries: list[Line] = []
        self.last = 0
        self.loaded = False
        self.frames: dict[tuple[int, int, int], Frame] = {}

    def extend(self, entries: list[Line]) -> None:
        """New entries have come."""
        if entries:
            self.entries += entries
            self.last = entries[-1].number
            gone = {entry.line.number: entry.number for entry in entries if entry.line.gone}
            # What was taken out is not kept here either.
            kept = [one for one in self.entries if gone.get(one.line.number, one.number) == one.number]
            self.entries = kept[-KEPT_LINES:]
        self.frames.clear()

    def lines(self, since_event: int, after: int = 0, upto: int | None = None) -> list[client_out.ChatLine]:
        """The lines that were changed by entries above ``after`` up to ``upto``, said at or after an event."""
        last = self.last if upto is None else upto
        return newest([one for one in self.entries if after < one.number <= last and one.seq >= since_event])

    def heard(self, may: Callable[[int, int], bool]) -> int:
        """The newest entry up to which all may be read; what is gone, anybody may know to be gone."""
        held = next((one for one in self.entries if not one.line.gone and not may(one.seq, one.line.at)), None)
        return self.last if held is None else held.number - 1


class Talk:
    """The chat of one hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._chats = Chats(hub.services.redis)
        self._blocks = Blocks(hub.services.redis)
        self._saying = LocalLimit(SAYING)
        self._reporting = LocalLimit(REPORTING)
        self._rooms: dict[tuple[LiveTable, client_in.Room], _Room] = {}
        self._readers: dict[LiveTable, dict[Connection, client_out.Rooms | None]] = {}
        self._cursors: dict[tuple[Connection, client_in.Room], tuple[int, int]] = {}
        """The newest entry that a connection has of a room, and the event from which on it may read it."""
        self._reading: dict[tuple[LiveTable, client_in.Room], asyncio.Lock] = {}
        hub.services.notices.listen(CHANNEL, self._heard)
        hub.services.notices.on_hearing(self._hearing)

    # --- what connections send ------------------------------------------------------------------------------------

    def hear(
        self,
        connection: Connection,
        message: client_in.GetChat | client_in.Say | client_in.Report | client_in.Block | client_in.GetBlocked,
    ) -> None:
        """A connection asks, or says something."""
        match message:
            case client_in.Block():
                self._hub.spawn(self._block(connection, message))
            case client_in.GetBlocked():
                self._hub.spawn(self._tell_blocked(connection))
            case client_in.Say() | client_in.Report():
                self._hub.spawn(self._take(connection, message))
            case client_in.GetChat(room=room, before=before):
                live = connection.table
                if room is None or before is None:
                    connection.talks = True
                    if live is not None:
                        self.entered(live, connection)
                elif live is None:
                    connection.send(client_out.Problem("no_table", "enter a table first"))
                else:
                    self._page(live, connection, room, before)

    async def _take(self, connection: Connection, message: client_in.Say | client_in.Report) -> None:
        params: dict[str, str | int] = {}
        number = 0
        live = connection.table
        if live is None or live.id != message.table:
            code = "no_table"
        elif isinstance(message, client_in.Say):
            code, params, number = await self._say(live, connection, message)
        else:
            code, number = await self._report(live, connection, message)
        if code:
            connection.refuse(message.id, code, params=params)
        else:
            connection.send(client_out.Said(message.id, message.table, message.room, number))

    async def _say(
        self, live: LiveTable, connection: Connection, message: client_in.Say
    ) -> tuple[str, dict[str, str | int], int]:
        """The code of a refusal with what its words need, or no code and the line's number."""
        if message.room not in self._rooms_of(live, connection.person).write:
            return "not_your_room", {}, 0
        try:
            text = "" if message.phrase else clean_text(message.text)
        except BadText as bad:
            return bad.code, {"most": limits.MAX_CHAT_SIGNS}, 0
        if message.phrase and message.phrase not in PHRASES:
            return "unknown_phrase", {}, 0
        if live.hub.order.refused(live.id):
            return "closed", {}, 0
        muted = self._hub.services.moderation.muted(connection.person)
        if muted is not None:
            return "muted", {"until": muted.until, "why": muted.why}, 0
        if not self._saying.take(connection.person):
            return "too_fast", {}, 0
        seq = live.newest.seq
        try:
            number = await self._chats.say(
                live.id, message.room, connection.person, message.id, seq=seq, text=text, phrase=message.phrase
            )
        except store.UNAVAILABLE:
            return "unavailable", {}, 0
        return "", {}, number

    async def _report(self, live: LiveTable, connection: Connection, message: client_in.Report) -> tuple[str, int]:
        if not self._may_read(live, connection, message.room, message.number):
            return "no_such_line", 0
        if not self._reporting.take(connection.person):
            return "too_fast", 0
        try:
            noted = await self._chats.report(live.id, message.room, message.number, connection.person)
        except store.UNAVAILABLE:
            return "unavailable", 0
        return ("", message.number) if noted else ("no_such_line", 0)

    def _may_read(self, live: LiveTable, connection: Connection, name: client_in.Room, number: int) -> bool:
        room = self._rooms.get((live, name))
        if room is None or name not in self._rooms_of(live, connection.person).read:
            return False
        return any(line.number == number for line in self._lines(live, connection.person, name, room))

    @staticmethod
    def _rooms_of(live: LiveTable, person: str) -> client_out.Rooms:
        """The rooms of the person. Who only watches is told nothing of an end that is held back, by nobody."""
        known = live.horizon.of_person(person)
        write = writable(known, person)
        if known.phase == "ended" and live.horizon.behind:
            write = (PLAYERS,)
        return client_out.Rooms(live.id, readable(known, person), write)

    @staticmethod
    def _upto(live: LiveTable, person: str, name: client_in.Room, room: _Room) -> int:
        """The newest entry of a room that the person may read by now."""
        if name != PLAYERS or live.newest.delay is None:
            return room.last
        return room.heard(partial(live.horizon.heard, person))

    def _lines(self, live: LiveTable, person: str, name: client_in.Room, room: _Room) -> list[client_out.ChatLine]:
        return room.lines(since(live.newest, person, name), upto=self._upto(live, person, name, room))

    async def _block(self, connection: Connection, message: client_in.Block) -> None:
        me, other = connection.person, message.person
        try:
            done = await self._blocks.set(me, other, blocked=message.blocked)
            told = await self._blocked(me)
            if done and message.blocked:
                await self._hub.company.friends.blocked(me, other)
        except store.UNAVAILABLE:
            self._refuse_block(connection, message, "unavailable", "Redis cannot be reached; try again soon")
            return
        if not done:
            self._refuse_block(connection, message, "too_many_blocked", f"nobody blocks more than {MOST} persons")
        elif message.id is not None:
            connection.send(client_out.Done(message.id))
        for one in self._hub.connections:
            if one.person == me:
                one.send(told)

    @staticmethod
    def _refuse_block(connection: Connection, message: client_in.Block, code: str, detail: str) -> None:
        if message.id is not None:
            connection.refuse(message.id, code, params={"most": MOST})
        else:
            connection.send(client_out.Problem(code, detail))

    async def _tell_blocked(self, connection: Connection) -> None:
        try:
            connection.send(await self._blocked(connection.person))
        except store.UNAVAILABLE:
            self._hub.metrics.redis_errors.labels("chat").inc()

    async def _blocked(self, person: str) -> client_out.Blocked:
        persons = await self._blocks.of(person)
        return client_out.Blocked(persons, await self._hub.services.people.names(persons))

    # --- what connections are told --------------------------------------------------------------------------------

    def entered(self, live: LiveTable, connection: Connection) -> None:
        """A connection shows the table; it may have asked for its chat before that was here."""
        if connection.talks:
            self._readers.setdefault(live, {})[connection] = None
            self._hub.spawn(self._begin(live, connection))

    def left(self, live: LiveTable, connection: Connection) -> None:
        """A connection shows the table no longer."""
        readers = self._readers.get(live, {})
        if connection not in readers:
            return
        del readers[connection]
        for name in ROOMS:
            self._cursors.pop((connection, name), None)
        if not readers:
            self._readers.pop(live, None)
            for name in ROOMS:
                self._rooms.pop((live, name), None)
                self._reading.pop((live, name), None)

    def advanced(self, live: LiveTable) -> None:
        """The table has a new event, by which somebody may read more, or less."""
        for connection in list(self._readers.get(live, {})):
            self.bring(connection)

    def bring(self, connection: Connection) -> None:
        """Bring a connection to the newest line of each of its rooms, unless it is paused or has asked for none."""
        live = connection.table
        if live is None or connection not in self._readers.get(live, {}) or connection.socket.paused:
            return
        rooms = self._rooms_of(live, connection.person)
        if self._readers[live][connection] != rooms:
            self._readers[live][connection] = rooms
            connection.send(rooms)
            for name in ROOMS:
                if name not in rooms.read:
                    self._cursors.pop((connection, name), None)
        for name in rooms.read:
            room = self._rooms.get((live, name))
            if room is None or not room.loaded:
                self._hub.spawn(self._read(live, name))
            else:
                self._bring(live, connection, name, room)

    def _bring(self, live: LiveTable, connection: Connection, name: client_in.Room, room: _Room) -> None:
        after = since(live.newest, connection.person, name)
        cursor, before = self._cursors.get((connection, name), (-1, after))
        if before != after:
            cursor = -1
        upto = self._upto(live, connection.person, name, room)
        if cursor == upto:
            return
        self._cursors[connection, name] = upto, after
        key = (cursor, after, upto)
        if key not in room.frames:
            lines = room.lines(after, max(cursor, 0), upto)
            shown = lines[-limits.CHAT_PAGE :] if cursor < 0 else lines
            message = client_out.Chat(live.id, name, tuple(shown), whole=cursor < 0, more=len(shown) < len(lines))
            room.frames[key] = Frame(encode(message))
        connection.socket.write(room.frames[key])

    def _page(self, live: LiveTable, connection: Connection, name: client_in.Room, before: int) -> None:
        room = self._rooms.get((live, name))
        if room is None or name not in self._rooms_of(live, connection.person).read:
            connection.send(client_out.Problem("not_your_room", "this room is not yours to read"))
            return
        older = [one for one in self._lines(live, connection.person, name, room) if one.number < before]
        shown = tuple(older[-limits.CHAT_PAGE :])
        connection.send(client_out.Chat(live.id, name, shown, more=len(shown) < len(older), before=before))

    # --- what is in Redis -----------------------------------------------------------------------------------------

    async def _begin(self, live: LiveTable, connection: Connection) -> None:
        await self._tell_blocked(connection)
        for name in ROOMS:
            self._cursors.pop((connection, name), None)
        self.bring(connection)

    def _heard(self, message: bytes) -> None:
        table, _, name = message.decode("ascii", "replace").partition(" ")
        live = self._hub.tables.get(table)
        if live is not None and live in self._readers:
            for room in ROOMS:
                if room == name:
                    self._hub.spawn(self._read(live, room))

    def _hearing(self, hearing: bool) -> None:
        if hearing:
            for live in self._readers:
                for name in ROOMS:
                    self._hub.spawn(self._read(live, name))

    async def _read(self, live: LiveTable, name: client_in.Room) -> None:
        """Read what a room has beyond this node, and tell it."""
        if live not in self._readers:
            return
        async with self._reading.setdefault((live, name), asyncio.Lock()):
            if live not in self._readers:
                return
            room = self._rooms.setdefault((live, name), _Room())
            try:
                entries = await self._chats.read(live.id, name, room.last)
                names = await self._hub.services.people.names({entry.line.person for entry in entries})
            except store.UNAVAILABLE:
                self._hub.metrics.redis_errors.labels("chat").inc()
                return
            room.loaded = True
            room.extend(entries)
        told = Frame(encode(client_out.People(names)))
        for connection in list(self._readers.get(live, {})):
            if names and name in self._rooms_of(live, connection.person).read:
                connection.socket.write(told)
            self.bring(connection)
