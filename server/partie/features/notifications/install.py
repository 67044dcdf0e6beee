"""Notifications: who is told by push, email or webhook that a table waits, when nobody is looking at it."""

from __future__ import annotations

from partie.features.notifications.book import Book
from partie.features.notifications.contacts import ContactBook
from partie.features.notifications.notifier import Notifier
from partie.features.notifications.routes import NotificationRoutes
from partie.gateway.core import Core
from partie.redis.connect import Client


async def erase(redis: Client, person: str) -> None:
    """Forget what stands for a person, and how it can be reached."""
    await Book(redis).erase(person)
    await ContactBook(redis).erase(person)


def install(core: Core) -> Notifier:
    """Notify people of tables that wait for them."""
    notifier = Notifier(core)
    core.tables.hooks.observers.append(notifier)
    core.connections.on.visibility.append(notifier.visibility_changed)
    core.life.loops += notifier.loops()
    core.life.stopped.append(notifier.stop)
    core.exports["calls"] = notifier.contacts.of
    core.http += NotificationRoutes(core, notifier).routes()
    return notifier
