"""The load client: plays tables and times how long every connection waits for each move. A process of its own.

It reads websockets as cheaply as Python can: a frame is recognised by its first bytes and counted, and only what
the two seats are told of their turn is decoded. One job comes in on standard input as JSON, one answer goes out.
A move is sent when every connection of the table has the one before; its time runs from the write to the last read.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import struct
import sys
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

WIRE = 1
LIMIT = 60.0
"""Seconds without the awaited frames after which a run is given up."""

_UPDATE = b"\xa1t\xa6update"
_TURN = b"\xa1t\xa4turn"
_REFUSED = b"\xa1t\xa7refused"
_ENDED = b"\xa5phase\xa5ended"


class Job(Struct):
    """What to do: for every group of tables that is played at once, its tables in turn.

    ``floor``: the server is ``tests/bench/floor.py``, which knows no hello and takes any bytes as a move.
    ``seats`` and ``watcher`` are cookies; all spectators are tabs of one person.
    """

    url: str
    groups: list[list[str]]
    spectators: int
    moves: int
    seats: tuple[str, str] = ("", "")
    watcher: str = ""
    floor: bool = False
    seed: int = 0


class Report(Struct):
    """What was measured: seconds a move, seconds in all, and the mean bytes of the two frames of a move."""

    latencies: list[float]
    elapsed: float
    update_bytes: float
    turn_bytes: float


class Refused(Exception):
    """The service refused a move of the load client, or said nothing for too long."""


class Connection(asyncio.Protocol):
    """A websocket that counts updates for its group."""

    def __init__(self, group: Group, seat: bool) -> None:
        self.group = group
        self.seat = seat
        self.has = -1
        self.turn = b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]  # TCP gives this one

    def connection_lost(self, exc: Exception | None) -> None:
        self.group.fail(Refused("the server cut a line"))

    def send(self, message: dict[str, Any]) -> None:
        """Send one message; the mask is zero, so the payload goes as it is."""
        payload = msgspec.msgpack.encode(message)
        size = len(payload)
        head = bytes((0x82, 0x80 | size)) if size < 126 else struct.pack("!BBH", 0x82, 0x80 | 126, size)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
            self._rest = b""
        if not self.open.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.open.set_exception(Refused(head.decode(errors="replace")))
                return
            self.open.set_result(None)
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126 and end - at >= 4:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127 and end - at >= 10:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            elif size > 125:
                break
            if end - start < size:
                break
            self._frame(data[at], data, start, start + size)
            at = start + size
        self._rest = data[at:]

    def _frame(self, opcode: int, data: bytes, start: int, end: int) -> None:
        if opcode == 0x89:
            self.transport.write(bytes((0x8A, 0x80 | (end - start))) + b"\0\0\0\0" + data[start:end])
        elif data.startswith(_UPDATE, start + 1):
            if self.seat and data.find(_ENDED, start, end) >= 0:
                self.group.ended()
            self.group.updated(self, end - start)
        elif self.seat and data.startswith(_TURN, start + 1):
            self.turn = data[start:end]
            self.group.turned(end - start)
        elif self.seat and data.startswith(_REFUSED, start + 1):
            self.group.fail(Refused(str(msgspec.msgpack.decode(data[start:end]))))


class Group:
    """The connections of one table: its two seats first, then the spectators."""

    def __init__(self, job: Job, tables: list[str], seed: int) -> None:
        self.job = job
        self.tables = tables
        self.random = random.Random(seed)
        self.members: list[Connection] = []
        self.move = 0
        self.latencies: list[float] = []
        self.updates: list[int] = []
        self.turns: list[int] = []
        self._missing = 0
        self._everybody: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._turned = asyncio.Event()
        self._ended = False

    def ended(self) -> None:
        """The game is over."""
        self._ended = True
        self._turned.set()

    def updated(self, member: Connection, size: int) -> None:
        """A member has a view newer than the one before the move."""
        if member.has != self.move:
            member.has = self.move
            self._missing -= 1
            if self.latencies:
                self.updates.append(size)
            if self._missing == 0 and not self._everybody.done():
                self._everybody.set_result(time.perf_counter())

    def turned(self, size: int) -> None:
        """A seat was told of its turn."""
        if self.latencies:
            self.turns.append(size)
        self._turned.set()

    def fail(self, problem: Exception) -> None:
        """Give the run up."""
        if not self._everybody.done():
            self._everybody.set_exception(problem)

    async def connect(self) -> None:
        """Open all connections, and show them the first table."""
        cookies = [*self.job.seats, *[self.job.watcher] * self.job.spectators]
        for index, cookie in enumerate(cookies):
            self.members.append(await self._open(cookie, index < 2))
        if not self.job.floor:
            await self._enter()

    async def _open(self, cookie: str, seat: bool) -> Connection:
        place = urlsplit(self.job.url)
        _, member = await asyncio.get_running_loop().create_connection(
            lambda: Connection(self, seat), place.hostname or "127.0.0.1", place.port or 80
        )
        path = f"/ws/{self.tables[0]}" if self.job.floor else "/ws"
        key = "AAAAAAAAAAAAAAAAAAAAAA=="
        member.transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: http://{place.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n\r\n".encode()
        )
        await asyncio.wait_for(member.open, LIMIT)
        if not self.job.floor:
            member.send({"t": "hello", "wire": WIRE})
        return member

    def _expect(self) -> None:
        self.move += 1
        self._missing = len(self.members)
        self._everybody = asyncio.get_running_loop().create_future()

    async def _enter(self) -> None:
        self._expect()
        for member in self.members:
            member.turn = b""
            member.send({"t": "enter", "table": self.tables[0]})
        await asyncio.wait_for(self._everybody, LIMIT)

    async def run(self, moves: int) -> None:
        """Play that many moves, on the next table when a game is over."""
        for _ in range(moves):
            mover, message = await self._next()
            self._expect()
            sent = time.perf_counter()
            mover.send(message)
            done = await asyncio.wait_for(self._everybody, LIMIT)
            self.latencies.append(done - sent)

    async def _next(self) -> tuple[Connection, dict[str, Any]]:
        """Who moves next, and the command."""
        if self.job.floor:
            return self.members[0], {"t": "command", "id": secrets.token_hex(8), "do": {"type": "move", "ask": 1}}
        while True:
            turns = [msgspec.msgpack.decode(member.turn) if member.turn else None for member in self.members[:2]]
            for member, turn in zip(self.members[:2], turns, strict=True):
                if turn and turn["must"]:
                    member.turn = b""
                    do = {"type": "move", "ask": turn["ask"], "move": self.random.choice(turn["legal"])}
                    command = {"t": "command", "id": secrets.token_hex(8), "table": self.tables[0], "do": do}
                    return member, command
            if self._ended:
                self._ended = False
                self.tables.pop(0)
                if not self.tables:
                    raise Refused("all tables are played to their end; the job needs more of them")
                await self._enter()
            else:
                self._turned.clear()
                await asyncio.wait_for(self._turned.wait(), LIMIT)


async def work(job: Job) -> Report:
    """Do the job."""
    groups = [Group(job, tables, job.seed + index) for index, tables in enumerate(job.groups)]
    for group in groups:
        await group.connect()
    started = time.perf_counter()
    await asyncio.gather(*(group.run(job.moves) for group in groups))
    elapsed = time.perf_counter() - started
    updates = [size for group in groups for size in group.updates]
    turns = [size for group in groups for size in group.turns]
    return Report(
        latencies=[latency for group in groups for latency in group.latencies],
        elapsed=elapsed,
        update_bytes=sum(updates) / max(1, len(updates)),
        turn_bytes=sum(turns) / max(1, len(turns)),
    )


if __name__ == "__main__":
    report = asyncio.run(work(msgspec.json.decode(sys.stdin.buffer.read(), type=Job)))
    sys.stdout.buffer.write(msgspec.json.encode(report))
