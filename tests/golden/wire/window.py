"""One connection of one person: sends plain maps, and keeps everything that it is sent.

It knows the protocol and nothing of the service: one frame is one MessagePack map, its kind in the member ``t``.
"""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import Callable
from typing import Any

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]

PATIENCE = 60.0
"""Seconds after which something that does not come is a failure."""


def merge(view: Message, patch: Message) -> Message:
    """JSON Merge Patch, RFC 7396."""
    result = dict(view)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            inner = result.get(key)
            result[key] = merge(inner if isinstance(inner, dict) else {}, value)
        else:
            result[key] = value
    return result


def canonical(value: Any) -> Any:
    """The value with the members of every map in sorted order."""
    if isinstance(value, dict):
        return {key: canonical(value[key]) for key in sorted(value)}
    return [canonical(item) for item in value] if isinstance(value, list) else value


class Window:
    """A connection, under the label by which the golden names it."""

    def __init__(self, label: str, url: str, socket: ClientConnection, cookie: str, person: str) -> None:
        self.label = label
        self.url = url
        self.socket = socket
        self.cookie = cookie
        self.person = person
        self.heard: list[Message] = []
        """Every message, as it came; of an update with a checksum it says in ``crc`` whether that fits its view."""
        self.table = ""
        self.seat: int | None = None
        self.view: Message = {}
        self.cursor: tuple[int, str] | None = None
        self.turn: Message | None = None
        self.lobby: dict[str, Message] | None = None
        """The tables of the lobby; None while it is not shown."""
        self.names: dict[str, str] = {}
        self.rooms: list[str] = []
        self.chat: dict[str, dict[int, Message]] = {}
        self.last: dict[str, Message] = {}
        """The last message of each kind."""
        self.closed: tuple[int, str] | None = None
        """The code and the reason with which the service closed the line; None while it stands."""
        self._commands = 0
        self._changed = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, label: str, url: str, cookie: str, person: str, wire: int) -> Window:
        """Connect, and be welcomed."""
        socket = await connect(
            url.replace("http", "ws", 1) + "/ws",
            origin=url,  # type: ignore[arg-type]  # a NewType of str
            additional_headers={"Cookie": cookie},
            compression=None,
            max_size=None,
        )
        window = cls(label, url, socket, cookie, person)
        await window.ask({"t": "hello", "wire": wire}, "welcome")
        return window

    # --- sending --------------------------------------------------------------------------------------------------

    async def send(self, message: Message) -> None:
        """Send one message."""
        await self.socket.send(msgpack.packb(message))

    async def ask(self, message: Message, *kinds: str) -> Message:
        """Send a message and wait for the next one of these kinds."""
        known = len(self.heard)
        await self.send(message)
        return await self.next(known, lambda heard: heard["t"] in kinds)

    async def wish(self, message: Message, id_: str = "") -> Message:
        """Send a message under an id, and wait for what finally becomes of it."""
        id_ = id_ or self.new_id()
        known = len(self.heard)
        await self.send({**message, "id": id_})
        answers = ("accepted", "refused", "said", "done", "problem")
        return await self.next(known, lambda heard: heard["t"] in answers and heard["id"] == id_)

    async def do(self, do: Message, table: str = "", id_: str = "") -> Message:
        """Send a command, for the table that is shown if none is named; whether it is accepted or refused."""
        message: Message = {"t": "command", "do": do}
        if do["type"] != "create":
            message["table"] = table or self.table
        return await self.wish(message, id_)

    async def enter(self, table: str, cursor: tuple[int, str] | None = None, *, invitation: str = "") -> Message:
        """Show a table, from a cursor on if one is given, and wait until that is done; the last message of it."""
        self.lobby = None
        if table != self.table or cursor is None:
            self.view, self.cursor, self.turn = {}, None, None
        self.table = table
        position = {} if cursor is None else {"seq": cursor[0], "mark": cursor[1]}
        token = {"invitation": invitation} if invitation else {}
        await self.send({"t": "enter", "table": table, **position, **token})
        return await self.probe()

    async def probe(self) -> Message:
        """Ask what the table answers after all that it had to do before: there is no event 0."""
        return await self.ask({"t": "past", "seq": 0}, "no_past", "problem")

    async def look(self) -> Message:
        """Show the lobby."""
        self.lobby, self.table = {}, ""
        return await self.ask({"t": "lobby"}, "lobby")

    def new_id(self) -> str:
        """An id for the next command."""
        self._commands += 1
        return f"{self.label.lower().replace(' ', '-')}-command-{self._commands}"

    async def close(self) -> None:
        """Say goodbye."""
        await self.socket.close()
        await asyncio.wait([self._reader])

    async def ended(self) -> None:
        """Wait until the service has closed the line."""
        await asyncio.wait([self._reader])

    # --- waiting --------------------------------------------------------------------------------------------------

    async def until(self, holds: Callable[[], bool], what: str = "") -> None:
        """Wait until something that the service sent makes it hold."""
        try:
            async with asyncio.timeout(PATIENCE), self._changed:
                await self._changed.wait_for(lambda: holds() or self._reader.done())
        except TimeoutError:
            kinds = [message["t"] for message in self.heard[-8:]]
            raise AssertionError(f"{self.label} waits in vain{what and ' for ' + what}; last came {kinds}") from None
        if not holds():
            raise AssertionError(f"{self.label} lost the line{what and ', waiting for ' + what}: {self.closed}")

    async def next(self, known: int, fits: Callable[[Message], bool]) -> Message:
        """Wait for the first message that fits, of those after so many."""
        await self.until(lambda: any(map(fits, self.heard[known:])))
        return next(filter(fits, self.heard[known:]))

    async def kind(self, kind: str, **members: Any) -> Message:
        """Wait for a message of that kind with these members, also if it has come already."""

        def fits(message: Message) -> bool:
            return message["t"] == kind and all(message.get(key) == value for key, value in members.items())

        return await self.next(0, fits)

    # --- what is shown --------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """The game has ended."""
        return bool(self.view) and self.view["table"]["phase"] == "ended"

    @property
    def must(self) -> bool:
        """This seat has to act."""
        return not self.over and self.turn is not None and self.turn["must"]

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for data in self.socket:
                self._hear(msgpack.unpackb(data))
                async with self._changed:
                    self._changed.notify_all()
        self.closed = (self.socket.close_code or 0, self.socket.close_reason or "")
        async with self._changed:
            self._changed.notify_all()

    def _hear(self, message: Message) -> None:
        self.heard.append(message)
        self.last[message["t"]] = message
        match message["t"]:
            case "update" if message["table"] == self.table:
                self._update(message)
            case "turn" if message["table"] == self.table:
                self.turn = message
            case "gone" if message["table"] == self.table:
                self.table = ""
            case "people":
                self.names |= message["names"]
            case "rooms":
                self.rooms = list(message["read"])
            case "chat":
                lines = {} if message.get("whole") else self.chat.get(message["room"], {})
                self.chat[message["room"]] = lines | {line["number"]: line for line in message.get("lines", ())}
            case "lobby" if self.lobby is not None:
                known = {} if message.get("whole") else self.lobby
                known = known | {entry["table"]: entry for entry in message.get("tables", ())}
                self.lobby = {table: known[table] for table in known if table not in message.get("gone", ())}

    def _update(self, message: Message) -> None:
        if "view" in message:
            self.view = message["view"]
        else:
            base = (message["base"], message["base_mark"]) if "base" in message else self.cursor
            assert self.cursor == base, f"{self.label} is sent a patch for elsewhere"
            self.view = merge(self.view, message["patch"])
        self.cursor = (message["seq"], message["mark"])
        self.turn = message.get("turn", self.turn)
        if "clocks" in self.view["table"] and "patch" in message:
            # Whether a clock has lost a millisecond between two moves is chance: all of them stand in the record.
            frame = message["patch"].get("table", {}) | {"clocks": self.view["table"]["clocks"]}
            message = self.heard[-1] = {**message, "patch": {**message["patch"], "table": frame}}
        if "crc" in message:
            fits = message["crc"] == zlib.crc32(msgpack.packb(canonical(self.view)))
            self.heard[-1] = {**message, "crc": "<the view's>" if fits else "<not the view's>"}
