"""Persons: a random id that stands in logs, and one record that holds the name and can be changed or erased."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final, TypeAlias

from partie.people.errors import BadName
from partie.redis import store
from partie.redis.connect import Client
from partie.redis.store import person_key

Names: TypeAlias = Callable[[Iterable[str]], Awaitable[dict[str, str]]]
"""Finds the present names of persons; who is not known (any more) is left out."""

LONGEST_NAME: Final = 40
"""Characters of a name; a seat in the lobby shows some twenty of them."""

KEPT_SECONDS: Final = 400 * 24 * 3600
"""A person who did not come for so long is forgotten. No browser keeps a cookie longer (RFC 6265bis, 400 days)."""


def clean_name(name: str) -> str:
    """The name in one Unicode form and with single spaces. Raises :class:`BadName`."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned:
        raise BadName("a name has at least one character that can be seen")
    if len(cleaned) > LONGEST_NAME:
        raise BadName(f"a name has at most {LONGEST_NAME} characters")
    # Controls, marks of writing direction, halves of surrogate pairs, private and unassigned ones. The joiner and
    # non-joiner (Cf as well) are needed by names in several scripts and by emoji.
    if any(unicodedata.category(sign).startswith("C") and sign not in "\u200c\u200d" for sign in cleaned):
        raise BadName("a name has no control characters")
    if all(unicodedata.category(sign)[0] in "CMZ" for sign in cleaned):
        raise BadName("a name has at least one character that can be seen")
    return cleaned


class Persons:
    """The records of persons. Names are cleaned by the caller."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def create(self, name: str) -> str:
        """A new person of that name."""
        person = store.random_id()
        await store.keep(self._redis, person_key(person), KEPT_SECONDS, name=name, made=int(time.time()))
        return person

    async def name(self, person: str) -> str:
        """The present name; empty if there is no such person (any more)."""
        return store.text(await self._redis.hget(person_key(person), "name"))

    async def names(self, persons: Iterable[str]) -> dict[str, str]:
        """The present names; persons without a record are left out."""
        wanted = list(dict.fromkeys(persons))
        pipeline = self._redis.pipeline(transaction=False)
        for person in wanted:
            pipeline.hget(person_key(person), "name")
        found = await pipeline.execute() if wanted else []
        return {person: store.text(name) for person, name in zip(wanted, found, strict=True) if name}

    async def rename(self, person: str, name: str) -> bool:
        """Change the name; False if there is no such person."""
        # In one step, so that a person who is being forgotten does not come back as a name without an expiry.
        return bool(await store.run(self._redis, _RENAME, [person_key(person)], name))

    async def record(self, person: str) -> dict[str, str]:
        """All that the record holds; nothing if there is none."""
        found = await self._redis.hgetall(person_key(person))
        return {store.text(name): store.text(value) for name, value in found.items()}

    async def accounts(self, persons: Iterable[str]) -> set[str]:
        """Those of the persons who have an account."""
        wanted = list(dict.fromkeys(persons))
        pipeline = self._redis.pipeline(transaction=False)
        for person in wanted:
            pipeline.hexists(person_key(person), "login_normal")
        found = await pipeline.execute() if wanted else []
        return {person for person, has in zip(wanted, found, strict=True) if has}

    async def settle(self, person: str, login_normal: str, **fields: str) -> bool:
        """Make the record an account's, which is kept until it is erased.

        False if there is no such person, or one with another sign-in name.
        """
        words = (word for item in fields.items() for word in item)
        return bool(await store.run(self._redis, _SETTLE, _kept_keys(person), login_normal, *words))

    async def change(self, person: str, field: str, old: str, new: str) -> bool:
        """Change a field of an account's record (empty: it is not there) from old to new; False if it was another."""
        return bool(await store.run(self._redis, _CHANGE, [person_key(person)], field, old, new))

    async def epoch(self, person: str) -> int:
        """How often the person's password was set anew; what was begun in an earlier epoch is worth nothing."""
        return int(await self._redis.hget(person_key(person), "epoch") or 0)

    async def set_password(self, person: str, epoch: int, hashed: str) -> int:
        """Set an account's password and return the new epoch; 0 if there is no account, or it has another epoch."""
        return int(await store.run(self._redis, _BEGIN_EPOCH, [person_key(person)], epoch, hashed))

    async def touch(self, person: str) -> None:
        """The person has come: keep the record from now on as long as ever. An account's stays anyway."""
        await store.run(self._redis, _TOUCH, _kept_keys(person), KEPT_SECONDS)

    async def erase(self, person: str) -> bool:
        """Erase the record; False if there was none."""
        return bool(await self._redis.delete(person_key(person)))


_RENAME: Final = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
"""

_TOUCH: Final = """
if redis.call('HEXISTS', KEYS[1], 'login_normal') == 1 then return end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[1]) end
"""

_SETTLE: Final = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if (redis.call('HGET', KEYS[1], 'login_normal') or ARGV[1]) ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'login_normal', unpack(ARGV))
for _, key in ipairs(KEYS) do redis.call('PERSIST', key) end
return 1
"""

_CHANGE: Final = """
if redis.call('HEXISTS', KEYS[1], 'login_normal') == 0 then return 0 end
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return 1
"""


_BEGIN_EPOCH: Final = """
if redis.call('HEXISTS', KEYS[1], 'login_normal') == 0 then return 0 end
if (redis.call('HGET', KEYS[1], 'epoch') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'password', ARGV[2])
return redis.call('HINCRBY', KEYS[1], 'epoch', 1)
"""


def epoch_of(record: Mapping[str, str]) -> int:
    """The epoch of a record (:meth:`Persons.epoch`)."""
    return int(record.get("epoch", 0))


def played_keys(person: str) -> list[str]:
    """Where the games lie that a person has played: their order, and what they were."""
    return [f"{person_key(person)}:played", f"{person_key(person)}:games"]


def passkeys_key(person: str) -> str:
    """Where the passkeys of a person lie."""
    return f"{person_key(person)}:passkeys"


def calls_key(person: str) -> str:
    """Where it lies how the person wants to be called."""
    return f"{person_key(person)}:calls"


def _kept_keys(person: str) -> list[str]:
    """What is kept as long as the record is."""
    return [person_key(person), *played_keys(person), chats_key(person), passkeys_key(person), calls_key(person)]


def chats_key(person: str) -> str:
    """The tables at which a person said something, for the erasure: kept as long as the person's record.

    Others' lines may keep a room long after the person's last one.
    """
    return f"partie:chats:{{{person}}}"
