"""The words of the pages by their message keys: tests find things by these, so that every text is free to change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from partie.features.narration.messages import LANGUAGES, Language, cardinal, ordinal
from partie.kit.icu import Argument, Message, Number, parse

Value: TypeAlias = str | int

ROOT: Final = Path(__file__).parent.parent.parent
_CLIENT: Final = ROOT / "client-web" / "src"
_FEATURES: Final = sorted(path.parent.name for path in _CLIENT.glob("features/*/say.en.json"))
_GAMES: Final = sorted(path.parent.name for path in _CLIENT.glob("games/*/words.en.json"))

CATALOGUES: Final[Mapping[str, tuple[str, ...]]] = {
    "": ("client-web/src/i18n/{}.json", "server/partie/features/narration/words.{}.json"),
    "board": ("client-web/src/board/say.{}.json",),
    "why": ("client-web/src/table/why/why.{}.json",),
    "toy": ("tests/engines/toys/words.{}.json",),
    **{feature: (f"client-web/src/features/{feature}/say.{{}}.json",) for feature in _FEATURES},
    **{f"{game}/spoken": (f"client-web/src/games/{game}/spoken/{{}}.json",) for game in _GAMES},
    **{
        game: (
            f"engines/partie/games/{game}/words.{{}}.json",
            f"client-web/src/games/{game}/words.{{}}.json",
            f"client-web/src/games/{game}/board/say.{{}}.json",
        )
        for game in _GAMES
    },
}
"""The files of each catalogue by its name, with a place for the language. The frame's own has no name."""


class Words:
    """The messages of one language, or of all where a page may be in any of them.

    A key is written as in its file, behind the name of the catalogue and a colon unless it is the frame's:
    ``rail.ready``, ``account:become``, ``wikinger:wheel``, ``wikinger/spoken:chosen``.
    """

    def __init__(self, *languages: Language) -> None:
        self._languages = languages or LANGUAGES

    def __call__(self, key: str, /, **values: Value) -> str:
        """The message with its values. Raises KeyError if there is no such message, or a value is wanting."""
        (language,) = self._languages
        return _write(_message(key, language), language, values)

    def like(self, *keys: str, **values: Value) -> re.Pattern[str]:
        """Whatever any of the messages may say, also inside a longer text: a value that is not given may be any."""
        return re.compile(self._any_of(keys, values))

    def only(self, *keys: str, **values: Value) -> re.Pattern[str]:
        """Whatever any of the messages may say, and nothing else."""
        return re.compile(rf"^\s*(?:{self._any_of(keys, values)})\s*$")

    def _any_of(self, keys: tuple[str, ...], values: Mapping[str, Value]) -> str:
        looks = (_pattern(_message(key, each), each, values) for each in self._languages for key in keys)
        return "|".join(dict.fromkeys(looks))


def capital(text: str) -> str:
    """The text with a capital letter at its beginning, as the page writes choices."""
    return text[:1].upper() + text[1:]


def catalogue(name: str, language: Language) -> dict[str, str]:
    """All messages of a catalogue by their keys."""
    paths = [ROOT / path.format(language) for path in CATALOGUES[name]]
    found: dict[str, str] = {}
    for path in paths:
        # A game of few words has them all in one file.
        if path.exists():
            found |= msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    return found


_read = cache(catalogue)


@cache
def _message(key: str, language: Language) -> Message:
    name, _, within = key.rpartition(":")
    # Nobody reads a soft hyphen, and the names that the browser gives to things have none.
    return parse(_read(name, language)[within].replace("\u00ad", ""))


def _write(parts: Message, language: Language, values: Mapping[str, Value], number: str = "") -> str:
    return "".join(_written(part, language, values, number) for part in parts)


def _written(part: str | Argument | Number, language: Language, values: Mapping[str, Value], number: str) -> str:
    match part:
        case str():
            return part
        case Number():
            return number
    value = values[part.name]
    return _write(_choice(part, language, value), language, values, str(value)) if part.choices else str(value)


def _pattern(parts: Message, language: Language, values: Mapping[str, Value], number: str = r"[\d.,]+") -> str:
    return "".join(_patterned(part, language, values, number) for part in parts)


def _patterned(part: str | Argument | Number, language: Language, values: Mapping[str, Value], number: str) -> str:
    match part:
        case str():
            return re.escape(part)
        case Number():
            return number
    if part.name not in values:
        looks: Iterator[str] = (_pattern(each, language, values) for each in part.choices.values())
        return f"(?:{'|'.join(looks)})" if part.choices else ".*"
    shown = re.escape(str(values[part.name]))
    return _pattern(_choice(part, language, values[part.name]), language, values, shown) if part.choices else shown


def _choice(part: Argument, language: Language, value: Value) -> Message:
    """The text that a value chooses among those of an argument."""
    match part.kind:
        case "plural":
            wanted = [f"={value}", cardinal(int(value))]
        case "selectordinal":
            wanted = [f"={value}", ordinal(language, int(value))]
        case _:
            wanted = [str(value)]
    return next(part.choices[name] for name in (*wanted, "other") if name in part.choices)
