"""From which networks a person is connected now, as all nodes know together. It is kept for nobody to read.

Whoever wants to know asks all nodes, and every one puts what it sees of the person where only that question looks.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from typing import Final, cast

import msgspec
from msgspec import Struct

from partie.cluster.bus import publish
from partie.cluster.messages import NetworksAsked
from partie.cluster.nodes import listed
from partie.net.networks import Address, home
from partie.redis.connect import Client

WAIT_SECONDS: Final = 2.0
"""So long a node has to answer that has a card."""

POLL_SECONDS: Final = 0.02

_KEPT_SECONDS: Final = 10


class _Seen(Struct, frozen=True):
    """What a node has seen: nothing if the person is not connected there."""

    node: str
    networks: tuple[str, ...]


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(_Seen).decode


async def networks_of(redis: Client, person: str) -> tuple[str, ...]:
    """The networks from which the person is connected now, to any node; none if it is not.

    Raises redis-py's errors (:data:`partie.redis.store.UNAVAILABLE`) as they come.
    """
    nodes = {card.node for card in await listed(redis)}
    question = secrets.token_hex(8)
    await publish(redis, NetworksAsked(question, person))
    seen: list[_Seen] = []
    for _ in range(round(WAIT_SECONDS / POLL_SECONDS) if nodes else 0):
        seen = [_decode(one) for one in cast("list[bytes]", await redis.lrange(_key(question), 0, -1))]
        if nodes <= {one.node for one in seen}:
            break
        await asyncio.sleep(POLL_SECONDS)
    await redis.delete(_key(question))
    return tuple(sorted({network for one in seen for network in one.networks}))


async def answer(redis: Client, question: str, node: str, addresses: Iterable[Address]) -> None:
    """A node's answer: the addresses from which it has the person connected."""
    pipeline = redis.pipeline(transaction=False)
    pipeline.rpush(_key(question), _encode(_Seen(node, tuple(sorted(set(map(home, addresses)))))))
    pipeline.expire(_key(question), _KEPT_SECONDS)
    await pipeline.execute()


def _key(question: str) -> str:
    return f"partie:whereabouts:{{{question}}}"
