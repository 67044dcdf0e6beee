"""Invitations by name: records next to the logs, which expire.

They are stored with the invited person. Those no longer worth showing are filtered out when they are read.
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
"""Seconds until an invitation expires, if its table is open that long."""

KEPT: Final = 20
"""Maximum number of invitations per person; further ones are refused until some have ended."""


class Invite(Struct, frozen=True):
    """An invitation to a table. ``at`` in milliseconds since 1970; ``token`` lets the person into a private table."""

    table: str
    game: str
    by: str
    at: int
    token: str = ""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Invite).decode


class Invites:
    """The invitations of persons. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def put(self, person: str, invite: Invite) -> bool:
        """Store an invitation for a person. False if the person is unknown, or has too many."""
        keys = [person_key(person), _key(person)]
        return bool(await store.run(self._redis, _PUT, keys, invite.table, _encode(invite), KEPT, GOOD_SECONDS))

    async def of(self, person: str) -> list[Invite]:
        """The invitations of a person, the newest first."""
        found = []
        for value in await store.run(self._redis, "return redis.call('HVALS', KEYS[1])", [_key(person)]):
            try:
                found.append(_decode(value))
            except DECODE_ERRORS:
                continue  # written by a newer build
        return sorted(found, key=lambda one: -one.at)

    async def drop(self, person: str, *tables: str) -> None:
        """Delete a person's invitations to these tables."""
        if tables:
            await self._redis.hdel(_key(person), *tables)

    async def erase(self, person: str) -> None:
        """Delete all invitations of a person."""
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
