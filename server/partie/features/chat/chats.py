"""The lines of all tables in Redis: for each table two streams beside its log, one for each room.

An entry of a stream is a line, or says that a line is gone: its text is then nowhere any more, in no entry and in
no report, which names lines by their numbers only. Entries are numbered from 1, so a reader asks for what follows.
A script writes an entry and publishes the :class:`ChatChanged` of it in one step.
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
"""The chat of a table stands so long after its last line, as do reports."""

KEPT_LINES: Final = 500
"""Lines of a room. Overflow: the oldest are gone."""

KEPT_REPORTS: Final = 1000

AROUND: Final = 5
"""Lines before and after one that was reported, which moderators are shown with it."""

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
    """An entry of a room: ``seq`` is the table's newest event when it was said, ``number`` the entry's own."""

    number: int
    seq: int
    line: ChatLine


class Own(Struct, frozen=True):
    """Something that a person said, and where."""

    table: str
    room: Room
    line: ChatLine


class Report(Struct, frozen=True):
    """Somebody found a line worth a moderator's look. ``id`` names the report."""

    id: str
    at: int
    table: str
    room: Room
    number: int
    by: str
    lines: tuple[ChatLine, ...] = ()


class Chats:
    """Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def say(
        self, table: str, room: Room, person: str, command: str, *, seq: int, text: str = "", phrase: str = ""
    ) -> int:
        """Add a line and return its number; the same command of a person adds it once."""
        # First, so that no line is ever said that an erasure would not find.
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
        """Whether there is such a line, of which the text is not taken out."""
        found = await self.read(table, room, number - 1, number)
        return bool(found) and not found[0].line.gone

    async def strike(self, table: str, room: Room, number: int, why: Gone) -> bool:
        """Take a line's text out for good; False if there is no such line (any more)."""
        keys, changed = [_key(table, room)], ChatChanged(table, room)
        return bool(await store.run(self._redis, _STRIKE, keys, number, why, changed.channel, changed.encode()))

    async def erase(self, person: str) -> int:
        """Take out the text of all that a person said anywhere; how many lines. Harmless when repeated."""
        count = 0
        for table in sorted(map(store.text, await self._redis.smembers(chats_key(person)))):
            for room in ROOMS:
                for entry in await self.read(table, room):
                    if entry.line.person == person and not entry.line.gone:
                        count += await self.strike(table, room, entry.line.number, "erased")
        await self._redis.delete(chats_key(person))
        return count

    async def said_by(self, person: str) -> list[Own]:
        """All that a person said anywhere and that still stands, by table and room."""
        found = []
        for table in sorted(map(store.text, await self._redis.smembers(chats_key(person)))):
            for room in ROOMS:
                lines = newest(await self.read(table, room))
                found += [Own(table, room, line) for line in lines if line.person == person and not line.gone]
        return found

    # --- reports --------------------------------------------------------------------------------------------------

    async def report(self, table: str, room: Room, number: int, by: str) -> bool:
        """Have moderators look at a line, once however many ask; False if there is no such line (any more)."""
        if not await self.stands(table, room, number):
            return False
        fields = ("table", table, "room", room, "number", number, "by", by)
        await store.run(self._redis, _REPORT, [REPORTS], KEPT_REPORTS, *fields)
        return True

    async def reports(self, count: int = 50) -> list[Report]:
        """The newest reports that nobody has dealt with, the newest first, each with the lines around."""
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
        """Whether there is a report of that id that nobody has dealt with."""
        return bool(await self._redis.xrange(REPORTS, report, report))

    async def settle(self, report: str) -> bool:
        """A report has been dealt with; False if there is none of that id."""
        return bool(await self._redis.xdel(REPORTS, report))

    async def _note(self, person: str, table: str) -> None:
        keys = [store.person_key(person), chats_key(person)]
        await store.run(self._redis, _NOTE, keys, table, KEPT_SECONDS * 1000)


def newest(entries: Sequence[Line]) -> list[ChatLine]:
    """The lines that entries make, each as its newest entry says, in the order in which they were said."""
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
