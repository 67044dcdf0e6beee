"""Games of matches in a file, a line each: a match can be told in part, and gone on with where it was left."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from partie.features.bots.arena import Allowance, Score
from partie.table.values import Level


class Setting(Struct, frozen=True):
    """Which match a game belongs to. ``allowed`` is what a level could spend in place of its own budget."""

    game: str
    seats: int
    levels: tuple[Level, Level]
    allowed: Mapping[Level, Allowance]


class Record(Struct, frozen=True):
    """A line: a game that was played to its end."""

    setting: Setting
    score: Score


def read(file: Path, setting: Setting) -> list[Score]:
    """The games of that match; those of others may stand between them. None if there is no such file.

    Raises :class:`msgspec.DecodeError` if a line is no game, OSError if the file cannot be read.
    """
    if not file.exists():
        return []
    records = [msgspec.json.decode(line, type=Record) for line in file.read_bytes().splitlines()]
    return [record.score for record in records if record.setting == setting]


def add(file: Path, setting: Setting, score: Score) -> None:
    """Write a game at the end of the file, which is made if need be. Raises OSError."""
    with file.open("ab") as lines:
        lines.write(msgspec.json.encode(Record(setting, score)) + b"\n")
