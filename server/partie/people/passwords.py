"""Passwords: hashed and compared by argon2id, in a thread of their own, a few at a time."""

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
"""Characters of a password."""

WAITING: Final = 32
"""Passwords in work at a time on a node; who comes then is told to come again."""

_RETRY_MS: Final = 2000

_HASHER: Final = PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)
"""What OWASP's cheat sheet on storing passwords names first (46 MiB, one pass, one lane): the least work of its kind,
for beside it games go on."""


def check_password(password: str, *others: str) -> str:
    """The password in one Unicode form. Raises :class:`BadPassword` if it is too short, too long or one of others."""
    plain = _plain(password)
    if not SHORTEST <= len(plain) <= LONGEST:
        raise BadPassword(f"a password has {SHORTEST} to {LONGEST} characters")
    if plain.casefold() in {other.casefold() for other in others}:
        raise BadPassword("a password is not the name")
    return plain


class Passwords:
    """The hashing of one node."""

    def __init__(self) -> None:
        # One at a time: a second core is for the moves.
        self._pool = ThreadPoolExecutor(1, "passwords")
        self._waiting = 0
        self._nobody = ""

    async def hash(self, password: str) -> str:
        """The hash to be stored, with its salt and its parameters."""
        return await self._work(_HASHER.hash, _plain(password))

    async def verify(self, stored: str, password: str) -> bool:
        """Whether it is the password of a stored hash; with an empty one it is not, which takes as long to say."""
        if not stored and not self._nobody:
            self._nobody = await self.hash("nobody's")
        fits = await self._work(_fits, stored or self._nobody, _plain(password))
        return fits and bool(stored)

    @staticmethod
    def outdated(stored: str) -> bool:
        """Whether the hash was made with other parameters than are used now."""
        return _HASHER.check_needs_rehash(stored)

    async def _work(self, work: Callable[..., T], *words: str) -> T:
        if self._waiting >= WAITING:
            raise TooMany("many people sign in at this moment", _RETRY_MS)
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
