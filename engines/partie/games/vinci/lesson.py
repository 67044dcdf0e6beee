"""The lesson of Vinci: a civilization conquers the coast of the west, and declines at its height.

With three players and the seed below the learner chooses first. The others keep to themselves, so that nothing but the
learner's own decisions has to be explained.
"""

from __future__ import annotations

from typing import Final

from partie.games.vinci.state import ChoosePair, Conquer, Decline, EndConquest, EndTurn, Move, PutDown
from partie.kit import Lesson, LessonMove

_SEED: Final = 3

LESSON: Final[Lesson[Move]] = Lesson(
    seats=3,
    seed=_SEED,
    moves=(
        LessonMove(0, ChoosePair(2), "pair", ("pair:2",), ("C1", "C4")),
        LessonMove(1, ChoosePair(2), "rivals"),
        LessonMove(2, ChoosePair(1), "rivals"),
        LessonMove(0, Conquer("hibernia"), "enter", ("province:hibernia",), ("E1", "E2")),
        LessonMove(0, Conquer("britannia"), "strait", ("province:britannia",), ("K1", "K5")),
        LessonMove(0, Conquer("belgica"), "weapons", ("province:belgica",), ("K2", "X7")),
        LessonMove(0, Conquer("armorica"), "coast", ("province:armorica",), ("X4",)),
        LessonMove(0, Conquer("saxonia"), "spread", ("province:saxonia",), ("K3",)),
        LessonMove(0, EndConquest(), "regroup", rules=("R1",)),
        LessonMove(0, EndTurn(), "score", rules=("P1", "P2")),
        LessonMove(1, Conquer("tarraconensis"), "south"),
        LessonMove(1, Conquer("castilla"), "south"),
        LessonMove(1, Conquer("aquitania"), "south"),
        LessonMove(1, Conquer("provincia"), "south"),
        LessonMove(1, EndConquest(), "south"),
        LessonMove(1, PutDown("castilla", 1), "south"),
        LessonMove(1, EndTurn(), "south"),
        LessonMove(2, Conquer("asia"), "east"),
        LessonMove(2, Conquer("thracia"), "east"),
        LessonMove(2, Conquer("cappadocia"), "east"),
        LessonMove(2, EndConquest(), "east"),
        LessonMove(2, PutDown("thracia", 7), "east"),
        LessonMove(2, EndTurn(), "east"),
        LessonMove(0, Decline(), "decline", rules=("D1", "D2", "D4")),
        LessonMove(0, ChoosePair(1), "again", ("pair:1",), ("D3", "F1")),
    ),
)
