"""The notification settings of a person."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct
from msgspec.structs import replace

from partie.delivery.mailer import Language
from partie.features.notifications.demands import KINDS, Kind

Channel: TypeAlias = Literal["push", "mail", "webhook"]

CHANNELS: Final[tuple[Channel, ...]] = ("push", "mail", "webhook")

Minute = Annotated[int, Meta(ge=0, le=1439, description="Minute of the day in the person's time zone.")]

FIRST_OFFERED: Final[tuple[Kind, ...]] = ("turn", "answer", "seat", "started", "over")
"""The kinds that existed when settings did not yet record which did: before invitations by name."""

_DAY: Final = 1440


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of one channel: its kinds, and the minutes for which they are collected into a message; 0: none."""

    kinds: Annotated[tuple[Kind, ...], Meta(max_length=len(KINDS))] = KINDS
    every: Literal[0, 30, 1440] = 0


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The notification settings. Between ``quiet_from`` and ``quiet_to`` nothing is sent; equal: no quiet hours.

    ``zone`` is a name in the IANA time zone database. ``offered``: the kinds that existed when the settings were made.
    """

    language: Language = "en"
    zone: Annotated[str, Meta(pattern="^[A-Za-z0-9_+/-]{1,64}$")] = "UTC"
    quiet_from: Minute = 0
    quiet_to: Minute = 0
    push: Wish = Wish()
    mail: Wish = Wish(every=30)
    webhook: Wish = Wish()
    offered: Annotated[tuple[Kind, ...], Meta(max_length=len(KINDS))] = FIRST_OFFERED

    def wish(self, channel: Channel) -> Wish:
        """The settings of a channel."""
        wish: Wish = getattr(self, channel)
        return wish


def brought_up(settings: Settings) -> Settings:
    """Add the kinds that are newer than the settings, on every channel where any kind is chosen."""
    new = frozenset(KINDS).difference(settings.offered)
    if not new:
        return settings
    wishes = {channel: _with(settings.wish(channel), new) for channel in CHANNELS}
    return replace(settings, offered=KINDS, **wishes)


def _with(wish: Wish, new: frozenset[Kind]) -> Wish:
    return replace(wish, kinds=tuple(kind for kind in KINDS if kind in new.union(wish.kinds))) if wish.kinds else wish


def zone_of(name: str) -> ZoneInfo | None:
    """The time zone with that name; None if it is unknown here."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def loud_from(settings: Settings, now: int) -> int:
    """The earliest time to send: now, or the end of the quiet hours. In milliseconds."""
    if settings.quiet_from == settings.quiet_to:
        return now
    there = datetime.fromtimestamp(now / 1000, UTC).astimezone(zone_of(settings.zone) or UTC)
    minute = there.hour * 60 + there.minute
    since = (minute - settings.quiet_from) % _DAY
    length = (settings.quiet_to - settings.quiet_from) % _DAY
    if since >= length:
        return now
    return now // 60_000 * 60_000 + (length - since) * 60_000
