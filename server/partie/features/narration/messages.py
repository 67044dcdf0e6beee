"""Messages of one language, put together with their values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from partie.kit.icu import Argument, Malformed, Message, Number, parse

Language: TypeAlias = Literal["de", "en"]

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

_THOUSANDS: Final[Mapping[Language, str]] = {"de": ".", "en": ","}


class Named(NamedTuple):
    """A value that reads as its name; a ``select`` goes by its id."""

    id: str
    text: str


Value: TypeAlias = str | int | Named


class Messages:
    """A catalogue of messages in ICU MessageFormat."""

    def __init__(self, language: Language, catalogue: Mapping[str, str]) -> None:
        self.language = language
        self._catalogue = catalogue

    def raw(self, key: str) -> str | None:
        """The text of a key as it stands; None if there is none."""
        return self._catalogue.get(key)

    def format(self, key: str, /, **values: Value) -> str | None:
        """The message with the values in it; None if there is none, it cannot be read, or a value is wanting."""
        text = self.raw(key)
        if text is None:
            return None
        try:
            return self._put(_parsed(text), values)
        except (Malformed, KeyError):
            return None

    def grouped(self, number: int) -> str:
        """The number as the language writes it."""
        return f"{number:,}".replace(",", _THOUSANDS[self.language])

    def _put(self, parts: Message, values: Mapping[str, Value], number: int = 0) -> str:
        return "".join(self._part(part, values, number) for part in parts)

    def _part(self, part: str | Argument | Number, values: Mapping[str, Value], number: int) -> str:
        match part:
            case str():
                return part
            case Number():
                return self.grouped(number)
        value = values[part.name]
        match part.kind:
            case "plural" | "selectordinal":
                return self._counted(part, value, values)
            case "select":
                return self._put(part.choices.get(_id(value), part.choices["other"]), values)
        return value.text if isinstance(value, Named) else _id(value)

    def _counted(self, part: Argument, value: Value, values: Mapping[str, Value]) -> str:
        number = int(_id(value))
        category = ordinal(self.language, number) if part.kind == "selectordinal" else cardinal(number)
        wanted = (f"={number}", category, "other")
        return self._put(next(part.choices[name] for name in wanted if name in part.choices), values, number)


def cardinal(number: int) -> str:
    """The plural category of a whole number, the same in both languages."""
    return "one" if number == 1 else "other"


def ordinal(language: Language, number: int) -> str:
    """The category of a number in a row: in English the first three of each ten, but not of those from 11 to 13."""
    if language == "en" and number % 100 not in (11, 12, 13):
        return {1: "one", 2: "two", 3: "few"}.get(number % 10, "other")
    return "other"


_parsed = cache(parse)


def _id(value: Value) -> str:
    match value:
        case Named():
            return value.id
        case bool():
            return str(value).lower()
    return str(value)
