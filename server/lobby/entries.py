"""What the lobby shows of tables, in Redis: a projection beside the logs that may vanish at any moment.

An entry is written by whoever has the table awake; the newer seq wins in whatever order the writes come. Of equal
ones the later wins: how many watch may change without an event. Names are not stored, they are looked up when shown.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from server import store
from server.notices import Notices
from server.redis.connect import Client
from server.wire.outbound import LobbyEntry

CHANNEL: Final = "partie:lobby"

SHARDS: Final = 16
"""Parts of the lobby, so that a cluster's masters share them. Never to be changed while there are tables."""

LIFETIME: Final = {"open": 25 * 3600, "running": 7 * 24 * 3600, "ended": 3600}
"""Seconds an entry stands without being renewed, by phase.

An open table is ended after 24 hours by an event, for which somebody has to find it, so it stands a little longer.
An ended one is not shown any more; it stands to keep late writes of its past out.
"""

_PUT: Final = store.script("server.lobby", "put.lua")
_ALL: Final = store.script("server.lobby", "all.lua")
_DROP: Final = store.script("server.lobby", "drop.lua")

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(LobbyEntry)


class Entries:
    """The entries of all tables. Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def put(self, entry: LobbyEntry, *, back: bool = False) -> bool:
        """Show an entry or renew it; False if a newer one is there.

        ``back`` lets it go back to a smaller seq: the log was found shorter than it had been.
        """
        answer = await store.run(
            self._redis,
            _PUT,
            _keys(_shard(entry.table)),
            entry.table,
            entry.seq,
            _encoder.encode(plain(entry)),
            LIFETIME.get(entry.phase, LIFETIME["ended"]) * 1000,
            CHANNEL,
            "1" if back else "",
        )
        return bool(answer)

    async def all(self) -> list[LobbyEntry]:
        """All entries that stand."""
        shards = [store.run(self._redis, _ALL, _keys(shard), CHANNEL) for shard in range(SHARDS)]
        # All are awaited, also when one fails: nothing goes on behind the caller's back.
        answers = await asyncio.gather(*shards, return_exceptions=True)
        found = []
        for values in answers:
            if isinstance(values, BaseException):
                raise values
            found += [_entry(value) for value in values]
        return [entry for entry in found if entry is not None]

    async def drop(self, table: str) -> None:
        """Take an entry out: its table has turned out not to exist."""
        await store.run(self._redis, _DROP, _keys(_shard(table)), table, CHANNEL)

    @staticmethod
    def listen(notices: Notices, handler: Callable[[str, LobbyEntry | None], None]) -> None:
        """Call the handler with each table that changes and its entry, None when it is gone."""

        def hear(message: bytes) -> None:
            table, _, value = message.partition(b" ")
            entry = _entry(value)
            # The channel is anybody's who can reach Redis.
            if entry is not None or not value:
                handler(table.decode("ascii", "replace"), entry)

        notices.listen(CHANNEL, hear)


def _shard(table: str) -> int:
    return zlib.crc32(table.encode()) % SHARDS


def _keys(shard: int) -> list[str]:
    return [f"partie:{{lobby-{shard}}}:tables", f"partie:{{lobby-{shard}}}:until"]


def plain(entry: LobbyEntry) -> LobbyEntry:
    """The entry as it is stored and compared: without names."""
    return replace(entry, seats=tuple(replace(seat, name="") for seat in entry.seats))


def _entry(value: bytes) -> LobbyEntry | None:
    """The entry in a stored value; None if a newer build has written what this one cannot read."""
    try:
        return _decoder.decode(value.partition(b" ")[2])
    except (msgspec.DecodeError, RecursionError):
        return None
