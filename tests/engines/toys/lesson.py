"""The lesson of the toy: a bid, a step and a draw, against one other seat."""

from __future__ import annotations

from partie.kit import Lesson, LessonMove
from tests.engines.toys.state import Bid, Done, Draw, Move, Step

LESSON: Lesson[Move] = Lesson(
    seats=2,
    seed=1,
    options={"rounds": 2},
    moves=(
        LessonMove(0, Bid("dusk-3"), "bid", ("seat:0",), ("T2", "T4")),
        LessonMove(1, Bid("dusk-8"), "answer"),
        LessonMove(1, Step("field-2")),
        LessonMove(1, Done()),
        LessonMove(0, Step("field-2"), "step"),
        LessonMove(0, Draw()),
        LessonMove(0, Done(), "done"),
    ),
)
