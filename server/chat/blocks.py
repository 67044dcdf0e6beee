"""Whom a person does not want to hear, at any table and on any device."""

from __future__ import annotations

from typing import Final

from server import store
from server.redis.connect import Client

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

    async def set(self, person: str, other: str, *, blocked: bool) -> tuple[str, ...]:
        """Block somebody, or no longer; whom the person has blocked then."""
        if not blocked:
            await self._redis.srem(_key(person), other)
        elif await self._redis.scard(_key(person)) < MOST:
            pipeline = self._redis.pipeline(transaction=False)
            pipeline.sadd(_key(person), other)
            pipeline.expire(_key(person), KEPT_SECONDS)
            await pipeline.execute()
        return await self.of(person)

    async def erase(self, person: str) -> None:
        """Forget whom the person has blocked."""
        await self._redis.delete(_key(person))


def _key(person: str) -> str:
    return f"partie:blocks:{{{person}}}"
