"""All that Redis holds, to be searched for what should be gone."""

from __future__ import annotations

from partie.redis.connect import Client
from partie.redis.store import text


async def everything(redis: Client) -> bytes:
    """All keys and values of Redis."""
    found = []
    async for key in redis.scan_iter("*"):
        match text(await redis.type(key)):
            case "string":
                found += [key, await redis.get(key)]
            case "hash":
                found += [key, *[part for item in (await redis.hgetall(key)).items() for part in item]]
            case "set":
                found += [key, *await redis.smembers(key)]
            case "zset":
                found += [key, *await redis.zrange(key, 0, -1)]
            case "list":
                found += [key, *await redis.lrange(key, 0, -1)]
            case kind:
                raise AssertionError(f"{key!r} is a {kind}, which is not looked into")
    return b"\n".join(found)
