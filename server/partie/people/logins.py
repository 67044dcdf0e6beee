"""Sign-in names: each belongs to one person, by an index in Redis beside the records of persons.

The index holds no name, only its hash. Index and record lie in different slots of a cluster, so they are written one
after the other: the index first, then the record, which decides. A name whose holder's record does not bear it was
left by a crash, and after a minute the next who asks for it has it.
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
"""Characters of a sign-in name."""

GRACE_MS: Final = 60_000
"""Milliseconds between index and record after which the writer is taken to be dead."""

_CLAIM: Final = store.script(__package__, "claim.lua")
_RELEASE: Final = """
if redis.call('HGET', KEYS[1], 'person') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
"""


def clean_login(login: str) -> str:
    """The sign-in name as it is shown. Raises :class:`BadLogin`."""
    try:
        cleaned = clean_name(login)
    except BadName as bad:
        raise BadLogin(str(bad).replace("a name", "a sign-in name")) from None
    if len(normal(cleaned)) < SHORTEST:
        raise BadLogin(f"a sign-in name has at least {SHORTEST} characters")
    if not _of_one_script(unicodedata.normalize("NFKC", cleaned)):
        raise BadLogin("a sign-in name is written in one script, so that none looks like another")
    return cleaned


def normal(login: str) -> str:
    """What two spellings of one sign-in name have in common: case, width, ligatures and space do not tell them apart.

    Letters of different scripts that look alike stay different; no name has letters of two (:func:`clean_login`).
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold())
    folded = "".join(sign for sign in folded if not sign.isspace() and unicodedata.category(sign) != "Cf")
    # What was parted by a space may join once more.
    return folded if folded == login else normal(folded)


_TOGETHER: Final = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA", "IDEOGRAPHIC"}),
    frozenset({"CJK", "HANGUL"}),
    frozenset({"CJK", "BOPOMOFO"}),
)
"""Scripts that are written together, in Japan, in Korea and on Taiwan."""


def _of_one_script(text: str) -> bool:
    """Whether all letters are of one script, and all digits of it or those of everybody."""
    letters = {_script(sign) for sign in text if unicodedata.category(sign)[0] == "L"}
    digits = {_script(sign) for sign in text if unicodedata.category(sign) == "Nd"}
    scripts = letters | digits - {"DIGIT"}
    return len(scripts) < 2 or any(scripts <= together for together in _TOGETHER)


def _script(sign: str) -> str:
    """The script of a letter or a digit, with which its name begins: ``DIGIT`` for those of everybody."""
    return unicodedata.name(sign, "").removeprefix("EXTENDED ").replace("-", " ").split(" ")[0]


class Logins:
    """Which person has which sign-in name. Names are normal (:func:`normal`)."""

    def __init__(self, redis: Client, persons: Persons) -> None:
        self._redis = redis
        self._persons = persons

    async def claim(self, login: str, person: str) -> bool:
        """Take the name for the person, whose record is to be written next; False if another has it."""
        held = await self._claim(login, person, "")
        if held == person:
            return True
        if (await self._persons.record(held)).get("login_normal") == login:
            return False
        return await self._claim(login, person, held) == person

    async def find(self, login: str) -> str:
        """Who has the name; empty if nobody has."""
        return store.text(await self._redis.hget(_key(login), "person"))

    async def release(self, login: str, person: str) -> None:
        """Give the name back, if it is the person's."""
        await store.run(self._redis, _RELEASE, [_key(login)], person)

    async def _claim(self, login: str, person: str, dangling: str) -> str:
        return store.text(await store.run(self._redis, _CLAIM, [_key(login)], person, dangling, GRACE_MS))


def mark(login: str) -> str:
    """A normal sign-in name as it stands in keys: nobody reads it there."""
    return hashlib.sha256(login.encode()).hexdigest()


def _key(login: str) -> str:
    return f"partie:login:{mark(login)}"
