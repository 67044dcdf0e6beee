"""What stands for whom and what was sent, in Redis: all of a person in one slot, so that it is settled by scripts.

A call is claimed before it is sent. Whoever dies in between has claimed it for good: it is sent at most once.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterable
from typing import Final, NamedTuple, cast

from msgspec import convert

from partie.cluster.bus import publish
from partie.cluster.messages import ReachableChanged
from partie.features.notifications.demands import Demand
from partie.features.notifications.plan import LEAST, Call, Told
from partie.redis import store
from partie.redis.connect import Client
from partie.table.decoding import DECODE_ERRORS

SHARDS: Final = 16
"""Parts of the book, so that a cluster's masters share it. Never to be changed while there are tables."""

AT_ONCE: Final = 32
"""Persons of one shard that one round looks at; the next one looks at others."""

PUT_OFF_MS: Final = 60_000
"""A person whom a node looks at is looked at by no other one for so long; if the node dies, after that."""

STANDS_SECONDS: Final = 90 * 24 * 3600
"""What stands for a person is forgotten when nothing happened at any of the person's tables for so long."""

REMEMBERED: Final = 1000
"""Claims of one person. Overflow: the oldest of calls that do not stand any more are forgotten."""

_NOTE: Final = store.script(__package__, "note.lua")
_LOOK: Final = store.script(__package__, "look.lua")
_SETTLE: Final = store.script(__package__, "settle.lua")
_CLAIM: Final = store.script(__package__, "claim.lua")


class Look(NamedTuple):
    """A person to be looked at, Redis's time, and to when the person was put off meanwhile."""

    person: str
    now: int
    put_off: int


class Page(NamedTuple):
    """What stands for a person, with what was read of each, and what was claimed."""

    calls: dict[Call, str]
    claimed: frozenset[Told]


class Book:
    """Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def note(
        self, person: str, table: str, seq: int, ask: Demand | None, *, seen: bool, back: bool = False
    ) -> None:
        """Note what the table wants of the person as of event ``seq``; ``seen``: the person looks at it.

        ``back``: the number may be smaller than one that was noted, for the log lost its tail.
        """
        await store.run(
            self._redis,
            _NOTE,
            [_due_key(person), _of_key(person)],
            person,
            table,
            seq,
            "" if ask is None else f"{ask.kind} {ask.ask}",
            int(seen),
            int(back),
            min(LEAST.values()),
            STANDS_SECONDS,
        )

    async def look(self) -> list[Look]:
        """Who is to be looked at now, by this node alone."""
        shards = [store.run(self._redis, _LOOK, [_due_of(shard)], AT_ONCE, PUT_OFF_MS) for shard in range(SHARDS)]
        found = []
        for answer in await asyncio.gather(*shards, return_exceptions=True):
            if isinstance(answer, BaseException):
                raise answer
            found += [Look(store.text(person), answer[0], answer[1]) for person in answer[2]]
        return found

    async def page(self, person: str) -> Page:
        """What stands for a person."""
        standing = await self._redis.hgetall(_of_key(person))
        claimed = await self._redis.zrange(_told_key(person), 0, -1)
        calls = ((_call(store.text(table), store.text(value)), store.text(value)) for table, value in standing.items())
        return Page(
            {call: value for call, value in calls if call is not None},
            frozenset(one for value in claimed if (one := _told(store.text(cast("bytes", value)))) is not None),
        )

    async def claim(self, person: str, wanted: Iterable[Told], standing: Iterable[Told] = ()) -> list[Told]:
        """Those that are this node's to send; the others are, or were, some other one's.

        ``standing``: what was claimed of calls that still stand, which is remembered whatever there is beside it.
        """
        new, old = ([" ".join(map(str, one)) for one in some] for some in (wanted, standing))
        keys, kept = [_told_key(person)], (REMEMBERED, STANDS_SECONDS)
        mine = await store.run(self._redis, _CLAIM, keys, *kept, len(new), *new, *old)
        return [one for value in mine if (one := _told(store.text(value))) is not None]

    async def settle(self, look: Look, look_at: int | None, gone: Iterable[tuple[str, str]]) -> None:
        """Drop what was found not to stand any more, with what was read of it, and look again only then."""
        keys = [_due_key(look.person), _of_key(look.person)]
        again = "" if look_at is None else look_at
        words = [word for pair in gone for word in pair]
        await store.run(self._redis, _SETTLE, keys, look.person, look.put_off, again, *words)

    # --- who can be called ----------------------------------------------------------------------------------------

    async def reach(self, person: str, *, reachable: bool) -> None:
        """The person has set a channel up, or has none any more: all nodes are told."""
        if reachable:
            await self._redis.sadd(_people_key(person), person)
        else:
            await self._redis.srem(_people_key(person), person)
        await publish(self._redis, ReachableChanged(person, reachable))

    async def reachable(self) -> AsyncIterator[str]:
        """All persons who have set a channel up."""
        for shard in range(SHARDS):
            async for person in self._redis.sscan_iter(f"partie:{{calls-{shard}}}:people", count=500):
                yield store.text(person)

    async def erase(self, person: str) -> None:
        """Forget all that stands for the person."""
        await self.reach(person, reachable=False)
        await self._redis.zrem(_due_key(person), person)
        for key in (_of_key(person), _told_key(person)):
            await self._redis.delete(key)


def _tag(person: str) -> str:
    return f"partie:{{calls-{zlib.crc32(person.encode()) % SHARDS}}}"


def _due_of(shard: int) -> str:
    return f"partie:{{calls-{shard}}}:due"


def _due_key(person: str) -> str:
    return f"{_tag(person)}:due"


def _people_key(person: str) -> str:
    return f"{_tag(person)}:people"


def _of_key(person: str) -> str:
    return f"{_tag(person)}:of:{person}"


def _told_key(person: str) -> str:
    return f"{_tag(person)}:told:{person}"


def _call(table: str, value: str) -> Call | None:
    """A call as it is stored; None if a newer build has written what this one cannot read."""
    try:
        _, at, seen, kind, ask = value.split(" ")
        return convert({"table": table, "kind": kind, "ask": int(ask), "at": int(at), "seen": seen == "1"}, Call)
    except (ValueError, *DECODE_ERRORS):
        return None


def _told(value: str) -> Told | None:
    try:
        channel, table, kind, ask = value.split(" ")
        return convert((channel, table, kind, int(ask)), Told)
    except (ValueError, *DECODE_ERRORS):
        return None
