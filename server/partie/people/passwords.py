"""Passwords: hashed and verified with argon2id, in a thread of their own, a few at a time."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from partie.people.errors import BadPassword, TooMany

T = TypeVar("T")

SHORTEST: Final = 8
LONGEST: Final = 256
"""Minimum and maximum number of characters of a password."""

WAITING: Final = 32
"""Maximum length of a node's queue of passwords; further requests must retry."""

_RETRY_MS: Final = 2000

_HASHER: Final = PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)
"""The first choice of OWASP's cheat sheet on password storage (46 MiB, one pass, one lane). It costs the least work
of the options there, which matters because games run on the same machine."""


def check_password(password: str, *others: str) -> str:
    """The password in one Unicode form. Raises :class:`BadPassword`: its length is wrong, or it is in ``others``."""
    plain = _plain(password)
    if not SHORTEST <= len(plain) <= LONGEST:
        raise BadPassword(f"a password must have {SHORTEST} to {LONGEST} characters")
    if plain.casefold() in {other.casefold() for other in others}:
        raise BadPassword("the password must not be the name")
    return plain


class Passwords:
    """The password hashing of one node."""

    def __init__(self) -> None:
        # One thread: the second core is for the moves.
        self._pool = ThreadPoolExecutor(1, "passwords")
        self._waiting = 0
        self._nobody = ""

    async def hash(self, password: str) -> str:
        """The hash to store, with its salt and its parameters."""
        return await self._work(_HASHER.hash, _plain(password))

    async def verify(self, stored: str, password: str) -> bool:
        """Whether a password matches a stored hash. An empty hash never matches, but takes as long."""
        if not stored and not self._nobody:
            self._nobody = await self.hash("nobody's")
        fits = await self._work(_fits, stored or self._nobody, _plain(password))
        return fits and bool(stored)

    @staticmethod
    def outdated(stored: str) -> bool:
        """Whether the hash was created with other parameters than the present ones."""
        return _HASHER.check_needs_rehash(stored)

    async def _work(self, work: Callable[..., T], *words: str) -> T:
        if self._waiting >= WAITING:
            raise TooMany("too many people are signing in right now; try again", _RETRY_MS)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *words)
        finally:
            self._waiting -= 1


def _plain(password: str) -> str:
    return unicodedata.normalize("NFKC", password)


def _fits(stored: str, password: str) -> bool:
    try:
        return _HASHER.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False
