"""The time that counts: all of it in a live game, the hours of the daily window in a game with days.

The rules of a time zone change, and a log must mean the same for ever. So the shifts of the zone are looked up once,
when the time control is agreed, for :data:`YEARS` to come, and stored in the event; nothing is looked up here.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from partie.table.values import Days, TimeControl

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

YEARS: Final = 3
"""Number of years after which the window no longer follows the zone."""

NARROWEST: Final = 60
"""Minimum length of the daily window in minutes."""

Shifts: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of a timestamp and the minutes the zone is ahead of UTC from then on, in order; the first also holds before."""


def shifts(pace: TimeControl | None, now: int) -> Shifts:
    """Return the shifts of the time control's zone from now on. Raises :class:`LookupError` for an unknown zone."""
    if not isinstance(pace, Days):
        return ()
    try:
        zone = ZoneInfo(pace.zone)
    except (ValueError, OSError) as error:
        raise LookupError(pace.zone) from error
    first = now // DAY * DAY
    found = [(first, _ahead(zone, first))]
    for day in range(first, first + 366 * YEARS * DAY, DAY):
        if _ahead(zone, day + DAY) != found[-1][1]:
            hours = range(day + HOUR, day + DAY + HOUR, HOUR)
            found.append(next((hour, ahead) for hour in hours if (ahead := _ahead(zone, hour)) != found[-1][1]))
    return tuple(found)


def _ahead(zone: ZoneInfo, at: int) -> int:
    offset = datetime.fromtimestamp(at // SECOND, UTC).astimezone(zone).utcoffset()
    return 0 if offset is None else int(offset.total_seconds()) // 60


def window(pace: Days) -> int:
    """Return how many minutes of a day count."""
    return (pace.closes - pace.opens - 1) % 1440 + 1


def allowance(pace: TimeControl) -> int:
    """Return the milliseconds that a seat starts with: for the game, or for each decision."""
    if isinstance(pace, Days):
        return pace.days * window(pace) * MINUTE
    return pace.game * SECOND


def counted(pace: TimeControl, zone: Shifts, since: int, until: int) -> int:
    """Return how many of the milliseconds between two timestamps count."""
    if until <= since:
        return 0
    if not isinstance(pace, Days):
        return until - since
    total = 0
    for opens, closes in _windows(pace, zone, since):
        if opens >= until:
            break
        total += max(0, min(closes, until) - max(opens, since))
    return total


def reached(pace: TimeControl, zone: Shifts, since: int, left: int) -> int:
    """Return the timestamp at which so many milliseconds have counted since another."""
    if left <= 0:
        return since
    if not isinstance(pace, Days):
        return since + left
    for opens, closes in _windows(pace, zone, since):
        begin = max(opens, since)
        if begin + left <= closes:
            return begin + left
        left -= max(0, closes - begin)
    raise AssertionError("the days never end")


def _windows(pace: Days, zone: Shifts, since: int) -> Iterator[tuple[int, int]]:
    """Yield the windows that end after a timestamp, in order and without overlaps."""
    day = since // DAY - 2
    last = since
    while True:
        opens = _utc(zone, day * DAY + pace.opens * MINUTE)
        closes = _utc(zone, day * DAY + (pace.opens + window(pace)) * MINUTE)
        if closes > last:
            yield max(opens, last), closes
            last = closes
        day += 1


def _utc(zone: Shifts, local: int) -> int:
    """Return the timestamp at which clocks in the zone show so many milliseconds since 1970."""
    minutes = _minutes(zone, local)
    return local - _minutes(zone, local - minutes * MINUTE) * MINUTE


def _minutes(zone: Shifts, at: int) -> int:
    found = zone[0][1] if zone else 0
    for begin, minutes in zone:
        if begin > at:
            break
        found = minutes
    return found
