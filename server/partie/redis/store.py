"""Small things that people and lobby share in asking Redis. All their keys are asked for one at a time.

On a cluster two keys live together only if they have the same ``{tag}``; only such keys share a script.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import AsyncIterator, Sequence
from importlib.resources import files
from typing import Any, Final, TypeAlias

from partie.redis.connect import Client
from redis.asyncio import RedisCluster
from redis.exceptions import RedisClusterException, RedisError

UNAVAILABLE: Final = (RedisError, RedisClusterException, OSError)
"""What a client raises when Redis cannot be reached, hangs or refuses."""

Argument: TypeAlias = str | bytes | int | float


def script(package: str, name: str) -> str:
    """A script that lies beside a package's modules, without its comments, which Redis would have to read too."""
    lines = files(package).joinpath(name).read_text("utf-8").splitlines()
    return "\n".join(line.strip() for line in lines if line.strip() and not line.startswith("--"))


async def close(redis: Client) -> None:
    """Close all connections of a client, for good: what is still under way fails."""
    redis.gate.closed = True
    await redis.aclose()
    if isinstance(redis, RedisCluster):
        # After an error the client counts itself as not begun and leaves its connections open (redis-py 8.1).
        for nodes in ("nodes_cache", "startup_nodes"):
            await redis.nodes_manager.aclose(nodes)


async def run(redis: Client, text: str, keys: Sequence[str], *arguments: Argument) -> Any:
    """The answer of a script."""
    return await redis.eval(text, len(keys), *keys, *arguments)


_KEEP: Final = """
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
"""


async def keep(redis: Client, key: str, seconds: int, **fields: Argument) -> None:
    """Write a record that ends by itself, in one step, so that none is ever left without its end."""
    await run(redis, _KEEP, [key], seconds, *(word for item in fields.items() for word in item))


def random_id() -> str:
    """Sixteen small letters and digits, 80 random bits: short enough for an address, and never met by chance."""
    return readable(secrets.token_bytes(10))


def person_key(person: str) -> str:
    """Where a person's record lies; all else of a person that is kept lies in the same slot."""
    return f"partie:person:{{{person}}}"


def readable(data: bytes) -> str:
    """Ten bytes as sixteen small letters and digits (RFC 4648, base 32)."""
    return base64.b32encode(data).decode("ascii").lower()


def text(value: bytes | str | None) -> str:
    """What Redis gave, as text; empty for nothing."""
    return value.decode() if isinstance(value, bytes) else value or ""


async def keys(redis: Client, pattern: str) -> AsyncIterator[str]:
    """All keys that fit a pattern, on all masters, once each. Raises what Redis raises."""
    where = {"target_nodes": RedisCluster.PRIMARIES} if isinstance(redis, RedisCluster) else {}
    seen: set[str] = set()
    async for key in redis.scan_iter(match=pattern, count=1000, **where):
        name = text(key)
        if name not in seen:
            seen.add(name)
            yield name
