"""What persons have played: for each person the games that ended with it in a seat. A projection of the logs.

Whichever node sees the end writes it, and every node that wakes the table again, so a crash in between heals; the
same end twice is one record, and the end that the log has now takes the place of one that it lost. Nothing is kept
of who is not known (any more).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from partie.people.persons import played_keys
from partie.redis import store
from partie.redis.connect import Client
from partie.redis.store import person_key
from partie.table import Table
from partie.table.decoding import DECODE_ERRORS
from partie.table.time.spectator_delay import end_shown_at

KEPT: Final = 1000
"""Games of one person. Overflow: the oldest are forgotten."""


class PlayedSeat(Struct, frozen=True):
    """A seat at the end: whose it is (empty for a bot's), its score and its place, 1 being the best; 0: no result."""

    person: str
    score: int
    place: int


class Played(Struct, frozen=True):
    """A game that has ended, with the seq and the mark of the log's event that ended it.

    ``ended`` in milliseconds since 1970; ``open``: everybody may watch the table.
    """

    table: str
    game: str
    ended: int
    seq: int
    mark: str
    open: bool
    seats: tuple[PlayedSeat, ...]
    until: int = 0
    """Until then nobody else is told of it, for those who watched are still behind."""
    practice: bool = False
    """It went on from a position of another game, and is nobody's win."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Played).decode


def played(table: Table) -> Played | None:
    """The record of a table; None if there is no result."""
    result = table.result
    if table.phase != "ended" or result is None:
        return None
    seats = tuple(
        PlayedSeat(person, score, place)
        for person, score, place in zip(_whose(table), result.scores, result.places, strict=True)
    )
    return Played(
        table.id,
        table.game,
        table.at,
        table.seq,
        table.mark,
        table.watch == "all",
        seats,
        until=end_shown_at(table),
        practice=table.origin is not None,
    )


def _whose(table: Table) -> list[str]:
    """For each seat the person whose game it was; empty for a bot's.

    A seat that was lost by time or freed, and that nobody has taken over, is still that of who began the game in
    it, unless that is somebody who has taken another one over since.
    """
    holders = [seat.holder for seat in table.seats]
    return [
        holder or (began if began not in holders else "") for holder, began in zip(holders, table.began, strict=True)
    ]


class Games:
    """The games of persons."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def put(self, game: Played) -> None:
        """Write the end of a game into the records of all who sat there. Harmless when repeated."""
        for person in sorted({seat.person for seat in game.seats} - {""}):
            keys = [person_key(person), *played_keys(person)]
            await store.run(self._redis, _PUT, keys, game.table, game.ended, _encode(game), KEPT)

    async def drop(self, table: str, persons: Iterable[str]) -> None:
        """The table has no such end (any more)."""
        for person in sorted(set(persons) - {""}):
            await store.run(self._redis, _DROP, played_keys(person), table)

    async def of(self, person: str) -> list[Played]:
        """All games of a person that are kept, the newest first."""
        values = await store.run(self._redis, _NEWEST, played_keys(person), KEPT)
        found = []
        for value in values:
            try:
                found.append(_decode(value))
            except DECODE_ERRORS:
                continue  # of a newer build
        return found

    async def erase(self, person: str) -> None:
        """Forget which games were the person's. The logs and the others' records stay."""
        for key in played_keys(person):
            await self._redis.delete(key)


_PUT: Final = """
local ttl = redis.call('PTTL', KEYS[1])
if ttl == -2 then return end
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[3])
for _, oldest in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1 - ARGV[4])) do
  redis.call('ZREM', KEYS[2], oldest)
  redis.call('HDEL', KEYS[3], oldest)
end
for place = 2, 3 do
  if ttl == -1 then redis.call('PERSIST', KEYS[place]) else redis.call('PEXPIRE', KEYS[place], ttl) end
end
"""

_DROP: Final = """
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
"""

_NEWEST: Final = """
local tables = redis.call('ZREVRANGE', KEYS[1], 0, ARGV[1] - 1)
if #tables == 0 then return {} end
local found = {}
for _, value in ipairs(redis.call('HMGET', KEYS[2], unpack(tables))) do
  if value then found[#found + 1] = value end
end
return found
"""
