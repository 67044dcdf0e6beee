"""A parser for ICU MessageFormat: text, arguments, and the texts that an argument chooses between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec import Struct

CHOOSING: Final = ("plural", "select", "selectordinal")
COUNTING: Final = ("plural", "selectordinal")


class Malformed(ValueError):
    """The message cannot be parsed: what is wrong, and at which character."""


class Number(Struct, frozen=True):
    """``#`` within a text chosen by a plural: the number that chose it."""


class Argument(Struct, frozen=True):
    """A placeholder for the value with that name.

    ``kind`` is the type given after the name, or empty. ``choices`` are the texts of a ``plural``, a ``select`` or a
    ``selectordinal`` by their selectors; ``other`` is always among them.
    """

    name: str
    kind: str = ""
    choices: dict[str, Message] = {}


Message: TypeAlias = tuple[str | Argument | Number, ...]


def parse(message: str) -> Message:
    """Parse the message into its parts. Raises :class:`Malformed`."""
    reader = _Reader(message)
    parts = tuple(reader.parts(nested=False, counting=False))
    if reader.at < len(message):
        raise Malformed(f"unmatched closing brace at {reader.at}")
    return parts


def arguments(message: str) -> frozenset[str]:
    """Return the names of all arguments of the message. Raises :class:`Malformed`."""
    return frozenset(_names(parse(message)))


def _names(parts: Message) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Argument):
            yield part.name
            for choice in part.choices.values():
                yield from _names(choice)


class _Reader:
    def __init__(self, message: str) -> None:
        self._message = message
        self.at = 0

    def parts(self, *, nested: bool, counting: bool) -> Iterator[str | Argument | Number]:
        """Yield text and arguments, up to the closing brace or the end."""
        while self.at < len(self._message):
            match self._message[self.at]:
                case "{":
                    self.at += 1
                    yield self._argument()
                case "#" if counting:
                    self.at += 1
                    yield Number()
                case "}":
                    return
                case _:
                    yield self._text("{}#" if counting else "{}")
        if nested:
            raise Malformed(f"unclosed brace at {self.at}")

    def _text(self, special: str) -> str:
        text = ""
        while self.at < len(self._message) and self._message[self.at] not in special:
            if self._message[self.at] == "'":
                text += self._quoted(special)
            else:
                text += self._message[self.at]
                self.at += 1
        return text

    def _quoted(self, special: str) -> str:
        """Read an apostrophe: it quotes only if something special follows; two of them are one apostrophe."""
        self.at += 1
        following = self._message[self.at : self.at + 1]
        if following == "'":
            self.at += 1
            return "'"
        if not following or following not in special:
            return "'"
        end = self._message.find("'", self.at)
        begin, self.at = self.at, len(self._message) if end < 0 else end + 1
        return self._message[begin : None if end < 0 else end]

    def _until(self, stops: str) -> str:
        begin = self.at
        while self.at < len(self._message) and self._message[self.at] not in stops:
            self.at += 1
        if self.at == len(self._message):
            raise Malformed(f"unclosed argument at {begin}")
        return self._message[begin : self.at].strip()

    def _argument(self) -> Argument:
        name = self._until(",{}")
        if not name.isidentifier():
            raise Malformed(f"{name!r} is not a valid argument name, at {self.at}")
        kind, choices = "", {}
        if self._message[self.at] == ",":
            self.at += 1
            kind = self._until(",{}")
            if kind in CHOOSING:
                choices = dict(self._choices(kind))
            elif self._message[self.at] == ",":
                self._until("{}")
        if self._message[self.at] != "}":
            raise Malformed(f"unclosed argument {name!r} at {self.at}")
        self.at += 1
        return Argument(name, kind, choices)

    def _choices(self, kind: str) -> Iterator[tuple[str, Message]]:
        if self._message[self.at] != ",":
            raise Malformed(f"a {kind} without choices at {self.at}")
        self.at += 1
        names = set()
        while self._message[self.at : self.at + 1] != "}":
            name = self._until("{}")
            names.add(name)
            if self._message[self.at] != "{":
                raise Malformed(f"a choice without its text at {self.at}")
            self.at += 1
            yield name, tuple(self.parts(nested=True, counting=kind in COUNTING))
            self.at += 1
            while self._message[self.at : self.at + 1].isspace():
                self.at += 1
        if "other" not in names:
            raise Malformed(f"a {kind} without 'other' at {self.at}")
        if self.at >= len(self._message):
            raise Malformed("unclosed brace at the end")
