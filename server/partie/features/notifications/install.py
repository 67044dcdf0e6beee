"""Installing notifications."""

from __future__ import annotations

from partie.features.notifications.book import Book
from partie.features.notifications.contacts import ContactBook
from partie.features.notifications.notifier import Notifier
from partie.features.notifications.routes import NotificationRoutes
from partie.gateway.core import Core
from partie.redis.connect import Client


async def erase(redis: Client, person: str) -> None:
    """Delete a person's pending notifications and contacts."""
    await Book(redis).erase(person)
    await ContactBook(redis).erase(person)


def install(core: Core) -> Notifier:
    """Install notifications of tables that wait for people."""
    notifier = Notifier(core)
    core.tables.hooks.observers.append(notifier)
    core.connections.on.visibility.append(notifier.visibility_changed)
    core.life.loops += notifier.loops()
    core.life.stopped.append(notifier.stop)
    core.exports["calls"] = notifier.contacts.of
    core.http += NotificationRoutes(core, notifier).routes()
    return notifier
