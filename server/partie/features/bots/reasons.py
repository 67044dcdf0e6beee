"""The reasons for bots' recent moves: stored next to the log for a while, and sent to those who may see them.

They are no part of the truth: no fold uses them, and they may disappear at any moment.
"""

from __future__ import annotations

from typing import Any, Final, cast

import msgspec
from msgspec import Struct

from partie.features.bots.thought import Thought, Why
from partie.gateway.core import Core
from partie.kit import Viewer
from partie.live.observer import LiveTable
from partie.live.subscribers import Subscriber
from partie.redis import store
from partie.table.events import Moved
from partie.table.show.reasons import refusal
from partie.table.values import Level
from partie.wire import client_in, client_out

KEPT: Final = 64
"""Number of reasons stored per table; the newest are kept."""

SECONDS: Final = 30 * 24 * 3600
"""Seconds after the newest one until a table's reasons expire."""

_KEEP: Final = """
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if redis.call('HLEN', KEYS[1]) > tonumber(ARGV[3]) then
  local oldest = ARGV[1]
  for _, seq in ipairs(redis.call('HKEYS', KEYS[1])) do
    if tonumber(seq) < tonumber(oldest) then oldest = seq end
  end
  redis.call('HDEL', KEYS[1], oldest)
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
"""


class _Kept(Struct, frozen=True, omit_defaults=True):
    """A stored reason. ``move`` is the event's move, to recognise an event replaced after the log lost its end."""

    move: Any
    level: Level
    why: Why
    points: tuple[int, int] | None = None
    other: Any = None


class Reasons:
    """The reasons of the bots at a node's tables."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def keep(self, live: LiveTable, seq: int, level: Level, thought: Thought) -> None:
        """Store why a bot made the move of event ``seq``, unless the move is another node's; nobody waits for it."""
        kept = _Kept(_plain(thought.move), level, thought.why, thought.points, thought.other)
        if _move(live, seq) == kept.move:
            self._core.background.spawn(self._keep(live.id, seq, kept))

    async def _keep(self, table: str, seq: int, kept: _Kept) -> None:
        try:
            await store.run(self._core.redis, _KEEP, [_key(table)], seq, msgspec.msgpack.encode(kept), KEPT, SECONDS)
        except store.UNAVAILABLE:
            self._core.metrics.redis_errors.labels("reasons").inc()

    def ask(self, live: LiveTable, subscriber: Subscriber, question: client_in.GetReason) -> None:
        """Answer a subscriber's question. Raises :class:`~partie.table.errors.EngineFailed`."""
        viewer, seq = live.subscribers.viewer(subscriber), question.seq
        code = refusal(live.history, self._core.registry, seq, viewer, live.delay.of(viewer))
        if code:
            subscriber.send(client_out.Reason(live.id, seq, code=code))
        else:
            self._core.background.spawn(self._answer(live, subscriber, seq, viewer))

    async def _answer(self, live: LiveTable, subscriber: Subscriber, seq: int, viewer: Viewer) -> None:
        try:
            data = await self._core.redis.hget(_key(live.id), str(seq))
        except store.UNAVAILABLE:
            subscriber.send(client_out.Reason(live.id, seq, code="unavailable"))
            return
        changed = (
            subscriber not in live.subscribers or live.subscribers.viewer(subscriber) != viewer
        )  # the subscriber may hold another seat by now
        kept = None if data is None or changed else msgspec.msgpack.decode(cast("bytes", data), type=_Kept)
        if kept is None or _move(live, seq) != kept.move:
            subscriber.send(client_out.Reason(live.id, seq, code="unknown"))
            return
        low, high = kept.points or (None, None)
        subscriber.send(client_out.Reason(live.id, seq, kept.why, kept.level, low, high, kept.other))


def _move(live: LiveTable, seq: int) -> Any:
    """The move of an event as plain data; None if the event is no move."""
    event = live.history.event(seq) if seq <= live.history.seq else None
    return msgspec.msgpack.decode(event.move) if isinstance(event, Moved) else None


def _plain(move: Any) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(move))


def _key(table: str) -> str:
    return f"partie:{{{table}}}:why"
