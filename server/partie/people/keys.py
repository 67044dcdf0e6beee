"""The secrets of the service, generated once and shared by all nodes and restarts.

They are in a file if the settings name one, so that a copy of Redis's data signs nobody in; else they are in Redis.

``signing`` signs session cookies; ``previous`` is the key before it, which is still accepted. ``tables`` derives the
ids of new tables from person and command, and never changes. ``push`` identifies the service to the push services of
browsers (RFC 8292); subscriptions made under the key before it are still served with ``push_before``.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import os
import secrets
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import msgspec
import structlog
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from itsdangerous import BadData, BadSignature, Signer, URLSafeTimedSerializer

from partie.redis import store
from partie.redis.connect import Client

KEY: Final = "partie:keys"

RELOAD_SECONDS: Final = 5.0
"""Minimum seconds between reloads after a bad signature, which may come from a key another node has just created."""

_logger = structlog.get_logger()

_NAMES: Final = ("previous", "signing", "tables", "push", "push_before")

_ROTATE: Final = """
redis.call('HSET', KEYS[1], ARGV[2], redis.call('HGET', KEYS[1], ARGV[1]))
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
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


def _generated(found: Mapping[str, str]) -> dict[str, str]:
    """New secrets in place of those that are missing."""
    made = {name: secrets.token_hex(32) for name in ("signing", "tables") if not found.get(name)}
    return made if found.get("push") else {**made, "push": new_pair()}


class BadKeysFile(Exception):
    """The file of the secrets cannot be read or written: why, and what to do."""

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(f"cannot use the keys file {file}: {why}")


class Kept(Protocol):
    """A place where the secrets are kept, by their names."""

    async def complete(self) -> None:
        """Generate the secrets that do not exist yet."""
        ...

    async def read(self) -> Mapping[str, str]:
        """The secrets."""
        ...

    async def rotate(self, name: str, before: str, new: str) -> None:
        """Replace a secret, and keep the present one as ``before``."""
        ...


class KeptInRedis:
    """The secrets in Redis."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def complete(self) -> None:
        for name, secret in _generated(await self.read()).items():
            await self._redis.hsetnx(KEY, name, secret)

    async def read(self) -> Mapping[str, str]:
        found = await self._redis.hmget(KEY, list(_NAMES))
        return dict(zip(_NAMES, map(store.text, found), strict=True))

    async def rotate(self, name: str, before: str, new: str) -> None:
        await store.run(self._redis, _ROTATE, [KEY], name, before, new)

    async def forget(self) -> bool:
        """Delete the secrets, and ask Redis to remove them from its files too; False if there were none."""
        if not await self._redis.delete(KEY):
            return False
        with contextlib.suppress(*store.UNAVAILABLE):  # one is under way, or not allowed
            await self._redis.bgrewriteaof()
        return True


class KeptInFile:
    """The secrets in a file that only its owner can read. A new file begins with the secrets in Redis, if any.

    Each change replaces the whole file, so that nobody reads half of one.
    """

    def __init__(self, file: Path, redis: Client) -> None:
        self._file = file
        self._before = KeptInRedis(redis)

    async def complete(self) -> None:
        found = _read(self._file)
        known = await self._before.read() if found is None else found
        if made := _generated(known):
            known = {**known, **made}
        if found is None:
            _write(self._file, known, new=True)
        elif made:
            _write(self._file, known)

    async def read(self) -> Mapping[str, str]:
        found = _read(self._file)
        if found is None:
            raise BadKeysFile(self._file, "it does not exist any more; restore it from a backup")
        return found

    async def rotate(self, name: str, before: str, new: str) -> None:
        found = await self.read()
        _write(self._file, {**found, before: found[name], name: new})


def _read(file: Path) -> dict[str, str] | None:
    """The secrets in a file; None if it does not exist."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadKeysFile(file, error.strerror or str(error)) from None
    except msgspec.DecodeError as error:
        raise BadKeysFile(file, f"it is damaged ({error}); restore it from a backup") from None


def _write(file: Path, found: Mapping[str, str], *, new: bool = False) -> None:
    """Write the secrets. A ``new`` file is not written if another process was quicker."""
    content = msgspec.json.format(msgspec.json.encode({name: found[name] for name in _NAMES if found.get(name)}))
    try:
        descriptor, draft = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".new", dir=file.parent)
        try:
            with open(descriptor, "wb") as writing:
                writing.write(content + b"\n")
                writing.flush()
                os.fsync(descriptor)
            if new and _linked(draft, file):
                os.unlink(draft)
            else:
                os.replace(draft, file)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(draft)
            raise
        _sync(file.parent)
    except OSError as error:
        raise BadKeysFile(file, error.strerror or str(error)) from None


def _linked(draft: str, file: Path) -> bool:
    """Let a file have a draft's content, unless it exists; False if the file system cannot do that."""
    try:
        os.link(draft, file)
    except FileExistsError:
        pass
    except OSError:
        return False
    return True


def _sync(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


async def move_out(redis: Client, file: str) -> bool:
    """Move the secrets from Redis to a file, unless that was done; False if there were none in Redis.

    Raises :class:`BadKeysFile`, and redis-py's errors.
    """
    await KeptInFile(Path(file), redis).complete()
    return await KeptInRedis(redis).forget()


class Keys:
    """The secrets. They are available once :meth:`load` has been awaited. ``file``: where they are, if not in Redis."""

    def __init__(self, redis: Client, file: str = "") -> None:
        self._kept: Kept = KeptInFile(Path(file), redis) if file else KeptInRedis(redis)
        self._signer = Signer(b"")
        self._sealer = URLSafeTimedSerializer(b"")
        self.pairs: tuple[Pair, ...] = ()
        """The push key pairs, the current one first."""
        self._tables = b""
        self._loaded_at = 0.0

    async def load(self) -> None:
        """Read the secrets, and generate those that do not exist yet. Raises :class:`BadKeysFile`."""
        await self._kept.complete()
        await self._read()

    async def _read(self) -> None:
        found = await self._kept.read()
        previous, signing, tables, *pairs = (found.get(name, "") for name in _NAMES)
        # Of several keys the last one signs, and all are accepted.
        keys = [key for key in (previous, signing) if key]
        self._signer = Signer(keys, salt="partie session", digest_method=hashlib.sha256)
        self._sealer = URLSafeTimedSerializer(keys, salt="partie seal", signer_kwargs={"digest_method": hashlib.sha256})
        self.pairs = tuple(Pair.read(pair) for pair in pairs if pair)
        self._tables = tables.encode()
        self._loaded_at = time.monotonic()

    async def _reload(self) -> None:
        """Read the secrets again; they stay as they are if that fails."""
        self._loaded_at = time.monotonic()
        try:
            await self._read()
        except BadKeysFile:
            _logger.exception("keys_not_read")

    async def rotate(self) -> None:
        """Generate a new signing key. Cookies signed with the previous one stay valid, older ones do not."""
        await self._kept.rotate("signing", "previous", secrets.token_hex(32))
        await self._read()

    async def rotate_push(self) -> None:
        """Generate a new push key. Subscriptions under the previous one are still served, older ones are not."""
        await self._kept.rotate("push", "push_before", new_pair())
        await self._read()

    async def pair(self, public: str) -> Pair | None:
        """The push key pair with that public half, if still valid. Reloads the keys if it is unknown."""
        if all(pair.public != public for pair in self.pairs):
            await self._reload()
        return next((pair for pair in self.pairs if pair.public == public), None)

    def seal(self, purpose: str, *values: str) -> str:
        """Values sealed against tampering, in a form fit for URLs."""
        return self._sealer.dumps([purpose, *values])

    async def unseal(self, purpose: str, sealed: str, seconds: int) -> list[str] | None:
        """The sealed values; None if they were sealed for another purpose or longer ago. May reload the keys."""
        values = self._unseal(sealed, seconds)
        if values is None and time.monotonic() - self._loaded_at > RELOAD_SECONDS:
            await self._reload()
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
            await self._reload()
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
