"""Codes that are good once: they bring a person to another device, or let a forgotten password be set anew."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from msgspec import Struct

from partie.redis import store
from partie.redis.connect import Client

GOOD_SECONDS: Final = 600
"""A code for another device is good for ten minutes."""

RESET_SECONDS: Final = 24 * 3600
"""A code for a new password is good for a day: it is an operator who hands it on."""

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that are not taken for each other when they are read out or typed."""

LENGTH: Final = 12
"""58 random bits. Attempts are limited by address, and few codes are good at a time."""


class Bearer(Struct, frozen=True):
    """Whom a code stands for, and the epoch in which it was made: it is worth nothing in a later one."""

    person: str
    epoch: int


class Links:
    """The codes of one kind that are good now. Redis holds only what a code hashes to."""

    def __init__(self, redis: Client, kind: str = "link", seconds: int = GOOD_SECONDS) -> None:
        self._redis = redis
        self._kind = kind
        self._seconds = seconds

    async def create(self, person: str, epoch: int) -> str:
        """A new code for a person in an epoch, in groups of four."""
        signs = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        await self._redis.set(self._key(signs), f"{person} {epoch}", ex=self._seconds)
        return "-".join(signs[start : start + 4] for start in range(0, LENGTH, 4))

    async def redeem(self, code: str) -> Bearer | None:
        """Whose a code is, which is good no more; None if it was not. Exactly one of several attempts succeeds."""
        # Reading and deleting are one command, so no two attempts can both read it.
        return _bearer(await self._redis.getdel(self._key(_signs(code))))

    async def peek(self, code: str) -> Bearer | None:
        """Whose a code is, which stays good; None if it is not."""
        return _bearer(await self._redis.get(self._key(_signs(code))))

    def _key(self, signs: str) -> str:
        return f"partie:{self._kind}:{hashlib.sha256(signs.encode()).hexdigest()}"


def _signs(code: str) -> str:
    return "".join(sign for sign in code.upper() if sign.isalnum())


def _bearer(stored: bytes | str | None) -> Bearer | None:
    person, _, epoch = store.text(stored).partition(" ")
    return Bearer(person, int(epoch or 0)) if person else None
