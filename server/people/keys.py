"""The service's own secrets, made once in Redis, so that every node and every restart has the same.

``signing`` signs session cookies; ``previous`` is the one before it, which is still believed. ``tables`` makes ids
of new tables out of person and command, and never changes.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import Final

from itsdangerous import BadSignature, Signer

from server import store
from server.redis.connect import Client

KEY: Final = "partie:keys"

RELOAD_SECONDS: Final = 5.0
"""A signature that does not fit may be of a key that another node has just made: looked for this often at most."""

_ROTATE: Final = """
redis.call('HSET', KEYS[1], 'previous', redis.call('HGET', KEYS[1], 'signing'))
redis.call('HSET', KEYS[1], 'signing', ARGV[1])
"""


class Keys:
    """The secrets, once :meth:`load` has been awaited."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._signer = Signer(b"")
        self._tables = b""
        self._loaded_at = 0.0

    async def load(self) -> None:
        """Read the secrets, and make those that nobody has made yet."""
        for name in ("signing", "tables"):
            await self._redis.hsetnx(KEY, name, secrets.token_hex(32))
        await self._read()

    async def _read(self) -> None:
        names = ["previous", "signing", "tables"]
        previous, signing, tables = map(store.text, await self._redis.hmget(KEY, names))
        # Of several keys the last one signs, and all are believed.
        keys = [key for key in (previous, signing) if key]
        self._signer = Signer(keys, salt="partie session", digest_method=hashlib.sha256)
        self._tables = tables.encode()
        self._loaded_at = time.monotonic()

    async def rotate(self) -> None:
        """Make a new signing key. Cookies of the one before stay good, those of older ones end."""
        await store.run(self._redis, _ROTATE, [KEY], secrets.token_hex(32))
        await self._read()

    def sign(self, value: str) -> str:
        """The value with its signature."""
        return self._signer.sign(value).decode("ascii")

    async def unsign(self, signed: str) -> str | None:
        """The value, if one of the keys has signed it."""
        value = self._unsign(signed)
        if value is None and time.monotonic() - self._loaded_at > RELOAD_SECONDS:
            await self._read()
            value = self._unsign(signed)
        return value

    def _unsign(self, signed: str) -> str | None:
        try:
            return self._signer.unsign(signed).decode("ascii")
        except (BadSignature, UnicodeError):
            return None

    def table_id(self, person: str, command: str) -> str:
        """The id of the table that a command makes; the same command of the same person makes the same."""
        return store.readable(hmac.digest(self._tables, f"{person} {command}".encode(), "sha256")[:10])
