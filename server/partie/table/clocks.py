"""The clocks of a table: what each seat has left, as the stamps of the log tell and nothing else.

A clock runs for every seat that must act and that a person holds, so in a simultaneous choice for each who has not
chosen; bots and freed seats have none running. An event charges what has passed since the event before it.

* Live: a person who ends a turn by a move gets the increment, a bot does not. Taking that move back takes the
  increment back, making it again gives it again. No undo gives time back, neither one's own nor one by consent: what
  was thought is thought.
* Days: each decision has its own allowance, which begins when somebody else's deed puts the decision before the seat, a
  return by consent among them. Taking one's own moves back goes on with the allowance that ran.
* A seat that is freed, by its flag or by consent, has a whole allowance again, for whoever takes it over. One that
  somebody gave to a bot has what was left of it.
* Time in which nobody could move is given back by an event of its own (``spared``), as far as it lies between two
  stamps of the log that are far apart.
"""

from __future__ import annotations

from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from partie.table.hours import DAY, SECOND, Shifts, allowance, counted, reached
from partie.table.values import Days, Live, TimeControl

GAP: Final = 3 * SECOND
"""Events closer than so many milliseconds to each other had no outage between them."""

GAPS: Final = 4
"""How many of the last long silences are remembered, for an outage that is told of late."""


class Gap(Struct, frozen=True):
    """A silence of the log, and whose clocks ran in it."""

    since: int
    until: int
    seats: tuple[int, ...]


class Due(Struct, frozen=True, omit_defaults=True):
    """What the newest event does to the clocks, once its stamp is known.

    ``gains`` are milliseconds for each seat, ``fresh`` the seats that begin with a whole allowance, ``spare`` the time
    that is not to be charged, ``rest`` whose vacation begins or ends.
    """

    running: tuple[int, ...] = ()
    gains: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    spare: tuple[int, int] | None = None
    rest: tuple[int, bool] | None = None


class Clocks(Struct, frozen=True, omit_defaults=True):
    """All clocks as they stand at stamp ``at``, from which on those of ``running`` go on.

    ``left`` may be below nothing while a seat is overdue and not flagged yet; :func:`remaining` never is. ``rest`` is
    what is left of each seat's vacation, which those in ``resting`` use up by the calendar. ``earned`` are the moves of
    the present run that brought an increment. ``spared`` is the stamp up to which outages were looked at. All in
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
    """The clocks of so many seats, none of which runs yet."""
    vacation = pace.vacation * DAY if isinstance(pace, Days) else 0
    return Clocks(pace, zone, (allowance(pace),) * seats, (vacation,) * seats)


def settled(clocks: Clocks, at: int) -> Clocks:
    """The clocks after the newest event, which the log stamped ``at``."""
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
    """The silences but for the seats that begin anew: nothing of what they had before is given back to them."""
    if not gaps or not fresh:
        return gaps
    rests = (replace(gap, seats=tuple(seat for seat in gap.seats if seat not in fresh)) for gap in gaps)
    return tuple(gap for gap in rests if gap.seats)


def _charged(clocks: Clocks, at: int) -> Clocks:
    left, rest = list(clocks.left), list(clocks.rest)
    for seat in clocks.running:
        left[seat] -= counted(clocks.pace, clocks.zone, _from(clocks, seat), at)
    for seat in clocks.resting:
        rest[seat] -= min(rest[seat], at - clocks.at)
    gaps = clocks.gaps
    if at - clocks.at >= GAP and clocks.running:
        awake = tuple(seat for seat in clocks.running if seat not in clocks.resting)
        gaps = (*gaps, Gap(clocks.at, at, awake))[-GAPS:]
    resting = tuple(seat for seat in clocks.resting if rest[seat])
    return replace(clocks, left=tuple(left), rest=tuple(rest), resting=resting, gaps=gaps)


def _from(clocks: Clocks, seat: int) -> int:
    """From when on the seat's time is charged: not before its vacation is over."""
    return clocks.at + (clocks.rest[seat] if seat in clocks.resting else 0)


def _credited(clocks: Clocks, since: int, until: int) -> Clocks:
    since = max(since, clocks.spared)
    left = list(clocks.left)
    for gap in clocks.gaps:
        for seat in gap.seats:
            left[seat] += counted(clocks.pace, clocks.zone, max(since, gap.since), min(until, gap.until))
    return replace(clocks, left=tuple(left), spared=max(until, clocks.spared))


def remaining(clocks: Clocks, seat: int, now: int) -> int:
    """The milliseconds that the seat has left at a stamp."""
    left = clocks.left[seat]
    if seat in clocks.running:
        left -= counted(clocks.pace, clocks.zone, _from(clocks, seat), now)
    return max(0, left)


def deadline(clocks: Clocks, seat: int) -> int | None:
    """The stamp at which the seat's time is over; None while its clock does not run."""
    if seat not in clocks.running:
        return None
    return reached(clocks.pace, clocks.zone, _from(clocks, seat), clocks.left[seat])


def next_deadline(clocks: Clocks) -> tuple[int, int] | None:
    """The stamp at which time is over next, and for which seat."""
    return min(((cast("int", deadline(clocks, seat)), seat) for seat in clocks.running), default=None)


def increment(clocks: Clocks) -> int:
    """The milliseconds that the end of a turn brings."""
    return clocks.pace.turn * SECOND if isinstance(clocks.pace, Live) else 0
