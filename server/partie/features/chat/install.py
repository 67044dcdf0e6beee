"""The chat: messages at the tables, sent to those connections of this node that may read them.

A connection gets the newest messages of each of its rooms as it gets events: in one frame, starting from its cursor.
The right to read a room is checked for every message, by the table as this node knows it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final, Protocol

from partie.cluster.messages import ChatChanged
from partie.features.chat.blocks import MOST, Blocks
from partie.features.chat.chats import KEPT_LINES, ROOMS, Chats, Line, newest
from partie.features.chat.phrases import PHRASES
from partie.features.chat.text import BadText, clean_text
from partie.features.chat.who import PLAYERS, readable, since, writable
from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.gateway.limiter import Allowance, Limit
from partie.gateway.routes import Who
from partie.limits import LocalLimit, Rate
from partie.live.observer import LiveTable, Observer
from partie.live.subscribers import Subscriber
from partie.redis import store
from partie.redis.connect import Client
from partie.wire import client_in, client_out, limits
from partie.wire.codec import encode
from partie.wire.frame import Frame

SAYING: Final = Rate(6, 12.0)
"""Messages of one person per node."""

REPORTING: Final = Rate(5, 300.0)
"""Reports of one person per node."""

BLOCKING: Final = Allowance("blocks", Rate(100, 600.0))
"""Blocking and unblocking by one person."""

LISTED_PER_POINT: Final = 5
"""Blocked people whose names are looked up and sent for one point."""

GAP_SECONDS: Final = 0.5
"""Minimum seconds between two lists of blocked people that go to all pages of a person."""


class _Room:
    """A room of an awake table, as far as this node has read it. ``last`` is the number of its newest entry."""

    def __init__(self) -> None:
        self.entries: list[Line] = []
        self.last = 0
        self.loaded = False
        self.frames: dict[tuple[int, int, int], Frame] = {}

    def extend(self, entries: list[Line]) -> None:
        """Add new entries."""
        if entries:
            self.entries += entries
            self.last = entries[-1].number
            gone = {entry.line.number: entry.number for entry in entries if entry.line.gone}
            # Deleted texts are not kept here either.
            kept = [one for one in self.entries if gone.get(one.line.number, one.number) == one.number]
            self.entries = kept[-KEPT_LINES:]
        self.frames.clear()

    def lines(self, since_event: int, after: int = 0, upto: int | None = None) -> list[client_out.ChatLine]:
        """The messages changed by entries above ``after`` up to ``upto`` and written at or after an event."""
        last = self.last if upto is None else upto
        return newest([one for one in self.entries if after < one.number <= last and one.seq >= since_event])

    def heard(self, may: Callable[[int, int], bool]) -> int:
        """The newest entry up to which everything may be read; deletions may be seen by anyone."""
        held = next((one for one in self.entries if not one.line.gone and not may(one.seq, one.line.at)), None)
        return self.last if held is None else held.number - 1


class Muted(Protocol):
    """A mute: its reason, and its end in milliseconds; ``until`` 0 means permanent."""

    @property
    def until(self) -> int: ...

    @property
    def why(self) -> str: ...


def _nobody_muted(_: str) -> Muted | None:
    return None


class ChatFeature(Observer):
    """The chat of one node."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._chats = Chats(core.redis)
        self._blocks = Blocks(core.redis)
        self._saying = LocalLimit(SAYING)
        self._reporting = LocalLimit(REPORTING)
        self._rooms: dict[tuple[LiveTable, client_in.Room], _Room] = {}
        self._readers: dict[LiveTable, dict[Subscriber, client_out.Rooms | None]] = {}
        self._cursors: dict[tuple[Subscriber, client_in.Room], tuple[int, int]] = {}
        """For a connection and a room: the newest entry it has, and the event from which on it may read."""
        self._reading: dict[tuple[LiveTable, client_in.Room], asyncio.Lock] = {}
        self._telling: dict[str, set[Subscriber]] = {}
        """The people whose list of blocks goes out now, and the pages that want the next one."""
        self._beginning: set[Subscriber] = set()
        """The connections that are being sent the list of blocks, before the chat."""
        self._wanted: set[Subscriber] = set()
        """The connections that want the chat of whatever table they show."""
        self.muted: Callable[[str], Muted | None] = _nobody_muted
        """The mute of a person, if any."""
        self.on_blocked: list[Callable[[str, str], Awaitable[None]]] = []
        """Called with a person and the one they have blocked. May raise errors of Redis."""
        core.bus.listen(ChatChanged, self._heard)
        core.bus.on_hearing(self._hearing)

    # --- from connections -----------------------------------------------------------------------------------------

    def hear(
        self,
        connection: Connection,
        message: client_in.GetChat | client_in.Say | client_in.Report | client_in.Block | client_in.GetBlocked,
    ) -> None:
        """Handle a chat message or a question from a connection."""
        match message:
            case client_in.Block():
                self._core.background.spawn(self._block(connection, message))
            case client_in.GetBlocked():
                self._tell_blocked(connection.person, (connection,))
            case client_in.Say() | client_in.Report():
                self._core.background.spawn(self._take(connection, message))
            case client_in.GetChat(room=room, before=before):
                live = connection.table
                if room is None or before is None:
                    self._wanted.add(connection)
                    if live is not None:
                        self._show(live, connection)
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
        """Returns the code and parameters of a refusal, or no code and the message's number."""
        if message.room not in self._rooms_of(live, connection.person).write:
            return "not_your_room", {}, 0
        try:
            text = "" if message.phrase else clean_text(message.text)
        except BadText as bad:
            return bad.code, {"most": limits.MAX_CHAT_SIGNS}, 0
        if message.phrase and message.phrase not in PHRASES:
            return "unknown_phrase", {}, 0
        if self._core.tables.hooks.closed(live.id):
            return "closed", {}, 0
        muted = self.muted(connection.person)
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
        """The person's rooms. As long as spectators have not seen the end, no one who knows it may write to them."""
        known = live.delay.of_person(person)
        write = writable(known, person)
        if known.phase == "ended" and live.delay.behind:
            write = (PLAYERS,)
        return client_out.Rooms(live.id, readable(known, person), write)

    @staticmethod
    def _upto(live: LiveTable, person: str, name: client_in.Room, room: _Room) -> int:
        """The newest entry of a room that the person may read by now."""
        if name != PLAYERS or live.newest.delay is None:
            return room.last
        return room.heard(partial(live.delay.may_read, person))

    def _lines(self, live: LiveTable, person: str, name: client_in.Room, room: _Room) -> list[client_out.ChatLine]:
        return room.lines(since(live.newest, person, name), upto=self._upto(live, person, name, room))

    async def _block(self, connection: Connection, message: client_in.Block) -> None:
        me, other = connection.person, message.person
        try:
            done = await self._blocks.set(me, other, blocked=message.blocked)
            if done and message.blocked:
                for notify in self.on_blocked:
                    await notify(me, other)
        except store.UNAVAILABLE:
            self._refuse_block(connection, message, "unavailable", "Redis cannot be reached; try again soon")
            return
        if not done:
            self._refuse_block(connection, message, "too_many_blocked", f"nobody blocks more than {MOST} persons")
        elif message.id is not None:
            connection.send(client_out.Done(message.id))
        self._tell_blocked(me, [one for one in self._core.connections if one.person == me])

    @staticmethod
    def _refuse_block(connection: Connection, message: client_in.Block, code: str, detail: str) -> None:
        if message.id is not None:
            connection.refuse(message.id, code, params={"most": MOST})
        else:
            connection.send(client_out.Problem(code, detail))

    def _tell_blocked(self, person: str, connections: Iterable[Subscriber]) -> None:
        """Send a person's list of blocks to some of their pages; one list answers all that ask for it meanwhile."""
        if person in self._telling:
            self._telling[person].update(connections)
        else:
            self._telling[person] = set(connections)
            self._core.background.spawn(self._tell_all_blocked(person))

    async def _tell_all_blocked(self, person: str) -> None:
        try:
            while wanted := self._telling[person]:
                self._telling[person] = set()
                await self._send_blocked(person, wanted)
                await asyncio.sleep(GAP_SECONDS)
        finally:
            del self._telling[person]

    async def _send_blocked(self, person: str, to: Iterable[Subscriber]) -> None:
        try:
            persons = await self._blocks.of(person)
            names = await self._core.people.names(persons)
        except store.UNAVAILABLE:
            self._core.metrics.redis_errors.labels("chat").inc()
            return
        frame = Frame(encode(client_out.Blocked(persons, names)))
        self._core.limiter.charge(person, "", len(persons) / LISTED_PER_POINT)
        for connection in to:
            connection.socket.write(frame)

    # --- to connections -------------------------------------------------------------------------------------------

    def entered(self, live: LiveTable, subscriber: Subscriber, *, again: bool) -> None:
        # It may have asked for the chat before the table was loaded.
        if subscriber in self._wanted:
            self._show(live, subscriber)

    def _show(self, live: LiveTable, subscriber: Subscriber) -> None:
        """Show the table's chat to a subscriber of the table, all of it again."""
        readers = self._readers.setdefault(live, {})
        known, readers[subscriber] = subscriber in readers, None
        if not known and subscriber not in self._beginning:
            self._beginning.add(subscriber)
            self._core.background.spawn(self._begin(subscriber))
        elif known and subscriber not in self._beginning:
            self._begin_anew(live, subscriber)

    def left(self, live: LiveTable, subscriber: Subscriber) -> None:
        readers = self._readers.get(live, {})
        if subscriber not in readers:
            return
        del readers[subscriber]
        for name in ROOMS:
            self._cursors.pop((subscriber, name), None)
        if not readers:
            self._readers.pop(live, None)
            for name in ROOMS:
                self._rooms.pop((live, name), None)
                self._reading.pop((live, name), None)

    def forget(self, subscriber: Subscriber) -> None:
        """Forget that a connection wanted the chat, because it shows nothing any more."""
        self._wanted.discard(subscriber)

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        # A new event may extend or reduce what people may read.
        self._sync_all(live)

    def released(self, live: LiveTable, *, advanced: bool) -> None:
        self._sync_all(live)

    def resumed(self, connection: Connection) -> None:
        """Send a connection what it missed while it could not keep up."""
        if connection.table is not None:
            self.sync(connection.table, connection)

    def _sync_all(self, live: LiveTable) -> None:
        for subscriber in list(self._readers.get(live, {})):
            self.sync(live, subscriber)

    def sync(self, live: LiveTable, subscriber: Subscriber) -> None:
        """Send a connection the newest messages of each of its rooms, unless it is paused or has not asked for them."""
        if subscriber not in self._readers.get(live, {}) or subscriber.socket.paused:
            return
        rooms = self._rooms_of(live, subscriber.person)
        if self._readers[live][subscriber] != rooms:
            self._readers[live][subscriber] = rooms
            subscriber.send(rooms)
            for name in ROOMS:
                if name not in rooms.read:
                    self._cursors.pop((subscriber, name), None)
        for name in rooms.read:
            room = self._rooms.get((live, name))
            if room is None or not room.loaded:
                self._core.background.spawn(self._read(live, name))
            else:
                self._bring(live, subscriber, name, room)

    def _bring(self, live: LiveTable, subscriber: Subscriber, name: client_in.Room, room: _Room) -> None:
        after = since(live.newest, subscriber.person, name)
        cursor, before = self._cursors.get((subscriber, name), (-1, after))
        if before != after:
            cursor = -1
        upto = self._upto(live, subscriber.person, name, room)
        if cursor == upto:
            return
        self._cursors[subscriber, name] = upto, after
        key = (cursor, after, upto)
        if key not in room.frames:
            lines = room.lines(after, max(cursor, 0), upto)
            shown = lines[-limits.CHAT_PAGE :] if cursor < 0 else lines
            message = client_out.Chat(live.id, name, tuple(shown), whole=cursor < 0, more=len(shown) < len(lines))
            room.frames[key] = Frame(encode(message))
        subscriber.socket.write(room.frames[key])

    def _page(self, live: LiveTable, subscriber: Subscriber, name: client_in.Room, before: int) -> None:
        room = self._rooms.get((live, name))
        if room is None or name not in self._rooms_of(live, subscriber.person).read:
            subscriber.send(client_out.Problem("not_your_room", "you cannot read this room"))
            return
        older = [one for one in self._lines(live, subscriber.person, name, room) if one.number < before]
        shown = tuple(older[-limits.CHAT_PAGE :])
        subscriber.send(client_out.Chat(live.id, name, shown, more=len(shown) < len(older), before=before))

    # --- from Redis -----------------------------------------------------------------------------------------------

    async def _begin(self, subscriber: Subscriber) -> None:
        try:
            # First, so that no page shows what its person has blocked.
            await self._send_blocked(subscriber.person, (subscriber,))
        finally:
            self._beginning.discard(subscriber)
        # It may show another table by now.
        for live, readers in list(self._readers.items()):
            if subscriber in readers:
                self._begin_anew(live, subscriber)

    def _begin_anew(self, live: LiveTable, subscriber: Subscriber) -> None:
        for name in ROOMS:
            self._cursors.pop((subscriber, name), None)
        self.sync(live, subscriber)

    def _heard(self, message: ChatChanged) -> None:
        live = self._core.tables.awake.get(message.table)
        if live is not None and live in self._readers:
            self._core.background.spawn(self._read(live, message.room))

    def _hearing(self, hearing: bool) -> None:
        if hearing:
            for live in self._readers:
                for name in ROOMS:
                    self._core.background.spawn(self._read(live, name))

    async def _read(self, live: LiveTable, name: client_in.Room) -> None:
        """Read a room's new entries from Redis and send them out."""
        if live not in self._readers:
            return
        async with self._reading.setdefault((live, name), asyncio.Lock()):
            if live not in self._readers:
                return
            room = self._rooms.setdefault((live, name), _Room())
            try:
                entries = await self._chats.read(live.id, name, room.last)
                names = await self._core.people.names({entry.line.person for entry in entries})
            except store.UNAVAILABLE:
                self._core.metrics.redis_errors.labels("chat").inc()
                return
            room.loaded = True
            room.extend(entries)
        frame = Frame(encode(client_out.People(names)))
        for subscriber in list(self._readers.get(live, {})):
            if names and name in self._rooms_of(live, subscriber.person).read:
                subscriber.socket.write(frame)
            self.sync(live, subscriber)


async def erase(redis: Client, person: str) -> None:
    """Delete the text of all messages of a person, and their list of blocks."""
    await Chats(redis).erase(person)
    await Blocks(redis).erase(person)


def install(core: Core) -> ChatFeature:
    """Install the chat."""
    feature = ChatFeature(core)
    core.tables.hooks.observers.append(feature)
    routes = core.connections.routes
    say = Limit(cost=20, command=True, handler=(Allowance("messages", SAYING),))
    report = Limit(cost=30, command=True, handler=(Allowance("reports", REPORTING),))
    routes.add(client_in.GetChat, feature.hear, limit=Limit(cost=30))
    routes.add(client_in.Say, feature.hear, limit=say)
    routes.add(client_in.Report, feature.hear, limit=report, who=Who.PEOPLE)
    routes.add(client_in.Block, feature.hear, limit=Limit(cost=30, person=BLOCKING))
    routes.add(client_in.GetBlocked, feature.hear, limit=Limit(cost=30, command=True))
    core.connections.on.left.append(feature.forget)
    core.exports["chat"] = Chats(core.redis).said_by
    core.exports["blocked"] = Blocks(core.redis).of
    core.connections.on.resumed.append(feature.resumed)
    return feature
