"""Codes that bring a person to another device: good once, for ten minutes."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from server import store
from server.redis.connect import Client

GOOD_SECONDS: Final = 600

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that are not taken for each other when they are read out or typed."""

LENGTH: Final = 12
"""58 random bits. Attempts are limited by address, and few codes are good at a time."""


class Links:
    """The codes that are good now. Redis holds only what a code hashes to."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def create(self, person: str) -> str:
        """A new code for a person, in groups of four."""
        signs = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        await self._redis.set(_key(signs), person, ex=GOOD_SECONDS)
        return "-".join(signs[start : start + 4] for start in range(0, LENGTH, 4))

    async def redeem(self, code: str) -> str | None:
        """The person of a code, which is good no more; None if it was not. Exactly one of several attempts succeeds."""
        signs = "".join(sign for sign in code.upper() if sign.isalnum())
        if len(signs) != LENGTH:
            return None
        # Reading and deleting are one command, so no two attempts can both read it.
        return store.text(await self._redis.getdel(_key(signs))) or None


def _key(signs: str) -> str:
    return f"partie:link:{hashlib.sha256(signs.encode()).hexdigest()}"
