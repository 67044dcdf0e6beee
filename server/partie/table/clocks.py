"""The clocks of a table: the time each seat has left, computed from the log's timestamps alone.

A clock runs for every seat that must act and is held by a person; in a simultaneous choice, for each seat that has not
chosen. Bots and freed seats have no running clock. An event charges the time since the previous event.

* Live: a person who ends a turn with a move gets the increment, a bot does not. Undoing that move takes the increment
  back, redoing it gives it again. No undo gives time back, with or without consent: thinking time is spent.
* Days: each decision has its own allowance, which starts when somebody else's action (including a return by consent)
  puts the decision before the seat. After a seat undoes its own moves, the allowance keeps running.
* A seat that is freed, by a timeout or by consent, has a full allowance again, for the person who takes it over. A seat
  that its holder gave to a bot keeps the remaining time.
* Time in which nobody could move is given back by an event of its own (``spared``), as far as it lies between two
  timestamps of the log that are far apart.
"""

from __future__ import annotations

from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from partie.table.hours import DAY, SECOND, Shifts, allowance, counted, reached
from partie.table.values import Days, Live, TimeControl

GAP: Final = 3 * SECOND
"""Minimum silence in milliseconds that can be an outage; events closer together had none between them."""

GAPS: Final = 4
"""Number of long silences that are remembered, for an outage that is reported late."""


class Gap(Struct, frozen=True):
    """A silence of the log, and the seats whose clocks ran during it."""

    since: int
    until: int
    seats: tuple[int, ...]


class Due(Struct, frozen=True, omit_defaults=True):
    """The effect of the newest event on the clocks, applied once its timestamp is known.

    ``gains`` are milliseconds for each seat, ``fresh`` the seats that get a full allowance, ``spare`` the time that is
    not charged, ``rest`` the seat whose vacation begins or ends.
    """

    running: tuple[int, ...] = ()
    gains: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    spare: tuple[int, int] | None = None
    rest: tuple[int, bool] | None = None


class Clocks(Struct, frozen=True, omit_defaults=True):
    """All clocks as of timestamp ``at``, from which those of ``running`` continue.

    ``left`` may be negative while a seat is overdue and has not timed out yet; :func:`remaining` never is. ``rest`` is
    what is left of each seat's vacation, which those in ``resting`` use up by the calendar. ``earned`` are the moves of
    the current run that brought an increment. ``spared`` is the timestamp up to which outages were credited. All in
    milliseconds.
    """

    pace: TimeControl
    zone: Shifts
    left: tuple[int, ...]
    rest: tuple[int, ...]
    at: int = 0
    running: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()
    paused: bool = False
    earned: tuple[int, ...] = ()
    gaps: tuple[Gap, ...] = ()
    spared: int = 0
    due: Due | None = None


def begin(pace: TimeControl, zone: Shifts, seats: int) -> Clocks:
    """Create the clocks of so many seats, with none running yet."""
    vacation = pace.vacation * DAY if isinstance(pace, Days) else 0
    return Clocks(pace, zone, (allowance(pace),) * seats, (vacation,) * seats)


def settled(clocks: Clocks, at: int) -> Clocks:
    """Return the clocks after the newest event, which has the timestamp ``at``."""
    due = clocks.due or Due(clocks.running)
    after = _charged(clocks, at) if clocks.at else replace(clocks, spared=at)
    if due.spare is not None:
        after = _credited(after, *due.spare)
    if due.rest is not None:
        seat, on = due.rest
        others = tuple(other for other in after.resting if other != seat)
        after = replace(after, resting=(*others, seat) if on else others)
    left = list(after.left)
    for seat, gain in enumerate(due.gains):
        left[seat] += gain
    for seat in due.fresh:
        left[seat] = allowance(after.pace)
    gaps = _without(after.gaps, due.fresh)
    return replace(after, left=tuple(left), gaps=gaps, at=at, running=due.running, due=None)


def _without(gaps: tuple[Gap, ...], fresh: tuple[int, ...]) -> tuple[Gap, ...]:
    """Remove the seats that get a full allowance from the silences: nothing from before is given back to them."""
    if not gaps or not fresh:
        return gaps
    rests = (replace(gap, seats=tuple(seat for seat in gap.seats if seat not in fresh)) for gap in gaps)
    return tuple(gap for gap in rests if gap.seats)


def outage_from(clocks: Clocks) -> int:
    """Return the time from which the silence since the newest event can be an outage, and can be given back."""
    return clocks.at + GAP


def _charged(clocks: Clocks, at: int) -> Clocks:
    left, rest = list(clocks.left), list(clocks.rest)
    for seat in clocks.running:
        left[seat] -= counted(clocks.pace, clocks.zone, _from(clocks, seat), at)
    for seat in clocks.resting:
        rest[seat] -= min(rest[seat], at - clocks.at)
    gaps = clocks.gaps
    if at >= outage_from(clocks) and clocks.running:
        awake = tuple(seat for seat in clocks.running if seat not in clocks.resting)
        gaps = (*gaps, Gap(clocks.at, at, awake))[-GAPS:]
    resting = tuple(seat for seat in clocks.resting if rest[seat])
    return replace(clocks, left=tuple(left), rest=tuple(rest), resting=resting, gaps=gaps)


def _from(clocks: Clocks, seat: int) -> int:
    """Return the time from which the seat is charged: not before its vacation is over."""
    return clocks.at + (clocks.rest[seat] if seat in clocks.resting else 0)


def _credited(clocks: Clocks, since: int, until: int) -> Clocks:
    since = max(since, clocks.spared)
    left = list(clocks.left)
    for gap in clocks.gaps:
        for seat in gap.seats:
            left[seat] += counted(clocks.pace, clocks.zone, max(since, gap.since), min(until, gap.until))
    return replace(clocks, left=tuple(left), spared=max(until, clocks.spared))


def remaining(clocks: Clocks, seat: int, now: int) -> int:
    """Return the milliseconds that the seat has left at a timestamp."""
    left = clocks.left[seat]
    if seat in clocks.running:
        left -= counted(clocks.pace, clocks.zone, _from(clocks, seat), now)
    return max(0, left)


def deadline(clocks: Clocks, seat: int) -> int | None:
    """Return the timestamp at which the seat's time runs out; None while its clock does not run."""
    if seat not in clocks.running:
        return None
    return reached(clocks.pace, clocks.zone, _from(clocks, seat), clocks.left[seat])


def next_deadline(clocks: Clocks) -> tuple[int, int] | None:
    """Return the next timestamp at which time runs out, and the seat."""
    return min(((cast("int", deadline(clocks, seat)), seat) for seat in clocks.running), default=None)


def increment(clocks: Clocks) -> int:
    """Return the milliseconds gained at the end of a turn."""
    return clocks.pace.turn * SECOND if isinstance(clocks.pace, Live) else 0
