"""One-time codes: they sign a person in on another device, or let them set a forgotten password again."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from msgspec import Struct

from partie.redis import store
from partie.redis.connect import Client

GOOD_SECONDS: Final = 600
"""Lifetime of a code for another device: ten minutes."""

RESET_SECONDS: Final = 24 * 3600
"""Lifetime of a code for a new password: a day, because an operator has to pass it on."""

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that are not mistaken for each other when read out or typed."""

LENGTH: Final = 12
"""Characters of a code: 58 random bits. Attempts are limited per address, and few codes are valid at a time."""


class Bearer(Struct, frozen=True):
    """The person a code stands for, and the epoch in which it was created: it is void in any later one."""

    person: str
    epoch: int


class Links:
    """The valid codes of one kind. Redis holds only their hashes."""

    def __init__(self, redis: Client, kind: str = "link", seconds: int = GOOD_SECONDS) -> None:
        self._redis = redis
        self._kind = kind
        self._seconds = seconds

    async def create(self, person: str, epoch: int) -> str:
        """Create a code for a person in an epoch, in groups of four."""
        signs = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        await self._redis.set(self._key(signs), f"{person} {epoch}", ex=self._seconds)
        return "-".join(signs[start : start + 4] for start in range(0, LENGTH, 4))

    async def redeem(self, code: str) -> Bearer | None:
        """Use up a code and return its bearer; None if it is not valid. Exactly one of several attempts succeeds."""
        # One command reads and deletes, so no two attempts can both read it.
        return _bearer(await self._redis.getdel(self._key(_signs(code))))

    async def peek(self, code: str) -> Bearer | None:
        """The bearer of a code, which stays valid; None if it is not."""
        return _bearer(await self._redis.get(self._key(_signs(code))))

    def _key(self, signs: str) -> str:
        return f"partie:{self._kind}:{hashlib.sha256(signs.encode()).hexdigest()}"


def _signs(code: str) -> str:
    return "".join(sign for sign in code.upper() if sign.isalnum())


def _bearer(stored: bytes | str | None) -> Bearer | None:
    person, _, epoch = store.text(stored).partition(" ")
    return Bearer(person, int(epoch or 0)) if person else None
