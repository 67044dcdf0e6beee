"""Those who look for company: who wants the same is matched in one step, on whatever nodes they wait.

All of it lies in one slot and is decided by one script. A node says in one word who waits through it, whenever that
changes and every few seconds besides; a word that is not repeated expires with its node. A match is a claim: it
stands until a table is noted for it, which any node may make, for the table's id comes from the match's.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from partie.redis import store
from partie.redis.connect import Client

CHANNEL: Final = "partie:seek"

LIFETIME_MS: Final = 10_000
"""A word of a node holds so long: whoever waited through a node that died is out after that."""

REMEMBERED_MS: Final = 10 * 60 * 1000
"""A match is told for so long to whoever lost the line before hearing of it."""

NO_TABLE: Final = "!"
"""In place of a table: none could be made."""

_WAITING: Final = "partie:{seek}:waiting"
_MATCHES: Final = "partie:{seek}:matches"
_INSIDE: Final = "partie:{seek}:inside"

_QUEUE: Final = store.script(__package__, "queue.lua")
_MADE: Final = store.script(__package__, "made.lua")


class Waits(Struct, frozen=True):
    """Somebody who waits through this node.

    ``seek`` names the wish, ``since`` are milliseconds since 1970 (0: from now on). ``held``: not to be matched now.
    ``wants`` are opaque but for the number of seats that each begins with, and hold no space.
    """

    person: str
    seek: str
    wants: tuple[str, ...]
    since: int = 0
    held: bool = False
    shuns: tuple[str, ...] = ()


class Match(Struct, frozen=True):
    """Persons, the longest waiting first, that play together what all of them want. ``table`` is empty at first."""

    id: str
    want: str
    table: str
    persons: tuple[str, ...]


class Told(Struct, frozen=True):
    """What a node hears: matches without table and those of its own people, and how many wait for each want."""

    matches: tuple[Match, ...]
    counts: Mapping[str, int]
    since: Mapping[str, int]


class Queue:
    """The queue of all nodes. Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come."""

    def __init__(self, redis: Client, node: str, *, lifetime_ms: int = LIFETIME_MS) -> None:
        self._redis = redis
        self._node = node
        self._lifetime = lifetime_ms

    async def say(self, waits: Iterable[Waits]) -> Told:
        """Say who waits through this node: all of them, and nobody else."""
        words: list[str | int] = []
        for one in waits:
            wants, shuns = " ".join(one.wants), " ".join(one.shuns)
            words += [one.person, one.seek, one.since, "1" if one.held else "", wants, shuns]
        matches, counts, since = await store.run(
            self._redis,
            _QUEUE,
            [_WAITING, _MATCHES, _INSIDE],
            self._node,
            self._lifetime,
            REMEMBERED_MS,
            CHANNEL,
            secrets.token_hex(10),
            *words,
        )
        return Told(
            tuple(
                Match(store.text(id_), store.text(want), store.text(table), tuple(map(store.text, persons)))
                for id_, want, table, persons in matches
            ),
            {store.text(want): int(count) for want, count in counts},
            {store.text(person): int(at) for person, at in since},
        )

    async def made(self, match: str, table: str) -> None:
        """A table was made for a match."""
        await store.run(self._redis, _MADE, [_MATCHES], match, table, CHANNEL)
