"""Identities elsewhere with which accounts sign in: at an OpenID Connect provider, or at a proxy before the service.

An identity belongs to one person. The person's identities lie in the slot of the record, the index from identities to
persons does not. The person's entry is written first, then the index, which decides between several persons at once;
an index entry whose person has no such entry is a left-over, and the next one takes it over.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from partie.people.errors import BadLogin, BadName, LastPasskey
from partie.people.logins import clean_login
from partie.people.persons import LONGEST_NAME, clean_name, identities_key, passkeys_key
from partie.people.records import KeptIdentity
from partie.redis import store
from partie.redis.connect import Client

KEPT: Final = 10
"""Maximum number of identities per person."""

PENDING_SECONDS: Final = 300
"""Lifetime of the identity of a guest, who is about to have an account by it."""

LONGEST: Final = 255
"""Maximum number of characters of a subject, as OpenID Connect has it."""

PROXY: Final = "proxy"
"""The issuer of identities that a proxy before the service vouches for."""

_NAMELESS: Final = "Player"
_NUMBERS: Final = 99
"""Further sign-in names that are tried if one is taken: with a number behind it."""


class ExternalIdentity(Struct, frozen=True):
    """An account elsewhere. ``names`` are candidates for the name, ``logins`` for the sign-in name."""

    issuer: str
    subject: str
    names: tuple[str, ...] = ()
    logins: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The identity as used in Redis keys and addresses: hashed."""
        return hashlib.sha256(msgspec.json.encode([self.issuer, self.subject])).hexdigest()

    def name(self) -> str:
        """The first of the names that the service allows, cut if it is too long."""
        for name in (*self.names, *self.logins):
            try:
                return clean_name(" ".join(name.split())[:LONGEST_NAME])
            except BadName:
                continue
        return _NAMELESS

    def free_logins(self, present: str) -> Iterator[str]:
        """Sign-in names for a person of a present name, to be tried in this order."""
        for base in _fit((*self.logins, *self.names, present, _NAMELESS)):
            yield base
            yield from (f"{base}{number}" for number in range(2, _NUMBERS))


def _fit(names: Sequence[str]) -> Iterator[str]:
    room = LONGEST_NAME - len(str(_NUMBERS))
    for name in names:
        try:
            yield clean_login(" ".join(name.split())[:room])
        except BadLogin:
            continue


class _Kept(Struct, frozen=True):
    issuer: str
    subject: str
    made: int


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Kept).decode


class Identities:
    """The identities of persons. Errors of redis-py pass through."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def of(self, person: str) -> tuple[KeptIdentity, ...]:
        """The identities of a person, the oldest first."""
        found = await store.fields(self._redis, identities_key(person))
        kept = ((id_, _decode(value)) for id_, value in found.items())
        identities = [KeptIdentity(id_, one.issuer, one.subject, one.made) for id_, one in kept]
        return tuple(sorted(identities, key=lambda one: (one.made, one.id)))

    async def has(self, person: str, identity: ExternalIdentity) -> bool:
        """Whether an identity is one of a person's."""
        return bool(await self._redis.hexists(identities_key(person), identity.id))

    async def find(self, identity: ExternalIdentity) -> str:
        """The person with that identity; empty if there is none."""
        person = store.text(await self._redis.get(_key(identity.id)))
        return person if person and await self.has(person, identity) else ""

    async def add(self, person: str, identity: ExternalIdentity) -> str:
        """Give an identity to a person, unless another has it. Returns the person who has it now.

        A guest's expires soon, unless the guest becomes an account. Empty if there is no such person, or if it has too
        many.
        """
        kept = _encode(_Kept(identity.issuer, identity.subject, int(time.time())))
        keys = [store.person_key(person), identities_key(person)]
        if not await store.run(self._redis, _ADD, keys, identity.id, kept, KEPT, PENDING_SECONDS):
            return ""
        holder = store.text(await store.run(self._redis, _CLAIM, [_key(identity.id)], person, ""))
        if holder != person and not await self.has(holder, identity):
            holder = store.text(await store.run(self._redis, _CLAIM, [_key(identity.id)], person, holder))
        if holder != person:
            await self._redis.hdel(identities_key(person), identity.id)
        return holder

    async def drop(self, person: str, identity: str) -> bool:
        """Delete an identity by its id; False if there is none.

        Raises :class:`LastPasskey` if there is no other way to sign in.
        """
        keys = [store.person_key(person), identities_key(person), passkeys_key(person)]
        dropped = await store.run(self._redis, _DROP, keys, identity)
        if dropped == _LAST:
            raise LastPasskey("this is the only way to sign in: set a password, or add a passkey, first")
        if dropped:
            await self._release(identity, person)
        return bool(dropped)

    async def erase(self, person: str) -> None:
        """Delete all identities of a person."""
        for one in await self.of(person):
            await self._release(one.id, person)
        await self._redis.delete(identities_key(person))

    async def _release(self, identity: str, person: str) -> None:
        await store.run(self._redis, _RELEASE, [_key(identity)], person)


_ADD: Final = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return 1 end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
if redis.call('HEXISTS', KEYS[1], 'login_normal') == 0 then redis.call('EXPIRE', KEYS[2], ARGV[4]) end
return 1
"""

_CLAIM: Final = """
local held = redis.call('GET', KEYS[1]) or ARGV[2]
if held ~= ARGV[2] then return held end
redis.call('SET', KEYS[1], ARGV[1])
return ARGV[1]
"""

_LAST: Final = -1

_DROP: Final = """
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 0 end
local others = redis.call('HLEN', KEYS[2]) - 1 + redis.call('HLEN', KEYS[3])
if redis.call('HEXISTS', KEYS[1], 'password') == 0 and others == 0 then return -1 end
return redis.call('HDEL', KEYS[2], ARGV[1])
"""

_RELEASE: Final = """
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
"""


def _key(identity: str) -> str:
    return f"partie:identity:{identity}"
