"""The crowd: thousands of websockets that are mostly idle. A process of its own.

It reads orders from standard input, one JSON object per line, and answers each with a line on standard output.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct

from partie.bench.line import LIMIT, PEOPLE, PROBLEM, UPDATE, WELCOME, Line, Refused, greet


class Open(Struct, tag="open"):
    """Open so many more connections, ``at_once`` at a time. They share the cookies, and show the tables if any."""

    url: str
    cookies: list[str]
    number: int
    tables: list[str] = []
    at_once: int = 50


FIRST_RETRY = 1.0
"""Seconds within which the web client makes its first attempt; the bound doubles with each failure."""

LAST_RETRY = 30.0


class Storm(Struct, tag="storm"):
    """Wait until all connections are cut, then reopen them as the web client does, each from its own cursor."""

    url: str


class Visit(Struct, tag="visit"):
    """Show these tables and leave them again, on every connection one after the other."""

    tables: list[str]


Order: TypeAlias = Open | Storm | Visit


class Done(Struct):
    """When the work began and ended (seconds since 1970), and the seconds that each connection or visit waited."""

    began: float
    ended: float
    waits: list[float] = []


class Cursor(Struct):
    """The part of an update that a connection remembers."""

    seq: int
    mark: str


class Member(Line):
    """One connection of the crowd."""

    def __init__(self, table: str = "", cursor: Cursor | None = None) -> None:
        super().__init__()
        self.table = table
        self.cursor = cursor
        self.cookie = ""
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.there: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the connection is welcomed or, if it shows a table, when it has received that."""

    def cut(self) -> None:
        self.gone.set_result(None)
        if not self.there.done():
            self.there.set_exception(Refused(self.why))

    def enter(self, table: str) -> None:
        """Show a table, from the cursor if there is one."""
        self.table = table
        cursor = {"seq": self.cursor.seq, "mark": self.cursor.mark} if self.cursor else {}
        self.send({"t": "enter", "table": table, **cursor})

    def heard(self, data: bytes, start: int, end: int) -> None:
        if data.startswith(WELCOME, start + 1):
            if self.table:
                self.enter(self.table)
            else:
                self._arrived()
        elif data.startswith(UPDATE, start + 1):
            self.cursor = _cursor.decode(memoryview(data)[start:end])
            self._arrived()
        elif data.startswith(PEOPLE, start + 1):
            # A connection that returns to an unchanged table gets no update, but the names.
            self._arrived()
        elif data.startswith((b"\xa1t\xa4gone", PROBLEM), start + 1) and not self.there.done():
            self.there.set_exception(Refused(str(msgspec.msgpack.decode(data[start:end]))))

    def _arrived(self) -> None:
        if not self.there.done():
            self.there.set_result(None)


_cursor = msgspec.msgpack.Decoder(Cursor)


class Crowd:
    """All connections."""

    def __init__(self) -> None:
        self._members: list[Member] = []

    async def do(self, order: Order) -> Done:
        """Carry out an order."""
        match order:
            case Open():
                return await self._open(order)
            case Storm(url=url):
                return await self._storm(url)
            case Visit(tables=tables):
                return await self._visit(tables)

    async def _open(self, order: Open) -> Done:
        began = time.time()
        numbers = iter(range(order.number))

        async def some() -> None:
            for number in numbers:
                table = order.tables[number % len(order.tables)] if order.tables else ""
                self._members.append(await _join(Member(table), order.url, order.cookies[number % len(order.cookies)]))

        await asyncio.gather(*(some() for _ in range(order.at_once)))
        return Done(began, time.time())

    async def _storm(self, url: str) -> Done:
        await asyncio.wait([member.gone for member in self._members], return_when=asyncio.FIRST_COMPLETED)
        began = time.time()

        async def back(member: Member) -> tuple[Member, float]:
            await member.gone
            tries = 0
            while True:
                await asyncio.sleep(random.uniform(0.0, min(LAST_RETRY, FIRST_RETRY * 2**tries)))  # noqa: S311  # no secret
                try:
                    again = await _join(Member(member.table, member.cursor), url, member.cookie)
                except Refused:
                    tries += 1
                else:
                    return again, time.time() - began

        came = await asyncio.gather(*(back(member) for member in self._members))
        self._members = [member for member, _ in came]
        return Done(began, time.time(), [waited for _, waited in came])

    async def _visit(self, tables: Sequence[str]) -> Done:
        began = time.time()
        left = iter(tables)
        waits: list[float] = []
        await asyncio.gather(*(_visit_some(member, left, waits) for member in self._members))
        return Done(began, time.time(), waits)


async def _visit_some(member: Member, tables: Iterator[str], waits: list[float]) -> None:
    for table in tables:
        member.there = asyncio.get_running_loop().create_future()
        member.cursor = None
        began = time.perf_counter()
        member.enter(table)
        await asyncio.wait_for(member.there, LIMIT)
        waits.append(time.perf_counter() - began)
        member.send({"t": "exit"})


async def _join(member: Member, url: str, cookie: str) -> Member:
    member.cookie = cookie
    await greet(lambda: member, url, cookie)
    await asyncio.wait_for(member.there, LIMIT)
    return member


async def main() -> None:
    """Carry out orders until standard input ends."""
    crowd = Crowd()
    orders = asyncio.StreamReader(limit=1 << 24)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while line := await orders.readline():
        done = await crowd.do(msgspec.json.decode(line, type=Order))
        sys.stdout.buffer.write(msgspec.json.encode(done) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    asyncio.run(main())
