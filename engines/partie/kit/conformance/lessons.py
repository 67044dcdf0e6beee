"""The law of lessons: a game that has one can teach it to the end, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from partie.kit.conformance.subject import AnyEngine, LawBroken, Subject
from partie.kit.conformance.words import LANGUAGES, rule_numbers
from partie.kit.engine import Illegal
from partie.kit.lesson import LEARNER, MAX_LESSON_MOVES, Lesson
from partie.kit.playout import taught


def lessons_can_be_played(subject: Subject) -> None:
    """Every move of the lesson is legal where it comes, and what is said of it exists in every language.

    An engine without a lesson keeps this law.

    Reason: a lesson offers only its own move, so one that is not legal leaves the learner alone in the middle of it.
    """
    engine = subject.engine
    lesson = engine.lesson()
    if lesson is None:
        return
    _check_moves(engine, lesson)
    _check_texts(engine, lesson)
    named = {rule for one in lesson.moves for rule in one.rules}
    for language, numbers in rule_numbers(engine).items():
        if named - numbers:
            raise LawBroken(f"rules.{language}.md has no rule {sorted(named - numbers)}, which the lesson names")


def _check_moves(engine: AnyEngine, lesson: Lesson[object]) -> None:
    if lesson.seats not in engine.seats:
        raise LawBroken(f"the lesson has {lesson.seats} seats")
    try:
        msgspec.convert(lesson.options, engine.options)
    except msgspec.ValidationError as error:
        raise LawBroken(f"the lesson has options that the game lacks: {error}") from None
    if not 0 < len(lesson.moves) <= MAX_LESSON_MOVES:
        raise LawBroken(f"the lesson has {len(lesson.moves)} moves, and may have 1 to {MAX_LESSON_MOVES}")
    own = [one for one in lesson.moves if one.seat == LEARNER]
    if not own or not own[0].step:
        raise LawBroken("the learner's first move has no step")
    try:
        for number, step in enumerate(taught(engine, lesson), 1):
            seat, move = step.event.seat, step.event.move
            if seat not in engine.pending(step.before) or move not in engine.legal(step.before, seat):
                raise LawBroken(f"move {number} of the lesson is not legal: {move!r}", seat=seat, move=move)
    except Illegal as illegal:
        raise LawBroken(f"a move of the lesson is refused: {illegal.code} (rule {illegal.rule})") from None


def _check_texts(engine: AnyEngine, lesson: Lesson[object]) -> None:
    needed = set(_needed(lesson))
    found = {path.name.split(".")[1]: path for path in engine.room.glob("lesson.*.json")}
    for language in LANGUAGES:
        if language not in found:
            raise LawBroken(f"{engine.room} has no lesson.{language}.json")
    for path in sorted(found.values()):
        texts = _texts(path)
        if lacking := sorted(needed - texts.keys()):
            raise LawBroken(f"{path.name} has no {', '.join(lacking)}")
        if unused := sorted(texts.keys() - needed):
            raise LawBroken(f"{path.name} has texts that the lesson does not use: {', '.join(unused)}")


def _needed(lesson: Lesson[object]) -> Iterator[str]:
    for one in lesson.moves:
        if one.step:
            yield f"{one.step}.text"
            if one.seat == LEARNER:
                yield f"{one.step}.title"


def _texts(path: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except msgspec.DecodeError as error:
        raise LawBroken(f"{path.name} is not a map from keys to texts: {error}") from None
