"""Persons: a random id that stands in logs, and one record that holds the name and can be changed or erased."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterable
from typing import Final

from server import store
from server.people.errors import BadName
from server.redis.connect import Client

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
        await store.keep(self._redis, _key(person), KEPT_SECONDS, name=name, made=int(time.time()))
        return person

    async def name(self, person: str) -> str:
        """The present name; empty if there is no such person (any more)."""
        return store.text(await self._redis.hget(_key(person), "name"))

    async def names(self, persons: Iterable[str]) -> dict[str, str]:
        """The present names; persons without a record are left out."""
        wanted = list(dict.fromkeys(persons))
        pipeline = self._redis.pipeline(transaction=False)
        for person in wanted:
            pipeline.hget(_key(person), "name")
        found = await pipeline.execute() if wanted else []
        return {person: store.text(name) for person, name in zip(wanted, found, strict=True) if name}

    async def rename(self, person: str, name: str) -> bool:
        """Change the name; False if there is no such person."""
        # In one step, so that a person who is being forgotten does not come back as a name without an expiry.
        return bool(await store.run(self._redis, _RENAME, [_key(person)], name))

    async def touch(self, person: str) -> None:
        """The person has come: keep the record from now on as long as ever."""
        await self._redis.expire(_key(person), KEPT_SECONDS)

    async def erase(self, person: str) -> bool:
        """Erase the record; False if there was none."""
        return bool(await self._redis.delete(_key(person)))


_RENAME: Final = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
"""


def _key(person: str) -> str:
    return f"partie:person:{{{person}}}"
