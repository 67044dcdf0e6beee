"""How far those may see who only watch a table that holds things back from them. Pure.

What they see is always the fold of a prefix of the log; here it is said which. The prefix never grows shorter while
the log and time go on, never holds more than the table agreed to show, and is the whole log in the end.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from msgspec import Struct

from partie.table.state import Table
from partie.table.values import DelaySetting


class Course(Struct, frozen=True):
    """What matters here of a log: the stamps of all its events, and the numbers of those that are moves."""

    stamps: Sequence[int]
    moves: Sequence[int]


def reach(table: Table, course: Course, now: int) -> int:
    """The newest event that may be shown, when it is ``now`` by the log's clock; ``table`` is the newest one.

    Nothing is held back before the game's start, nor of what everybody waits at: a seat that anybody may take. The
    end is no move: where moves count it opens everything, for it leaves nothing that could be told to a player.
    """
    delay = table.delay
    if delay is None or not table.play.started:
        return table.seq
    if delay.unit == "moves" and table.phase == "ended":
        return table.seq
    return max(table.play.started, table.vacant, table.shown, _passed(delay, course, table.seq, now))


def end_shown_at(table: Table) -> int:
    """From when on those who watch may know of the end of a table that has ended; 0 if they may at once."""
    delay = table.delay
    return table.at + 1000 * delay.count if delay is not None and delay.unit == "seconds" and table.play.started else 0


def may_read_chat(table: Table, course: Course, now: int, seq: int, at: int) -> bool:
    """Whether spectators may read what players wrote after event ``seq``, at the stamp ``at``."""
    delay = table.delay
    if delay is None or not table.play.started or seq < max(table.play.started, table.shown):
        return True
    if delay.unit == "moves":
        return table.phase == "ended" or seq <= _passed(delay, course, table.seq, now)
    return at <= now - 1000 * delay.count


def _passed(delay: DelaySetting, course: Course, newest: int, now: int) -> int:
    """The newest event that enough moves, or enough time, have passed since; it may lie before the start."""
    if delay.unit == "moves":
        return course.moves[-delay.count] - 1 if len(course.moves) >= delay.count else 0
    return min(newest, bisect_right(course.stamps, now - 1000 * delay.count))
