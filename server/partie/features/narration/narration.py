"""Narrates the events of a table: moves in the game's words, everything around them in the service's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from partie.features.narration.messages import Language, Messages, Named, Value
from partie.kit import Line
from partie.people.ids import is_bot
from partie.registry import AnyEngine
from partie.table import Table
from partie.wire.client_out import HistoryEntry

SCORED = "scored"
"""The key of the points that a chapter gave a seat. They are narrated with the chapter, not with its last event."""


@cache
def frame(language: Language) -> Messages:
    """The service's own messages."""
    return Messages(language, json.loads(files(__package__).joinpath(f"words.{language}.json").read_text("utf-8")))


def game_words(engine: AnyEngine, language: Language) -> Messages:
    """The messages of a game; empty if it does not have the language."""
    path = engine.room / f"words.{language}.json"
    return Messages(language, json.loads(path.read_text("utf-8")) if path.is_file() else {})


class Narrator:
    """Narrates the history of one table, where ``now`` is its newest state and ``game`` its engine's messages.

    ``names`` are the names of persons by id; anyone missing is called by seat, or "somebody".
    """

    def __init__(self, now: Table, game: Messages, names: Mapping[str, str]) -> None:
        self._game = game
        self._frame = frame(game.language)
        self._persons = self._named(now, names)
        self._seats = [self._seat(now, seat) for seat in range(len(now.seats))]
        self._chapters = {seq: number for number, seq in enumerate(now.chapters, 1)}

    def narrate(self, entry: HistoryEntry) -> str:
        """The event in words: what happened, what followed, and the points of the chapter that it closed."""
        lines = [self._line(entry, line) for line in entry.lines if line.key != SCORED]
        chapter = 0 if entry.struck else self._chapters.get(entry.seq, 0)
        if not lines and not chapter:
            lines = [self._unsaid(entry)]
        if chapter:
            lines.append(self._chapter(entry, chapter))
        if entry.struck:
            lines.append(self._own("history.struck"))
        return " ".join(lines)

    # --- what happened --------------------------------------------------------------------------------------------

    def _line(self, entry: HistoryEntry, line: Line) -> str:
        values = {name: self._value(name, value) for name, value in line.params.items()}
        own, around = (self._game, f"line.{line.key}"), (self._frame, f"history.{line.key}")
        for words, key in (own, around) if entry.kind == "moved" else (around, own):
            text = words.format(key, **values)
            if text is not None:
                return text
        return _readable(line.key, values)

    def _unsaid(self, entry: HistoryEntry) -> str:
        if entry.kind == "moved" and entry.seat is not None:
            return self._own("history.secret", name=self._name(entry.seat))
        return self._own("history.event", kind=entry.kind)

    def _chapter(self, entry: HistoryEntry, number: int) -> str:
        title = self._game.format("chapter", number=number) or self._own("history.chapter", number=number)
        gains = [
            self._own("history.gain", name=self._name(seat), points=self._gain(gain))
            for seat, gain in _gains(entry.lines)
        ]
        return f"{title}: {', '.join(gains)}." if gains else f"{title}."

    def _gain(self, gain: Mapping[str, int]) -> str:
        text = self._game.format("chapter_gain", **gain)
        points = gain.get("points", 0)
        return text or ("+" if points > 0 else "") + self._frame.grouped(points)

    # --- names and values -----------------------------------------------------------------------------------------

    def _value(self, name: str, value: str | int) -> Value:
        if name == "person":
            return Named(str(value), self._persons.get(str(value), self._own("somebody")))
        if isinstance(value, int):
            return Named(str(value), self._name(value)) if _is_seat(name) else value
        text = self._game.raw(f"names.{name}.{value}")
        return value if text is None else Named(value, text)

    def _named(self, now: Table, names: Mapping[str, str]) -> dict[str, str]:
        """The displayed names of persons; namesakes at the table get their seat behind the name."""
        found = {person: self._called(person, name) for person, name in names.items() if name}
        sitting = {seat.person: number for number, seat in enumerate(now.seats) if seat.human}
        often = Counter(found[person] for person in sitting if person in found)
        for person, number in sitting.items():
            name = found.get(person)
            if name is None:
                found[person] = self._number(number)
            elif often[name] > 1:
                found[person] = f"{name} ({self._number(number)})"
        return found

    def _called(self, person: str, name: str) -> str:
        return self._own("person.bot", name=name) if is_bot(person) else name

    def _seat(self, now: Table, seat: int) -> str:
        if now.seats[seat].bot:
            return self._own("bot", number=seat + 1)
        return self._persons.get(now.seats[seat].person, self._number(seat))

    def _name(self, seat: int) -> str:
        """What a player is called; the game has a word for those whom it plays itself."""
        if seat < len(self._seats):
            return self._seats[seat]
        return self._game.format("automatic", number=seat + 1 - len(self._seats)) or self._number(seat)

    def _number(self, seat: int) -> str:
        return self._own("seat.number", number=seat + 1)

    def _own(self, key: str, /, **values: Value) -> str:
        """A message of the service, all of which exist."""
        return self._frame.format(key, **values) or key


def _is_seat(name: str) -> bool:
    """Whether a parameter with that name is a seat."""
    return name in {"seat", "other"} or name.endswith("_seat")


def _gains(lines: Sequence[Line]) -> list[tuple[int, Counter[str]]]:
    """The points of every seat in a chapter, summed over its lines."""
    gains: dict[int, Counter[str]] = {}
    for line in lines:
        seat = line.params.get("seat")
        if line.key == SCORED and isinstance(seat, int):
            numbers = {name: value for name, value in line.params.items() if name != "seat" and isinstance(value, int)}
            gains.setdefault(seat, Counter()).update(numbers)
    return sorted(gains.items())


def _readable(key: str, values: Mapping[str, Value]) -> str:
    """A line without a message, made readable: its key and its values."""
    texts = [value.text if isinstance(value, Named) else str(value) for value in values.values()]
    return " · ".join([key.replace("_", " ").capitalize(), *texts])
