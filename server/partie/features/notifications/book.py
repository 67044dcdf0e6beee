"""Pending and sent notifications in Redis: all of a person in one slot, so that scripts can update it in one step.

A notification is claimed before it is sent. If the node dies in between, the claim stays: it is sent at most once.
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
from partie.features.notifications.plan import LEAST, Claim, Notification
from partie.redis import store
from partie.redis.connect import Client
from partie.table.decoding import DECODE_ERRORS

SHARDS: Final = 16
"""Number of shards of the book, to spread over a cluster's masters. Must never change while there are tables."""

AT_ONCE: Final = 32
"""Maximum number of persons per shard that are checked in one round; the next round takes others."""

PUT_OFF_MS: Final = 60_000
"""Milliseconds for which no other node checks a person being checked. If the node dies, another takes over after it."""

STANDS_SECONDS: Final = 90 * 24 * 3600
"""Seconds without an event at any of a person's tables until their pending notifications are forgotten."""

REMEMBERED: Final = 1000
"""Maximum number of claims per person; beyond it the oldest of notifications no longer pending are forgotten."""

_NOTE: Final = store.script(__package__, "note.lua")
_DUE: Final = store.script(__package__, "due.lua")
_SETTLE: Final = store.script(__package__, "settle.lua")
_CLAIM: Final = store.script(__package__, "claim.lua")


class Due(NamedTuple):
    """A person due for a check, Redis's time, and the time until which other nodes leave the person alone."""

    person: str
    now: int
    put_off: int


class Page(NamedTuple):
    """The pending notifications of a person, each with its stored form, and the claims."""

    notifications: dict[Notification, str]
    claimed: frozenset[Claim]


class Book:
    """The pending notifications and claims of persons. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def note(
        self, person: str, table: str, seq: int, ask: Demand | None, *, seen: bool, back: bool = False
    ) -> None:
        """Store what the table wants of the person as of event ``seq``; ``seen``: the person is looking at it.

        ``back``: the number may be smaller than a stored one, because the log lost its tail.
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

    async def take_due(self) -> list[Due]:
        """The persons to be checked now, by this node only."""
        shards = [store.run(self._redis, _DUE, [_due_of(shard)], AT_ONCE, PUT_OFF_MS) for shard in range(SHARDS)]
        found = []
        for answer in await asyncio.gather(*shards, return_exceptions=True):
            if isinstance(answer, BaseException):
                raise answer
            found += [Due(store.text(person), answer[0], answer[1]) for person in answer[2]]
        return found

    async def page(self, person: str) -> Page:
        """The pending notifications and the claims of a person."""
        standing = await self._redis.hgetall(_of_key(person))
        claimed = await self._redis.zrange(_claims_key(person), 0, -1)
        notifications = (
            (_notification(store.text(table), store.text(value)), store.text(value))
            for table, value in standing.items()
        )
        return Page(
            {notification: value for notification, value in notifications if notification is not None},
            frozenset(one for value in claimed if (one := _claim(store.text(cast("bytes", value)))) is not None),
        )

    async def claim(self, person: str, wanted: Iterable[Claim], standing: Iterable[Claim] = ()) -> list[Claim]:
        """Claim notifications. Returns those that this node must send; other nodes have the rest.

        ``standing``: the claims of notifications that are still pending, which are never forgotten.
        """
        new, old = ([" ".join(map(str, one)) for one in some] for some in (wanted, standing))
        keys, kept = [_claims_key(person)], (REMEMBERED, STANDS_SECONDS)
        mine = await store.run(self._redis, _CLAIM, keys, *kept, len(new), *new, *old)
        return [one for value in mine if (one := _claim(store.text(value))) is not None]

    async def settle(self, due: Due, next_check: int | None, gone: Iterable[tuple[str, str]]) -> None:
        """Delete what is no longer pending, if its stored form is unchanged, and schedule the next check."""
        keys = [_due_key(due.person), _of_key(due.person)]
        again = "" if next_check is None else next_check
        words = [word for pair in gone for word in pair]
        await store.run(self._redis, _SETTLE, keys, due.person, due.put_off, again, *words)

    # --- reachable persons ----------------------------------------------------------------------------------------

    async def reach(self, person: str, *, reachable: bool) -> None:
        """Store whether the person has set up a channel, and notify all nodes."""
        if reachable:
            await self._redis.sadd(_people_key(person), person)
        else:
            await self._redis.srem(_people_key(person), person)
        await publish(self._redis, ReachableChanged(person, reachable))

    async def reachable(self) -> AsyncIterator[str]:
        """All persons who have set up a channel."""
        for shard in range(SHARDS):
            async for person in self._redis.sscan_iter(f"partie:{{calls-{shard}}}:people", count=500):
                yield store.text(person)

    async def erase(self, person: str) -> None:
        """Delete all pending notifications and claims of the person."""
        await self.reach(person, reachable=False)
        await self._redis.zrem(_due_key(person), person)
        for key in (_of_key(person), _claims_key(person)):
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


def _claims_key(person: str) -> str:
    return f"{_tag(person)}:told:{person}"


def _notification(table: str, value: str) -> Notification | None:
    """Parse a stored notification; None if a newer build wrote it in a way that this one cannot read."""
    try:
        _, at, seen, kind, ask = value.split(" ")
        return convert(
            {"table": table, "kind": kind, "ask": int(ask), "at": int(at), "seen": seen == "1"}, Notification
        )
    except (ValueError, *DECODE_ERRORS):
        return None


def _claim(value: str) -> Claim | None:
    try:
        channel, table, kind, ask = value.split(" ")
        return convert((channel, table, kind, int(ask)), Claim)
    except (ValueError, *DECODE_ERRORS):
        return None
