"""The email addresses of accounts: which are confirmed, whose they are, and the links that were sent there.

A link holds a random token, of which Redis has only the hash. Confirmation and reset links lie in the slot of their
person's record. The index of confirmed addresses, also by hash, does not: it is written before the record, which
decides.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from email.headerregistry import Address
from typing import Final

from partie.clock import Clock
from partie.people.errors import BadEmail
from partie.people.links import Bearer
from partie.people.persons import Persons, epoch_of
from partie.redis import store
from partie.redis.connect import Client
from partie.redis.store import person_key

CONFIRM_SECONDS: Final = 2 * 24 * 3600
"""Lifetime of the link that confirms an address: two days."""

RESET_SECONDS: Final = 3600
"""Lifetime of a link that resets a password: an hour."""

LONGEST: Final = 254
"""Maximum number of characters of an email address."""

_MEANINGFUL: Final = frozenset(",;:<>()[]\\\"'`|")

_TOKEN: Final = re.compile(r"([a-z2-7]{16})\.([A-Za-z0-9_-]{43})")

_SET: Final = store.script(__package__, "set_email.lua")
_ASK: Final = store.script(__package__, "ask_email.lua")
_CONFIRM: Final = store.script(__package__, "confirm_email.lua")
_RESET: Final = store.script(__package__, "reset_link.lua")


def address_of(text: str) -> str:
    """Validate an email address to send to. Raises :class:`BadEmail`."""
    cleaned = text.strip()
    try:
        found = Address(addr_spec=cleaned)
    except Exception as error:  # the parser raises all kinds of errors
        raise BadEmail("this is not an email address") from error
    if not found.username or not found.domain or len(cleaned) > LONGEST:
        raise BadEmail("this is not an email address")
    if not cleaned.isascii() or not cleaned.isprintable() or " " in cleaned or _MEANINGFUL & set(cleaned):
        raise BadEmail("this is not an email address")
    return cleaned


def clean_email(text: str) -> str:
    """The email address without surrounding spaces; may be empty. Raises :class:`BadEmail`."""
    return address_of(text) if text.strip() else ""


def confirmed_email(record: Mapping[str, str]) -> str:
    """The email address of an account's record, if its owner has confirmed it; else empty."""
    email = record.get("mail", "")
    return email if email == record.get("mail_confirmed") else ""


def email_mark(email: str) -> str:
    """An email address as used in Redis keys: hashed, so that nobody can read it there."""
    return hashlib.sha256(email.casefold().encode()).hexdigest()


class Emails:
    """The addresses of accounts. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through."""

    def __init__(self, redis: Client, persons: Persons, clock: Clock) -> None:
        self._redis = redis
        self._persons = persons
        self._clock = clock

    # --- addresses ------------------------------------------------------------------------------------------------

    async def set(self, person: str, email: str) -> bool:
        """Set the address of an account, or none (empty). Another one has to be confirmed, and voids all links.

        False if there is no account.
        """
        keys = [person_key(person), _confirm_key(person), _resets_key(person)]
        before = await store.run(self._redis, _SET, keys, email)
        if before:
            await self._unlist(person, store.text(before))
        return before is not None

    async def ask(self, person: str, email: str) -> str:
        """The token of a link that confirms the address of an account, once; earlier links for it expire."""
        token, hashed = _new_token(person)
        keys = [person_key(person), _confirm_key(person)]
        until = self._clock.now() + CONFIRM_SECONDS * 1000
        await store.run(self._redis, _ASK, keys, email, hashed, until, CONFIRM_SECONDS)
        return token

    async def confirm(self, token: str) -> str:
        """Use up a link and confirm its address, which is returned; empty if the link is not valid."""
        person, hashed = _parts(token)
        if not person:
            return ""
        known, email = map(store.text, await self._redis.hmget(_confirm_key(person), ["token", "mail"]))
        if known != hashed:
            return ""
        await self._redis.sadd(_index_key(email), person)
        keys = [person_key(person), _confirm_key(person)]
        if not await store.run(self._redis, _CONFIRM, keys, hashed, self._clock.now()):
            await self._unlist(person, email)
            return ""
        return email

    async def owners(self, email: str) -> list[str]:
        """The persons whose accounts have this address and have confirmed it, whatever its capitals."""
        listed = sorted(map(store.text, await self._redis.smembers(_index_key(email))))
        wanted = email.casefold()
        return [one for one in listed if confirmed_email(await self._persons.record(one)).casefold() == wanted]

    async def _unlist(self, person: str, email: str) -> None:
        """Remove an address from the index, unless the record says meanwhile that it is the person's."""
        if confirmed_email(await self._persons.record(person)).casefold() != email.casefold():
            await self._redis.srem(_index_key(email), person)

    # --- reset links ----------------------------------------------------------------------------------------------

    async def make_reset(self, person: str, record: Mapping[str, str]) -> str:
        """The token of a link for the confirmed address of a record. It is valid once, while address and epoch last."""
        token, hashed = _new_token(person)
        now = self._clock.now()
        value = f"{now + RESET_SECONDS * 1000} {epoch_of(record)} {confirmed_email(record)}"
        keys = [person_key(person), _resets_key(person)]
        await store.run(self._redis, _RESET, keys, hashed, value, now, RESET_SECONDS)
        return token

    async def reset_of(self, token: str) -> Bearer | None:
        """The person whose password a link resets; None if the link is not valid. It stays valid."""
        person, hashed = _parts(token)
        if not person:
            return None
        until, _, rest = store.text(await self._redis.hget(_resets_key(person), hashed)).partition(" ")
        epoch, _, email = rest.partition(" ")
        if not email or int(until) <= self._clock.now():
            return None
        record = await self._persons.record(person)
        if confirmed_email(record) != email or epoch_of(record) != int(epoch):
            return None
        return Bearer(person, int(epoch))

    async def drop_resets(self, person: str) -> None:
        """Delete all reset links of a person."""
        await self._redis.delete(_resets_key(person))

    # --- erasure --------------------------------------------------------------------------------------------------

    async def erase(self, person: str, record: Mapping[str, str]) -> None:
        """Delete the person's links, and the addresses of the record from the index."""
        for email in {record.get("mail", ""), record.get("mail_confirmed", "")} - {""}:
            await self._redis.srem(_index_key(email), person)
        await self._redis.delete(_confirm_key(person))
        await self.drop_resets(person)


def _new_token(person: str) -> tuple[str, str]:
    """A random token of 256 bits behind the person's id, and its hash."""
    secret = secrets.token_urlsafe(32)
    return f"{person}.{secret}", _hashed(secret)


def _parts(token: str) -> tuple[str, str]:
    """The person of a token and the hash of its secret; both empty if it is none of ours."""
    found = _TOKEN.fullmatch(token)
    return ("", "") if found is None else (found[1], _hashed(found[2]))


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _index_key(email: str) -> str:
    return f"partie:email:{email_mark(email)}"


def _confirm_key(person: str) -> str:
    return f"{person_key(person)}:confirm"


def _resets_key(person: str) -> str:
    return f"{person_key(person)}:resets"
