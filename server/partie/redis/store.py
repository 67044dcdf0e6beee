"""Small helpers for Redis that people and the lobby share. They request one key at a time.

On a cluster two keys are on the same server only if they have the same ``{tag}``; only such keys can share a script.
"""

from __future__ import annotations

import base64
import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from importlib.resources import files
from typing import Any, Final, TypeAlias, cast

from partie.redis.connect import Client
from redis.asyncio import RedisCluster
from redis.exceptions import RedisClusterException, RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

UNAVAILABLE: Final = (RedisError, RedisClusterException, OSError)
"""The exceptions a client raises when Redis is unreachable, hangs or refuses."""

Argument: TypeAlias = str | bytes | int | float


def script(package: str, name: str) -> str:
    """Return a script stored next to a package's modules, without its comments, to spare Redis reading them."""
    lines = files(package).joinpath(name).read_text("utf-8").splitlines()
    return "\n".join(line.strip() for line in lines if line.strip() and not line.startswith("--"))


async def close(redis: Client) -> None:
    """Close all connections of a client, for good: commands still in progress fail."""
    redis.gate.closed = True
    # It waits for two seconds at most; what takes longer to close is left to the system.
    with contextlib.suppress(RedisTimeoutError):
        await redis.aclose()
    if isinstance(redis, RedisCluster):
        # After an error the client considers itself uninitialized and leaves its connections open (redis-py 8.1).
        for nodes in ("nodes_cache", "startup_nodes"):
            await redis.nodes_manager.aclose(nodes)


async def run(redis: Client, text: str, keys: Sequence[str], *arguments: Argument) -> Any:
    """Run a script and return its answer."""
    return await redis.eval(text, len(keys), *keys, *arguments)


_KEEP: Final = """
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
"""


async def keep(redis: Client, key: str, seconds: int, **fields: Argument) -> None:
    """Write a record that expires, in one step, so that none is ever left without its expiry."""
    await run(redis, _KEEP, [key], seconds, *(word for item in fields.items() for word in item))


def random_id() -> str:
    """Return sixteen lower-case letters and digits, 80 random bits: short enough for a URL, and unguessable."""
    return readable(secrets.token_bytes(10))


def person_key(person: str) -> str:
    """Return the key of a person's record; everything else kept about a person is in the same slot."""
    return f"partie:person:{{{person}}}"


def readable(data: bytes) -> str:
    """Encode ten bytes as sixteen lower-case letters and digits (RFC 4648, base 32)."""
    return base64.b32encode(data).decode("ascii").lower()


def text(value: bytes | str | None) -> str:
    """Decode a value from Redis as text; empty for None."""
    return value.decode() if isinstance(value, bytes) else value or ""


async def fields(redis: Client, key: str) -> dict[str, bytes]:
    """Return all fields of a hash and their values; empty if there is none. Raises the client's own exceptions."""
    found = cast("dict[bytes, bytes]", await redis.hgetall(key))
    return {text(name): value for name, value in found.items()}


async def keys(redis: Client, pattern: str) -> AsyncIterator[str]:
    """Yield all keys that match a pattern, on all masters, once each. Raises the client's own exceptions."""
    where = {"target_nodes": RedisCluster.PRIMARIES} if isinstance(redis, RedisCluster) else {}
    seen: set[str] = set()
    async for key in redis.scan_iter(match=pattern, count=1000, **where):
        name = text(key)
        if name not in seen:
            seen.add(name)
            yield name
