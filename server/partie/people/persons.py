"""Persons: a random id that logs use, and one record with the name, which can be changed or deleted."""

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
"""Finds the present names of persons; unknown persons are left out."""

LONGEST_NAME: Final = 40
"""Maximum number of characters of a name; a seat in the lobby shows some twenty of them."""

KEPT_SECONDS: Final = 400 * 24 * 3600
"""Seconds after which an absent guest is forgotten. No browser keeps a cookie longer (RFC 6265bis, 400 days)."""


INVISIBLE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing: the fillers of Hangul, and the Braille pattern without dots."""

MARKS: Final = 4
"""Maximum number of marks on one letter of a name: no script writes more, and a pile of them covers other names."""


def clean_name(name: str) -> str:
    """The name in one Unicode form and with single spaces. Raises :class:`BadName`."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned:
        raise BadName("a name must have at least one visible character")
    if len(cleaned) > LONGEST_NAME:
        raise BadName(f"a name must have at most {LONGEST_NAME} characters")
    # Control characters, marks of writing direction, halves of surrogate pairs, private and unassigned characters.
    # The joiner and non-joiner (Cf as well) are needed by names in several scripts and by emoji.
    if any(unicodedata.category(sign).startswith("C") and sign not in "\u200c\u200d" for sign in cleaned):
        raise BadName("a name must not have control characters")
    if not shows_something(cleaned):
        raise BadName("a name must have at least one visible character")
    if not INVISIBLE.isdisjoint(cleaned):
        raise BadName("a name must not have invisible letters")
    if _most_marks(cleaned) > MARKS:
        raise BadName(f"a name must not have more than {MARKS} marks on one letter")
    return cleaned


def shows_something(text: str) -> bool:
    """Whether any character of a text can be seen."""
    return any(unicodedata.category(sign)[0] not in "CMZ" and sign not in INVISIBLE for sign in text)


def _most_marks(text: str) -> int:
    most = marks = 0
    for sign in text:
        attached = unicodedata.category(sign)[0] == "M"
        # Joiners show nothing, so they part no pile.
        marks = marks + 1 if attached else marks if sign in "\u200c\u200d" else 0
        most = max(most, marks)
    return most


class Persons:
    """The records of persons. Callers clean the names."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def create(self, name: str) -> str:
        """Create a person with that name. Returns the id."""
        person = store.random_id()
        await store.keep(self._redis, person_key(person), KEPT_SECONDS, name=name, made=int(time.time()))
        return person

    async def name(self, person: str) -> str:
        """The present name; empty if the person is unknown."""
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
        """Change the name; False if the person is unknown."""
        # In one step, so that a person who is being forgotten does not reappear as a name without an expiry.
        return bool(await store.run(self._redis, _RENAME, [person_key(person)], name))

    async def record(self, person: str) -> dict[str, str]:
        """All fields of the record; empty if there is none."""
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

    async def settle(self, person: str, login_normal: str, **fields: str) -> int:
        """Turn the record into an account's, which has no expiry. Returns the new epoch.

        0 if the person is unknown, or has another sign-in name already.
        """
        words = (word for item in fields.items() for word in item)
        return int(await store.run(self._redis, _SETTLE, _kept_keys(person), login_normal, *words))

    async def change(self, person: str, field: str, old: str, new: str) -> bool:
        """Change a field of an account's record from ``old`` to ``new`` (empty: absent); False if not ``old``."""
        return bool(await store.run(self._redis, _CHANGE, [person_key(person)], field, old, new))

    async def epoch(self, person: str) -> int:
        """How often the person became an account or set its password; what began in an earlier epoch is void."""
        return int(await self._redis.hget(person_key(person), "epoch") or 0)

    async def set_password(self, person: str, epoch: int, hashed: str) -> int:
        """Set an account's password. Returns the new epoch; 0 if there is no account or its epoch is another."""
        return int(await store.run(self._redis, _BEGIN_EPOCH, [person_key(person)], epoch, hashed))

    async def touch(self, person: str) -> None:
        """Extend the lifetime of the record, because the person is here. An account's record has no expiry anyway."""
        await store.run(self._redis, _TOUCH, _kept_keys(person), KEPT_SECONDS)

    async def erase(self, person: str) -> bool:
        """Delete the record; False if there was none."""
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
return redis.call('HINCRBY', KEYS[1], 'epoch', 1)
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
    """The keys of the games a person has played: their order, and their records."""
    return [f"{person_key(person)}:played", f"{person_key(person)}:games"]


def passkeys_key(person: str) -> str:
    """The key of a person's passkeys."""
    return f"{person_key(person)}:passkeys"


def identities_key(person: str) -> str:
    """The key of the identities elsewhere with which a person signs in."""
    return f"{person_key(person)}:identities"


def calls_key(person: str) -> str:
    """The key of a person's notification settings."""
    return f"{person_key(person)}:calls"


def _kept_keys(person: str) -> list[str]:
    """The keys that live as long as the record does."""
    return [
        person_key(person),
        *played_keys(person),
        chats_key(person),
        passkeys_key(person),
        identities_key(person),
        calls_key(person),
    ]


def chats_key(person: str) -> str:
    """The key of the tables at which a person wrote a message, for erasure: it lives as long as the person's record.

    Other people's messages may keep a chat long after the person's last one.
    """
    return f"partie:chats:{{{person}}}"
