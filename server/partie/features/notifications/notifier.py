"""Notifies people who are not looking at the table that waits for them.

Every node stores the demands of its awake tables on people, and whether they are looking. The node that finds a
notification due checks the table once more, claims the notification and sends it; nothing can be claimed twice. Only
people who have set up a channel are stored, so nobody else costs anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Final
from urllib.parse import urlsplit

import structlog

from partie import tasks
from partie.cluster.messages import ReachableChanged
from partie.delivery.sending import NotSent
from partie.features.notifications import push, webhook
from partie.features.notifications.book import Book, Due
from partie.features.notifications.contacts import Browser, ContactBook, Contacts
from partie.features.notifications.demands import INVITED, Demand, wanted
from partie.features.notifications.mailer import NotificationMailer
from partie.features.notifications.outside import Outside
from partie.features.notifications.plan import Notification, by_channel, claim_of, plan
from partie.features.notifications.settings import CHANNELS, Channel
from partie.features.notifications.texts import Item, game_name
from partie.features.presence.api import persons
from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.live.errors import TableGone
from partie.live.observer import LiveTable, Observer
from partie.live.subscribers import Subscriber
from partie.logs import log_and_continue
from partie.redis import store
from partie.table import Table
from partie.tasks import wait

NOTE_SECONDS: Final = 1.0
"""Minimum interval between writes; the first write after an idle period is immediate."""

TICK_SECONDS: Final = 2.0
"""Seconds between two checks of what is due."""

RELOAD_SECONDS: Final = 300.0
"""Seconds between full reloads of who is reachable, because messages between nodes may be lost."""

AGAIN_MS: Final = 30_000
"""Milliseconds before a table that cannot be read now is checked again."""

MOST_SENDING: Final = 500
"""Maximum number of messages that one node is sending. Beyond it, what is due is left to other nodes, or to later."""

STOP_SECONDS: Final = 5.0
"""Maximum seconds that a stopping node waits for the messages it is sending."""

_log = structlog.get_logger(__name__)


async def _no_invitation(_: str, __: Table) -> bool:
    return False


class Notifier(Observer):
    """Notifies the people of one node's tables who are not looking at them."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.book = Book(core.redis)
        self.contacts = ContactBook(core.redis)
        self.mailer = NotificationMailer(core.settings)
        self.outside = Outside(private=core.settings.allow_private_webhooks)
        self._reachable: set[str] = set()
        self._noted: dict[str, dict[str, tuple[Demand | None, bool]]] = {}
        self._unnoted: dict[str, bool] = {}
        """Tables to store, and for each whether its log was found shorter than it had been."""
        self._news = asyncio.Event()
        self._noting = asyncio.Lock()
        self._sending: set[asyncio.Task[None]] = set()
        self.invitation: Callable[[str, Table], Awaitable[bool]] = _no_invitation
        """Whether a person is still invited to a table by name. May raise errors of Redis."""
        core.bus.listen(ReachableChanged, self._hear)

    # --- from the tables ------------------------------------------------------------------------------------------

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        if self._reachable:
            self._unnoted[live.id] = rewound or self._unnoted.get(live.id, False)
            self._news.set()

    def entered(self, live: LiveTable, subscriber: Subscriber, *, again: bool) -> None:
        # Somebody may see it who did not before.
        self.advanced(live)

    def visibility_changed(self, connection: Connection) -> None:
        """Handle that a page has become visible or hidden."""
        if connection.page_visible and connection.table is not None:
            self.advanced(connection.table)

    def slept(self, table: str) -> None:
        self._noted.pop(table, None)

    async def invited(self, person: str, table: str, *, seen: bool) -> None:
        """Store an invitation of the person by name; ``seen``: the person sees it. Raises errors of Redis."""
        if person in self._reachable:
            # It comes from no event of the table: any demand of the table itself is newer.
            await self.book.note(person, table, 0, INVITED, seen=seen)

    async def changed(self, person: str) -> None:
        """Notify all nodes whether the person is reachable, after a change of channels. Raises errors of Redis."""
        written: bool | None = None
        # Another change may come between reading and writing.
        while written != (reachable := bool((await self.contacts.of(person)).channels)):
            await self.book.reach(person, reachable=reachable)
            written = reachable

    def _hear(self, message: ReachableChanged) -> None:
        if message.reachable:
            self._reach(message.person)
        else:
            self._reachable.discard(message.person)

    def _reach(self, person: str) -> None:
        self._reachable.add(person)
        for live in list(self._core.tables.awake.values()):
            if live.newest.seat_of(person) is not None:
                self.advanced(live)

    # --- periodic work --------------------------------------------------------------------------------------------

    def loops(self) -> tuple[Callable[[], Coroutine[Any, Any, None]], ...]:
        """The periodic work, each function to be run until cancelled."""
        return self._learn, self._note, self._tick

    async def stop(self) -> None:
        """Write what is not stored yet, send what is claimed, and close the connections."""
        await self.note()
        if self._sending:
            await asyncio.wait(self._sending, timeout=STOP_SECONDS)
        await tasks.end(self._sending)
        await self.outside.aclose()

    async def _learn(self) -> None:
        never = asyncio.Event()
        while True:
            with log_and_continue("reachable"):
                await self.learn()
            await wait(never, RELOAD_SECONDS)

    async def learn(self) -> None:
        """Load the set of reachable persons."""
        before = set(self._reachable)
        try:
            found = {person async for person in self.book.reachable()}
        except store.UNAVAILABLE as error:
            self._failed("reachable", error)
            return
        for person in found - self._reachable:
            self._reach(person)
        # Except those who were announced meanwhile.
        self._reachable -= before - found

    async def _note(self) -> None:
        while True:
            await self._news.wait()
            with log_and_continue("calls_noted"):
                await self.note()
            await asyncio.sleep(NOTE_SECONDS)

    async def note(self) -> None:
        """Store the demands of tables that have changed."""
        async with self._noting:
            self._news.clear()
            unnoted, self._unnoted = self._unnoted, {}
            for table, back in unnoted.items():
                live = self._core.tables.awake.get(table)
                if live is None:
                    continue
                try:
                    await self._note_table(live, back=back)
                except store.UNAVAILABLE as error:
                    self._failed("note", error)
                    self.advanced(live, rewound=back)
                except Exception:  # an error at one table must not stop the others
                    _log.exception("note_failed", table=table)

    async def _note_table(self, live: LiveTable, *, back: bool) -> None:
        """Store the table's demands on reachable persons, except those already stored."""
        newest, noted = live.newest, self._noted.get(live.id, {})
        connections = (one for one in live.subscribers if isinstance(one, Connection))
        watching = {one.person for one in connections if one.page_visible}
        # People looking at a table that has not started need no notification of an invitation to it.
        guests = watching if newest.phase == "open" else ()
        concerned = sorted(self._reachable & {*persons(newest), *noted, *guests})
        if not concerned:
            return
        self._noted[live.id] = noted
        asks = wanted(newest, live.history.pending(newest), self._core.clock.now())
        for person in concerned:
            ask, before = asks.get(person), noted.get(person)
            seen = ask is not None and (person in watching or before == (ask, True))
            if back or before != (ask, seen):
                await self.book.note(person, live.id, newest.seq, ask, seen=seen, back=back)
                noted[person] = (ask, seen)

    # --- sending what is due --------------------------------------------------------------------------------------

    async def _tick(self) -> None:
        never = asyncio.Event()
        while True:
            await wait(never, TICK_SECONDS)
            if self._reachable:
                with log_and_continue("calls"):
                    await self.tick()

    async def tick(self) -> None:
        """Start sending what is due, without waiting for it; nothing if too many messages are under way."""
        if len(self._sending) > MOST_SENDING:
            return
        try:
            for due in await self.book.take_due():
                await self._check_one(due)
        except store.UNAVAILABLE as error:
            self._failed("look", error)

    async def _check_one(self, due: Due) -> None:
        """Check one person. Its errors must not stop the others' notifications."""
        try:
            await self._check(due)
        except store.UNAVAILABLE:
            raise
        except Exception:
            _log.exception("call_failed", person=due.person)

    async def _check(self, due: Due) -> None:
        """Send the person what is due now, and schedule the next check."""
        person, now = due.person, due.now
        page, contacts = await self.book.page(person), await self.contacts.of(person)
        channels = self._channels(person, contacts)
        first = plan(page.notifications, page.claimed, contacts.settings, channels, now)
        asked = {notification for notifications in first.due.values() for notification in notifications}
        tables, gone, later = await self._stand(person, asked)
        ready = {
            channel: tuple(notification for notification in notifications if notification in tables)
            for channel, notifications in first.due.items()
        }
        claims = [
            claim_of(channel, notification)
            for channel, notifications in ready.items()
            for notification in notifications
        ]
        if claims:
            standing = page.claimed & {
                claim_of(channel, notification) for channel in CHANNELS for notification in page.notifications
            }
            mine = by_channel(await self.book.claim(person, claims, standing), ready)
            for channel, notifications in mine.items():
                self._spawn(
                    self._send(
                        person,
                        contacts,
                        channel,
                        {notification: tables[notification] for notification in notifications},
                    )
                )
        left = [notification for notification in page.notifications if notification not in gone]
        again = plan(left, page.claimed | set(claims), contacts.settings, channels, now).next_check
        if later:
            again = now + AGAIN_MS
        await self.book.settle(
            due, again, [(notification.table, page.notifications[notification]) for notification in gone]
        )

    def _channels(self, person: str, contacts: Contacts) -> tuple[Channel, ...]:
        """The channels on which the person can be notified now."""
        if self._core.bans.banned(person, None) is not None:
            return ()
        return tuple(channel for channel in contacts.channels if channel != "mail" or self.mailer.offered)

    async def _stand(
        self, person: str, notifications: Iterable[Notification]
    ) -> tuple[dict[Notification, Table], list[Notification], bool]:
        """Check notifications: those still valid, with their tables, those no longer, and whether some are unknown."""
        tables: dict[Notification, Table] = {}
        gone: list[Notification] = []
        later = False
        for notification in notifications:
            try:
                live = await self._core.tables.get(notification.table)
                known = await live.compare()
            except TableGone as error:
                # A newer node may be able to read the table.
                if error.code in ("unavailable", "newer"):
                    later = True
                else:
                    gone.append(notification)
                continue
            if not known:
                later = True
            elif await self._wants(live.newest, person, notification.wants):
                tables[notification] = live.newest
            else:
                gone.append(notification)
                self._drop(notification)
        return tables, gone, later

    async def _wants(self, table: Table, person: str, ask: Demand) -> bool:
        """Whether the table still wants that of the person; never while moderators have closed it."""
        live = self._core.tables.awake.get(table.id)
        if live is None or self._core.tables.hooks.closed(table.id):
            return False
        if ask == INVITED:
            return await self.invitation(person, table)
        return wanted(table, live.history.pending(table), self._core.clock.now()).get(person) == ask

    def _drop(self, notification: Notification) -> None:
        """Store the table's demands again, after a stored one was wrong or has lapsed without an event."""
        self._core.metrics.calls_dropped.inc()
        self._noted.pop(notification.table, None)
        if notification.table in self._core.tables.awake:
            self.advanced(self._core.tables.awake[notification.table])

    # --- delivery -------------------------------------------------------------------------------------------------

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        tasks.report(task)

    async def settled(self) -> None:
        """Wait until nothing is being sent."""
        while self._sending:
            await asyncio.wait(self._sending)

    async def _send(
        self, person: str, contacts: Contacts, channel: Channel, notifications: dict[Notification, Table]
    ) -> None:
        try:
            items = [
                await self._item(person, contacts, notification, table) for notification, table in notifications.items()
            ]
            if channel == "mail":
                await self.mailer.send(contacts.email, f"{person}.{contacts.stop}", items, contacts.settings.language)
            elif channel == "webhook":
                origin = self.origin(contacts)
                await webhook.send(self.outside, contacts.webhook, items, contacts.settings.language, origin)
            else:
                payloads = [push.payload(item, contacts.settings.language) for item in items]
                sending = [self._push(person, contacts, one, payloads) for one in contacts.browsers.values()]
                for failed in await asyncio.gather(*sending):
                    self._core.metrics.calls_sent.labels("push", "sent" if failed is None else failed.why).inc()
        except NotSent as failed:
            self._core.metrics.calls_sent.labels(channel, failed.why).inc()
            # Without the address, which is secret.
            _log.warning("call_not_sent", channel=channel, why=failed.why)
        else:
            if channel != "push":
                self._core.metrics.calls_sent.labels(channel, "sent").inc()

    async def try_push(self, person: str, contacts: Contacts) -> None:
        """Send a test message to all browsers of the person. Raises :class:`NotSent` if it reaches none."""
        payload = [push.payload_of_try(contacts.settings.language)]
        sending = [self._push(person, contacts, one, payload) for one in contacts.browsers.values()]
        failures = await asyncio.gather(*sending)
        failed = next((one for one in failures if one is not None), None)
        if failed is not None and None not in failures:
            raise failed

    async def _push(self, person: str, contacts: Contacts, browser: Browser, payloads: list[bytes]) -> NotSent | None:
        """Send to a browser. Returns the error if that failed. A browser unknown to its push service is removed."""
        try:
            keys, subject = self._core.people.keys, self._subject(contacts)
            await push.send(self.outside, browser, keys, payloads, subject)
        except NotSent as failed:
            _log.warning("call_not_sent", channel="push", why=failed.why)
            if failed.why == "gone":
                await self.drop_browser(person, browser.subscription.id)
                self._core.metrics.push_removed.inc()
            return failed
        return None

    async def drop_browser(self, person: str, browser: str) -> bool:
        """Stop notifying a browser; False if it was not notified. Raises errors of Redis."""
        dropped = await self.contacts.drop_browser(person, browser)
        await self.changed(person)
        return dropped

    async def _item(self, person: str, contacts: Contacts, notification: Notification, table: Table) -> Item:
        others = [other for other in persons(table) if other != person]
        try:
            names = await self._core.people.names(others)
        except store.UNAVAILABLE:
            names = {}
        game = game_name(self._core.registry, table.game, contacts.settings.language)
        return Item(table.id, game, tuple(names[one] for one in others if one in names), notification.kind)

    def origin(self, contacts: Contacts) -> str:
        """The URL that links in notifications point to."""
        return self.mailer.origin or contacts.origin

    def _subject(self, contacts: Contacts) -> str:
        """The contact of the service for push services."""
        return f"https://{urlsplit(self.origin(contacts)).hostname or 'localhost'}"

    def _failed(self, work: str, error: Exception) -> None:
        self._core.metrics.redis_errors.labels(f"calls_{work}").inc()
        _log.warning("redis_unavailable", work=f"calls_{work}", error=repr(error))
