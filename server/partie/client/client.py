"""A Python client of the service: everything a browser does, without the picture.

It uses nothing of the server, only ``websockets`` and ``msgpack``, so it proves the protocol from outside and can serve
as a template for a bot. One :class:`Client` shows one table at a time and keeps its view up to date::

    client = await Client.join("http://127.0.0.1:8000", name="Ann")
    await client.enter(table)
    await client.do({"type": "sit", "seat": 0})
    turn = await client.my_turn()
    await client.move(turn["legal"][0])
"""

from __future__ import annotations

import asyncio
import contextlib
import http.cookies
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

WIRE = 1
Message = dict[str, Any]


class Refused(Exception):
    """The service refused a request; ``code`` says why."""

    def __init__(self, message: Message) -> None:
        self.code: str = message.get("code") or message["t"]
        super().__init__(f"{self.code} {message.get('rule', '')} {message.get('params', '')}".strip())
        self.message = message


class Lost(Exception):
    """The connection is lost; commands without an answer may or may not have been carried out."""


def merge(view: Message, patch: Message) -> Message:
    """Apply a JSON Merge Patch, RFC 7396."""
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


def sign_in(url: str, name: str) -> str:
    """Sign in as a guest with that name. Returns the value of the ``Cookie`` header to connect with."""
    request = urllib.request.Request(  # noqa: S310  # the caller names the service
        url.rstrip("/") + "/api/session",
        json.dumps({"name": name}).encode(),
        {"Content-Type": "application/json", "Origin": url.rstrip("/")},
        method="POST",
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310
            cookies = http.cookies.SimpleCookie(response.headers["Set-Cookie"])
    except urllib.error.HTTPError as error:
        raise Refused(json.loads(error.read())) from None
    return "; ".join(f"{key}={morsel.value}" for key, morsel in cookies.items())


class Client:
    """One connection of one person. ``view``, ``entries`` and ``turn`` follow the table that was entered."""

    def __init__(self, socket: ClientConnection, cookie: str, welcome: Message) -> None:
        self.socket = socket
        self.cookie = cookie
        """The cookie with which the same guest can reconnect; empty for a bot."""
        self.person: str = welcome["person"]
        self.table: str = ""
        self.cursor: tuple[int, str] | None = None
        self.view: Message = {}
        self.entries: dict[int, Message] = {}
        self.turn: Message | None = None
        self.names: dict[str, str] = {}
        self.rewound: list[Message] = []
        self.lobby: dict[str, Message] = {}
        """The tables of the lobby by their ids, after :meth:`watch_lobby`."""
        self.around: Message = {}
        self.chat: dict[str, dict[int, Message]] = {}
        self.invitations: list[Message] = []
        """All invitations to tables by name, the newest first, after :meth:`watch_invitations`."""
        self.received: list[Message] = []  # messages not covered above: offers, pages of history, problems
        self._answers: dict[str, asyncio.Future[Message]] = {}
        self._changed = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def join(cls, url: str, name: str = "", cookie: str = "", token: str = "", **options: Any) -> Client:
        """Connect as the bot of a token, as the guest of an earlier cookie, or as a new guest with that name.

        ``options`` are passed to websockets; unless they say otherwise, nothing is compressed.
        """
        if not token:
            cookie = cookie or await asyncio.to_thread(sign_in, url, name)
        socket = await connect(
            url.replace("http", "ws", 1).rstrip("/") + "/ws",
            origin=None if token else url.rstrip("/"),  # type: ignore[arg-type]  # a NewType of str
            additional_headers={"Authorization": f"Bearer {token}"} if token else {"Cookie": cookie},
            **{"compression": None, "max_size": None, **options},
        )
        await socket.send(msgpack.packb({"t": "hello", "wire": WIRE}))
        try:
            # Every connection gets heartbeats, and one may come first.
            while (welcome := msgpack.unpackb(await socket.recv()))["t"] == "beat":
                pass
        except ConnectionClosed as closed:
            raise Lost(str(closed)) from None
        if welcome["t"] != "welcome":
            raise Refused(welcome)
        return cls(socket, cookie, welcome)

    async def send(self, message: Message) -> None:
        """Send one message unchanged."""
        try:
            await self.socket.send(msgpack.packb(message))
        except ConnectionClosed as closed:
            raise Lost(str(closed)) from None

    async def do(self, do: Message, *, command: str = "") -> Message:
        """Send a command; return its ``accepted`` message, or raise :class:`Refused`."""
        command = command or secrets.token_hex(8)
        answer = self._answers.setdefault(command, asyncio.get_running_loop().create_future())
        message: Message = {"t": "command", "id": command, "do": do}
        if do["type"] not in ("create", "learn"):
            message["table"] = self.table
        await self.send(message)
        if (message := await answer)["t"] != "accepted":
            raise Refused(message)
        return message

    async def say(self, room: str, text: str = "", *, phrase: str = "", command: str = "") -> Message:
        """Send a chat message at the table, to the ``players`` or the ``spectators``, and wait until it is accepted.

        Send ``{"t": "chat"}`` first to receive the others' messages: ``chat`` has those of each room by their numbers.
        """
        command = command or secrets.token_hex(8)
        answer = self._answers.setdefault(command, asyncio.get_running_loop().create_future())
        said = {"text": text} if text else {"phrase": phrase}
        await self.send({"t": "say", "id": command, "table": self.table, "room": room, **said})
        if (message := await answer)["t"] != "said":
            raise Refused(message)
        return message

    async def create(self, game: str, seats: int, *, command: str = "", **settings: Any) -> str:
        """Create a table and return its id."""
        accepted = await self.do({"type": "create", "game": game, "seats": seats, **settings}, command=command)
        return str(accepted["table"])

    async def enter(self, table: str, cursor: tuple[int, str] | None = None, invitation: str | None = None) -> None:
        """Show a table, from a cursor if one is given, and wait for its first update."""
        if table != self.table or cursor is None:
            self.view, self.entries, self.turn, self.cursor = {}, {}, None, None
        self.table = table
        message: Message = {"t": "enter", "table": table}
        if cursor is not None:
            message |= {"seq": cursor[0], "mark": cursor[1]}
        if invitation is not None:
            message["invitation"] = invitation
        await self.send(message)
        await self.until(lambda: self.cursor is not None or bool(self._gone()))
        if gone := self._gone():
            raise Refused(gone)

    @property
    def seat(self) -> int | None:
        """Your seat at the table."""
        seats = self.view.get("table", {}).get("seats", {})
        return next((int(seat) for seat, held in seats.items() if held.get("person") == self.person), None)

    async def sit(self, seat: int | None = None) -> int:
        """Take a seat, by default the first free one that nobody else takes at the same moment. Return its number."""
        seats: dict[str, Message] = self.view["table"]["seats"]
        free = sorted(int(number) for number, held in seats.items() if not (held.get("person") or held.get("bot")))
        for number in free if seat is None else [seat]:
            try:
                await self.do({"type": "sit", "seat": number})
            except Refused as refused:
                if seat is not None or refused.code not in {"seat_taken", "seat_kept"}:
                    raise
            else:
                return number
        raise Refused({"code": "table_full"})

    async def ready(self) -> Message:
        """Declare yourself ready, with a nonce for the table's chance."""
        return await self.do({"type": "ready", "ready": True, "nonce": secrets.token_hex(16)})

    async def move(self, move: Message, *, command: str = "") -> Message:
        """Make a move for the current decision, and wait until the view includes it."""
        if self.turn is None:
            raise Refused({"t": "refused", "code": "no_turn"})
        accepted = await self.do({"type": "move", "ask": self.turn["ask"], "move": move}, command=command)
        await self.until(lambda: self.cursor is not None and self.cursor[0] >= accepted["seq"])
        return accepted

    async def my_turn(self) -> Message | None:
        """Wait until this seat must act and return its turn; None when the game is over."""
        await self.until(lambda: self.over or self.must)
        return None if self.over else self.turn

    async def offers(self) -> list[Message]:
        """What each target of the current decision would cost and bring."""
        return list((await self.ask({"t": "offers"}, "offers")).get("offers", ()))

    async def watch_lobby(self) -> None:
        """Show the lobby instead of a table, and keep :attr:`lobby` up to date from now on."""
        seen = self.lobby
        await self.send({"t": "lobby"})
        await self.until(lambda: self.lobby is not seen)

    async def leave_lobby(self) -> None:
        """Show neither the lobby nor a table."""
        await self.send({"t": "exit"})

    @property
    def own_tables(self) -> list[str]:
        """The tables of the lobby at which you sit and whose game has not ended."""
        return [
            table
            for table, entry in self.lobby.items()
            if entry["phase"] != "ended" and any(seat.get("person") == self.person for seat in entry["seats"])
        ]

    async def watch_invitations(self) -> None:
        """Keep :attr:`invitations` up to date from now on."""
        seen = self.invitations
        await self.send({"t": "company"})
        await self.until(lambda: self.invitations is not seen)

    async def ask(self, message: Message, answer: str) -> Message:
        """Send a message and wait for the next one of the kind ``answer``."""
        self.received = [other for other in self.received if other["t"] != answer]
        await self.send(message)
        await self.until(lambda: any(other["t"] == answer for other in self.received))
        return next(other for other in self.received if other["t"] == answer)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until a message from the service makes it hold. Raises :class:`Lost` when the connection is lost."""
        async with self._changed:
            await self._changed.wait_for(lambda: holds() or self._reader.done())
        if not holds():
            raise Lost("the connection is gone")

    @property
    def must(self) -> bool:
        """Whether your seat must act."""
        return self.turn is not None and bool(self.turn["must"])

    @property
    def over(self) -> bool:
        """Whether the table's game has ended."""
        return bool(self.view) and self.view["table"]["phase"] == "ended"

    async def close(self) -> None:
        """Close the connection."""
        await self.socket.close()
        await asyncio.wait([self._reader])

    def _gone(self) -> Message | None:
        return next((m for m in self.received if m["t"] == "gone" and m["table"] == self.table), None)

    async def _read(self) -> None:
        try:
            with contextlib.suppress(ConnectionClosed):
                async for data in self.socket:
                    self._hear(msgpack.unpackb(data))
                    async with self._changed:
                        self._changed.notify_all()
        finally:
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(Lost("the connection is gone"))
                    answer.exception()  # there may be nobody waiting
            async with self._changed:
                self._changed.notify_all()

    def _hear(self, message: Message) -> None:
        match message["t"]:
            case "update" if message["table"] == self.table:
                self._update(message)
            case "turn" if message["table"] == self.table:
                self.turn = message
            case "accepted" | "said" | "done":
                self._answer(self._answers.get(message["id"]), message)
            case "refused" | "problem" if message.get("id") in self._answers:
                # Forgotten, because the same command may be sent again and then get a different answer: only what was
                # accepted is in the log.
                self._answer(self._answers.pop(message["id"]), message)
            case "refused":
                pass  # the answer to an earlier attempt
            case "rooms" | "chat" if message["table"] == self.table:
                self._talk(message)
            case "people":
                self.names |= message["names"]
            case "rewound":
                self.rewound.append(message)
            case "lobby":
                known = {} if message.get("whole") else self.lobby
                known = known | {entry["table"]: entry for entry in message.get("tables", ())}
                gone = message.get("gone", ())
                self.lobby = {table: entry for table, entry in known.items() if table not in gone}
            case "around":
                self.around = message
            case "invitations":
                self.invitations = list(message.get("invitations", ()))
                self.received.append(message)
            case kind if kind not in {"beat", "unsettled"}:
                self.received.append(message)

    @staticmethod
    def _answer(waiting: asyncio.Future[Message] | None, message: Message) -> None:
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def _talk(self, message: Message) -> None:
        if message["t"] == "rooms":
            self.chat = {room: self.chat.get(room, {}) for room in message["read"]}
            return
        known = {} if message.get("whole") else self.chat.get(message["room"], {})
        self.chat[message["room"]] = {**known, **{line["number"]: line for line in message.get("lines", ())}}

    def _update(self, message: Message) -> None:
        if "view" in message:
            self.view = message["view"]
        elif self.cursor is None:
            return  # in flight when the table was entered again; the answer to that follows
        elif self.cursor != (message["base"], message["base_mark"]):
            raise AssertionError(f"a patch for {message['base']} came to a client at {self.cursor}")
        else:
            self.view = merge(self.view, message["patch"])
        self.cursor = (message["seq"], message["mark"])
        self.entries |= {entry["seq"]: entry for entry in message.get("entries", ())}
        self.turn = message.get("turn", self.turn)
        if self.over:
            self.turn = None
