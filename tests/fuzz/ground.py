"""Where attacks are made: a node in a process of its own, people who play on it undisturbed, and the attackers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgpack
import msgspec
import psutil
from redis import Redis
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from partie.client.client import Client, sign_in
from partie.log.entry import log_key
from partie.wire.client_out import (
    Accepted,
    Blocked,
    Chat,
    Done,
    Gone,
    Outbound,
    Problem,
    Refused,
    Said,
    Unsettled,
    Update,
    Welcome,
)
from tests.faults.killing import NodeVictim, serve
from tests.fixtures.ports import free_port
from tests.fuzz.frames import MARK, TABLES, Owed

PATIENCE: Final = 30.0
"""Seconds after which an answer that has not come is none."""

_decoder = msgspec.msgpack.Decoder(Outbound)

TO_QUESTIONS: Final = frozenset({"offers", "forecast", "history", "past", "no_past", "reason"})


class Ground:
    """A node and its tables."""

    def __init__(self, folder: Path, redis_url: str) -> None:
        port = free_port()
        self.node = NodeVictim(folder, "node", port, serve(port, redis_url))
        self.url = f"http://127.0.0.1:{port}"
        self.redis_url = redis_url
        self.process = psutil.Process(self.node.process.pid)
        self.cookie = ""
        self.tables: dict[bytes, bytes] = {}
        self.quiet: list[Client] = []
        self.frames = 0
        self.connections = 0

    async def prepare(self) -> None:
        """Three tables: two for the attackers, one that is to stay as it is, with its players before it."""
        ann, bob = [await Client.join(self.url, name) for name in ("Ann", "Bob")]
        running = await self._started(ann, bob)
        open_table = await bob.create("toy", 3)
        self.cookie = ann.cookie
        self.quiet = [await Client.join(self.url, name) for name in ("Quinn", "Quentin")]
        quiet = await self._started(*self.quiet, access="invited", watch="nobody")
        ids = (running, open_table, quiet)
        self.tables = {name.encode(): table.encode() for name, table in zip(TABLES, ids, strict=True)}
        assert all(len(name) == len(table) for name, table in self.tables.items())
        assert ann.cursor is not None
        self.tables[MARK.encode()] = ann.cursor[1].encode()
        for client in (ann, bob):
            await client.close()

    async def _started(self, *clients: Client, **settings: str) -> str:
        host = clients[0]
        table = await host.create("toy", len(clients), **settings)
        token = None
        if settings:
            request = urllib.request.Request(
                f"{self.url}/api/tables/{table}/invitation",
                method="POST",
                headers={"Cookie": host.cookie, "Origin": self.url},
            )
            token = json.loads(await asyncio.to_thread(_read, request))["token"]
        for seat, client in enumerate(clients):
            await client.enter(table, invitation=token)
            await client.do({"type": "sit", "seat": seat})
        for client in clients:
            await client.ready()
        for client in clients:
            await client.until(lambda client=client: client.turn is not None)  # type: ignore[misc]
        return table

    async def ended_session(self) -> str:
        """The cookie of somebody who has signed out."""
        cookie = await asyncio.to_thread(sign_in, self.url, "Eve")
        headers = {"Cookie": cookie, "Origin": self.url}
        request = urllib.request.Request(f"{self.url}/api/session", method="DELETE", headers=headers)
        await asyncio.to_thread(_read, request)
        return cookie

    def line(self, cookie: str, origin: str = "") -> connect:
        """A websocket as a browser opens it."""
        headers = {"Cookie": cookie} if cookie else {}
        return connect(
            self.url.replace("http", "ws") + "/ws",
            origin=origin or self.url,  # type: ignore[arg-type]  # a NewType of str
            additional_headers=headers,
            compression=None,
            max_size=None,
            max_queue=None,  # the end of the line is read even if nobody takes what came before it
            ping_interval=None,
        )

    def filled(self, frame: bytes | str) -> bytes | str:
        """The frame with the ids that are not known before the node runs."""
        if isinstance(frame, bytes):
            for name, value in self.tables.items():
                frame = frame.replace(name, value)
        return frame

    async def attack(self, sequence: list[bytes | str], breach: tuple[bytes, int] | None) -> None:
        """Send a sequence on a new connection, and check that all is answered that has to be."""
        frames = [self.filled(frame) for frame in sequence]
        async with self.line(self.cookie) as line:
            for frame in frames:
                await line.send(frame)
            last = secrets.token_hex(8)
            await line.send(msgpack.packb({"t": "command", "id": last, "do": {"type": "leave"}}))
            answers, owed = Answers(), Owed.of(frames)
            try:
                async with asyncio.timeout(PATIENCE):
                    while not answers.settle(owed, last):
                        answers.take(await line.recv())
            except TimeoutError:
                raise AssertionError(f"{owed} is owed, {answers} came") from None
            if breach is not None:
                line.transport.write(breach[0])
                try:
                    async with asyncio.timeout(PATIENCE):
                        await line.wait_closed()
                except TimeoutError:
                    raise AssertionError(f"the line stands after {breach[0][:40]!r}") from None
                assert line.close_code == breach[1]
        self.frames += len(frames) + 1
        self.connections += 1

    async def turned_away(self, cookie: str, origin: str, frames: list[bytes | str]) -> tuple[str, int | None]:
        """The answers to somebody who may not enter and sends something at once, and the close code."""
        told = []

        async def listen() -> None:
            with contextlib.suppress(ConnectionClosed):
                while True:
                    told.append(_decoder.decode(await line.recv(decode=False)))

        async with self.line(cookie, origin) as line:
            listening = asyncio.create_task(listen())
            with contextlib.suppress(ConnectionClosed):
                for frame in frames:
                    await line.send(self.filled(frame))
                    self.frames += 1
            await listening
        self.connections += 1
        (problem,) = told
        assert isinstance(problem, Problem)
        return problem.code, line.close_code

    def quiet_log(self) -> list[Any]:
        """The log of the quiet table as Redis has it: every event with the hash of the state after it."""
        table = self.tables[TABLES[2].encode()].decode()
        with Redis(unix_socket_path=self.redis_url.removeprefix("unix://")) as redis:
            return list(redis.xrange(log_key(table)))

    def seen_at_the_quiet_table(self) -> list[Any]:
        """All that its players hold and have received so far."""
        return [(client.cursor, client.view, client.turn, client.entries, client.received) for client in self.quiet]

    async def end(self) -> None:
        """Let the players of the quiet table go."""
        for client in self.quiet:
            await client.close()

    def close(self) -> None:
        """Stop the node, which must not have failed."""
        try:
            self.node.finish()
        finally:
            self.node.kill()

    def rss(self) -> int:
        """Bytes of memory of the node."""
        return int(self.process.memory_info().rss)


@dataclass
class Answers:
    """What came back on one connection."""

    problems: Counter[str] = field(default_factory=Counter)
    commands: Counter[str] = field(default_factory=Counter)
    welcomes: int = 0
    questions: int = 0
    lists: bool = False
    too_fast: int = 0
    limited: bool = False
    """Whether anything was refused that a person may not do so often."""
    shown: bool = False

    def take(self, data: str | bytes) -> None:
        """Count one frame. Raises if it is none of the protocol's."""
        assert isinstance(data, bytes)
        match _decoder.decode(data):
            case Problem(code="no_table" | "busy" | "not_your_room"):
                self.questions += 1
            case Problem(code="too_fast", id=command):
                self.too_fast += 1
                self.limited = True
                if command:
                    self.commands[command] += 1
            case Problem(code=code, id=command):
                self.problems[code] += 1
                if command:
                    self.commands[command] += 1
            case (Accepted(id=command) | Refused(id=command) | Said(id=command) | Done(id=command)) as answer:
                self.commands[command] += 1
                self.limited |= isinstance(answer, Refused) and answer.code == "too_fast"
            case Welcome():
                self.welcomes += 1
            case Update() | Gone():
                self.shown = True
            case Chat(before=before):
                self.questions += before is not None
            case Blocked():
                self.lists = True
            case Unsettled():
                pass
            case message if type(message).__struct_config__.tag in TO_QUESTIONS:
                self.questions += 1

    def settle(self, owed: Owed, last: str) -> bool:
        """Whether everything is answered, the last command too; raises if there are answers that are not owed."""
        assert self.problems <= owed.problems + Counter({"no_hello": 1}), (self.problems, owed.problems)
        told = Counter({command: count for command, count in self.commands.items() if command not in owed.maybe})
        wanted = Counter({command: count for command, count in owed.commands.items() if command not in owed.maybe})
        assert told <= wanted + Counter({last: 1}), (told, wanted)
        assert self.welcomes <= owed.welcomes
        assert self.too_fast <= owed.blocks
        return (
            last in self.commands
            and owed.problems <= self.problems
            and wanted <= told
            and owed.welcomes == self.welcomes
            and owed.questions <= self.questions
            and owed.lists <= (self.lists or self.limited)
            and owed.shown <= self.shown
        )


def _read(request: urllib.request.Request) -> bytes:
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        data: bytes = answer.read()
        return data
