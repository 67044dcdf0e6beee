"""Invitations to a table: random tokens that its host hands out as links and can revoke."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from partie.redis import store
from partie.redis.connect import Client

KEPT: Final = 32
"""Maximum number of valid invitations per table; a further one ends the oldest."""

GOOD_SECONDS: Final = 90 * 24 * 3600
"""Seconds without use after which the invitations of a table expire."""

_INVITE: Final = """
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1)
redis.call('EXPIRE', KEYS[1], ARGV[3])
"""
_CHECK: Final = """
if not redis.call('LPOS', KEYS[1], ARGV[1]) then return 0 end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
"""


class Invitations:
    """The invitation tokens of each table. Redis holds only their hashes."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def create(self, table: str) -> str:
        """Create a token for a table; earlier ones stay valid."""
        token = secrets.token_urlsafe(18)
        await store.run(self._redis, _INVITE, [_key(table)], _hash(token), KEPT, GOOD_SECONDS)
        return token

    async def check(self, table: str, token: str) -> bool:
        """Whether the token is a valid invitation to the table. If so, its lifetime starts again."""
        return bool(await store.run(self._redis, _CHECK, [_key(table)], _hash(token), GOOD_SECONDS))

    async def revoke(self, table: str) -> bool:
        """Revoke all invitations to a table; False if there were none."""
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.set(_revoked_key(table), "", ex=GOOD_SECONDS)
        pipeline.delete(_key(table))
        return bool((await pipeline.execute())[1])

    async def revoked(self, table: str) -> bool:
        """Whether invitations to a table have ever been revoked; those created since are valid."""
        return bool(await self._redis.exists(_revoked_key(table)))


def keys(table: str) -> tuple[str, str]:
    """Return all that is stored of a table's invitations."""
    return _key(table), _revoked_key(table)


def _key(table: str) -> str:
    return f"partie:{{{table}}}:invitations"


def _revoked_key(table: str) -> str:
    return f"partie:{{{table}}}:uninvited"


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
