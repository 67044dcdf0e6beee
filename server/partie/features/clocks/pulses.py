"""The clocks' data in Redis: the service's heartbeat, and the next deadline of each table.

Both are projections. A wrong deadline costs an unnecessary check of the table. A silence in the heartbeat shows when
the service was down, and the log of each table decides what follows from that.
"""

from __future__ import annotations

import asyncio
import zlib
from typing import Final, NamedTuple

from partie.redis import store
from partie.redis.connect import Client

SHARDS: Final = 16
"""Number of shards of the deadlines, to spread over a cluster's masters. Must never change while there are tables."""

SILENCE_MS: Final = 1_500
"""Milliseconds without a heartbeat that count as an outage. A shorter pause may be a busy moment.

A log gives such a time back only within a silence of its own of ``GAP``, three seconds, between two events.
"""

REMEMBERED_MS: Final = 60 * 24 * 3600 * 1000
"""Milliseconds for which a silence is remembered, for tables that nobody opens in the meantime."""

AT_ONCE: Final = 64
"""Maximum number of due tables per shard that one heartbeat returns; the next one returns others."""

_PULSE: Final = store.script(__package__, "pulse.lua")
_DUE: Final = store.script(__package__, "due.lua")


class Pulse(NamedTuple):
    """The result of a heartbeat: Redis's time, the silences up to it (from, to), and the tables that are due."""

    now: int
    silences: tuple[tuple[int, int], ...]
    due: tuple[str, ...]


class Pulses:
    """The heartbeat and the deadlines. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def beat(self) -> Pulse:
        """Send one heartbeat to all shards: while one cannot be reached, some tables cannot be played."""
        asked = [
            store.run(self._redis, _PULSE, _keys(shard), SILENCE_MS, REMEMBERED_MS, AT_ONCE) for shard in range(SHARDS)
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        now, silences, due = 0, set[tuple[int, int]](), list[str]()
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer
            now = max(now, answer[0])
            silences.update(_silence(value) for value in answer[1])
            due += [store.text(table) for table in answer[2]]
        # If Redis's clock was set back, a silence may lie in the future: no log accepts it yet.
        return Pulse(now, _joined({one for one in silences if one[1] <= now}), tuple(due))

    async def note(self, table: str, seq: int, deadline: int | None) -> None:
        """Store the next deadline of a table, as of event ``seq``; None: no clock runs there."""
        wanted = "" if deadline is None else deadline
        await store.run(self._redis, _DUE, _keys_of(table), table, seq, wanted)

    async def postpone(self, table: str, until: int) -> None:
        """Return a due table only after ``until`` again, unless another deadline is stored for it by then."""
        await self._redis.zadd(_keys_of(table)[2], {table: until}, xx=True, gt=True)


def _keys(shard: int) -> list[str]:
    return [f"partie:{{clocks-{shard}}}:{name}" for name in ("beat", "silences", "due", "events")]


def _keys_of(table: str) -> list[str]:
    return _keys(zlib.crc32(table.encode()) % SHARDS)


def _silence(value: bytes | str) -> tuple[int, int]:
    since, until = store.text(value).split()
    return int(since), int(until)


def _joined(silences: set[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The silences of all shards in order, overlapping ones merged."""
    joined: list[tuple[int, int]] = []
    for since, until in sorted(silences):
        if joined and since <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(until, joined[-1][1])
        else:
            joined.append((since, until))
    return tuple(joined)
