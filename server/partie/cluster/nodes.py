"""The list of nodes: each writes a card that expires, and refreshes it every few seconds."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from typing import Final, cast

import msgspec
from msgspec import Struct

from partie.cluster.softstate import Failures, SoftState
from partie.metrics import Metrics
from partie.redis import store
from partie.redis.connect import Client
from partie.table.decoding import DECODE_ERRORS

HEARTBEAT_SECONDS: Final = 5.0
"""Seconds between writes of a node's card; changes are written at once."""

LIFETIME_SECONDS: Final = 15.0
"""Seconds until a card expires, and with it a dead node's place in the list."""

_KEY: Final = "partie:node:"

_ALL: Final = "partie:nodes"
"""A sorted set of the nodes' ids, each with the time in seconds of Redis's clock at which its card expires."""

_NOTE: Final = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
"""


SILENT_SECONDS: Final = 3 * HEARTBEAT_SECONDS / 2
"""Seconds without a card after which a node counts as silent: it has died, or cannot reach Redis."""


class Card(Struct, frozen=True):
    """The card of a node. ``since`` is in milliseconds; ``draining``: the node accepts no clients."""

    node: str
    name: str
    port: int
    build: str
    since: int
    connections: int
    tables: int
    draining: bool
    engines: dict[str, tuple[int, int]] = {}
    """The oldest and the newest version of each game that can be played there."""
    silent: bool = False
    """Whether the node has missed its last heartbeats. Only :func:`listed` sets it."""


_encode: Final = msgspec.msgpack.Encoder().encode
_card: Final = msgspec.msgpack.Decoder(Card)


def own_name() -> str:
    """Return the operators' name for this process: the host and the process id."""
    return f"{socket.gethostname()}:{os.getpid()}"


class Nodes(SoftState):
    """The card of this node. ``count`` returns its connections, its awake tables, and whether it is draining."""

    def __init__(
        self,
        redis: Client,
        node: str,
        port: int,
        build: str,
        engines: dict[str, tuple[int, int]],
        metrics: Metrics,
        *,
        beat: float = HEARTBEAT_SECONDS,
    ) -> None:
        super().__init__(Failures("nodes", metrics), beat)
        self.count: Callable[[], tuple[int, int, bool]] = lambda: (0, 0, False)
        self._redis = redis
        self._card = Card(node, own_name(), port, build, int(time.time() * 1000), 0, 0, False, engines)
        # The first card is due at once.
        self.changed()

    @property
    def node(self) -> str:
        """The id of this node."""
        return self._card.node

    async def newest_for_all(self, game: str) -> int:
        """Return the newest version of a game that all nodes with that game can play; 0 if none, or unknown.

        A table of that version can be played everywhere, even during an upgrade.
        """
        try:
            cards = [*await listed(self._redis), self._card]
        except store.UNAVAILABLE:
            return 0
        played = [card.engines[game] for card in cards if game in card.engines]
        newest = min((last for _, last in played), default=0)
        return newest if all(first <= newest for first, _ in played) else 0

    async def publish(self) -> None:
        """Write the current card."""
        connections, tables, draining = self.count()
        card = msgspec.structs.replace(self._card, connections=connections, tables=tables, draining=draining)
        await self._redis.set(_KEY + self.node, _encode(card), px=int(1000 * LIFETIME_SECONDS))
        await store.run(self._redis, _NOTE, [_ALL], self.node, int(LIFETIME_SECONDS) + 1)

    async def withdraw(self) -> None:
        """Delete the card."""
        await forget(self._redis, self.node)


async def forget(redis: Client, node: str) -> None:
    """Delete the card of a node. Raises redis-py's errors."""
    await redis.delete(_KEY + node)
    await redis.zrem(_ALL, node)


async def listed(redis: Client) -> list[Card]:
    """Return the cards of all nodes, sorted by name. Raises redis-py's errors."""
    cards = []
    for node in cast("list[bytes]", await redis.zrange(_ALL, 0, -1)):
        key = _KEY + store.text(node)
        data, left = cast("bytes | None", await redis.get(key)), int(await redis.pttl(key))
        if data is not None:
            silent = left < 1000 * (LIFETIME_SECONDS - SILENT_SECONDS)
            try:
                cards.append(msgspec.structs.replace(_card.decode(data), silent=silent))
            except DECODE_ERRORS:
                continue  # from another build
    return sorted(cards, key=lambda card: (card.name, card.node))
