"""Notifications by web push (RFC 8030): encrypted for the browser (RFC 8291), signed by the service (RFC 8292)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

import msgspec

from partie.delivery.mailer import Language
from partie.delivery.sending import NotSent, persist
from partie.features.notifications.contacts import Browser
from partie.features.notifications.outside import Outside
from partie.features.notifications.texts import Item, table_words, words
from partie.people.keys import Keys, Pair

GOOD_SECONDS: Final = 24 * 3600
"""Seconds for which a push service keeps a notification for a browser that is not running."""

TOKEN_SECONDS: Final = 12 * 3600
"""Lifetime of a signature in seconds; RFC 8292 allows a day."""


def payload(item: Item, language: Language) -> bytes:
    """The data for the service worker: nothing of the game, only the table and what it wants."""
    texts = words(language)
    notification = {
        "title": texts[item.kind][:1].upper() + texts[item.kind][1:],
        "body": table_words(item, language),
        "table": item.table,
    }
    return msgspec.json.encode(notification)


def sealed(browser: Browser, pair: Pair, data: bytes, subject: str) -> tuple[bytes, dict[str, str]]:
    """The encrypted payload and its headers. Takes some milliseconds of CPU time.

    Raises :class:`NotSent` if nothing can be signed for the URL.
    """
    # Imported here because they take long, and would slow down the start.
    from py_vapid import Vapid02, VapidException  # noqa: PLC0415
    from pywebpush import WebPusher  # noqa: PLC0415

    subscription = browser.subscription
    encrypted = WebPusher(msgspec.to_builtins(subscription)).encode(data)["body"]
    parts = urlsplit(subscription.endpoint)
    claims = {
        "sub": subject,
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + TOKEN_SECONDS,
    }
    vapid = Vapid02.from_raw(pair.private.encode())
    # Otherwise the library rejects a hostname of one label as our own.
    vapid.conf["no-strict"] = True
    try:
        signed: dict[str, str] = vapid.sign(claims)
    except VapidException as error:
        raise NotSent("refused", str(error)) from None
    return encrypted, {
        **signed,
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(GOOD_SECONDS),
        "Urgency": "high",
    }


def payload_of_try(language: Language) -> bytes:
    """The data for the service worker in a test message."""
    return msgspec.json.encode({"title": "Partie", "body": words(language)["try"], "table": ""})


async def send(outside: Outside, browser: Browser, keys: Keys, payloads: Sequence[bytes], subject: str) -> None:
    """Send to a browser, one notification per payload. Raises :class:`NotSent`; ``gone``: remove the browser."""
    pair = await keys.pair(browser.key)
    if pair is None:
        raise NotSent("gone", "the browser subscribed with a key that no longer exists")
    endpoint = browser.subscription.endpoint
    for plain in payloads:
        data, headers = await asyncio.to_thread(sealed, browser, pair, plain, subject)
        await persist(lambda data=data, headers=headers: outside.post(endpoint, data, headers))  # type: ignore[misc]
