"""Lessons: the first moves of a game, fixed in advance, with a word about each move of the learner.

A lesson is a script. It is played at a real table: the learner holds seat 0, bots make the moves of the other seats,
and all chance follows from the lesson's seed, so that everybody finds the same position. The texts of its steps are
in ``lesson.<language>.json`` next to the words of the game.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

MoveT = TypeVar("MoveT")

LEARNER: Final = 0
"""The seat of the person who takes the lesson."""

MAX_LESSON_MOVES: Final = 150
"""Maximum number of moves of a lesson, because the first event of each of its tables holds them all."""


class LessonMove(Struct, Generic[MoveT], frozen=True, omit_defaults=True):
    """One move of a lesson.

    ``step`` names what is said before it: ``<step>.title`` and ``<step>.text`` for a move of the learner, only
    ``<step>.text`` for another's. A move of the learner without a step belongs to the step before it. ``lights`` are
    ids and anchors that the board lights meanwhile; ``rules`` are numbers in the rules reference.
    """

    seat: int
    move: MoveT
    step: str = ""
    lights: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Lesson(Struct, Generic[MoveT], frozen=True):
    """The lesson of a game: how many seats, which options, the seed of all chance, and every move in order.

    ``options`` are those that differ from the defaults.
    """

    seats: int
    moves: tuple[LessonMove[MoveT], ...]
    seed: int = 1
    options: dict[str, Any] = {}

    @property
    def key(self) -> bytes:
        """The key of all its chance: the setup is event 0, and the n-th move is event n."""
        return hashlib.sha256(f"partie-lesson-1 {self.seed}".encode()).digest()
