"""The outcomes of rated tables in Redis, and the ratings computed from them.

All keys of a game lie in one slot, because a table's effects on several persons, and on the ladder, are written in
one step. An outcome is inserted in the order of the ends. From there on the ratings are recomputed
(:meth:`Ratings.settle`), some outcomes at a time, and after that the new ratings are published, for some persons at a
time; each step on condition that nobody wrote meanwhile. So it does not matter which node does it, how often, or where
one died in the middle: Redis holds what is left to do, and the next node does it.

Deleted persons stay in outcomes under the random id that logs contain as well, because other people's ratings depend on
them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from partie.features.ratings.outcome import Outcome, among, applied
from partie.features.ratings.rating import Rating
from partie.features.ratings.skill import NEW, PROVISIONAL
from partie.redis import store
from partie.redis.connect import Client
from partie.table.decoding import DECODE_ERRORS

CHUNK: Final = 100
"""Number of outcomes processed in one step, and of persons published in one; each takes some twenty microseconds."""

COURSE: Final = 60
"""Number of points of a rating's history that are shown, the newest."""

Accounts: TypeAlias = Callable[[Iterable[str]], Awaitable[set[str]]]
"""Finds those of some persons who have an account."""

GAMES: Final = "partie:ratings:games"
"""The key of the set of games that have outcomes."""


class Standing(Struct, frozen=True):
    """A person on the ladder of a game; ``place`` counts from 1."""

    place: int
    person: str
    rating: Rating


_encode = msgspec.msgpack.Encoder().encode
_outcome = msgspec.msgpack.Decoder(Outcome).decode
_rating = msgspec.msgpack.Decoder(Rating).decode


class Ratings:
    """The ratings of all games. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through."""

    def __init__(self, redis: Client, accounts: Accounts) -> None:
        self._redis = redis
        self._accounts = accounts

    # --- outcomes -------------------------------------------------------------------------------------------------

    async def put(self, found: Outcome) -> None:
        """Store the outcome of a table, and process it. Idempotent.

        Which persons have an account is determined when it is first stored. If the log lost its end, the new end
        replaces the old one.
        """
        await self._redis.sadd(GAMES, found.game)
        while (old := await self._outcome(found.game, found.table)) is None or (old.seq, old.mark) != (
            found.seq,
            found.mark,
        ):
            if old is None:
                await self._add(among(found, await self._accounts(found.persons)))
            else:
                await self.drop(found.game, found.table)
        await self.settle(found.game)

    async def _add(self, found: Outcome) -> None:
        keys = [_key(found.game, part) for part in ("outcomes", "order", "state", "stale")]
        keys += [_course(found.game, person) for person in found.persons]
        await store.run(self._redis, _ADD, keys, found.table, found.ended, _encode(found), *found.persons)

    async def drop(self, game: str, table: str) -> None:
        """Remove the outcome of a table, because the log does not have that end (any more)."""
        while (raw := await self._raw(game, table)) is not None:
            old = _outcome(raw)
            keys = [_key(game, part) for part in ("outcomes", "order", "state", "stale")]
            keys += [_course(game, person) for person in old.persons]
            if await store.run(self._redis, _DROP, keys, table, old.ended, raw, *old.persons):
                break
        await self.settle(game)

    async def void(self, table: str, void: bool) -> None:
        """Make a table of whichever game count for nothing, or count again. Idempotent."""
        for game in await self.games():
            while (raw := await self._raw(game, table)) is not None and (old := _outcome(raw)).void != void:
                keys = [_key(game, part) for part in ("outcomes", "state")]
                new = _encode(replace(old, void=void))
                if await store.run(self._redis, _CHANGE, keys, table, raw, new, old.ended):
                    await self.settle(game)

    async def of_table(self, game: str, table: str) -> Outcome | None:
        """The outcome of a table, with its change of the ratings."""
        return await self._outcome(game, table)

    async def games(self) -> list[str]:
        """The games with rated tables."""
        return sorted(await self._members(GAMES))

    # --- processing -----------------------------------------------------------------------------------------------

    async def settle(self, game: str) -> None:
        """Process all that is pending. Several nodes may do so at once."""
        chunk: int | None = CHUNK
        while chunk is not None:
            chunk = await self._step(game, chunk)

    async def rebuild(self, game: str) -> int:
        """Recompute all ratings of a game from its first outcome on. Returns the number of outcomes."""
        async for persons in self._rated(game):
            await self._redis.sadd(_key(game, "stale"), *persons)
        await store.run(self._redis, _RESTART, [_key(game, "state")])
        await self.settle(game)
        return int(await self._redis.zcard(_key(game, "order")))

    async def _step(self, game: str, chunk: int) -> int | None:
        """Process some of what is pending. Returns how many outcomes to take next; None when nothing is left."""
        version, since = map(store.text, await self._values(game, "state", ["version", "since"]))
        try:
            return await (self._reckon(game, version, since, chunk) if since else self._show(game, version))
        except DECODE_ERRORS:
            return None  # written by a newer build, whose nodes do this

    async def _reckon(self, game: str, version: str, since: str, chunk: int) -> int:
        """Process some outcomes, and mark the persons whose ratings they may have changed."""
        tables = await self._listed(game, "order", since, "+inf", byscore=True, offset=0, num=chunk + 1)
        more, tables = len(tables) > chunk, tables[:chunk]
        raws = await self._values(game, "outcomes", tables)
        if None in raws:
            return chunk  # another node is writing at this moment
        outcomes = [_outcome(raw) for raw in raws if raw is not None]
        ratings: dict[str, Rating] = {}
        for one in outcomes:
            for person in one.persons:
                if person not in ratings:
                    ratings[person] = await self._before(game, person, one.table)
        done = [applied(one, ratings) for one in outcomes]
        if more and outcomes[-1].ended == int(since):
            return 2 * chunk  # all in one millisecond: it would start with the same ones again
        await store.run(
            self._redis,
            _RECKONED,
            [_key(game, part) for part in ("state", "outcomes", "stale")],
            version,
            str(outcomes[-1].ended) if more else "",
            len(done),
            *(value for one in done for value in (one.table, _encode(one))),
            *ratings,
        )
        return CHUNK

    async def _show(self, game: str, version: str) -> int | None:
        """Publish the new ratings of some of the marked persons. None when there are none left."""
        persons = cast("list[bytes]", await self._redis.srandmember(_key(game, "stale"), CHUNK))
        if not persons:
            return None
        now = {person: await self._last(game, person) for person in map(store.text, persons)}
        await store.run(
            self._redis,
            _SHOWN,
            [_key(game, part) for part in ("state", "now", "ladder", "stale", "gone")],
            version,
            *(value for person, rating in now.items() for value in (person, *_stored(rating))),
        )
        return CHUNK

    async def _before(self, game: str, person: str, table: str) -> Rating:
        """The rating that the person had before the table."""
        rank = cast("int | None", await self._redis.zrank(_course(game, person), table))
        before = await self._listed(game, f"course:{person}", rank - 1, rank - 1) if rank else []
        return _after(await self._outcome(game, before[0]), person) if before else NEW

    async def _last(self, game: str, person: str) -> Rating | None:
        """The rating after the person's last game; None if there is none."""
        last = await self._listed(game, f"course:{person}", -1, -1)
        return _after(await self._outcome(game, last[0]), person) if last else None

    # --- results --------------------------------------------------------------------------------------------------

    async def of(self, person: str) -> dict[str, Rating]:
        """The ratings of a person, by game."""
        found = {}
        for game in await self.games():
            raw = cast("bytes | None", await self._redis.hget(_key(game, "now"), person))
            if raw is not None:
                found[game] = _rating(raw)
        return found

    async def course(self, game: str, person: str) -> list[tuple[int, Rating]]:
        """The newest ratings of a person, the oldest first, each with the end of its game in milliseconds."""
        raws = await self._values(game, "outcomes", await self._listed(game, f"course:{person}", -COURSE, -1))
        return [(one.ended, _after(one, person)) for one in (_outcome(raw) for raw in raws if raw is not None)]

    async def ladder(self, game: str, first: int, count: int) -> tuple[int, list[Standing]]:
        """The length of a game's ladder, and ``count`` entries of it from ``first`` on (0 is the best)."""
        total = int(await self._redis.zcard(_key(game, "ladder")))
        persons = await self._listed(game, "ladder", first, first + count - 1, desc=True)
        raws = await self._values(game, "now", persons)
        pairs = enumerate(zip(persons, raws, strict=True), first + 1)
        return total, [Standing(place, person, _rating(raw)) for place, (person, raw) in pairs if raw is not None]

    async def place(self, game: str, person: str) -> int | None:
        """The person's place on the ladder, from 1; None if they are not on it."""
        rank = cast("int | None", await self._redis.zrevrank(_key(game, "ladder"), person))
        return None if rank is None else rank + 1

    async def erase(self, person: str) -> None:
        """Remove the person from all ladders for good."""
        for game in await self.games():
            await store.run(self._redis, _ERASE, [_key(game, "gone"), _key(game, "ladder")], person)

    # --- helpers --------------------------------------------------------------------------------------------------

    async def _rated(self, game: str) -> AsyncIterator[list[str]]:
        """All persons with a published rating, in batches; a person may come twice."""
        cursor = -1
        while cursor:
            cursor, found = await self._redis.hscan(_key(game, "now"), max(cursor, 0), count=CHUNK)
            if found:
                yield list(map(store.text, found))

    async def _members(self, key: str) -> set[str]:
        return set(map(store.text, cast("set[bytes]", await self._redis.smembers(key))))

    async def _listed(self, game: str, part: str, first: Any, last: Any, **how: Any) -> list[str]:
        return list(
            map(store.text, cast("list[bytes]", await self._redis.zrange(_key(game, part), first, last, **how)))
        )

    async def _values(self, game: str, part: str, names: list[str]) -> list[bytes | None]:
        return cast("list[bytes | None]", await self._redis.hmget(_key(game, part), names)) if names else []

    async def _raw(self, game: str, table: str) -> bytes | None:
        return cast("bytes | None", await self._redis.hget(_key(game, "outcomes"), table))

    async def _outcome(self, game: str, table: str) -> Outcome | None:
        raw = await self._raw(game, table)
        return None if raw is None else _outcome(raw)


def _after(found: Outcome | None, person: str) -> Rating:
    seats: Iterable[Rating] = () if found is None else (seat.after for seat in found.seats if seat.person == person)
    return next(iter(seats), NEW)


def _stored(rating: Rating | None) -> Sequence[str | bytes | int]:
    """The rating and its score on the ladder, empty as long as it is provisional."""
    if rating is None:
        return "", ""
    return _encode(rating), "" if rating.sigma > PROVISIONAL else rating.mu


def _key(game: str, part: str) -> str:
    return f"partie:{{ratings-{game}}}:{part}"


def _course(game: str, person: str) -> str:
    """The key of a person's tables in the order of their ends."""
    return _key(game, f"course:{person}")


_SINCE: Final = """
local since = redis.call('HGET', state, 'since')
if not since or tonumber(ended) < tonumber(since) then redis.call('HSET', state, 'since', ended) end
redis.call('HINCRBY', state, 'version', 1)
"""
"""Marks where recomputing must start, as given by the writer, and that somebody wrote."""

_ADD: Final = f"""
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
for place = 5, #KEYS do
  redis.call('ZADD', KEYS[place], ARGV[2], ARGV[1])
  redis.call('SADD', KEYS[4], ARGV[place - 1])
end
local state, ended = KEYS[3], ARGV[2]
{_SINCE}
"""

_DROP: Final = f"""
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[3] then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
for place = 5, #KEYS do
  redis.call('ZREM', KEYS[place], ARGV[1])
  redis.call('SADD', KEYS[4], ARGV[place - 1])
end
local state, ended = KEYS[3], ARGV[2]
{_SINCE}
return 1
"""

_CHANGE: Final = f"""
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
local state, ended = KEYS[2], ARGV[4]
{_SINCE}
return 1
"""

_RESTART: Final = f"""
local state, ended = KEYS[1], '0'
{_SINCE}
"""

_RECKONED: Final = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return end
local last = 3 + 2 * ARGV[3]
for place = 4, last, 2 do redis.call('HSET', KEYS[2], ARGV[place], ARGV[place + 1]) end
for place = last + 1, #ARGV do redis.call('SADD', KEYS[3], ARGV[place]) end
if ARGV[2] == '' then redis.call('HDEL', KEYS[1], 'since') else redis.call('HSET', KEYS[1], 'since', ARGV[2]) end
redis.call('HINCRBY', KEYS[1], 'version', 1)
"""

_SHOWN: Final = """
if (redis.call('HGET', KEYS[1], 'version') or '') ~= ARGV[1] then return end
for place = 2, #ARGV, 3 do
  local person, rating, score = ARGV[place], ARGV[place + 1], ARGV[place + 2]
  if rating == '' then redis.call('HDEL', KEYS[2], person) else redis.call('HSET', KEYS[2], person, rating) end
  if score == '' or redis.call('SISMEMBER', KEYS[5], person) == 1 then redis.call('ZREM', KEYS[3], person)
  else redis.call('ZADD', KEYS[3], score, person) end
  redis.call('SREM', KEYS[4], person)
end
"""

_ERASE: Final = """
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
"""
