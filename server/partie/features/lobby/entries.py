"""The lobby's entries in Redis: a projection next to the logs that may disappear at any moment.

A node that has the table awake writes its entry; the newer seq wins in whatever order the writes arrive. Of equal ones
the later wins, because the number of spectators may change without an event. Names are not stored but looked up when
shown.

The scripts that write entries publish what they changed, each as a :class:`LobbyChanged`.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from partie.cluster.bus import Bus
from partie.cluster.messages import LobbyChanged
from partie.redis import store
from partie.redis.connect import Client
from partie.table.decoding import DECODE_ERRORS
from partie.wire.client_out import LobbyEntry

SHARDS: Final = 16
"""Number of shards of the lobby, to spread over a cluster's masters. Must never change while there are tables."""

LIFETIME: Final = {"open": 25 * 3600, "running": 7 * 24 * 3600, "ended": 3600}
"""Seconds until an entry expires unless it is renewed, by phase.

An open table is ended by an event after 24 hours, for which somebody must find it, so its entry lives a little longer.
The entry of a finished table is not shown any more; it stays to keep out late writes of its past.
"""

_PUT: Final = store.script(__package__, "put.lua")
_ALL: Final = store.script(__package__, "all.lua")
_DROP: Final = store.script(__package__, "drop.lua")

_encoder = msgspec.msgpack.Encoder()


class Held(LobbyEntry, frozen=True, omit_defaults=True, kw_only=True):
    """The entry of a table with a spectator delay: as everybody may see it, and as its players do.

    For nodes only. Clients are sent :func:`outward` or :func:`inward` of it.
    """

    own: LobbyEntry


def held(entry: LobbyEntry, own: LobbyEntry) -> Held:
    """Combine the entry for everybody with that for the players."""
    return Held(**{name: getattr(entry, name) for name in LobbyEntry.__struct_fields__}, own=own)


def outward(entry: LobbyEntry) -> LobbyEntry:
    """The entry as everybody may see it."""
    if not isinstance(entry, Held):
        return entry
    return LobbyEntry(**{name: getattr(entry, name) for name in LobbyEntry.__struct_fields__})


def inward(entry: LobbyEntry) -> LobbyEntry:
    """The entry as the players may see it."""
    return replace(entry.own, watching=entry.watching) if isinstance(entry, Held) else entry


def shown_to(entry: LobbyEntry, person: str) -> LobbyEntry:
    """The entry as the person may see it: players see more than everybody; a host who does not play sees no more."""
    return inward(entry) if sits(entry, person) else outward(entry)


def sits(entry: LobbyEntry, person: str) -> bool:
    """Whether the person has a seat there now, at an unfinished table."""
    own = inward(entry)
    return own.phase != "ended" and any(seat.person == person for seat in own.seats)


def order(entry: LobbyEntry) -> int:
    """The number of the table's newest event when the entry was made: the newer entry wins."""
    return entry.own.seq if isinstance(entry, Held) else entry.seq


_decoder = msgspec.msgpack.Decoder(LobbyEntry)
_OWN: Final = msgspec.msgpack.encode("own")
_held_decoder = msgspec.msgpack.Decoder(Held)


class Entries:
    """The entries of all tables. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def put(self, entry: LobbyEntry, *, back: bool = False) -> bool:
        """Store or renew an entry; False if a newer one is stored.

        ``back`` allows a smaller seq than before: the log was found shorter than it had been.
        """
        (shown,) = await self.put_all([(entry, back)])
        return shown

    async def put_all(self, entries: Sequence[tuple[LobbyEntry, bool]]) -> list[bool]:
        """Store several entries of one shard in one step, each with its ``back``. Returns which were stored."""
        arguments: list[store.Argument] = []
        for entry, back in entries:
            lifetime = LIFETIME.get(entry.phase, LIFETIME["ended"]) * 1000
            arguments += [entry.table, order(entry), _encoder.encode(plain(entry)), lifetime, "1" if back else ""]
        keys = _keys(shard_of(entries[0][0].table))
        answer = await store.run(self._redis, _PUT, keys, LobbyChanged.channel, *arguments)
        return [bool(shown) for shown in answer]

    async def all(self) -> list[LobbyEntry]:
        """All stored entries."""
        # All are awaited, even if one fails: nothing goes on behind the caller's back.
        answers = await asyncio.gather(*map(self.of_shard, range(SHARDS)), return_exceptions=True)
        found = []
        for entries in answers:
            if isinstance(entries, BaseException):
                raise entries
            found += entries
        return found

    async def of_shard(self, shard: int) -> list[LobbyEntry]:
        """The entries of one shard."""
        values = await store.run(self._redis, _ALL, _keys(shard), LobbyChanged.channel)
        return [entry for entry in map(_entry, values) if entry is not None]

    async def drop(self, table: str) -> None:
        """Delete an entry whose table does not exist."""
        await store.run(self._redis, _DROP, _keys(shard_of(table)), table, LobbyChanged.channel)

    @staticmethod
    def listen(bus: Bus, handler: Callable[[str, LobbyEntry | None], None]) -> None:
        """Call the handler with every table that changes and its entry, None for a deleted one."""

        def hear(message: LobbyChanged) -> None:
            entry = _entry(message.entry)
            if entry is not None or not message.entry:
                handler(message.table, entry)

        bus.listen(LobbyChanged, hear)


def shard_of(table: str) -> int:
    """The shard of the lobby that holds a table."""
    return zlib.crc32(table.encode()) % SHARDS


def _keys(shard: int) -> list[str]:
    return [f"partie:{{lobby-{shard}}}:tables", f"partie:{{lobby-{shard}}}:until"]


def plain(entry: LobbyEntry) -> LobbyEntry:
    """The entry as it is stored and compared: without names."""
    bare = replace(entry, seats=tuple(replace(seat, name="") for seat in entry.seats))
    return replace(bare, own=plain(bare.own)) if isinstance(bare, Held) else bare


def _entry(value: bytes) -> LobbyEntry | None:
    """Parse a stored entry; None if a newer build wrote it in a way that this one cannot read."""
    body = value.partition(b" ")[2]
    try:
        entry: LobbyEntry = (_held_decoder if _OWN in body else _decoder).decode(body)
    except DECODE_ERRORS:
        return None
    return entry
