"""The secrets of the service, generated once and stored in Redis, so that all nodes and restarts share them.

``signing`` signs session cookies; ``previous`` is the key before it, which is still accepted. ``tables`` derives the
ids of new tables from person and command, and never changes. ``push`` identifies the service to the push services of
browsers (RFC 8292); subscriptions made under the key before it are still served with ``push_before``.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from itsdangerous import BadData, BadSignature, Signer, URLSafeTimedSerializer

from partie.redis import store
from partie.redis.connect import Client

KEY: Final = "partie:keys"

RELOAD_SECONDS: Final = 5.0
"""Minimum seconds between reloads after a bad signature, which may come from a key another node has just created."""

_ROTATE: Final = """
redis.call('HSET', KEYS[1], 'previous', redis.call('HGET', KEYS[1], 'signing'))
redis.call('HSET', KEYS[1], 'signing', ARGV[1])
"""


_ROTATE_PUSH: Final = """
redis.call('HSET', KEYS[1], 'push_before', redis.call('HGET', KEYS[1], 'push'))
redis.call('HSET', KEYS[1], 'push', ARGV[1])
"""


class Pair(NamedTuple):
    """A push key pair: the private half, and the public one as browsers want it. Both base64url of the raw numbers."""

    private: str
    public: str

    @classmethod
    def read(cls, text: str) -> Pair:
        """Parse a stored pair."""
        private, _, public = text.partition(" ")
        return cls(private, public)


def new_pair() -> str:
    """Generate a pair on the curve P-256, as RFC 8292 demands, in its stored form."""
    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_numbers().private_value.to_bytes(32, "big")
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return " ".join(base64.urlsafe_b64encode(half).decode().rstrip("=") for half in (private, public))


class Keys:
    """The secrets. They are available once :meth:`load` has been awaited."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._signer = Signer(b"")
        self._sealer = URLSafeTimedSerializer(b"")
        self.pairs: tuple[Pair, ...] = ()
        """The push key pairs, the current one first."""
        self._tables = b""
        self._loaded_at = 0.0

    async def load(self) -> None:
        """Read the secrets, and generate those that do not exist yet."""
        for name in ("signing", "tables"):
            await self._redis.hsetnx(KEY, name, secrets.token_hex(32))
        if not await self._redis.hexists(KEY, "push"):
            await self._redis.hsetnx(KEY, "push", new_pair())
        await self._read()

    async def _read(self) -> None:
        names = ["previous", "signing", "tables", "push", "push_before"]
        previous, signing, tables, *pairs = map(store.text, await self._redis.hmget(KEY, names))
        # Of several keys the last one signs, and all are accepted.
        keys = [key for key in (previous, signing) if key]
        self._signer = Signer(keys, salt="partie session", digest_method=hashlib.sha256)
        self._sealer = URLSafeTimedSerializer(keys, salt="partie seal", signer_kwargs={"digest_method": hashlib.sha256})
        self.pairs = tuple(Pair.read(pair) for pair in pairs if pair)
        self._tables = tables.encode()
        self._loaded_at = time.monotonic()

    async def rotate(self) -> None:
        """Generate a new signing key. Cookies signed with the previous one stay valid, older ones do not."""
        await store.run(self._redis, _ROTATE, [KEY], secrets.token_hex(32))
        await self._read()

    async def rotate_push(self) -> None:
        """Generate a new push key. Subscriptions under the previous one are still served, older ones are not."""
        await store.run(self._redis, _ROTATE_PUSH, [KEY], new_pair())
        await self._read()

    async def pair(self, public: str) -> Pair | None:
        """The push key pair with that public half, if still valid. Reloads the keys if it is unknown."""
        if all(pair.public != public for pair in self.pairs):
            await self._read()
        return next((pair for pair in self.pairs if pair.public == public), None)

    def seal(self, purpose: str, *values: str) -> str:
        """Values sealed against tampering, in a form fit for URLs."""
        return self._sealer.dumps([purpose, *values])

    async def unseal(self, purpose: str, sealed: str, seconds: int) -> list[str] | None:
        """The sealed values; None if they were sealed for another purpose or longer ago. May reload the keys."""
        values = self._unseal(sealed, seconds)
        if values is None and time.monotonic() - self._loaded_at > RELOAD_SECONDS:
            await self._read()
            values = self._unseal(sealed, seconds)
        return values[1:] if values is not None and values[0] == purpose else None

    def _unseal(self, sealed: str, seconds: int) -> list[str] | None:
        try:
            values: list[str] = self._sealer.loads(sealed, max_age=seconds)
        except BadData:
            return None
        return values

    def sign(self, value: str) -> str:
        """The value with its signature."""
        return self._signer.sign(value).decode("ascii")

    async def unsign(self, signed: str) -> str | None:
        """The value, if its signature is of a valid key, else None. May reload the keys."""
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

    def fingerprint(self, value: str) -> str:
        """A value's fingerprint, from which nobody without the secrets can find it by trying."""
        return store.readable(hmac.digest(self._tables, f"fingerprint: {value}".encode(), "sha256")[:10])

    def table_id(self, person: str, command: str) -> str:
        """The id of the table that a command creates. The same command of the same person gives the same id."""
        return store.readable(hmac.digest(self._tables, f"{person} {command}".encode(), "sha256")[:10])
