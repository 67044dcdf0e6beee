"""What was sent, made alike for every run: names for what is random, and lists of what is compared how.

A connection's messages are parted into streams. Each is compared message by message, in its order; between streams
there is no order, for the service looks names, chat and friends up apart from the table's events:

* ``table``: all that is in no other, so also kinds that are new;
* one for each room of the chat, and one for each of :data:`BESIDE`;
* what :data:`PROJECTED` names arrives by timers, several changes at once or one by one: of it the state that all of it
  leads to is compared, when it has come to rest.
"""

from __future__ import annotations

import json
import re
from typing import Any

from tests.golden.wire.window import Message, Window

BESIDE = frozenset({"rooms", "blocked", "next_game", "following", "opened", "declined", "found", "closed"})
PROJECTED = frozenset({"beat", "people", "presence", "lobby", "around", "seeking", "invitations"})

MILLISECONDS = range(17 * 10**11, 40 * 10**11)
SECONDS = range(17 * 10**8, 40 * 10**8)
"""Whole numbers that are times since 1970; none in any game comes near."""

_RANDOM = re.compile(r"\b(?:[a-z2-7]{16}|[0-9a-f]{16})\b")
"""Ids of persons and tables, and marks."""

SHORTEST = 16
"""Signs of the shortest value that is random."""

_DURATIONS = frozenset({"left", "rest", "retry_in"})
"""Members that hold milliseconds which depend on how long something took."""


_ASSETS = "/assets/"
"""Where the files of the built client are; which there are is the build's matter, and whether there is one."""


class Names:
    """The names of what is random in an evening."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._any: re.Pattern[str] | None = None

    def call(self, value: str, name: str) -> str:
        """From now on the value is known by this name, as it must have been before."""
        if (known := self._names.setdefault(value, f"<{name}>")) != f"<{name}>":
            raise AssertionError(f"{known} is <{name}> as well")
        self._any = None
        return value

    def of(self, value: str) -> str:
        """The name of a value, without its brackets."""
        return self._names.get(value, value).strip("<>")

    def learn(self, window: Window) -> None:
        """Name what only messages tell: marks by their table and event, and tokens."""
        for message in window.heard:
            match message["t"]:
                case "update":
                    for seq, mark in (("seq", "mark"), ("base", "base_mark")):
                        if mark in message:
                            self.call(message[mark], f"mark of {self.of(message['table'])} at {message[seq]}")
                case "invitations":
                    for one in message.get("invitations", ()):
                        if "token" in one:
                            self.call(one["token"], f"invitation to {self.of(one['table'])}")

    def plain(self, value: Any, key: str = "") -> Any:
        """The value with names in place of all that is random, as JSON can hold it."""
        match value:
            case bool() | None:
                return value
            case int() if value in MILLISECONDS or value in SECONDS:
                return "<time>"
            case int() if key == "retry_in" or (key in _DURATIONS and value):
                return "<ms>"
            case int() if key == "seconds":
                return "<seconds>"
            case str():
                return self._text(value)
            case dict():
                kept = {name: item for name, item in value.items() if not _is_built(item)}
                return {self._text(name): self.plain(item, name) for name, item in kept.items()}
            case list():
                return [self.plain(item, key) for item in value]
        return value

    def _text(self, text: str) -> str:
        if self._any is None:
            self._any = re.compile("|".join(map(re.escape, sorted(self._names, key=len, reverse=True))) or r"(?!)")
        return self._any.sub(lambda found: self._names[found[0]], text) if len(text) >= SHORTEST else text


def _is_built(value: Any) -> bool:
    """Whether a value is the address of a file of the built client, or a list of these."""
    addresses = value if isinstance(value, list) else [value]
    return bool(addresses) and all(isinstance(each, str) and each.startswith(_ASSETS) for each in addresses)


def nameless(value: Any) -> list[str]:
    """What looks random and has no name, in anything plain."""
    return sorted({match for match in _RANDOM.findall(json.dumps(value)) if not match.isalpha()})


def streams(window: Window, names: Names) -> dict[str, list[Message]]:
    """All that is compared in its order, by streams."""
    found: dict[str, list[Message]] = {}
    for message in window.heard:
        kind = message["t"]
        if kind in PROJECTED or _is_probe(message):
            continue
        stream = f"chat of {message['room']}" if kind == "chat" else kind if kind in BESIDE else "table"
        plain = names.plain(message)
        if kind == "welcome":
            plain["build"] = "<build>"
        found.setdefault(stream, []).append(plain)
    if window.closed is not None:
        found.setdefault("table", []).append({"t": "(closed)", "code": window.closed[0], "reason": window.closed[1]})
    return found


def projections(window: Window) -> dict[str, Any]:
    """What the projections have led to by now, with nothing made plain yet."""
    found: dict[str, Any] = {"people": dict(window.names)}
    for message in window.heard:
        match message["t"]:
            case "beat":
                # Whether one came in so short a time is chance.
                assert message.keys() == {"t", "now"}, message
            case "presence" if message["table"] == window.table:
                found["presence"] = message
    if window.lobby is not None:
        # Elsewhere nobody hears of changes of these.
        found |= {kind: window.last[kind] for kind in ("around", "seeking") if kind in window.last}
        found["lobby"] = dict(window.lobby)
    if "around" in found:
        # By the second in which they came, and then by their ids.
        found["around"] = {**found["around"], "people": sorted(found["around"]["people"], key=lambda one: one["name"])}
    return found


def _is_probe(message: Message) -> bool:
    return bool(message["t"] == "no_past" and message["seq"] == 0)
