"""The lesson of Waters of Nereus: two voyages that fill a hold.

With two players, without the neutral ship and with the seed below, the learner has the hourglass in the first round and
finds all three treasures of the boatswain's hold close to his corner.
"""

from __future__ import annotations

from typing import Final

from partie.games.nereus.state import (
    Basic,
    ChooseCorner,
    ChooseCrew,
    Drift,
    EndTurn,
    Keep,
    Move,
    Place,
    PlaceMarker,
    Sail,
    Sell,
)
from partie.kit import Lesson, LessonMove

_SEED: Final = 2

LESSON: Final[Lesson[Move]] = Lesson(
    seats=2,
    seed=_SEED,
    options={"neutral": False},
    moves=(
        LessonMove(0, ChooseCorner("e5"), "corner", ("space:e5",), ("S2",)),
        LessonMove(1, ChooseCorner("e1"), "rival"),
        LessonMove(
            0,
            Keep(("draw", "sail", "storage_green")),
            "keep",
            ("card:draw", "card:sail", "card:storage_green"),
            ("S6", "X1"),
        ),
        LessonMove(1, Keep(("sail", "storage_white", "holds_merchant_boatswain")), "rival"),
        LessonMove(0, ChooseCrew("captain"), "captain", ("row:captain",), ("C1", "C3")),
        LessonMove(1, ChooseCrew("scientist"), "rival"),
        LessonMove(0, PlaceMarker("captain-1"), "marker", ("row:captain",), ("T1", "K1")),
        LessonMove(0, Sail("e3", ()), "sail", ("space:e3",), ("V1", "V4")),
        LessonMove(0, Place("green", "hold-boatswain-1"), "hold", rules=("H1", "H2", "H3")),
        LessonMove(0, Place("yellow", "hold-boatswain-2"), "second", rules=("H3",)),
        LessonMove(0, Sell("white"), "sell", rules=("H12", "T7")),
        LessonMove(0, EndTurn(), "end", rules=("T8",)),
        LessonMove(1, PlaceMarker("scientist-3"), "scientist"),
        LessonMove(1, Basic("power"), "scientist"),
        LessonMove(1, EndTurn(), "scientist"),
        LessonMove(0, ChooseCrew("pilot"), "pilot", ("row:pilot",), ("C3", "D3")),
        LessonMove(1, ChooseCrew("boatswain"), "rival"),
        LessonMove(1, PlaceMarker("boatswain-2"), "hourglass"),
        LessonMove(1, Basic("all"), "hourglass"),
        LessonMove(1, Drift("d1"), "card"),
        LessonMove(1, Place("red", "hold-merchant-1"), "card"),
        LessonMove(1, EndTurn(), "hourglass"),
        LessonMove(0, PlaceMarker("pilot-1"), "row", ("row:pilot",), ("T1", "P1")),
        LessonMove(0, Sail("e4", ()), "back", ("space:e4",), ("V2",)),
        LessonMove(0, Place("white", "hold-boatswain-3"), "complete", rules=("H4",)),
        LessonMove(0, EndTurn(), "days", rules=("D1", "F1")),
    ),
)
