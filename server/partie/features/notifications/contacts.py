"""Contacts: the channels and settings of a person, stored next to the person's record and living as long."""

from __future__ import annotations

import base64
import secrets
import time
from typing import Final, TypeVar

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import Struct

from partie.features.notifications.bodies import Subscription
from partie.features.notifications.settings import CHANNELS, Channel, Settings, brought_up
from partie.people.persons import calls_key
from partie.redis import store
from partie.redis.connect import Client
from partie.redis.store import person_key
from partie.table.decoding import DECODE_ERRORS

MOST_BROWSERS: Final = 10
"""Maximum number of browsers per person; a further one replaces the oldest."""

T = TypeVar("T")

_PUSH: Final = "push:"


class Browser(Struct, frozen=True):
    """A browser with push: subscribed under the service's key ``key``; ``made`` in Unix seconds."""

    subscription: Subscription
    key: str
    device: str
    made: int


class Contacts(Struct, frozen=True, kw_only=True, rename={"email": "mail"}):
    """The channels and settings of a person. ``origin``: the URL at which the person opened the service, for links.

    ``stop`` is the secret in the unsubscribe links of emails, ``asked`` the email address not yet confirmed.
    """

    settings: Settings = Settings()
    email: str = ""
    asked: str = ""
    webhook: str = ""
    origin: str = ""
    stop: str = ""
    browsers: dict[str, Browser] = {}

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The channels that are set up."""
        there = {"push": bool(self.browsers), "mail": bool(self.email), "webhook": bool(self.webhook)}
        return tuple(channel for channel in CHANNELS if there[channel])


class ContactBook:
    """The contacts of persons. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def of(self, person: str) -> Contacts:
        """The contacts of the person; unreadable parts count as absent."""
        fields = {
            store.text(name): store.text(value)
            for name, value in (await self._redis.hgetall(calls_key(person))).items()
        }
        browsers = {}
        for name, value in fields.items():
            if name.startswith(_PUSH) and (browser := _decoded(value, Browser)) is not None:
                browsers[name.removeprefix(_PUSH)] = browser
        return Contacts(
            settings=brought_up(_decoded(fields.get("settings", ""), Settings) or Settings()),
            email=fields.get("mail", ""),
            asked=fields.get("asked", ""),
            webhook=fields.get("webhook", ""),
            origin=fields.get("origin", ""),
            stop=fields.get("stop", ""),
            browsers=browsers,
        )

    async def set(self, person: str, **fields: str) -> bool:
        """Write fields; an empty value deletes one. False if the person is unknown."""
        words = [word for item in fields.items() for word in item]
        return bool(await store.run(self._redis, _SET, [person_key(person), calls_key(person)], *words))

    async def set_settings(self, person: str, settings: Settings) -> bool:
        """Store the person's settings."""
        return await self.set(person, settings=msgspec.json.encode(settings).decode())

    async def set_email(self, person: str, email: str) -> bool:
        """Store a confirmed email address, or none, with a new secret for unsubscribing; no confirmation is pending."""
        return await self.set(person, mail=email, asked="", stop=secrets.token_urlsafe(18) if email else "")

    async def add_browser(self, person: str, subscription: Subscription, key: str, device: str) -> bool:
        """Add a browser to be notified."""
        browser = Browser(subscription, key, device, int(time.time()))
        there = (await self.of(person)).browsers
        oldest = sorted((one.made, id_) for id_, one in there.items() if id_ != subscription.id)
        for _, id_ in oldest[: max(0, len(oldest) + 1 - MOST_BROWSERS)]:
            await self.drop_browser(person, id_)
        return await self.set(person, **{_PUSH + subscription.id: msgspec.json.encode(browser).decode()})

    async def drop_browser(self, person: str, browser: str) -> bool:
        """Remove a browser; False if it was not notified."""
        return bool(await self._redis.hdel(calls_key(person), _PUSH + browser))

    async def erase(self, person: str) -> None:
        """Delete the person's contacts."""
        await self._redis.delete(calls_key(person))


_SET: Final = """
local ttl = redis.call('PTTL', KEYS[1])
if ttl == -2 then return 0 end
for i = 1, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[2], ARGV[i])
  else redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
end
if ttl == -1 then redis.call('PERSIST', KEYS[2]) else redis.call('PEXPIRE', KEYS[2], ttl) end
return 1
"""


def sound(subscription: Subscription) -> bool:
    """Whether its key can be used to encrypt: a made-up one may be a point that is not on the curve."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _raw(subscription.keys.p256dh))
    except ValueError:
        return False
    return len(_raw(subscription.keys.auth)) == 16


def _raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _decoded(text: str, kind: type[T]) -> T | None:
    """Parse a stored value; None if a newer build wrote it in a way that this one cannot read."""
    try:
        return msgspec.json.decode(text, type=kind)
    except DECODE_ERRORS:
        return None
