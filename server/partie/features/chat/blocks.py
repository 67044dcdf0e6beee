"""Whom a person does not want to hear, at any table and on any device."""

from __future__ import annotations

from typing import Final

from partie.redis import store
from partie.redis.connect import Client

KEPT_SECONDS: Final = 400 * 24 * 3600
"""As long as a person is known who does not come."""

MOST: Final = 500
"""Persons one may block; more are not taken."""


class Blocks:
    """Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def of(self, person: str) -> tuple[str, ...]:
        """Whom the person has blocked."""
        return tuple(sorted(map(store.text, await self._redis.smembers(_key(person)))))

    async def set(self, person: str, other: str, *, blocked: bool) -> bool:
        """Block somebody, or no longer; False if the person has blocked too many to block one more."""
        if not blocked:
            await self._redis.srem(_key(person), other)
            return True
        return bool(await store.run(self._redis, _BLOCK, [_key(person)], other, MOST, KEPT_SECONDS))

    async def erase(self, person: str) -> None:
        """Forget whom the person has blocked."""
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
