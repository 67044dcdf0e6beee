"""Nodes' lobbies on a real Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack

import pytest

from partie import tasks
from partie.cluster.bus import Bus
from partie.features.lobby.board import Change
from partie.features.lobby.lobby import Lobby
from partie.metrics import Metrics
from partie.redis import store
from partie.redis.connect import connect
from partie.redis.pubsub import PubSub
from partie.wire.client_out import LobbyEntry, LobbySeat, LobbyTables


def entry(table: str, seq: int = 1, phase: str = "open", persons: Iterable[str] = (), **more: object) -> LobbyEntry:
    """An entry with a seat for each person."""
    seats = tuple(LobbySeat(person=person) for person in persons)
    return LobbyEntry(table, seq, "toy", phase, seats, more.pop("at", 1_000 + seq), **more)  # type: ignore[arg-type]


def followed(tables: dict[str, LobbyEntry], message: LobbyTables) -> dict[str, LobbyEntry]:
    """What a client holds after a message: what is older than what it knows changes nothing."""
    held = {} if message.whole else dict(tables)
    for one in message.tables:
        if one.table not in held or held[one.table].seq <= one.seq:
            held[one.table] = one
    for table in message.gone:
        held.pop(table, None)
    return held


class Node:
    """The lobby of a node, and what one person at it holds."""

    def __init__(self, url: str, names: dict[str, str], person: str) -> None:
        self.names = names
        self.person = person
        self.client = connect(url)
        self.bus = Bus(self.client, PubSub(url))
        self.lobby = Lobby(self.client, self.bus, self._look_up, Metrics())
        self.lobby.on_change = self._changed
        self.lobby.viewers = lambda: (self.person,)
        self.held: dict[str, LobbyEntry] = {}
        self._news = asyncio.Event()

    async def _look_up(self, persons: Iterable[str]) -> dict[str, str]:
        return {person: self.names[person] for person in persons if person in self.names}

    def _changed(self, change: Change) -> None:
        if change.everybody is not None:
            self.held = followed(self.held, change.everybody)
        if self.person in change.own:
            self.held = followed(self.held, change.own[self.person])
        self._news.set()

    async def until(self, holds: Callable[[dict[str, LobbyEntry]], bool]) -> None:
        """Wait until what the person holds is so."""
        async with asyncio.timeout(30):
            while not holds(self.held):
                self._news.clear()
                await self._news.wait()

    async def open(self, stack: AsyncExitStack) -> Node:
        hearing = asyncio.Event()
        self.bus.on_hearing(lambda is_so: hearing.set() if is_so else hearing.clear())
        stack.push_async_callback(store.close, self.client)
        task = asyncio.create_task(self.bus.run())
        stack.push_async_callback(tasks.end, [task])
        await hearing.wait()
        await self.lobby.start()
        stack.push_async_callback(self.lobby.stop)
        self.held = followed({}, self.lobby.whole(self.person))
        return self


MakeNode = Callable[..., "asyncio.Future[Node]"]


@pytest.fixture
async def nodes(any_redis: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[..., object]]:
    """Makes nodes that tell and write without delay; all know the same names."""
    monkeypatch.setattr("partie.features.lobby.lobby.NOTIFY_SECONDS", 0.0)
    monkeypatch.setattr("partie.features.lobby.lobby.WRITE_SECONDS", 0.0)
    names = {"ann": "Ann", "bob": "Bob", "cleo": "Cleo"}
    async with AsyncExitStack() as stack:

        async def make(person: str = "guest", url: str = any_redis) -> Node:
            return await Node(url, names, person).open(stack)

        yield make
