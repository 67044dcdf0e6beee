"""The chat messages of all tables in Redis: for each table two streams next to its log, one per room.

An entry of a stream is a message, or marks a message as deleted: its text is then gone for good, from the stream and
from reports, which only hold the numbers of messages. Entries are numbered from 1, so a reader asks for those that
follow its last one. A script writes an entry and publishes its :class:`ChatChanged` in one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, cast

from msgspec import Struct

from partie.cluster.messages import ChatChanged
from partie.people.persons import chats_key
from partie.redis import store
from partie.redis.connect import Client
from partie.wire.client_in import Room
from partie.wire.client_out import ChatLine

KEPT_SECONDS: Final = 90 * 24 * 3600
"""Seconds after its last message until a table's chat expires; reports live as long."""

KEPT_LINES: Final = 500
"""Maximum number of messages in a room; beyond it the oldest are dropped."""

KEPT_REPORTS: Final = 1000

AROUND: Final = 5
"""Number of messages before and after a reported one that moderators see with it."""

ROOMS: Final[tuple[Room, ...]] = ("players", "spectators")
REPORTS: Final = "partie:reports"

Gone: TypeAlias = Literal["moderator", "erased"]

_Entries: TypeAlias = list[tuple[bytes, dict[bytes, bytes]]]

_REPORT: Final = store.script(__package__, "report.lua")
_SAY: Final = store.script(__package__, "say.lua")
_STRIKE: Final = store.script(__package__, "strike.lua")
_NOTE: Final = """
redis.call('SADD', KEYS[2], ARGV[1])
local ttl = redis.call('PTTL', KEYS[1])
if ttl == -1 then redis.call('PERSIST', KEYS[2])
else redis.call('PEXPIRE', KEYS[2], math.max(ttl, tonumber(ARGV[2]))) end
"""


class Line(Struct, frozen=True):
    """An entry of a room: ``seq`` is the table's newest event when it was written, ``number`` the entry's own."""

    number: int
    seq: int
    line: ChatLine


class Own(Struct, frozen=True):
    """A message of a person, and its place."""

    table: str
    room: Room
    line: ChatLine


class Report(Struct, frozen=True):
    """The report of a message to the moderators. ``id`` identifies the report."""

    id: str
    at: int
    table: str
    room: Room
    number: int
    by: str
    lines: tuple[ChatLine, ...] = ()


class Chats:
    """The messages and reports of all tables. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def say(
        self, table: str, room: Room, person: str, command: str, *, seq: int, text: str = "", phrase: str = ""
    ) -> int:
        """Add a message and return its number; the same command of a person adds it only once."""
        # First, so that deleting the person can find every message there is.
        await self._note(person, table)
        what, words = ("text", text) if text else ("phrase", phrase)
        number, _ = await store.run(
            self._redis,
            _SAY,
            [_key(table, room), f"partie:{{{table}}}:said:{room}:{person}:{command}"],
            KEPT_SECONDS,
            KEPT_LINES,
            ChatChanged.channel,
            ChatChanged(table, room).encode(),
            "person",
            person,
            "seq",
            seq,
            what,
            words,
        )
        return int(number)

    async def read(self, table: str, room: Room, after: int = 0, upto: int | None = None) -> list[Line]:
        """The entries with numbers above ``after`` up to ``upto``, the oldest first."""
        end = "+" if upto is None else str(upto)
        found = await self._redis.xrange(_key(table, room), str(after + 1), end)
        return [_line(entry, fields) for entry, fields in cast("_Entries", found)]

    async def stands(self, table: str, room: Room, number: int) -> bool:
        """Whether there is a message with that number, and its text has not been deleted."""
        found = await self.read(table, room, number - 1, number)
        return bool(found) and not found[0].line.gone

    async def strike(self, table: str, room: Room, number: int, why: Gone) -> bool:
        """Delete a message's text for good; False if there is no such message (any more)."""
        keys, changed = [_key(table, room)], ChatChanged(table, room)
        return bool(await store.run(self._redis, _STRIKE, keys, number, why, changed.channel, changed.encode()))

    async def erase(self, person: str) -> int:
        """Delete the text of all messages of a person. Returns their number. Idempotent."""
        count = 0
        for table in sorted(map(store.text, await self._redis.smembers(chats_key(person)))):
            for room in ROOMS:
                for entry in await self.read(table, room):
                    if entry.line.person == person and not entry.line.gone:
                        count += await self.strike(table, room, entry.line.number, "erased")
        await self._redis.delete(chats_key(person))
        return count

    async def said_by(self, person: str) -> list[Own]:
        """All messages of a person that still have their text, by table and room."""
        found = []
        for table in sorted(map(store.text, await self._redis.smembers(chats_key(person)))):
            for room in ROOMS:
                lines = newest(await self.read(table, room))
                found += [Own(table, room, line) for line in lines if line.person == person and not line.gone]
        return found

    # --- reports --------------------------------------------------------------------------------------------------

    async def report(self, table: str, room: Room, number: int, by: str) -> bool:
        """Report a message to the moderators, once per message; False if there is no such message (any more)."""
        if not await self.stands(table, room, number):
            return False
        fields = ("table", table, "room", room, "number", number, "by", by)
        await store.run(self._redis, _REPORT, [REPORTS], KEPT_REPORTS, *fields)
        return True

    async def reports(self, count: int = 50) -> list[Report]:
        """The newest open reports, the newest first, each with the surrounding messages."""
        found = []
        for entry, raw in cast("_Entries", await self._redis.xrevrange(REPORTS, count=count)):
            fields = {store.text(key): store.text(value) for key, value in raw.items()}
            table, room, number = fields["table"], cast("Room", fields["room"]), int(fields["number"])
            lines = newest(await self.read(table, room, max(number - 1 - 3 * AROUND, 0), number + 3 * AROUND))
            place = next((at for at, line in enumerate(lines) if line.number == number), None)
            around = () if place is None else tuple(lines[max(place - AROUND, 0) : place + AROUND + 1])
            at = int(store.text(entry).partition("-")[0])
            found.append(Report(store.text(entry), at, table, room, number, fields["by"], around))
        return found

    async def unsettled(self, report: str) -> bool:
        """Whether there is an open report with that id."""
        return bool(await self._redis.xrange(REPORTS, report, report))

    async def settle(self, report: str) -> bool:
        """Close a report; False if there is none with that id."""
        return bool(await self._redis.xdel(REPORTS, report))

    async def _note(self, person: str, table: str) -> None:
        keys = [store.person_key(person), chats_key(person)]
        await store.run(self._redis, _NOTE, keys, table, KEPT_SECONDS * 1000)


def newest(entries: Sequence[Line]) -> list[ChatLine]:
    """The messages that entries make up, each by its newest entry, in the order in which they were written."""
    lines = {entry.line.number: entry.line for entry in entries}
    return [lines[number] for number in sorted(lines)]


def _line(entry: bytes, raw: dict[bytes, bytes]) -> Line:
    fields = {store.text(key): store.text(value) for key, value in raw.items()}
    number = int(store.text(entry).partition("-")[0])
    line = ChatLine(
        number=int(fields.get("of", number)),
        at=int(fields["at"]),
        person=fields["person"],
        text=fields.get("text", ""),
        phrase=fields.get("phrase", ""),
        gone=cast("Gone", fields.get("gone", "")),
    )
    return Line(number, int(fields["seq"]), line)


def _key(table: str, room: Room) -> str:
    return f"partie:{{{table}}}:chat:{room}"
