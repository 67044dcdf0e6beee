"""Reads messages in ICU MessageFormat as far as to say which arguments they use, and whether they are well formed."""

from __future__ import annotations

from collections.abc import Iterator

CHOOSING = ("plural", "select", "selectordinal")


class Malformed(ValueError):
    """The message cannot be read: what is wrong, and after how many characters."""


def arguments(message: str) -> frozenset[str]:
    """The names of all arguments of the message. Raises :class:`Malformed`."""
    reader = _Reader(message)
    found = frozenset(reader.text(nested=False))
    if reader.at < len(message):
        raise Malformed(f"a brace is closed that was not opened, at {reader.at}")
    return found


class _Reader:
    def __init__(self, message: str) -> None:
        self._message = message
        self.at = 0

    def text(self, *, nested: bool) -> Iterator[str]:
        """Plain text with arguments in it, up to the brace that closes it or to the end."""
        while self.at < len(self._message):
            char = self._message[self.at]
            if char == "'":
                self._quoted()
            elif char == "{":
                self.at += 1
                yield from self._argument()
            elif char == "}":
                return
            else:
                self.at += 1
        if nested:
            raise Malformed(f"a brace is not closed, at {self.at}")

    def _quoted(self) -> None:
        """An apostrophe quotes what follows only before a brace; two of them are one."""
        self.at += 1
        following = self._message[self.at : self.at + 1]
        if following == "'":
            self.at += 1
        elif following in ("{", "}"):
            end = self._message.find("'", self.at)
            self.at = len(self._message) if end < 0 else end + 1

    def _until(self, stops: str) -> str:
        begin = self.at
        while self.at < len(self._message) and self._message[self.at] not in stops:
            self.at += 1
        if self.at == len(self._message):
            raise Malformed(f"an argument is not closed, at {begin}")
        return self._message[begin : self.at].strip()

    def _argument(self) -> Iterator[str]:
        name = self._until(",{}")
        if not name.isidentifier():
            raise Malformed(f"{name!r} is no name of an argument, at {self.at}")
        yield name
        if self._message[self.at] == ",":
            self.at += 1
            kind = self._until(",{}")
            if kind in CHOOSING:
                yield from self._choices(kind)
            elif self._message[self.at] == ",":
                self._until("{}")
        if self._message[self.at] != "}":
            raise Malformed(f"the argument {name!r} is not closed, at {self.at}")
        self.at += 1

    def _choices(self, kind: str) -> Iterator[str]:
        if self._message[self.at] != ",":
            raise Malformed(f"a {kind} without choices, at {self.at}")
        self.at += 1
        names = set()
        while self._message[self.at : self.at + 1] != "}":
            names.add(self._until("{}"))
            if self._message[self.at] != "{":
                raise Malformed(f"a choice without its text, at {self.at}")
            self.at += 1
            yield from self.text(nested=True)
            self.at += 1
            while self._message[self.at : self.at + 1].isspace():
                self.at += 1
        if "other" not in names:
            raise Malformed(f"a {kind} without 'other', at {self.at}")
        if self.at >= len(self._message):
            raise Malformed("a brace is not closed, at the end")
