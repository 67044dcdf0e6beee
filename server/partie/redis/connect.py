"""From a URL to a Redis client, with every timeout explicit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from partie.tasks import heeding
from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster
from redis.asyncio.client import Pipeline
from redis.asyncio.cluster import ClusterNode, ClusterPipeline
from redis.asyncio.connection import AbstractConnection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import SlotNotCoveredError

CONNECT_TIMEOUT = 2.0
"""Timeout for a connection, in seconds. A LAN needs milliseconds; if it takes longer, live games are not possible."""

SOCKET_TIMEOUT = 5.0
"""Seconds without an answer after which a connection is given up."""

MAX_CONNECTIONS = 64
"""Maximum number of connections per client and Redis server; further callers wait for a free one."""

_CLUSTER_SCHEMES = {"redis+cluster": "redis", "rediss+cluster": "rediss"}


class BadUrl(ValueError):
    """An invalid Redis URL; the message shows the URL without its password, and what is wrong with it."""

    def __init__(self, url: str, problem: str) -> None:
        super().__init__(f"invalid Redis URL {without_password(url)!r}: {problem}")


def without_password(url: str) -> str:
    """Return the URL in a form that may be logged."""
    scheme, mark, rest = url.partition("://")
    credentials, at, place = rest.rpartition("@")
    if not at:
        return url
    user = credentials.partition(":")[0]
    return f"{scheme}{mark}{user}:***@{place}"


def is_cluster(url: str) -> bool:
    """Whether the URL names a Redis Cluster."""
    return url.partition("://")[0] in _CLUSTER_SCHEMES


def connect(url: str, *, socket_timeout: float = SOCKET_TIMEOUT) -> Client:
    """Create a client for ``redis://``, ``rediss://``, ``unix://`` or ``redis+cluster://host:port,host:port``.

    Nothing is sent yet. A command on a connection that died while idle is retried once on a new one; code whose writes
    must not happen twice (such as the log) needs its own protection. Raises :class:`BadUrl`.
    """
    if is_cluster(url):
        return _connect_cluster(url, socket_timeout)
    gate = Gate()
    try:
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=MAX_CONNECTIONS,
            timeout=socket_timeout,
            redis_connect_func=gate.enter,
            **_options(socket_timeout),
        )
    except ValueError as error:
        raise BadUrl(url, str(error)) from None
    return Single(pool, gate)


def _connect_cluster(url: str, socket_timeout: float) -> Cluster:
    scheme, _, rest = url.partition("://")
    credentials, at, places = rest.rpartition("@")
    nodes = []
    parts: dict[str, Any] = {}
    for place in places.partition("/")[0].split(","):
        try:
            parts = dict(parse_url(f"{_CLUSTER_SCHEMES[scheme]}://{credentials}{at}{place}"))
        except ValueError as error:
            raise BadUrl(url, str(error)) from None
        if "host" not in parts or "port" not in parts:
            raise BadUrl(url, f"{place!r} is not host:port")
        nodes.append(ClusterNode(parts["host"], parts["port"]))
    client = Cluster(
        startup_nodes=nodes,
        username=parts.get("username"),
        password=parts.get("password"),
        ssl=scheme.startswith("rediss"),
        require_full_coverage=False,
        max_connections=MAX_CONNECTIONS,
        **_options(socket_timeout),
    )
    # The client has no such option, and has already copied its options to these.
    for options in (client.connection_kwargs, *(node.connection_kwargs for node in client.startup_nodes)):
        options["redis_connect_func"] = client.gate.enter
    return client


class Gate:
    """Whether a client still opens connections.

    Commands in progress when the connections are closed are retried on a new one, which nobody would ever close.
    """

    def __init__(self) -> None:
        self.closed = False

    async def enter(self, connection: AbstractConnection) -> None:
        """Complete the handshake. Raises redis-py's ``ConnectionError`` once the client is closed."""
        if self.closed:
            raise RedisConnectionError("the client is closed")
        await connection.on_connect()


class Single(Redis):
    """A client of one server. As with :class:`Cluster`, cancelling a task during a command really cancels it."""

    def __init__(self, pool: BlockingConnectionPool, gate: Gate) -> None:
        super().__init__(connection_pool=pool)
        self.auto_close_connection_pool = True
        self.gate = gate

    async def execute_command(self, *args: Any, **kwargs: Any) -> Any:
        with heeding():
            return await super().execute_command(*args, **kwargs)  # type: ignore[no-untyped-call]  # left untyped

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:
        return _Pipeline(self.connection_pool, self.response_callbacks, transaction, shard_hint)


class _Pipeline(Pipeline):
    async def execute(self, raise_on_error: bool = True) -> list[Any]:
        with heeding():
            return await super().execute(raise_on_error)


class Cluster(RedisCluster):
    """A cluster client that fixes two faults of redis-py's.

    A second command fails there while the first is still fetching the cluster's topology. And if no master has a slot,
    as during a fail-over, it raises a :class:`KeyError`, which callers do not recognise as an error of Redis.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.gate = Gate()

    async def execute_command(self, *args: Any, **kwargs: Any) -> Any:
        with heeding():
            await self.initialize()
            with _covered():
                return await super().execute_command(*args, **kwargs)

    def pipeline(self, transaction: Any | None = None, shard_hint: Any | None = None) -> ClusterPipeline:
        if shard_hint is not None:
            raise ValueError("a cluster's pipeline takes no shard_hint")
        # redis-py's own class lacks a member of its protocol
        return _ClusterPipeline(self, transaction)  # type: ignore[abstract]


class _ClusterPipeline(ClusterPipeline):
    async def execute(self, *args: Any, **kwargs: Any) -> list[Any]:
        with heeding(), _covered():
            return await super().execute(*args, **kwargs)


@contextmanager
def _covered() -> Iterator[None]:
    try:
        yield
    except KeyError as error:
        raise SlotNotCoveredError(f"no master of the cluster has slot {error}") from error


def _options(socket_timeout: float) -> dict[str, Any]:
    return {
        "socket_timeout": socket_timeout,
        "socket_connect_timeout": CONNECT_TIMEOUT,
        "retry": Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,)),
        "decode_responses": False,
        "driver_info": None,
        # The older reply format is understood by every server from 6.2 on and asks for no handshake.
        "protocol": 2,
    }


Client: TypeAlias = Single | Cluster
