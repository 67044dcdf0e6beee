"""Which time counts."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from partie.table import hours
from partie.table.values import Days
from tests.server.table.time.clocked import MINUTE


@given(st.integers(5, 1440), st.integers(0, 1440), st.integers(0, 400 * 24 * 60), st.lists(st.integers(0, 5_000)))
def test_the_hours_that_count_can_be_added_up(opens: int, closes: int, since: int, steps: list[int]) -> None:
    """In whatever pieces, over midnight and over the change of clocks; and a deadline is where they have counted."""
    pace = Days(days=3, opens=opens % 1440, closes=closes, zone="Europe/Berlin")
    start = 1_700_000_000_000 // MINUTE * MINUTE
    zone = hours.shifts(pace, start)
    marks = [start + since * MINUTE]
    for one in steps:
        marks.append(marks[-1] + one * MINUTE)
    pieces = sum(hours.counted(pace, zone, one, other) for one, other in pairwise(marks))
    assert pieces == hours.counted(pace, zone, marks[0], marks[-1])
    reached = hours.reached(pace, zone, marks[0], hours.allowance(pace))
    assert hours.counted(pace, zone, marks[0], reached) == hours.allowance(pace)
    assert hours.counted(pace, zone, marks[0], reached - 1) == hours.allowance(pace) - 1


def test_only_the_hours_of_the_window_count() -> None:
    """A day is the whole window once, and in summer it opens an hour earlier by UTC."""
    pace = Days(days=1, opens=8 * 60, closes=22 * 60, zone="Europe/Berlin")
    berlin = ZoneInfo(pace.zone)
    evening = int(datetime(2026, 3, 28, 21, 0, tzinfo=berlin).timestamp()) * 1000
    zone = hours.shifts(pace, evening)
    until = hours.reached(pace, zone, evening, hours.allowance(pace))
    assert datetime.fromtimestamp(until / 1000, UTC) == datetime(2026, 3, 29, 21, 0, tzinfo=berlin)
