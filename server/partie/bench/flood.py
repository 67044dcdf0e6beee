"""One guest who asks for too much in one of several ways, until standard input is closed. A process of its own.

It comes from an address of its own. On Linux that is another one of this machine; elsewhere it is in the header that a
proxy would add, which the node must believe.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from http.client import HTTPConnection
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

import msgspec

from partie.bench.line import WIRE, Line, Refused, connect
from partie.bench.people import address_header

FRAMES: Final = 39
"""Messages per second of one connection: just below the limit of frames."""

_SEVERAL: Final = sys.platform == "linux"
"""Whether this machine has all addresses that begin with 127."""


class Guest(Line):
    """A websocket of the guest, who does not care about the answers."""

    def heard(self, data: bytes, start: int, end: int) -> None:
        """Ignore the message, apart from answers to commands."""

    def cut(self) -> None:
        self.transport.close()


class Flood:
    """The guest, at one or more nodes. ``table`` is a finished one, ``game`` the game for tables of the guest."""

    def __init__(self, urls: list[str], address: str, game: str, table: str) -> None:
        self.urls = urls
        self.address = address
        self.game = game
        self.table = table
        self._cookies: dict[str, str] = {}

    # --- ways to come ---------------------------------------------------------------------------------------------

    async def line(self, number: int, who: str = "guest") -> Guest:
        """Open one more connection, at the nodes in turn."""
        url = self.urls[number % len(self.urls)]
        if who not in self._cookies:
            self._cookies[who] = await asyncio.to_thread(self._sign_in, who)
        cookie = self._cookies[who] + address_header(self.address)
        line = await connect(Guest, url, "/ws", cookie, self._source)
        line.send({"t": "hello", "wire": WIRE})
        return line

    @property
    def _source(self) -> tuple[str, int] | None:
        """What connections of the guest are bound to."""
        return (self.address, 0) if _SEVERAL else None

    def _sign_in(self, who: str) -> str:
        place = urlsplit(self.urls[0]).netloc
        headers = {"Content-Type": "application/json", "Origin": self.urls[0], "X-Forwarded-For": self.address}
        with closing(HTTPConnection(place, timeout=30, source_address=self._source)) as connection:
            connection.request("POST", "/api/session", json.dumps({"name": who}), headers)
            cookies = connection.getresponse().headers.get_all("Set-Cookie", [])
        return "; ".join(cookie.partition(";")[0] for cookie in cookies)

    async def many(self, lines: int, message: Callable[[], dict[str, Any]], each: float = 1 / FRAMES) -> None:
        """Send a message again and again on so many connections, which are opened again where they are cut."""

        async def one(number: int) -> None:
            while True:
                with suppress(OSError, Refused, TimeoutError):
                    line = await self.line(number)
                    while not line.transport.is_closing():
                        line.send(message())
                        await asyncio.sleep(each)
                await asyncio.sleep(each)

        await asyncio.gather(*(one(number) for number in range(lines)))

    async def requests(self, at_once: int, head: Callable[[], str], *, ends: bool) -> None:
        """Send heads of requests and cut each connection at once, or never end any of them."""

        async def one(number: int) -> None:
            url = self.urls[number % len(self.urls)]
            host, _, port = url.removeprefix("http://").partition(":")
            while True:
                with suppress(OSError):
                    _, writer = await asyncio.open_connection(host, int(port), local_addr=self._source)
                    writer.write(f"{head()}\r\nHost: {host}\r\nX-Forwarded-For: {self.address}\r\n".encode())
                    if ends:
                        writer.write(b"\r\n")
                        await asyncio.sleep(0.05)
                    while not ends and not writer.transport.is_closing():
                        writer.write(b"X: y\r\n")
                        await asyncio.sleep(0.5)
                    writer.close()

        await asyncio.gather(*(one(number) for number in range(at_once)))

    def do(self, do: dict[str, Any], table: str = "", command: str = "") -> dict[str, Any]:
        """A command."""
        message = {"t": "command", "id": command or secrets.token_hex(8), "do": do}
        return message | ({"table": table} if table else {})

    async def create(self, line: Guest) -> str:
        """Create a table; return its id."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def heard(data: bytes, start: int, end: int) -> None:
            if b"\xa8accepted" in data[start:end] and not answer.done():
                answer.set_result(data[start:end])

        line.heard = heard  # type: ignore[method-assign]
        line.send(self.do({"type": "create", "game": self.game, "seats": 2}))
        message: dict[str, Any] = msgspec.msgpack.decode(await asyncio.wait_for(answer, 5))
        return str(message["table"])

    # --- the floods ---------------------------------------------------------------------------------------------------

    async def blocks(self) -> None:
        """Block ever more people, from three connections."""
        await self.many(3, lambda: {"t": "block", "person": secrets.token_urlsafe(12), "blocked": True})

    async def chats(self) -> None:
        """Ask for the chat again and again, from three connections."""
        await self.many(3, lambda: {"t": "chat"})

    async def ids(self) -> None:
        """Enter random tables, from thirty connections."""
        await self.many(30, lambda: {"t": "enter", "table": secrets.token_urlsafe(12)})

    async def exports(self) -> None:
        """Ask for exports of random tables without a session, eight hundred times a second, and go at once."""
        await self.requests(40, lambda: f"GET /api/tables/{secrets.token_urlsafe(12)}/export HTTP/1.1", ends=True)

    async def past(self) -> None:
        """Ask for past positions of a finished table, from thirty connections."""
        number = iter(range(1 << 40))

        def ask() -> dict[str, Any]:
            turn = next(number)
            if turn % 20 == 0:
                return {"t": "enter", "table": self.table}
            return {"t": "past", "seq": 1 + turn % 30, "eyes": "spectator"}

        await self.many(30, ask)

    async def heads(self) -> None:
        """Send five hundred requests that never end."""
        await self.requests(500, lambda: "GET /healthz HTTP/1.1", ends=False)

    async def bots(self) -> None:
        """Play at as many tables against deep bots as possible."""
        line = await self.line(0)
        while True:
            with suppress(OSError, Refused, TimeoutError):
                table = await self.create(line)
                for do in (
                    {"type": "seat_bot", "seat": 0, "level": "deep"},
                    {"type": "sit", "seat": 1},
                    {"type": "ready", "ready": True, "nonce": secrets.token_hex(16)},
                ):
                    line.send(self.do(do, table))
            await asyncio.sleep(0.05)

    async def tables(self) -> None:
        """Create tables and close them."""
        line = await self.line(0)
        while True:
            with suppress(OSError, Refused, TimeoutError):
                line.send(self.do({"type": "close"}, await self.create(line)))
            await asyncio.sleep(0.01)

    async def seats(self) -> None:
        """Sit and leave at the table of somebody else."""
        table = await self.create(await self.line(0, "host"))
        dos = iter(range(1 << 40))
        await self.many(
            1, lambda: self.do({"type": "leave"} if next(dos) % 2 else {"type": "sit", "seat": 0}, table), 0.02
        )


Way: TypeAlias = Callable[[Flood], Awaitable[None]]

FLOODS: Final[dict[str, Way]] = {
    "exports of random tables": Flood.exports,
    "entering random tables": Flood.ids,
    "past positions": Flood.past,
    "blocking people": Flood.blocks,
    "asking for the chat": Flood.chats,
    "requests without an end": Flood.heads,
    "deep bots": Flood.bots,
    "creating and closing tables": Flood.tables,
    "sitting and leaving": Flood.seats,
}
"""The ways to ask for too much."""


async def main() -> None:
    """Flood until standard input is closed."""
    way, game, table, *urls = sys.argv[1:]
    print("begun", flush=True)
    address = f"127.0.0.{2 + list(FLOODS).index(way)}" if _SEVERAL else f"192.0.2.{1 + list(FLOODS).index(way)}"
    flooding = asyncio.ensure_future(FLOODS[way](Flood(urls, address, game, table)))
    closed = asyncio.ensure_future(asyncio.to_thread(sys.stdin.read))
    await asyncio.wait([flooding, closed], return_when=asyncio.FIRST_COMPLETED)
    if flooding.done():
        flooding.result()
    flooding.cancel()


if __name__ == "__main__":
    asyncio.run(main())
