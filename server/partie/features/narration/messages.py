"""Formatting the messages of one language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from partie.kit.icu import Argument, Malformed, Message, Number, parse

Language: TypeAlias = Literal["de", "en"]

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

_THOUSANDS: Final[Mapping[Language, str]] = {"de": ".", "en": ","}


class Named(NamedTuple):
    """A value that is displayed as its name, while ``select`` uses its id."""

    id: str
    text: str


Value: TypeAlias = str | int | Named


class Messages:
    """A catalogue of messages in ICU MessageFormat."""

    def __init__(self, language: Language, catalogue: Mapping[str, str]) -> None:
        self.language = language
        self._catalogue = catalogue

    def raw(self, key: str) -> str | None:
        """The unformatted text of a key; None if there is none."""
        return self._catalogue.get(key)

    def format(self, key: str, /, **values: Value) -> str | None:
        """The message with its values; None if it is missing or malformed, or lacks a value."""
        text = self.raw(key)
        if text is None:
            return None
        try:
            return self._put(_parsed(text), values)
        except (Malformed, KeyError):
            return None

    def grouped(self, number: int) -> str:
        """The number with the language's thousands separators."""
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
    """The plural category of a whole number, which is the same in both languages."""
    return "one" if number == 1 else "other"


def ordinal(language: Language, number: int) -> str:
    """The ordinal category of a number: in English 1, 2 and 3 at the end are special, but not in 11, 12 and 13."""
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
