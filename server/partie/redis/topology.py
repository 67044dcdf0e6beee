"""Which Redis server holds a key, and how to open a dedicated connection to it.

The log and its change feed must observe the life of their connections, which no pool allows. A single Redis is treated
as a cluster of one node, so that the rest need not know the difference.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, cast

from partie.redis.connect import CONNECT_TIMEOUT, connect
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import RedisError

UNREACHABLE = (RedisError, OSError)
"""The exceptions raised when a server is unreachable, hangs (TimeoutError is an OSError) or refuses."""

Address: TypeAlias = tuple[str, int]

_OWN = {"retry": Retry(NoBackoff(), 0), "socket_timeout": None, "health_check_interval": 0}
"""Options of a dedicated connection: its owner sets its own timeouts and decides itself what to send again."""


@dataclass(frozen=True)
class Node:
    """One Redis server: its name (empty for a single one) and a factory for unopened connections."""

    name: str
    connection: Callable[[], AbstractConnection]

    async def open(self) -> AbstractConnection:
        """Open a connection within :data:`CONNECT_TIMEOUT` seconds. Raises one of :data:`UNREACHABLE`."""
        connection = self.connection()
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await connection.connect()  # type: ignore[no-untyped-call]  # redis-py left it untyped
        except BaseException:
            await connection.disconnect(nowait=True)
            raise
        return connection


class Topology:
    """The servers behind a URL."""

    def __init__(self, url: str) -> None:
        client = connect(url)
        self._cluster = client if isinstance(client, RedisCluster) else None
        self._nodes: dict[Address, Node] = {}
        self._slots: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        self._masters: list[Node] = []
        self._refreshed = 0
        self._refreshing = asyncio.Lock()
        if isinstance(client, Redis):
            self._masters = [_single(client)]
            self._slots = []
        else:
            for seed in client.nodes_manager.startup_nodes.values():
                self.at((seed.host, int(seed.port)))

    async def refresh(self, suspect: str | None = None) -> None:
        """Fetch the cluster's slots again, from server ``suspect`` last. Raises one of :data:`UNREACHABLE`."""
        if self._cluster is None:
            return
        seen = self._refreshed
        async with self._refreshing:
            if self._refreshed != seen:
                return  # another task has just done it
            known = list(self._nodes.items())
            random.shuffle(known)
            known.sort(key=lambda item: item[1].name == suspect)
            failures = []
            for address, node in known:
                try:
                    self._learn(address[0], await _ask_slots(node))
                except UNREACHABLE as error:
                    failures.append(f"{node.name}: {error!r}")
                else:
                    self._refreshed += 1
                    return
            raise ConnectionError(f"no server of the cluster answers ({'; '.join(failures)})")

    def node(self, key: str) -> Node | None:
        """Return the server known to hold ``key``; None before the first refresh or for a lost slot."""
        return self._slots[key_slot(key.encode())] if self._cluster is not None else self._masters[0]

    def at(self, address: Address) -> Node:
        """Return the server of a cluster at an address."""
        node = self._nodes.get(address)
        if node is None:
            assert self._cluster is not None
            host, port = address
            made = ClusterNode(host, port, **self._cluster.connection_kwargs)
            node = Node(f"{host}:{port}", lambda: made.connection_class(**{**made.connection_kwargs, **_OWN}))
            self._nodes[address] = node
        return node

    def masters(self) -> list[Node]:
        """Return all known servers that accept writes."""
        return self._masters

    def _learn(self, asked: str, ranges: list[list[int | list[bytes | int]]]) -> None:
        slots: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        masters = []
        for first, last, master, *_ in ranges:
            assert isinstance(first, int)
            assert isinstance(last, int)
            assert isinstance(master, list)
            host, port = master[0], master[1]
            assert isinstance(port, int)
            # A server that does not know its own address leaves it empty, or says "?".
            named = isinstance(host, bytes) and host not in (b"", b"?")
            node = self.at((cast("bytes", host).decode() if named else asked, port))
            slots[first : last + 1] = [node] * (last + 1 - first)
            masters.append(node)
        self._slots = slots
        self._masters = list(dict.fromkeys(masters))


def _single(client: Redis) -> Node:
    pool = client.connection_pool
    return Node("", lambda: pool.connection_class(**{**pool.connection_kwargs, **_OWN}))


async def _ask_slots(node: Node) -> list[list[int | list[bytes | int]]]:
    connection = await node.open()
    try:
        async with asyncio.timeout(CONNECT_TIMEOUT):
            await connection.send_command("CLUSTER", "SLOTS")
            ranges: list[list[int | list[bytes | int]]] = await connection.read_response()
            return ranges
    finally:
        await connection.disconnect(nowait=True)
