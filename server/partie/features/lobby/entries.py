"""What the lobby shows of tables, in Redis: a projection beside the logs that may vanish at any moment.

An entry is written by whoever has the table awake; the newer seq wins in whatever order the writes come. Of equal
ones the later wins: how many watch may change without an event. Names are not stored, they are looked up when shown.

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
"""Parts of the lobby, so that a cluster's masters share them. Never to be changed while there are tables."""

LIFETIME: Final = {"open": 25 * 3600, "running": 7 * 24 * 3600, "ended": 3600}
"""Seconds an entry stands without being renewed, by phase.

An open table is ended after 24 hours by an event, for which somebody has to find it, so it stands a little longer.
An ended one is not shown any more; it stands to keep late writes of its past out.
"""

_PUT: Final = store.script(__package__, "put.lua")
_ALL: Final = store.script(__package__, "all.lua")
_DROP: Final = store.script(__package__, "drop.lua")

_encoder = msgspec.msgpack.Encoder()


class Held(LobbyEntry, frozen=True, omit_defaults=True, kw_only=True):
    """The entry of a table that holds something back: as everybody may see it, and as it is for who sits there.

    For nodes only. What is sent are :func:`outward` and :func:`inward` of it.
    """

    own: LobbyEntry


def held(entry: LobbyEntry, own: LobbyEntry) -> Held:
    """The entry, and what is true for those who sit there."""
    return Held(**{name: getattr(entry, name) for name in LobbyEntry.__struct_fields__}, own=own)


def outward(entry: LobbyEntry) -> LobbyEntry:
    """The entry as everybody may see it."""
    if not isinstance(entry, Held):
        return entry
    return LobbyEntry(**{name: getattr(entry, name) for name in LobbyEntry.__struct_fields__})


def inward(entry: LobbyEntry) -> LobbyEntry:
    """The entry for those who sit there."""
    return replace(entry.own, watching=entry.watching) if isinstance(entry, Held) else entry


def shown_to(entry: LobbyEntry, person: str) -> LobbyEntry:
    """The entry as the person may see it: who sits there sees more than everybody, its host as such does not."""
    return inward(entry) if sits(entry, person) else outward(entry)


def sits(entry: LobbyEntry, person: str) -> bool:
    """Whether the person sits there now, at a table that has not ended."""
    own = inward(entry)
    return own.phase != "ended" and any(seat.person == person for seat in own.seats)


def order(entry: LobbyEntry) -> int:
    """The number of the table's newest event when the entry was made: the newer entry wins."""
    return entry.own.seq if isinstance(entry, Held) else entry.seq


_decoder = msgspec.msgpack.Decoder(LobbyEntry)
_OWN: Final = msgspec.msgpack.encode("own")
_held_decoder = msgspec.msgpack.Decoder(Held)


class Entries:
    """The entries of all tables. Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def put(self, entry: LobbyEntry, *, back: bool = False) -> bool:
        """Show an entry or renew it; False if a newer one is there.

        ``back`` lets it go back to a smaller seq: the log was found shorter than it had been.
        """
        (shown,) = await self.put_all([(entry, back)])
        return shown

    async def put_all(self, entries: Sequence[tuple[LobbyEntry, bool]]) -> list[bool]:
        """The same of several entries of one shard in one step, each with whether it may go back."""
        arguments: list[store.Argument] = []
        for entry, back in entries:
            lifetime = LIFETIME.get(entry.phase, LIFETIME["ended"]) * 1000
            arguments += [entry.table, order(entry), _encoder.encode(plain(entry)), lifetime, "1" if back else ""]
        keys = _keys(shard_of(entries[0][0].table))
        answer = await store.run(self._redis, _PUT, keys, LobbyChanged.channel, *arguments)
        return [bool(shown) for shown in answer]

    async def all(self) -> list[LobbyEntry]:
        """All entries that stand."""
        # All are awaited, also when one fails: nothing goes on behind the caller's back.
        answers = await asyncio.gather(*map(self.of_shard, range(SHARDS)), return_exceptions=True)
        found = []
        for entries in answers:
            if isinstance(entries, BaseException):
                raise entries
            found += entries
        return found

    async def of_shard(self, shard: int) -> list[LobbyEntry]:
        """Those of one shard."""
        values = await store.run(self._redis, _ALL, _keys(shard), LobbyChanged.channel)
        return [entry for entry in map(_entry, values) if entry is not None]

    async def drop(self, table: str) -> None:
        """Take an entry out: its table has turned out not to exist."""
        await store.run(self._redis, _DROP, _keys(shard_of(table)), table, LobbyChanged.channel)

    @staticmethod
    def listen(bus: Bus, handler: Callable[[str, LobbyEntry | None], None]) -> None:
        """Call the handler with each table that changes and its entry, None when it is gone."""

        def hear(message: LobbyChanged) -> None:
            entry = _entry(message.entry)
            if entry is not None or not message.entry:
                handler(message.table, entry)

        bus.listen(LobbyChanged, hear)


def shard_of(table: str) -> int:
    """The part of the lobby that holds a table."""
    return zlib.crc32(table.encode()) % SHARDS


def _keys(shard: int) -> list[str]:
    return [f"partie:{{lobby-{shard}}}:tables", f"partie:{{lobby-{shard}}}:until"]


def plain(entry: LobbyEntry) -> LobbyEntry:
    """The entry as it is stored and compared: without names."""
    bare = replace(entry, seats=tuple(replace(seat, name="") for seat in entry.seats))
    return replace(bare, own=plain(bare.own)) if isinstance(bare, Held) else bare


def _entry(value: bytes) -> LobbyEntry | None:
    """The entry in a stored value; None if a newer build has written what this one cannot read."""
    body = value.partition(b" ")[2]
    try:
        entry: LobbyEntry = (_held_decoder if _OWN in body else _decoder).decode(body)
    except DECODE_ERRORS:
        return None
    return entry
