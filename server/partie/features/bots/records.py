"""The games of matches in a file, one per line, so that a match can be summarised early and continued later."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from partie.features.bots.arena import Allowance, Score
from partie.table.values import Level


class Setting(Struct, frozen=True):
    """The match that a game belongs to: two levels or other bots, and budgets that replaced a level's own."""

    game: str
    seats: int
    levels: tuple[str, str]
    allowed: Mapping[Level, Allowance]


class Record(Struct, frozen=True):
    """A line: a finished game."""

    setting: Setting
    score: Score


def read(file: Path, setting: Setting) -> list[Score]:
    """The games of that match; those of other matches are skipped. Empty if there is no such file.

    Raises :class:`msgspec.DecodeError` if a line is no game, OSError if the file cannot be read.
    """
    if not file.exists():
        return []
    records = [msgspec.json.decode(line, type=Record) for line in file.read_bytes().splitlines()]
    return [record.score for record in records if record.setting == setting]


def add(file: Path, setting: Setting, score: Score) -> None:
    """Append a game to the file, which is created if needed. Raises OSError."""
    with file.open("ab") as lines:
        lines.write(msgspec.json.encode(Record(setting, score)) + b"\n")
