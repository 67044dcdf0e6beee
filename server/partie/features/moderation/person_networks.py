"""The networks from which a person is connected now, across all nodes. Nobody gets to see them.

A node that needs them asks all nodes, and each puts its answer under a key that only this question reads.
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
"""Maximum seconds to wait for the answers of the nodes that are registered."""

POLL_SECONDS: Final = 0.02

_KEPT_SECONDS: Final = 10


class _Seen(Struct, frozen=True):
    """The answer of a node: empty if the person is not connected there."""

    node: str
    networks: tuple[str, ...]


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(_Seen).decode


async def networks_of(redis: Client, person: str) -> tuple[str, ...]:
    """The networks from which the person is connected to any node now; empty if they are not.

    Errors of redis-py (:data:`partie.redis.store.UNAVAILABLE`) pass through.
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
    """Store a node's answer: the addresses from which the person is connected to it."""
    pipeline = redis.pipeline(transaction=False)
    pipeline.rpush(_key(question), _encode(_Seen(node, tuple(sorted(set(map(home, addresses)))))))
    pipeline.expire(_key(question), _KEPT_SECONDS)
    await pipeline.execute()


def _key(question: str) -> str:
    return f"partie:whereabouts:{{{question}}}"
