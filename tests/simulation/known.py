"""Nights that once found a fault, as they were when they were shortest."""

from __future__ import annotations

from typing import Final

from partie.table.values import Days, DelaySetting
from tests.simulation.night import Night, Settings, Step

KNOWN: Final[dict[str, Night]] = {
    "a_command_in_hand_is_forgotten": Night(
        558,
        Settings(
            nodes=2,
            seats=2,
            bots=1,
            rounds=2,
            watching=1,
            started=True,
            pace=None,
            delay=None,
            old_node=False,
            version=2,
            watch="all",
            access="open",
        ),
        (
            Step(0.440, "silent", 3, 0.50, 910),
            Step(0.517, "act", 1, 0.00, 804076),
            Step(0.583, "buried", 6, 2.00, 255),
        ),
    ),
    "a_table_that_is_begun_is_refused": Night(
        1970,
        Settings(
            nodes=2,
            seats=2,
            bots=1,
            rounds=1,
            watching=0,
            started=True,
            pace=Days(days=1),
            delay=None,
            old_node=False,
            version=2,
            watch="all",
            access="invited",
        ),
        (
            Step(0.557, "crash", 1, 9.00, 511),
            Step(1.154, "slow", 3, 0.01, 115),
            Step(1.246, "act", 0, 0.00, 243533),
            Step(1.298, "lost", 6, 0.01, 389),
            Step(2.086, "act", 0, 0.00, 641738),
        ),
    ),
    "a turn that comes back as it was": Night(
        3875,
        Settings(
            nodes=2,
            seats=3,
            bots=0,
            rounds=1,
            watching=2,
            started=True,
            pace=None,
            delay=None,
            old_node=False,
            version=2,
            watch="all",
            access="invited",
        ),
        (
            Step(2.681, "fail-over", 2, 0.10, 640),
            Step(4.637, "act", 3, 0.00, 655089),
            Step(4.668, "fail-over", 3, 4.00, 520),
        ),
    ),
    "a_seat_is_given_up_where_spectators_see_later": Night(
        27825,
        Settings(
            nodes=2,
            seats=2,
            bots=1,
            rounds=3,
            watching=0,
            started=True,
            pace=None,
            delay=DelaySetting(unit="seconds", count=3),
            old_node=False,
            version=2,
            watch="all",
            access="open",
        ),
        (
            Step(0.228, "fail-over", 0, 0.01, 409),
            Step(0.362, "act", 0, 0.00, 410529),
            Step(0.389, "act", 0, 0.00, 601642),
            Step(0.403, "act", 0, 0.00, 302967),
            Step(0.418, "act", 0, 0.00, 440068),
            Step(0.432, "fail-over", 6, 0.50, 659),
        ),
    ),
}
