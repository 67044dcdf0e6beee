"""Blocks: the people whose messages a person hides, at all tables and on all devices."""

from __future__ import annotations

from typing import Final

from partie.redis import store
from partie.redis.connect import Client

KEPT_SECONDS: Final = 400 * 24 * 3600
"""Seconds after the last change until a person's blocks expire, as long as an absent guest is remembered."""

MOST: Final = 500
"""Maximum number of people one person may block; further ones are refused."""


class Blocks:
    """The blocks of persons. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def of(self, person: str) -> tuple[str, ...]:
        """The people whom the person has blocked."""
        return tuple(sorted(map(store.text, await self._redis.smembers(_key(person)))))

    async def set(self, person: str, other: str, *, blocked: bool) -> bool:
        """Block or unblock somebody; False if the person has already blocked the maximum."""
        if not blocked:
            await self._redis.srem(_key(person), other)
            return True
        return bool(await store.run(self._redis, _BLOCK, [_key(person)], other, MOST, KEPT_SECONDS))

    async def erase(self, person: str) -> None:
        """Delete the person's list of blocks."""
        await self._redis.delete(_key(person))


_BLOCK: Final = """
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) and redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
"""


def _key(person: str) -> str:
    return f"partie:blocks:{{{person}}}"
