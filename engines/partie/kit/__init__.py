"""The common base of all games: the engine protocol, chance, patches and the conformance suite."""

from partie.kit.chance import Chance, ChanceForbidden, Draws, DrawsDiffer, NoChance, RecordedChance, SeededChance
from partie.kit.engine import (
    SPECTATOR,
    Engine,
    Event,
    Illegal,
    Line,
    Offer,
    Range,
    Refusal,
    Result,
    Seat,
    Spectator,
    Value,
    View,
    Viewer,
)
from partie.kit.lesson import Lesson, LessonMove

__all__ = [
    "SPECTATOR",
    "Chance",
    "ChanceForbidden",
    "Draws",
    "DrawsDiffer",
    "Engine",
    "Event",
    "Illegal",
    "Lesson",
    "LessonMove",
    "Line",
    "NoChance",
    "Offer",
    "Range",
    "RecordedChance",
    "Refusal",
    "Result",
    "Seat",
    "SeededChance",
    "Spectator",
    "Value",
    "View",
    "Viewer",
]
