"""Following other people. People who have turned it off, or have blocked a person, cannot be followed by them."""

from __future__ import annotations

from typing import Final

from partie.features.chat.api import Blocks
from partie.people.persons import KEPT_SECONDS
from partie.redis import store
from partie.redis.connect import Client
from partie.redis.store import person_key

MOST: Final = 200
"""Maximum number of people one person may follow; further ones are refused."""

FIELD: Final = "unfollowed"
"""The field of an account's record that is set if it does not want to be followed."""


class Following:
    """The people that persons follow. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._blocks = Blocks(redis)

    async def of(self, person: str) -> dict[str, str]:
        """The people whom a person follows and (still) may follow, with their names."""
        wanted = sorted(map(store.text, await self._redis.smembers(_key(person))))
        found = {}
        for other in wanted:
            if name := await self.allowed(person, other):
                found[other] = name
        return found

    async def followed(self, person: str, other: str) -> str:
        """The name of an account that a person follows and (still) may follow; empty if they do not."""
        return await self.allowed(person, other) if await self._redis.sismember(_key(person), other) else ""

    async def allowed(self, person: str, other: str) -> str:
        """The name of an account that a person may follow; empty if they may not."""
        name, login, off = await self._redis.hmget(person_key(other), ["name", "login", FIELD])
        if not name or not login or off or person == other or person in await self._blocks.of(other):
            return ""
        return store.text(name)

    async def follow(self, person: str, other: str) -> bool:
        """Follow somebody; False if that is not allowed, or the person follows the maximum."""
        if not await self.allowed(person, other) or await self._redis.scard(_key(person)) >= MOST:
            return False
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.sadd(_key(person), other)
        pipeline.expire(_key(person), KEPT_SECONDS)
        await pipeline.execute()
        return True

    async def unfollow(self, person: str, other: str) -> None:
        """Unfollow somebody."""
        await self._redis.srem(_key(person), other)

    async def followable(self, person: str) -> bool:
        """Whether others may follow the person."""
        return not await self._redis.hget(person_key(person), FIELD)

    async def let(self, person: str, *, follow: bool) -> bool:
        """Allow others to follow the person, or not; False if the person has no account."""
        return bool(await store.run(self._redis, _LET, [person_key(person)], FIELD, "" if follow else "yes"))

    async def erase(self, person: str) -> None:
        """Delete the list of those whom a person follows."""
        await self._redis.delete(_key(person))


_LET: Final = """
if redis.call('HEXISTS', KEYS[1], 'login_normal') == 0 then return 0 end
if ARGV[2] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
return 1
"""


def _key(person: str) -> str:
    return f"{person_key(person)}:follows"
