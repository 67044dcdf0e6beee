"""Somebody at one table, in the test's own loop, who acts as a page does when nodes come and go, and notes it all.

A lost connection is made again after at most a second, and after twice as long each further time; a client that is
sent away comes back at the given time. Commands without an answer are sent again under their id. Behind a balancer a
node that takes no connections is passed over, so each attempt asks the nodes in turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from websockets.exceptions import WebSocketException

from partie.client.client import Client, Lost, Message, Refused
from tests.faults.notes import Notes
from tests.faults.player import PASSING, digest

TROUBLE = (Lost, OSError, TimeoutError, WebSocketException)

FIRST_RETRY, LAST_RETRY = 1.0, 30.0
"""Seconds, as the page has them."""


class Person:
    """One seat at one table. ``urls`` are the nodes, the one to ask first in front."""

    def __init__(self, folder: Path, name: str, urls: Sequence[str], *, think: float = 0.06) -> None:
        self.name = name
        self.urls = list(urls)
        self.notes = Notes(folder / f"{name}.0.notes")
        self.chance = random.Random(name)
        self.think = think
        self.ending = asyncio.Event()
        self.gaps: list[float] = []
        """Seconds without a view of the table, one for each line that was lost."""
        self.moved = 0
        """How often a node sent this person away."""
        self.acknowledged = 0
        self.rewound = 0
        self.at = ""
        """The node that this person is at."""
        self._number = itertools.count()
        self._wanted: tuple[str, Message] | None = None
        self._client: Client | None = None
        self._made = ""

    @property
    def client(self) -> Client:
        """The present line."""
        assert self._client is not None
        return self._client

    async def join(self) -> None:
        """Become a guest."""
        self.at = self.urls[0]
        self._client = await Client.join(self.at, self.name)

    async def sit(self, table: str, seat: int) -> None:
        """Take a seat."""
        await self.client.enter(table)
        self.seat = seat
        await self.do({"type": "sit", "seat": seat})

    async def do(self, do: Message) -> None:
        """Do something, once."""
        self._wanted = (f"{self.name}-{next(self._number):06}", do)
        self.notes.write("intent", id=self._wanted[0])
        await self._settle()

    async def create(self, game: str, seats: int) -> str:
        """Create a table."""
        await self.do({"type": "create", "game": game, "seats": seats})
        return self._made

    async def _settle(self) -> None:
        """Have an answer to what was wanted; whatever cuts the line leaves it wanted."""
        while self._wanted is not None:
            command, do = self._wanted
            self.client._answers.pop(command, None)
            try:
                async with asyncio.timeout(30):
                    answer = await self.client.do(do, command=command)
            except Refused as refused:
                if refused.code in PASSING:
                    await asyncio.sleep(0.02)
                    continue
                self.notes.write("absent", id=command, code=refused.code)
            else:
                self._made = str(answer["table"])
                self.notes.write("ack", id=command, table=answer["table"], seq=answer["seq"])
                self.acknowledged += 1
            self._wanted = None

    async def play(self) -> None:
        """Make random moves until :attr:`ending` is set or the game is over, and answer for all that was wanted."""
        while True:
            try:
                if await self._turn():
                    return
            except TROUBLE:
                await self._come_back(None)

    async def _turn(self) -> bool:
        """One step; True if there is nothing more to do."""
        client = self.client
        await self._settle()
        await self._until(lambda: _sent_away(client) is not None or client.over or _must(client))
        away = _sent_away(client)
        if away is not None:
            self.moved += 1
            await self._come_back(away["retry_in"] / 1000)
        elif self.ending.is_set() or client.over:
            return True
        elif _must(client):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.chance.uniform(0.2, 1.0) * self.think):
                    await client.until(lambda: _sent_away(client) is not None)
            if client.turn is not None and _sent_away(client) is None:
                move = self.chance.choice(client.turn["legal"])
                await self.do({"type": "move", "ask": client.turn["ask"], "move": move})
        return False

    async def _until(self, holds: Callable[[], bool]) -> None:
        waiting = asyncio.create_task(self.client.until(holds))
        ending = asyncio.create_task(self.ending.wait())
        try:
            await asyncio.wait([waiting, ending], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (waiting, ending):
                task.cancel()
            _, found = await asyncio.gather(ending, waiting, return_exceptions=True)
        if isinstance(found, Exception):
            raise found

    async def _come_back(self, pause: float | None) -> None:
        """Show the table over another line, from the cursor on that the last one had."""
        lost_at = time.monotonic()
        before = self.client
        await _drop(before)
        for attempt in itertools.count():
            if pause is None:
                pause = self.chance.random() * min(LAST_RETRY, FIRST_RETRY * 2**attempt)
            await asyncio.sleep(pause)
            pause = None
            for url in sorted(self.urls, key=lambda url: url == self.at):
                with contextlib.suppress(*TROUBLE, Refused):
                    async with asyncio.timeout(10):
                        await self._show(url, before)
                    self.gaps.append(time.monotonic() - lost_at)
                    return

    async def _show(self, url: str, before: Client) -> None:
        client = await Client.join(url, cookie=before.cookie)
        try:
            client.table, client.view, client.cursor = before.table, before.view, before.cursor
            client.entries = before.entries
            await client.enter(before.table, before.cursor)
            await client.until(lambda: client.turn is not None or client.over)
        except BaseException:
            await _drop(client)
            raise
        self.rewound += len(client.rewound)
        self._client, self.at = client, url

    async def view_at(self, seq: int) -> None:
        """Note the view at the table's last event."""
        while True:
            client = self.client
            try:
                async with asyncio.timeout(30):
                    await client.until(partial(_has, client, seq))
                break
            except TROUBLE:
                await self._come_back(None)
        assert client.cursor is not None
        self.rewound += len(client.rewound)
        seen = {"table": client.table, "person": self.name, "seq": client.cursor[0], "digest": digest(client.view)}
        self.notes.write("seen", **seen, cookie=client.cookie)

    async def close(self) -> None:
        if self._client is not None:
            await _drop(self._client)


async def seat(table_of: Sequence[Person], game: str) -> str:
    """Bring persons together at a table, and start the game."""
    for person in table_of:
        await person.join()
    table = await table_of[0].create(game, len(table_of))
    for number, person in enumerate(table_of):
        await person.sit(table, number)
    for person in table_of:
        await person.do({"type": "ready", "ready": True, "nonce": "0" * 32})
    for person in table_of:
        await person.client.until(lambda client=person.client: client.turn is not None)  # type: ignore[misc]
    return table


async def look(folder: Path, url: str, persons: Sequence[Person]) -> None:
    """Note what a node that folds the logs again shows to each of them."""
    notes = Notes(folder / "reader.0.notes")
    for person in persons:
        client = await Client.join(url, cookie=person.client.cookie)
        await client.enter(person.client.table)
        assert client.cursor is not None
        what = {"table": client.table, "person": person.name, "seq": client.cursor[0], "digest": digest(client.view)}
        notes.write("fold", **what)
        await client.close()


def _has(client: Client, seq: int) -> bool:
    return client.cursor is not None and client.cursor[0] >= seq


def _must(client: Client) -> bool:
    turn = client.turn
    return turn is not None and turn["must"] and client.cursor is not None and turn["seq"] == client.cursor[0]


def _sent_away(client: Client) -> Message | None:
    return next((message for message in client.received if message["t"] == "moved"), None)


async def _drop(client: Client) -> None:
    client.socket.transport.abort()
    with contextlib.suppress(*TROUBLE):
        await client.close()
