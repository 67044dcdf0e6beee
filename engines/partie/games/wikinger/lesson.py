"""The lesson of Vikings: the whole first round of the basic game, up to the goldsmiths' gold.

With the seed below the learner begins, and gets two combinations for nothing: one at once, one when the wheel turns.
"""

from __future__ import annotations

from typing import Final

from partie.games.wikinger.state import Buy, Move, Place, PlaceStart
from partie.kit import Lesson, LessonMove

_SEED: Final = 2

LESSON: Final[Lesson[Move]] = Lesson(
    seats=2,
    seed=_SEED,
    moves=(
        LessonMove(0, Buy(0), "free", ("field:0",), ("B1", "B2", "B3")),
        LessonMove(0, PlaceStart("fisherman"), "start", rules=("P1",)),
        LessonMove(0, Place("fisherman", 2, stands=True), "fisherman", rules=("P3", "P4", "U1")),
        LessonMove(1, Buy(2), "bot"),
        LessonMove(1, PlaceStart("warrior"), "bot"),
        LessonMove(1, Place("warrior", 2, stands=False), "waits"),
        LessonMove(0, Buy(1), "wheel", ("field:1",), ("B6",)),
        LessonMove(0, Place("goldsmith", 1, stands=True), "goldsmith", rules=("U1", "K1")),
        LessonMove(1, Buy(4), "bot"),
        LessonMove(1, Place("scout", 1, stands=True), "bot"),
        LessonMove(0, Buy(5), "pay", ("field:5",), ("B2",)),
        LessonMove(0, Place("noble", 1, stands=True), "noble", rules=("L6",)),
        LessonMove(1, Buy(3), "bot"),
        LessonMove(1, Place("scout", 2, stands=True), "bot"),
        LessonMove(0, Buy(8), "ship", ("field:8",), ("O2", "L4")),
        LessonMove(0, Place("ship", 3, stands=False), "sail", rules=("P2", "L4", "L5")),
        LessonMove(1, Buy(7), "bot"),
        LessonMove(1, Place("ship", 2, stands=False), "bot"),
        LessonMove(0, Buy(6), "last", ("field:6",), ("B3",)),
        LessonMove(0, Place("noble", 2, stands=True), "island", rules=("P4", "F5")),
        LessonMove(1, Buy(9), "bot"),
        LessonMove(1, Place("ship", 1, stands=False), "bot"),
        LessonMove(0, Buy(11), "boatman", ("field:11",), ("B3", "U4")),
        LessonMove(0, Place("ship", 1, stands=False), "scoring", rules=("L4", "W1", "K1")),
        LessonMove(1, Buy(10), "bot"),
        LessonMove(1, Place("ship", 3, stands=False), "bot"),
    ),
)
