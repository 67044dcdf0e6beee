"""The queue of all searches: people who want the same are matched in one step, whatever nodes they wait on.

A node publishes who waits through it, whenever that changes and every few seconds besides; what it does not repeat
expires with it. A match is a claim: it stands until a table is noted for it, which any node may make,
for the table's id comes from the match's.

The queue of all nodes is one value under one key. A node reads it, lets :mod:`matching` find what comes of it,
and puts that in its place if nobody else has written meanwhile; if somebody has, it is given the newer value and goes
on from that one. A node that was overtaken several times gets its turn, during which no other may write. What is news
is published in the step in which it is written, as a :class:`QueueChanged`.

A release that writes another value has to use another key. While nodes of both run side by side, each matches those who
wait through its like, and nobody is lost: whoever waited through a node that has ended, or was in a match for which the
last of its like made no table any more, is published by the node to which he comes next.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeVar

import msgspec
import structlog
from redis.exceptions import RedisError

from partie.cluster.messages import QueueChanged
from partie.features.matchmaking import matching
from partie.features.matchmaking.matching import Learnt, Match, State, Waits
from partie.redis import store
from partie.redis.connect import Client
from partie.table.decoding import DECODE_ERRORS

__all__ = ["LIFETIME_MS", "NO_TABLE", "Contended", "Learnt", "Match", "Queue", "Waits"]

LIFETIME_MS: Final = 10_000
"""What a node publishes holds so long: whoever waited through a node that died is out after that.

It may be a tenth less (:data:`matching.BEAT_PART`).
"""

NO_TABLE: Final = "!"
"""In place of a table: none could be made."""

_KEY: Final = "partie:{seek}:queue"
_TURN: Final = "partie:{seek}:turn"

TRIES: Final = 100
"""What could not be written so many times is given up; the node publishes again soon."""

PATIENCE: Final = 3
"""After so many tries in vain a node asks for its turn."""

TURN_MS: Final = 100
"""A turn is over when the node has written, and at the latest after so long: it may have died."""

PAUSE_SECONDS: Final = 0.005
"""Whoever has to wait for another's turn asks again after a random part of this."""

_SWAP: Final = store.script(__package__, "swap.lua")

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(State).decode

_log = structlog.get_logger(__name__)

T = TypeVar("T")


class _There(NamedTuple):
    """What stands in Redis, and the time there (milliseconds since 1970).

    ``version`` is empty where there is nothing. If it is the one that was just written, the rest is left out.
    """

    version: str
    value: bytes = b""
    now: int = 0


class Contended(RedisError):
    """Other nodes write so much that this one could not."""


class Queue:
    """The queue of all nodes. Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come, and one of its own.

    That is :class:`Contended`, which is one of redis-py's too. What was to be written may stand there after any error.
    """

    def __init__(self, redis: Client, node: str, *, lifetime_ms: int = LIFETIME_MS) -> None:
        self._redis = redis
        self._node = node
        self._lifetime = lifetime_ms

    async def publish(self, waits: Iterable[Waits]) -> Learnt:
        """Publish who waits through this node: all of them, and nobody else."""
        here = tuple(waits)

        def change(state: State, now: int, name: str) -> tuple[State, Learnt, QueueChanged | None]:
            after, learnt, news = matching.match(state, self._node, here, now, name=name, lifetime_ms=self._lifetime)
            return after, learnt, QueueChanged(self._node) if news else None

        return await self._change(change)

    async def made(self, match: str, table: str) -> None:
        """Note the table that was made for a match (:data:`NO_TABLE`: there can be none). Harmless when repeated."""

        def change(state: State, *_: object) -> tuple[State, None, QueueChanged | None]:
            after = matching.with_table(state, match, table)
            # This node too has to hear of it.
            return after, None, None if after is state else QueueChanged("")

        await self._change(change)

    async def _change(self, change: Callable[[State, int, str], tuple[State, T, QueueChanged | None]]) -> T:
        """Put what comes of the queue in its place, and give what is to be answered then.

        ``change`` is called with the queue, the time and a fresh name, once or more often, and gives the new queue,
        the answer and what is published, if anything.
        """
        there = await self._swap()
        for tried in range(TRIES):
            # By its name what was written is known again when redis-py sends it twice, having had no answer at first.
            # Another try has another one: should others have written between, the matches of the first stand.
            name = secrets.token_hex(10)
            state = _decoded(there.value)
            after, answer, news = change(state, there.now, name)
            if after == state:
                return answer
            known = there.version
            there = await self._swap(
                known,
                name,
                _encode(after),
                # Then all that is in it has expired.
                matching.REMEMBERED_MS + self._lifetime,
                TURN_MS if tried >= PATIENCE else 0,
                QueueChanged.channel,
                *(() if news is None else (news.encode(),)),
            )
            if there.version == name:
                return answer
            if there.version == known:
                # Another node has its turn.
                await asyncio.sleep(random.uniform(0, PAUSE_SECONDS))  # noqa: S311  # no secret
        raise Contended(f"overtaken {TRIES} times")

    async def _swap(self, *new: store.Argument) -> _There:
        """What stands in Redis, after putting something ``new`` there if possible; ``swap.lua`` tells what that is."""
        version, *rest = await store.run(self._redis, _SWAP, [_KEY, _TURN], self._node, *new)
        return _There(store.text(version), *rest)


def _decoded(value: bytes) -> State:
    try:
        return _decode(value) if value else State()
    except DECODE_ERRORS:
        # Whoever waits is published again; with an error they would all wait for ever.
        _log.warning("queue_unreadable", size=len(value))
        return State()
