"""The schedule: which notifications are due, as a pure function of demands, claims, settings and the time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from partie.features.notifications.demands import Demand, Kind
from partie.features.notifications.settings import Channel, Settings, loud_from

LEAST: Final[dict[Channel, int]] = {"push": 10_000, "mail": 120_000, "webhook": 10_000}
"""Milliseconds for which a demand must last before it is notified: a person who just reloads a page needs nothing."""


class Notification(Struct, frozen=True):
    """A demand of a table on a person since ``at`` (milliseconds). ``seen``: the person has looked at it."""

    table: str
    kind: Kind
    ask: int
    at: int
    seen: bool = False

    @property
    def wants(self) -> Demand:
        return Demand(self.kind, self.ask)


class Claim(NamedTuple):
    """A claim, made before sending: while it exists, the notification is not sent again on that channel."""

    channel: Channel
    table: str
    kind: Kind
    ask: int


class Plan(NamedTuple):
    """The notifications to send now, and the time of the next check; None if there is nothing to wait for."""

    due: dict[Channel, tuple[Notification, ...]]
    next_check: int | None


def claim_of(channel: Channel, notification: Notification) -> Claim:
    """The claim of a notification on a channel."""
    return Claim(channel, notification.table, notification.kind, notification.ask)


def plan(
    notifications: Iterable[Notification],
    claimed: Iterable[Claim],
    settings: Settings,
    channels: Iterable[Channel],
    now: int,
) -> Plan:
    """The notifications that are due on the channels that are set up.

    A channel is due when its oldest notification has lasted for the chosen interval, and then sends all that have
    lasted long enough. During quiet hours it waits for their end.
    """
    waiting = [notification for notification in notifications if not notification.seen]
    done = frozenset(claimed)
    due: dict[Channel, tuple[Notification, ...]] = {}
    checks: list[int] = []
    for channel in channels:
        wish = settings.wish(channel)
        mine = [
            notification
            for notification in waiting
            if notification.kind in wish.kinds and claim_of(channel, notification) not in done
        ]
        ripe = [notification for notification in mine if notification.at + LEAST[channel] <= now]
        pause = max(LEAST[channel], wish.every * 60_000)
        if ripe and min(notification.at for notification in ripe) + pause <= now and loud_from(settings, now) == now:
            due[channel] = tuple(sorted(ripe, key=lambda notification: (notification.at, notification.table)))
            mine = [notification for notification in mine if notification not in ripe]
        if mine:
            checks.append(loud_from(settings, max(now, min(notification.at for notification in mine) + pause)))
    return Plan(due, min(checks, default=None))


def by_channel(
    claims: Iterable[Claim], due: Mapping[Channel, tuple[Notification, ...]]
) -> dict[Channel, tuple[Notification, ...]]:
    """The part of what is due that has been claimed."""
    mine = frozenset(claims)
    found = {
        channel: tuple(notification for notification in notifications if claim_of(channel, notification) in mine)
        for channel, notifications in due.items()
    }
    return {channel: notifications for channel, notifications in found.items() if notifications}
