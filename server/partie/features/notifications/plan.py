"""Which calls are due: a pure function of what stands, what was seen, what was sent, the settings and the time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from partie.features.notifications.demands import Demand, Kind
from partie.features.notifications.settings import Channel, Settings, loud_from

LEAST: Final[dict[Channel, int]] = {"push": 10_000, "mail": 120_000, "webhook": 10_000}
"""Milliseconds for which a call stands before it is sent: who is only turning a page needs none."""


class Call(Struct, frozen=True):
    """What a table has wanted of a person since ``at`` (milliseconds). ``seen``: the person has looked at it."""

    table: str
    kind: Kind
    ask: int
    at: int
    seen: bool = False

    @property
    def wants(self) -> Demand:
        return Demand(self.kind, self.ask)


class Claim(NamedTuple):
    """What is claimed before it is sent: by its being there, a call is never sent twice on one channel."""

    channel: Channel
    table: str
    kind: Kind
    ask: int


class Plan(NamedTuple):
    """What is to be sent now, and when to check again: None when there is nothing to wait for."""

    due: dict[Channel, tuple[Call, ...]]
    next_check: int | None


def claim_of(channel: Channel, call: Call) -> Claim:
    """The claim of a call on a channel."""
    return Claim(channel, call.table, call.kind, call.ask)


def plan(
    calls: Iterable[Call], claimed: Iterable[Claim], settings: Settings, channels: Iterable[Channel], now: int
) -> Plan:
    """What is due on the channels that are set up.

    A channel speaks when its oldest call has stood for the interval that is wished, and then sends all that have
    stood long enough; in quiet hours it waits for their end.
    """
    waiting = [call for call in calls if not call.seen]
    done = frozenset(claimed)
    due: dict[Channel, tuple[Call, ...]] = {}
    checks: list[int] = []
    for channel in channels:
        wish = settings.wish(channel)
        mine = [call for call in waiting if call.kind in wish.kinds and claim_of(channel, call) not in done]
        ripe = [call for call in mine if call.at + LEAST[channel] <= now]
        pause = max(LEAST[channel], wish.every * 60_000)
        if ripe and min(call.at for call in ripe) + pause <= now and loud_from(settings, now) == now:
            due[channel] = tuple(sorted(ripe, key=lambda call: (call.at, call.table)))
            mine = [call for call in mine if call not in ripe]
        if mine:
            checks.append(loud_from(settings, max(now, min(call.at for call in mine) + pause)))
    return Plan(due, min(checks, default=None))


def by_channel(claims: Iterable[Claim], due: Mapping[Channel, tuple[Call, ...]]) -> dict[Channel, tuple[Call, ...]]:
    """Of what is due that which was claimed."""
    mine = frozenset(claims)
    found = {
        channel: tuple(call for call in calls if claim_of(channel, call) in mine) for channel, calls in due.items()
    }
    return {channel: calls for channel, calls in found.items() if calls}
