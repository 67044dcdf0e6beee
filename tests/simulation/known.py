"""Nights that once found a fault, as they were when they were shortest."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from partie.table.values import Days, DelaySetting, Live
from tests.simulation.night import Night, Settings, Step

PLAIN: Final = Settings(
    nodes=2,
    seats=2,
    bots=0,
    rounds=2,
    watching=0,
    started=True,
    pace=None,
    delay=None,
    old_node=False,
    version=2,
    watch="all",
    access="open",
)

KNOWN: Final[dict[str, Night]] = {
    "a_command_in_hand_is_forgotten": Night(
        558,
        replace(PLAIN, bots=1, watching=1),
        (
            Step(0.440, "silent", 3, 0.50, 910),
            Step(0.517, "act", 1, 0.00, 804076),
            Step(0.583, "buried", 6, 2.00, 255),
        ),
    ),
    "a_table_that_is_begun_is_refused": Night(
        1970,
        replace(PLAIN, bots=1, rounds=1, pace=Days(days=1), access="invited"),
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
        replace(PLAIN, seats=3, rounds=1, watching=2, access="invited"),
        (
            Step(2.681, "fail-over", 2, 0.10, 640),
            Step(4.637, "act", 3, 0.00, 655089),
            Step(4.668, "fail-over", 3, 4.00, 520),
        ),
    ),
    "a_seat_is_given_up_where_spectators_see_later": Night(
        27825,
        replace(PLAIN, bots=1, rounds=3, delay=DelaySetting(unit="seconds", count=3)),
        (
            Step(0.228, "fail-over", 0, 0.01, 409),
            Step(0.362, "act", 0, 0.00, 410529),
            Step(0.389, "act", 0, 0.00, 601642),
            Step(0.403, "act", 0, 0.00, 302967),
            Step(0.418, "act", 0, 0.00, 440068),
            Step(0.432, "fail-over", 6, 0.50, 659),
        ),
    ),
    "all_attempts_have_one_mark": Night(
        399915,
        replace(PLAIN, nodes=3, rounds=3, watching=1, pace=Live(game=20, turn=0, falls="bot")),
        (
            Step(0.269, "lost", 5, 2.0, 364),
            Step(0.353, "act", 0, 0.0, 467973),
            Step(0.385, "act", 1, 0.0, 898620),
            Step(0.404, "unheard", 2, 0.01, 886),
            Step(1.380, "fail-over", 1, 0.01, 888),
        ),
    ),
    "a_cursor_is_of_the_present_perspective": Night(
        250254,
        replace(PLAIN, nodes=1, delay=DelaySetting(unit="seconds", count=3), access="invited"),
        (
            Step(0.243, "act", 0, 0.0, 930774),
            Step(0.283, "act", 1, 0.0, 208712),
            Step(0.320, "act", 0, 0.0, 472655),
            Step(1.466, "fail-over", 3, 0.01, 268),
            Step(1.492, "crash", 6, 0.01, 856),
            Step(1.532, "fail-over", 7, 0.5, 251),
        ),
    ),
    "a_heal_that_is_given_up": Night(
        454,
        replace(PLAIN, nodes=3, watching=1, pace=Live(game=20, turn=2, falls="lost")),
        (
            Step(4.980, "fail-over", 4, 0.01, 616),
            Step(5.129, "fail-over", 0, 0.01, 445),
        ),
    ),
    "a_shorter_log_is_adopted": Night(
        520464,
        replace(PLAIN, nodes=3, rounds=1, pace=Live(game=5, turn=2, falls="free"), watch="invited", beat=1.0),
        (
            Step(0.245, "act", 0, 0.00, 330756),
            Step(0.310, "act", 0, 0.00, 359109),
            Step(0.356, "act", 0, 0.00, 265440),
            Step(0.391, "act", 0, 0.00, 956578),
            Step(0.415, "act", 0, 0.00, 965180),
            Step(0.427, "act", 0, 0.00, 963163),
            Step(0.511, "act", 1, 0.00, 247896),
            Step(0.545, "act", 0, 0.00, 153969),
            Step(0.558, "fail-over", 6, 0.10, 190),
            Step(0.698, "act", 0, 0.00, 982584),
            Step(0.824, "act", 0, 0.00, 392406),
            Step(0.837, "fail-over", 0, 2.00, 896),
        ),
    ),
}
