"""How far spectators may see at a table with a spectator delay. Pure.

Their table is always the fold of a prefix of the log; this module decides which. The prefix never gets shorter as the
log and time advance, never contains more than the table agreed to show, and is the whole log in the end.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from msgspec import Struct

from partie.table.state import Table
from partie.table.values import DelaySetting


class Course(Struct, frozen=True):
    """The relevant data of a log: the timestamps of all its events, and the numbers of its moves."""

    stamps: Sequence[int]
    moves: Sequence[int]


def reach(table: Table, course: Course, now: int) -> int:
    """Return the newest event that may be shown, when it is ``now`` by the log's clock; ``table`` is the newest one.

    Nothing is held back before the start of the game, nor while everybody waits for a seat that anybody may take. The
    end is not a move: where moves count it reveals everything, because no player could profit any more.
    """
    delay = table.delay
    if delay is None or not table.play.started:
        return table.seq
    if delay.unit == "moves" and table.phase == "ended":
        return table.seq
    return max(table.play.started, table.vacant, table.shown, _passed(delay, course, table.seq, now))


def end_shown_at(table: Table) -> int:
    """Return when spectators may learn that an ended table has ended; 0 if at once."""
    delay = table.delay
    return table.at + 1000 * delay.count if delay is not None and delay.unit == "seconds" and table.play.started else 0


def may_read_chat(table: Table, course: Course, now: int, seq: int, at: int) -> bool:
    """Whether spectators may read what players wrote after event ``seq``, at time ``at``."""
    delay = table.delay
    if delay is None or not table.play.started or seq < max(table.play.started, table.shown):
        return True
    if delay.unit == "moves":
        return table.phase == "ended" or seq <= _passed(delay, course, table.seq, now)
    return at <= now - 1000 * delay.count


def _passed(delay: DelaySetting, course: Course, newest: int, now: int) -> int:
    """Return the newest event since which enough moves, or enough time, have passed; it may be before the start."""
    if delay.unit == "moves":
        return course.moves[-delay.count] - 1 if len(course.moves) >= delay.count else 0
    return min(newest, bisect_right(course.stamps, now - 1000 * delay.count))
