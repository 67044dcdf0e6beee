"""The lesson of Glen More: grain and stone become whisky.

With two players and the seed below the learner takes a grain field, a quarry and a distillery, and moves twice in a row
after the second turn.
"""

from __future__ import annotations

from typing import Final

from partie.games.glenmore.state import Activate, EndTurn, Harvest, Move, Place, Sell, Take, Walk
from partie.kit import Lesson, LessonMove

_SEED: Final = 101

LESSON: Final[Lesson[Move]] = Lesson(
    seats=2,
    seed=_SEED,
    options={"start_order": "seats"},
    moves=(
        LessonMove(0, Take("0-05"), "take", ("0-05",), ("T1", "C3")),
        LessonMove(0, Place("1,0"), "place", ("plot:0:1,0", "S-1"), ("P2", "P6")),
        LessonMove(0, Activate("0-05"), "activate", ("0-05",), ("A2", "A11")),
        LessonMove(0, EndTurn(), "gap", ("ring",), ("T1", "T2")),
        LessonMove(1, Take("0-06"), "bot"),
        LessonMove(1, Place("0,1"), "bot"),
        LessonMove(1, Walk("S-2", "0-06"), "bot"),
        LessonMove(1, EndTurn(), "die", rules=("D2",)),
        LessonMove(0, Take("0-07"), "quarry", ("0-07",), ("A11",)),
        LessonMove(0, Place("0,-1"), "around", ("plot:0:0,-1", "0-05"), ("A2",)),
        LessonMove(0, Harvest(), "harvest", ("0-05", "0-07"), ("A2", "A3")),
        LessonMove(0, Walk("S-1", "0-05"), "walk", ("S-1", "0-05"), ("M1", "M2")),
        LessonMove(0, EndTurn(), "again", ("ring",), ("T1",)),
        LessonMove(0, Take("1-03"), "distillery", ("1-03", "good:0-07:stone"), ("C4", "A8")),
        LessonMove(0, Place("1,-1"), "barrel", ("plot:0:1,-1",), ("P3", "A13")),
        LessonMove(0, Harvest(), "more", ("0-05", "0-07"), ("A2",)),
        LessonMove(0, Activate("1-03"), "whisky", ("1-03",), ("A8", "T5")),
        LessonMove(0, Sell("0-07", "stone"), "market", ("row:stone", "good:0-07:stone"), ("W1", "W5")),
        LessonMove(0, EndTurn(), "scoring", ("ring",), ("T3", "T5", "T7")),
    ),
)
