"""The load client: plays tables and times how long every connection waits for each move. A process of its own.

It counts frames, and decodes only the turns sent to the two seats. It reads one job from standard input as JSON and
writes one answer. A move is sent when every connection of the table has received the previous one; its time runs from
the write, or from when the move was due, to the last read.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import sys
import time
import urllib.request
from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec
import psutil
from msgspec import Struct

from partie.bench.line import LIMIT, PROBLEM, REFUSED, TEXT, TURN, UPDATE, Line, Refused, connect, greet

Kind: TypeAlias = Literal["service", "floor", "colyseus", "boardgame.io"]

_ENDED = b"\xa5phase\xa5ended"


class Job(Struct):
    """The job: for every group of tables that is played at once, its tables in order.

    ``kind`` is that of the server: ``partie/bench/floor.py`` needs no hello and takes any bytes as a move. ``seats``
    are the cookies of the two players of each group, ``watcher`` is one: all spectators are tabs of one person. With
    several ``urls`` each table is played on the next of them, or, if ``split``, each of its connections is. ``every``:
    seconds between the moves of a table, if they do not follow at once. ``servers`` are the processes whose CPU time is
    counted.
    """

    urls: tuple[str, ...]
    servers: tuple[int, ...]
    groups: list[list[str]]
    seats: list[tuple[str, str]]
    spectators: int
    moves: int
    watcher: str = ""
    kind: Kind = "service"
    seed: int = 0
    split: bool = False
    every: float = 0.0


class Report(Struct):
    """The measurements: seconds per move, total seconds, CPU seconds of the servers, and mean bytes of frames.

    ``answers`` are the seconds until each move's own player saw it; ``sent`` is the time of each move, in seconds since
    1970.
    """

    latencies: list[float]
    answers: list[float]
    sent: list[float]
    elapsed: float
    processor: float
    update_bytes: float
    turn_bytes: float


class Connection(Line):
    """A websocket that counts updates for its group."""

    def __init__(self, group: Group, seat: bool) -> None:
        super().__init__()
        self.group = group
        self.seat = seat
        self.has = -1
        self.turn = b""

    def cut(self) -> None:
        self.group.fail(Refused(self.why))

    def heard(self, data: bytes, start: int, end: int) -> None:
        if data.startswith(UPDATE, start + 1):
            if self.seat and data.find(_ENDED, start, end) >= 0:
                self.group.ended()
            self.group.updated(self, end - start)
        elif self.seat and data.startswith(TURN, start + 1):
            self.turn = data[start:end]
            self.group.turned(end - start)
        elif data.startswith((REFUSED, PROBLEM), start + 1):
            self.group.fail(Refused(str(msgspec.msgpack.decode(data[start:end]))))


class Group:
    """The connections of one table: its two seats first, then the spectators."""

    def __init__(self, job: Job, number: int) -> None:
        self.job = job
        self.number = number
        self.tables = job.groups[number]
        self.random = random.Random(job.seed + number)  # noqa: S311  # chooses moves, no secrets
        self.members: list[Connection] = []
        self.move = 0
        self.mover: Connection | None = None
        self.latencies: list[float] = []
        self.answers: list[float] = []
        self.sent: list[float] = []
        self.updates: list[int] = []
        self.turns: list[int] = []
        self._missing = 0
        self._began = 0.0
        self._everybody: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._turned = asyncio.Event()
        self._ended = False

    def ended(self) -> None:
        """Note that the game is over."""
        self._ended = True
        self._turned.set()

    def updated(self, member: Connection, size: int) -> None:
        """Note that a member has a view newer than the one before the move."""
        if member.has != self.move:
            member.has = self.move
            self._missing -= 1
            if member is self.mover:
                self.answers.append(time.perf_counter() - self._began)
            if self.latencies:
                self.updates.append(size)
            if self._missing == 0 and not self._everybody.done():
                self._everybody.set_result(time.perf_counter())

    def turned(self, size: int) -> None:
        """Note that a seat has received its turn."""
        if self.latencies:
            self.turns.append(size)
        self._turned.set()

    def fail(self, problem: Exception) -> None:
        """Give up the run."""
        if not self._everybody.done():
            self._everybody.set_exception(problem)

    async def connect(self) -> None:
        """Open all connections, and show them the first table."""
        cookies = [*self.job.seats[self.number], *[self.job.watcher] * self.job.spectators]
        for index, cookie in enumerate(cookies):
            self.members.append(await self._open(cookie, index))
        await self._enter()

    async def _open(self, cookie: str, index: int) -> Connection:
        return await greet(lambda: Connection(self, index < 2), self._url(index), cookie)

    def _url(self, index: int) -> str:
        urls = self.job.urls
        return urls[(self.number + (index if self.job.split else 0)) % len(urls)]

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
        loop = asyncio.get_running_loop()
        due = loop.time() + self.random.random() * self.job.every
        for _ in range(moves):
            self.mover, payload = await self._next()
            late = 0.0
            if self.job.every:
                await asyncio.sleep(due - loop.time())
                late, due = loop.time() - due, due + self.job.every
            self._expect()
            self.sent.append(time.time() - late)
            self._began = time.perf_counter() - late
            self.mover.write(payload)
            done = await asyncio.wait_for(self._everybody, LIMIT)
            self.latencies.append(done - self._began)

    async def _next(self) -> tuple[Connection, bytes]:
        """Return the connection that moves next, and its frame."""
        while True:
            turns = [msgspec.msgpack.decode(member.turn) if member.turn else None for member in self.members[:2]]
            for member, turn in zip(self.members[:2], turns, strict=True):
                if turn and turn["must"]:
                    member.turn = b""
                    do = {"type": "move", "ask": turn["ask"], "move": self.random.choice(turn["legal"])}
                    command = {"t": "command", "id": secrets.token_hex(8), "table": self.tables[0], "do": do}
                    return member, msgspec.msgpack.encode(command)
            if self._ended:
                self._ended = False
                self.tables.pop(0)
                if not self.tables:
                    raise Refused("all tables are played to their end; the job needs more of them")
                await self._enter()
            else:
                self._turned.clear()
                await asyncio.wait_for(self._turned.wait(), LIMIT)


class FloorGroup(Group):
    """The connections of one table of the floor."""

    async def _open(self, cookie: str, index: int) -> Connection:
        return await connect(lambda: Connection(self, index < 2), self._url(index), f"/ws/{self.tables[0]}", cookie)

    async def _enter(self) -> None:
        pass  # who is connected is there

    async def _next(self) -> tuple[Connection, bytes]:
        command = {"t": "command", "id": secrets.token_hex(8), "do": {"type": "move", "ask": 1}}
        return self.members[0], msgspec.msgpack.encode(command)


class Visitor(Connection):
    """A websocket in a room of Colyseus, whose messages begin with a byte that says what they are."""

    JOINED, DATA, STATE, PATCH = 10, 13, 14, 15

    def heard(self, data: bytes, start: int, end: int) -> None:
        if data[start] == self.JOINED:
            self.write(bytes((self.JOINED,)))
        elif data[start] in (self.STATE, self.PATCH):
            self.group.updated(self, end - start)


class PeerGroup(Group):
    """The connections of one game of a peer, each of which is sent the state when it comes."""

    async def connect(self) -> None:
        self._expect()
        self._missing = 2 + self.job.spectators
        await super().connect()

    async def _enter(self) -> None:
        await asyncio.wait_for(self._everybody, LIMIT)


class Room(PeerGroup):
    """The connections of one room of Colyseus: two who move in turn, then the spectators."""

    room = ""

    async def _open(self, cookie: str, index: int) -> Connection:
        del cookie
        way = f"joinById/{self.room}" if self.room else "create/table"
        seat = await asyncio.to_thread(self._reserve, f"{self._url(index)}/matchmake/{way}")
        self.room = seat["roomId"]
        path = f"/{seat['processId']}/{self.room}?sessionId={seat['sessionId']}"
        return await connect(lambda: Visitor(self, index < 2), self._url(index), path, "")

    def _reserve(self, url: str) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(url, b"{}", headers)  # noqa: S310  # an address of this machine
        with urllib.request.urlopen(request, timeout=LIMIT) as answer:  # noqa: S310
            return msgspec.json.decode(answer.read(), type=dict[str, Any])

    async def _next(self) -> tuple[Connection, bytes]:
        move = bytes((Visitor.DATA,)) + msgspec.msgpack.encode("move") + msgspec.msgpack.encode(self.move)
        return self.members[self.move % 2], move


class Follower(Connection):
    """A websocket at a match of boardgame.io. It speaks socket.io: text whose first digits say what it is."""

    GAME = b"/table,"

    def __init__(self, group: Group, player: str | None) -> None:
        super().__init__(group, player is not None)
        self.player = player

    def heard(self, data: bytes, start: int, end: int) -> None:
        if data.startswith((b'42/table,["update"', b'42/table,["sync"'), start):
            self.group.updated(self, end - start)
        elif data.startswith(b"40", start):
            self.write(self.event("sync", self.group.tables[0], self.player, None, 2))
        elif data.startswith(b"0", start):
            self.write(b"40" + self.GAME)
        elif data.startswith(b"2", start):
            self.write(b"3")

    def write(self, payload: bytes, kind: int = TEXT) -> None:
        super().write(payload, kind)

    @classmethod
    def event(cls, *event: object) -> bytes:
        """Encode one event."""
        return b"42" + cls.GAME + msgspec.json.encode(event)


class Match(PeerGroup):
    """The connections of one match of boardgame.io: its two players first, then the spectators."""

    async def _open(self, cookie: str, index: int) -> Connection:
        del cookie
        player = str(index) if index < 2 else None
        path = "/socket.io/?EIO=4&transport=websocket"
        return await connect(lambda: Follower(self, player), self._url(index), path, "")

    async def _next(self) -> tuple[Connection, bytes]:
        made = self.move - 1  # all have had the match as it began, too
        player = str(made % 2)
        payload = {"type": "move", "args": [made], "playerID": player, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return self.members[made % 2], Follower.event("update", action, made, self.tables[0], player)


GROUPS: Final[dict[Kind, type[Group]]] = {
    "service": Group,
    "floor": FloorGroup,
    "colyseus": Room,
    "boardgame.io": Match,
}


def processor(processes: Sequence[int]) -> float:
    """Return the total CPU seconds of some processes."""
    times = [psutil.Process(process).cpu_times() for process in processes]
    return sum(each.user + each.system for each in times)


async def work(job: Job) -> Report:
    """Carry out the job."""
    groups = [GROUPS[job.kind](job, number) for number in range(len(job.groups))]
    for group in groups:
        await group.connect()
    used = processor(job.servers)
    started = time.perf_counter()
    await asyncio.gather(*(group.run(job.moves) for group in groups))
    elapsed = time.perf_counter() - started
    used = processor(job.servers) - used
    updates = [size for group in groups for size in group.updates]
    turns = [size for group in groups for size in group.turns]
    return Report(
        latencies=[latency for group in groups for latency in group.latencies],
        answers=[answer for group in groups for answer in group.answers],
        sent=[sent for group in groups for sent in group.sent],
        elapsed=elapsed,
        processor=used,
        update_bytes=sum(updates) / max(1, len(updates)),
        turn_bytes=sum(turns) / max(1, len(turns)),
    )


if __name__ == "__main__":
    report = asyncio.run(work(msgspec.json.decode(sys.stdin.buffer.read(), type=Job)))
    sys.stdout.buffer.write(msgspec.json.encode(report))
