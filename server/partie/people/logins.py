"""Sign-in names: each belongs to one person, by an index in Redis next to the records of persons.

The index holds no names, only their hashes. Index and record lie in different slots of a cluster, so they are written
one after the other: the index first, then the record, which decides. If the record of an index entry's person lacks
the name, a crash came between the two; after a minute the next person who claims the name gets it.
"""

from __future__ import annotations

import hashlib
import unicodedata
from typing import Final

from partie.people.errors import BadLogin, BadName
from partie.people.persons import Persons, clean_name
from partie.redis import store
from partie.redis.connect import Client

SHORTEST: Final = 2
"""Minimum number of characters of a sign-in name."""

GRACE_MS: Final = 60_000
"""Milliseconds between index and record after which the writer is presumed dead."""

_CLAIM: Final = store.script(__package__, "claim.lua")
_RELEASE: Final = """
if redis.call('HGET', KEYS[1], 'person') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
"""


def clean_login(login: str) -> str:
    """The sign-in name as displayed. Raises :class:`BadLogin`."""
    try:
        cleaned = clean_name(login)
    except BadName as bad:
        raise BadLogin(str(bad).replace("a name", "a sign-in name")) from None
    if len(normal(cleaned)) < SHORTEST:
        raise BadLogin(f"a sign-in name must have at least {SHORTEST} characters")
    if not _of_one_script(unicodedata.normalize("NFKC", cleaned)):
        raise BadLogin("a sign-in name must use one script, so that it cannot imitate another")
    return cleaned


def normal(login: str) -> str:
    """The canonical form of a sign-in name: case, width, ligatures and spaces are ignored.

    Similar letters of different scripts stay different; no name mixes scripts (:func:`clean_login`).
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold())
    folded = "".join(sign for sign in folded if not sign.isspace() and unicodedata.category(sign) != "Cf")
    # Characters that a space separated may combine now.
    return folded if folded == login else normal(folded)


_TOGETHER: Final = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA", "IDEOGRAPHIC"}),
    frozenset({"CJK", "HANGUL"}),
    frozenset({"CJK", "BOPOMOFO"}),
)
"""Scripts that are written together, in Japan, in Korea and on Taiwan."""


def _of_one_script(text: str) -> bool:
    """Whether all letters are of one script, and all digits of that script or the common ones."""
    letters = {_script(sign) for sign in text if unicodedata.category(sign)[0] == "L"}
    digits = {_script(sign) for sign in text if unicodedata.category(sign) == "Nd"}
    scripts = letters | digits - {"DIGIT"}
    return len(scripts) < 2 or any(scripts <= together for together in _TOGETHER)


def _script(sign: str) -> str:
    """The script of a letter or digit, which is how its Unicode name begins; ``DIGIT`` for the common digits."""
    return unicodedata.name(sign, "").removeprefix("EXTENDED ").replace("-", " ").split(" ")[0]


class Logins:
    """The index of sign-in names. Names are in canonical form (:func:`normal`)."""

    def __init__(self, redis: Client, persons: Persons) -> None:
        self._redis = redis
        self._persons = persons

    async def claim(self, login: str, person: str) -> bool:
        """Reserve the name for a person, whose record must be written next; False if another person has it."""
        held = await self._claim(login, person, "")
        if held == person:
            return True
        if (await self._persons.record(held)).get("login_normal") == login:
            return False
        return await self._claim(login, person, held) == person

    async def find(self, login: str) -> str:
        """The person with that name; empty if there is none."""
        return store.text(await self._redis.hget(_key(login), "person"))

    async def release(self, login: str, person: str) -> None:
        """Release the name, if it is the person's."""
        await store.run(self._redis, _RELEASE, [_key(login)], person)

    async def _claim(self, login: str, person: str, dangling: str) -> str:
        return store.text(await store.run(self._redis, _CLAIM, [_key(login)], person, dangling, GRACE_MS))


def mark(login: str) -> str:
    """A canonical sign-in name as used in Redis keys: hashed, so that nobody can read it there."""
    return hashlib.sha256(login.encode()).hexdigest()


def _key(login: str) -> str:
    return f"partie:login:{mark(login)}"
