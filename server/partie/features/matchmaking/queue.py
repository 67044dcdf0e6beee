"""The queue of all searches: people who want the same are matched in one step, whatever nodes they are on.

A node publishes its searches whenever they change, and every few seconds; what it does not repeat expires. A match is a
claim: it holds until a table is stored for it. Any node may create that table, because its id derives from the match's.

The queue of all nodes is one value under one key. A node reads it, lets :mod:`matching` compute the next one, and swaps
it in if nobody else has written meanwhile; otherwise it gets the newer value and tries again with that. A node that
lost several times gets a turn, during which no other may write. Changes that others must know of are published in the
step that writes them, as a :class:`QueueChanged`.

A release that writes another format must use another key. While nodes of both run side by side, each matches only the
people of its own kind, and nobody is lost: people whose node has ended, or whose match was left without a table by the
last node of its kind, are published by the node they connect to next.
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
"""Milliseconds until a node's publication expires, and with it the searches of a node that died.

It may be a tenth less (:data:`matching.BEAT_PART`).
"""

NO_TABLE: Final = "!"
"""Stands for a table: none could be created."""

_KEY: Final = "partie:{seek}:queue"
_TURN: Final = "partie:{seek}:turn"

TRIES: Final = 100
"""Maximum number of attempts to write; after that the node gives up, and publishes again soon."""

PATIENCE: Final = 3
"""Number of failed attempts after which a node asks for a turn."""

TURN_MS: Final = 100
"""Milliseconds after which a turn ends even if the node has not written: it may have died."""

PAUSE_SECONDS: Final = 0.005
"""Upper bound of the random pause, in seconds, between attempts during another node's turn."""

_SWAP: Final = store.script(__package__, "swap.lua")

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(State).decode

_log = structlog.get_logger(__name__)

T = TypeVar("T")


class _There(NamedTuple):
    """The value in Redis, and the time there (milliseconds since 1970).

    ``version`` is empty if there is no value. If it is the version just written, the rest is left out.
    """

    version: str
    value: bytes = b""
    now: int = 0


class Contended(RedisError):
    """Other nodes wrote so often that this one could not."""


class Queue:
    """The queue of all nodes. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through.

    :class:`Contended` is raised as well, which is one of them. After any error the new value may have been written all
    the same.
    """

    def __init__(self, redis: Client, node: str, *, lifetime_ms: int = LIFETIME_MS) -> None:
        self._redis = redis
        self._node = node
        self._lifetime = lifetime_ms

    async def publish(self, waits: Iterable[Waits]) -> Learnt:
        """Publish this node's searches: all of them, and no others."""
        here = tuple(waits)

        def change(state: State, now: int, name: str) -> tuple[State, Learnt, QueueChanged | None]:
            after, learnt, news = matching.match(state, self._node, here, now, name=name, lifetime_ms=self._lifetime)
            return after, learnt, QueueChanged(self._node) if news else None

        return await self._change(change)

    async def made(self, match: str, table: str) -> None:
        """Store the table created for a match (:data:`NO_TABLE`: none is possible). Idempotent."""

        def change(state: State, *_: object) -> tuple[State, None, QueueChanged | None]:
            after = matching.with_table(state, match, table)
            # This node needs to be notified too.
            return after, None, None if after is state else QueueChanged("")

        await self._change(change)

    async def _change(self, change: Callable[[State, int, str], tuple[State, T, QueueChanged | None]]) -> T:
        """Swap in the value that ``change`` computes, and return its answer.

        ``change`` is called with the queue, the time and a fresh name, at least once, and returns the new queue, the
        answer and the message to publish, if any.
        """
        there = await self._swap()
        for tried in range(TRIES):
            # The name identifies the write if redis-py sends it twice, having had no answer the first time. Another
            # attempt needs another name: if others wrote in between, the matches of the first attempt exist.
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
                # By then everything in it has expired.
                matching.REMEMBERED_MS + self._lifetime,
                TURN_MS if tried >= PATIENCE else 0,
                QueueChanged.channel,
                *(() if news is None else (news.encode(),)),
            )
            if there.version == name:
                return answer
            if there.version == known:
                # It is another node's turn.
                await asyncio.sleep(random.uniform(0, PAUSE_SECONDS))  # noqa: S311  # no secret
        raise Contended(f"overtaken {TRIES} times")

    async def _swap(self, *new: store.Argument) -> _There:
        """Swap in a ``new`` value if possible (see ``swap.lua`` for its parts). Returns what is in Redis then."""
        version, *rest = await store.run(self._redis, _SWAP, [_KEY, _TURN], self._node, *new)
        return _There(store.text(version), *rest)


def _decoded(value: bytes) -> State:
    try:
        return _decode(value) if value else State()
    except DECODE_ERRORS:
        # All searches will be published again; an error would make everyone wait forever.
        _log.warning("queue_unreadable", size=len(value))
        return State()
