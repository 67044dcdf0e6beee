"""What nodes keep in Redis so that clocks are kept: the service's heartbeat, and whose time is over when.

Both are projections. A deadline that was noted wrongly costs a look at the table; a silence in the heartbeat says when
the service was away, and the log of each table decides what it makes of that.
"""

from __future__ import annotations

import asyncio
import zlib
from typing import Final, NamedTuple

from partie.redis import store
from partie.redis.connect import Client

SHARDS: Final = 16
"""Parts of the deadlines, so that a cluster's masters share them. Never to be changed while there are tables."""

SILENCE_MS: Final = 6_000
"""A heart that did not beat for so long stood still; what is shorter is charged to whoever had to act."""

REMEMBERED_MS: Final = 60 * 24 * 3600 * 1000
"""A silence is remembered for so long, for tables that nobody looks at in the meantime."""

AT_ONCE: Final = 64
"""Tables of one shard whose time is over that one beat tells of; the next one tells of others."""

_PULSE: Final = store.script(__package__, "pulse.lua")
_DUE: Final = store.script(__package__, "due.lua")


class Pulse(NamedTuple):
    """What a beat told: Redis's time, the silences up to it (from, to), and the tables at which time is over."""

    now: int
    silences: tuple[tuple[int, int], ...]
    due: tuple[str, ...]


class Pulses:
    """Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def beat(self) -> Pulse:
        """Beat once, in all shards: while one cannot be reached, some tables cannot be played."""
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
        # After Redis's clock was set back a silence may lie ahead: no log takes it yet.
        return Pulse(now, _joined({one for one in silences if one[1] <= now}), tuple(due))

    async def note(self, table: str, seq: int, deadline: int | None) -> None:
        """Note when time is over next at a table, as of event ``seq``; None: no clock runs there."""
        wanted = "" if deadline is None else deadline
        await store.run(self._redis, _DUE, _keys_of(table), table, seq, wanted)

    async def postpone(self, table: str, until: int) -> None:
        """Tell of a table whose time is over only then again, unless something else is noted of it by then."""
        await self._redis.zadd(_keys_of(table)[2], {table: until}, xx=True, gt=True)


def _keys(shard: int) -> list[str]:
    return [f"partie:{{clocks-{shard}}}:{name}" for name in ("beat", "silences", "due", "events")]


def _keys_of(table: str) -> list[str]:
    return _keys(zlib.crc32(table.encode()) % SHARDS)


def _silence(value: bytes | str) -> tuple[int, int]:
    since, until = store.text(value).split()
    return int(since), int(until)


def _joined(silences: set[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The silences of all shards in order, those that meet made one."""
    joined: list[tuple[int, int]] = []
    for since, until in sorted(silences):
        if joined and since <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(until, joined[-1][1])
        else:
            joined.append((since, until))
    return tuple(joined)
