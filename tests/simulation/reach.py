"""What nights have to reach: every row of the machine's table, every code of a table, every fault, every event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from partie.live.machine import TRANSITIONS
from partie.table.events import KINDS
from partie.table.refusals import DecidedCode, UndeliveredCode
from tests.simulation.night import FAULTS, row_name

_LONG = "it takes more events than a night has: test_limits.py, test_undo.py, test_proposals.py, test_forking.py"
_FEATURE = "it takes features that nights have not: tests/server/features/bots, tests/server/gateway/test_creation.py"
_HOST = "no host turns anybody away in a night: tests/server/table/lifecycle/test_seats.py"
_FORKED = "nobody goes to forked tables in a night: tests/server/table/lifecycle/test_forking.py"

ELSEWHERE: Final[Mapping[str, str]] = {
    "refused event_limit": _LONG,
    "refused proposal_limit": _LONG,
    "refused undo_limit": _LONG,
    "refused fork_too_long": _LONG,
    "refused fork_too_deep": _FORKED,
    "refused rated_fork": _FORKED,
    "refused seat_kept": _FORKED,
    "refused turned_away": _HOST,
    "refused nobody_else": _HOST,
    "refused broken": "no log is spoilt in a night: tests/server/live/test_tables.py",
    "refused no_lesson": "nobody begins a lesson in a night: tests/server/table/lifecycle/test_lessons.py",
    "refused not_for_bots": _FEATURE,
    "refused too_many_tables": _FEATURE,
    "refused too_many_with_bots": _FEATURE,
    "refused rated_alone": "the game of the nights is for two at least: tests/server/table/lifecycle/test_rated.py",
    "refused table_exists": "the same id makes the same table: tests/server/table/lifecycle/test_creation.py",
}
"""What cannot be reached in a night, and where it is tested."""


RARELY: Final = {
    "event rested": 1256,
    "refused already_rated": 6493,
    "refused already_ready": 1270,
    "refused already_resting": 6331,
    "refused has_days": 1302,
    "refused lapsed": 3101,
    "refused never_started": 2512,
    "refused nobody_present": 6639,
    "refused not_now": 1866,
    "refused not_seen_yet": 5758,
    "refused unknown_colour": 1447,
    "row HEALING Unavailable": 3921,
    "row RELOADING Unavailable": 3783,
}
"""For what 1,250 nights hardly reach or not at all, a night that does; another one where nights have changed."""


def expected() -> set[str]:
    """All that can come to pass, by the names under which it is counted."""
    rows = {row_name(*row) for row in TRANSITIONS}
    codes = {f"refused {code}" for group in (DecidedCode, UndeliveredCode) for code in _codes(group)}
    events = {f"event {kind}" for kind in KINDS.values()}
    return rows | codes | events | set(FAULTS)


def _codes(group: object) -> set[str]:
    found: set[str] = set()
    for one in get_args(group):
        found |= {one} if isinstance(one, str) else _codes(one)
    return found


def missing(reached: Mapping[str, int]) -> list[str]:
    """What never came to pass and should have; and what is said to be elsewhere, and did."""
    wanted = expected()
    never = sorted(what for what in wanted - ELSEWHERE.keys() if not reached.get(what))
    return never + [f"{what} is said to be elsewhere, and was reached" for what in ELSEWHERE if reached.get(what)]
