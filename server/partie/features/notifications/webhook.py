"""Notifications by webhook, in the format of Discord and compatible services."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from partie.delivery.mailer import Language
from partie.delivery.sending import persist
from partie.features.notifications.outside import Outside
from partie.features.notifications.texts import Item, content, words

_HEADERS: Final = {"Content-Type": "application/json", "User-Agent": "Partie"}

_SUPPRESS_EMBEDS: Final = 1 << 2


def body(text: str) -> bytes:
    """The JSON to post: it mentions nobody, whatever the text says, and shows no link previews."""
    return msgspec.json.encode({"content": text, "allowed_mentions": {"parse": []}, "flags": _SUPPRESS_EMBEDS})


async def send(outside: Outside, url: str, items: Sequence[Item], language: Language, origin: str) -> None:
    """Send notifications. Raises :class:`partie.delivery.sending.NotSent`."""
    data = body(content(items, language, origin))
    await persist(lambda: outside.post(url, data, _HEADERS))


async def send_try(outside: Outside, url: str, language: Language) -> None:
    """Send a test message, without retries. Raises :class:`partie.delivery.sending.NotSent`."""
    await outside.post(url, body(words(language)["try"]), _HEADERS)
