"""Fair queues: waiting work is served in turn over its owners, so that one who asks for much waits longest.

An owner is a path, such as an address, a person there and a table of that person. At each level of the path the work
of every name gets an equal share, however much of it waits (start-time fair queueing). A name that was served more
than others does not get rid of that by being away for a moment.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Generic, TypeAlias, TypeVar

T = TypeVar("T")

Owner: TypeAlias = tuple[str, ...]

BY_SERVICE: Final[Owner] = ("", "")
"""The owner of the work that the service does by itself, as an address and a person."""

_KEPT: Final = 1000
"""Number of names at one level whose past use is remembered before those that are worked off are dropped."""


class FairQueue(Generic[T]):
    """Waiting items. All owners of a queue must be paths of one length."""

    def __init__(self) -> None:
        self._root: _Level[T] = _Level()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def push(self, owner: Owner, item: T) -> None:
        """Add an item behind the others of its owner."""
        self._size += 1
        self._root.push(owner, item)

    def pop(self) -> tuple[Owner, T]:
        """Remove the item whose owner has been served least. Serving it costs 1. Raises :class:`IndexError`."""
        owner, item = self._root.pop()
        self._size -= 1
        return owner, item

    def charge(self, owner: Owner, cost: float) -> None:
        """Count more for an owner, because serving it has cost more than 1."""
        self._root.charge(owner, cost)


class _Level(Generic[T]):
    """The names at one place of the paths: those with waiting items, and what they have used."""

    def __init__(self) -> None:
        self._below: dict[str, _Level[T]] = {}
        self._items: deque[T] = deque()
        self._tags: dict[str, float] = {}
        """The use of each name; the least is served first. A new name begins at the present."""
        self._heap: list[tuple[float, int, str]] = []
        self._order = itertools.count()
        self._now = 0.0

    def __bool__(self) -> bool:
        return bool(self._below or self._items)

    def push(self, path: Owner, item: T) -> None:
        if not path:
            self._items.append(item)
            return
        name = path[0]
        if name not in self._below:
            self._below[name] = _Level()
            self._forget()
            self._tags[name] = max(self._tags.get(name, 0.0), self._now)
            self._queue(name)
        self._below[name].push(path[1:], item)

    def pop(self) -> tuple[Owner, T]:
        if not self._below:
            return (), self._items.popleft()
        name = self._first()
        below = self._below[name]
        path, item = below.pop()
        self._now = self._tags[name]
        self._tags[name] += 1.0
        if below:
            self._queue(name)
        else:
            # What its own names have used is forgotten with them.
            del self._below[name]
            if not self._below:
                # Nobody was passed over for it, so it owes nothing.
                self._now = self._tags[name]
        return (name, *path), item

    def charge(self, path: Owner, cost: float) -> None:
        if not path:
            return
        name = path[0]
        self._tags[name] = max(self._tags.get(name, 0.0), self._now) + cost
        if name in self._below:
            self._queue(name)
            self._below[name].charge(path[1:], cost)

    def _queue(self, name: str) -> None:
        heapq.heappush(self._heap, (self._tags[name], next(self._order), name))

    def _first(self) -> str:
        while True:
            tag, _, name = heapq.heappop(self._heap)
            # An older entry of a name that was charged meanwhile, or is gone, is passed over.
            if name in self._below and self._tags[name] == tag:
                return name

    def _forget(self) -> None:
        if len(self._tags) >= _KEPT + 2 * len(self._below):
            self._tags = {name: tag for name, tag in self._tags.items() if tag > self._now or name in self._below}


class Turn:
    """The wait of one piece of work, perhaps for several owners: it is served at the turn of the first of them."""

    def __init__(self) -> None:
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Turns:
    """A number of slots for work, shared fairly between those who wait for one."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: FairQueue[Turn] = FairQueue()

    @asynccontextmanager
    async def take(self, owner: Owner) -> AsyncIterator[None]:
        """Wait for a slot and hold it. Work that is cancelled while it waits is passed over."""
        turn = Turn()
        self.enter(turn, owner)
        try:
            await turn.granted
            yield
        finally:
            self.leave(turn)

    def enter(self, turn: Turn, owner: Owner) -> None:
        """Let a turn wait for one more owner; it may be granted at once."""
        if not turn.granted.done():
            self._waiting.push(owner, turn)
            self._grant()

    def leave(self, turn: Turn) -> None:
        """Give the slot back, or stop waiting for one."""
        if turn.granted.done() and not turn.granted.cancelled():
            self._free += 1
            self._grant()
        else:
            turn.granted.cancel()

    def charge(self, owner: Owner, cost: float) -> None:
        """Count more for an owner: ``cost`` slots' worth of work beyond the one for its turn."""
        self._waiting.charge(owner, cost)

    def _grant(self) -> None:
        while self._free and self._waiting:
            _, turn = self._waiting.pop()
            if not turn.granted.done():
                self._free -= 1
                turn.granted.set_result(None)
