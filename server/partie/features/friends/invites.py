"""Who was asked to which table by name: records beside the logs, which end by themselves.

They lie with the person who is asked. What is no longer worth showing is left out when they are read.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from partie.redis import store
from partie.redis.connect import Client
from partie.redis.store import person_key
from partie.table.decoding import DECODE_ERRORS

GOOD_SECONDS: Final = 3 * 24 * 3600
"""An invitation is good for so long, if its table waits so long."""

KEPT: Final = 20
"""Invitations of one person. Overflow: no more are taken until some have ended."""


class Invite(Struct, frozen=True):
    """Who asked whom to come, where. ``at`` in milliseconds since 1970; ``token`` lets one in where that is needed."""

    table: str
    game: str
    by: str
    at: int
    token: str = ""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Invite).decode


class Invites:
    """Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def put(self, person: str, invite: Invite) -> bool:
        """Ask a person. False if there is none (any more), or too much was asked of it."""
        keys = [person_key(person), _key(person)]
        return bool(await store.run(self._redis, _PUT, keys, invite.table, _encode(invite), KEPT, GOOD_SECONDS))

    async def of(self, person: str) -> list[Invite]:
        """What a person was asked, the newest first."""
        found = []
        for value in await store.run(self._redis, "return redis.call('HVALS', KEYS[1])", [_key(person)]):
            try:
                found.append(_decode(value))
            except DECODE_ERRORS:
                continue  # of a newer build
        return sorted(found, key=lambda one: -one.at)

    async def drop(self, person: str, *tables: str) -> None:
        """These are over."""
        if tables:
            await self._redis.hdel(_key(person), *tables)

    async def erase(self, person: str) -> None:
        """Forget all that a person was asked."""
        await self._redis.delete(_key(person))


_PUT: Final = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[4])
return 1
"""


def _key(person: str) -> str:
    return f"{person_key(person)}:asked"
