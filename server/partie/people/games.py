"""Game records: a person's finished games, and the latest ones of each game that everybody may watch.

They are a projection of the logs. Every node that sees the end of a game writes it, and so does every node that wakes
the table later, so a crash in between heals. Writing is idempotent, and if the log lost its end, the record of the new
end replaces the old one. Nothing is stored about unknown persons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from partie.kit import Line
from partie.people.persons import played_keys
from partie.people.records import BotLevel, Played, PlayedSeat
from partie.redis import store
from partie.redis.connect import Client
from partie.redis.store import person_key
from partie.table import Table
from partie.table.decoding import DECODE_ERRORS
from partie.table.time.spectator_delay import end_shown_at

KEPT: Final = 1000
"""Maximum number of games per person; beyond it the oldest are dropped."""

LATEST: Final = 100
"""Maximum number of records per game; beyond it the oldest are dropped."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Played).decode


def played(table: Table) -> Played | None:
    """The record of a finished game; None if it has no result."""
    result = table.result
    if table.phase != "ended" or result is None:
        return None
    whose = [*_whose(table), *[""] * table.play.automatic]
    bots = _bots(table, whose)
    items = tuple(dict.fromkeys(line.key for lines in result.parts for line in lines))
    points = [_points(items, lines) for lines in result.parts or ((),) * len(whose)]
    seats = tuple(
        PlayedSeat(person, score, place, bot, brought)
        for person, score, place, bot, brought in zip(whose, result.scores, result.places, bots, points, strict=True)
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
        practice=table.origin is not None or bool(table.lesson),
        items=items,
    )


def _whose(table: Table) -> list[str]:
    """For each seat the person whose game it was; empty for a bot.

    A seat lost on time or freed, and not taken over by anyone, still belongs to the person who started the game in it,
    unless that person has since taken over another seat.
    """
    holders = [seat.holder for seat in table.seats]
    return [
        holder or (began if began not in holders else "") for holder, began in zip(holders, table.began, strict=True)
    ]


def _bots(table: Table, whose: Sequence[str]) -> list[BotLevel]:
    """For each seat and further player the level of the bot that ended the game in the seat; empty if none did.

    For a person it is one that moved. A seat that lost by time has lost, and the bot that plays on changes nothing.
    """
    moved = {seat for seat, _ in table.play.stood_in} - set(table.play.lost)
    return [
        seat.level if seat.bot and (not person or number in moved) else ""
        for number, (seat, person) in enumerate(zip(table.seats, whose, strict=False))
    ] + [""] * table.play.automatic


def _points(items: Iterable[str], lines: Iterable[Line]) -> tuple[int, ...]:
    """Return what each item brought, as the lines of a seat's score say."""
    brought: Counter[str] = Counter()
    for line in lines:
        points = line.params.get("points", 0)
        brought[line.key] += points if isinstance(points, int) else 0
    return tuple(brought[item] for item in items)


def latest_keys(game: str) -> list[str]:
    """The keys of the latest finished games of a game: their order, and their records."""
    return [f"partie:finished:{{{game}}}", f"partie:finished:{{{game}}}:records"]


class Games:
    """The game records of persons and of games."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def put(self, game: Played) -> None:
        """Write a finished game into the records of all who sat there, and of the game. Idempotent."""
        persons = sorted({seat.person for seat in game.seats} - {""})
        for person in persons:
            keys = [*played_keys(person), person_key(person)]
            await store.run(self._redis, _PUT_OWN, keys, game.table, game.ended, _encode(game), KEPT)
        if persons and game.open and not game.practice:
            await store.run(self._redis, _PUT, latest_keys(game.game), game.table, game.ended, _encode(game), LATEST)

    async def drop(self, table: str, game: str, persons: Iterable[str]) -> None:
        """Remove a table from the records of persons and of its game: the log does not have that end (any more)."""
        for keys in (*(played_keys(person) for person in sorted(set(persons) - {""})), latest_keys(game)):
            await store.run(self._redis, _DROP, keys, table)

    async def of(self, person: str) -> list[Played]:
        """All stored games of a person, the newest first."""
        return await self._newest(played_keys(person), KEPT)

    async def latest(self, game: str) -> list[Played]:
        """The latest finished games of a game that everybody may watch, the newest first; some may be shown later."""
        return await self._newest(latest_keys(game), LATEST)

    async def _newest(self, keys: Sequence[str], most: int) -> list[Played]:
        values = await store.run(self._redis, _NEWEST, keys, most)
        found = []
        for value in values:
            try:
                found.append(_decode(value))
            except DECODE_ERRORS:
                continue  # written by a newer build
        return found

    async def erase(self, person: str) -> None:
        """Delete the person's game records. The logs and other people's records stay."""
        for key in played_keys(person):
            await self._redis.delete(key)


_PUT: Final = """
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
for _, oldest in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1 - ARGV[4])) do
  redis.call('ZREM', KEYS[1], oldest)
  redis.call('HDEL', KEYS[2], oldest)
end
"""

_PUT_OWN: Final = f"""
local ttl = redis.call('PTTL', KEYS[3])
if ttl == -2 then return end
{_PUT}
for place = 1, 2 do
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
