"""The bodies of requests about notifications."""

from __future__ import annotations

import hashlib
from typing import Annotated

from msgspec import Meta, Struct

from partie.features.notifications.settings import Channel

Url = Annotated[str, Meta(max_length=1024)]


class Keys(Struct, frozen=True):
    """The browser's half of the encryption (RFC 8291), base64url."""

    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{86,88}=?$")]
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22,24}={0,2}$")]


class Subscription(Struct, frozen=True):
    """A browser's push subscription (RFC 8030), in the form of its ``toJSON``."""

    endpoint: Url
    keys: Keys

    @property
    def id(self) -> str:
        """Public identifier of the subscription (its endpoint URL is secret)."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:16]


class Email(Struct, forbid_unknown_fields=True, rename={"email": "mail"}):
    email: str


class Webhook(Struct, forbid_unknown_fields=True):
    url: Url


class Try(Struct, forbid_unknown_fields=True):
    channel: Channel


class Sealed(Struct, forbid_unknown_fields=True):
    token: Annotated[str, Meta(max_length=1024)]
