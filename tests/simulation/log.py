"""A node's way to Redis: what :class:`partie.log.Log` and the change feed are, over an imagined network."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from partie.log import Entry, LogUnavailable, Outcome
from partie.log.entry import of_attempt
from partie.log.log import Archiving
from partie.log.pipeline import Counters
from tests.simulation.world import STEP, World

T = TypeVar("T")

REPLY_SECONDS: Final = 3.0
"""Without an answer for so long an append is sent again, and whatever else counts as failed."""

AGAIN_SECONDS: Final = 0.2
"""Between two tries of an append."""


class _Lost(Exception):
    """The answer does not come."""


class Link:
    """The connection of one node to Redis. ``faults`` are taken one by one, by what is sent next."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.faults: list[str] = []
        """``lost``: what is sent next does not arrive. ``unheard``: it does, and the answer is not heard."""
        self.cut_until = 0.0
        self.paused_until = 0.0
        """The node stands still: what is answered is heard later."""
        self.down = False
        self.context: contextvars.Context | None = None
        self._rng = world.rng("link", name)
        self._arrival = 0.0
        self._back = 0.0

    @property
    def unreachable(self) -> bool:
        """Nobody answers at Redis's address, as far as this node can tell."""
        now = self.world.loop.time()
        return now < self.world.gone_until or now < self.cut_until

    async def call(
        self,
        do: Callable[[], T],
        *,
        again: Callable[[int], Callable[[], T]] | None = None,
        on_unsettled: Callable[[], None] | None = None,
    ) -> T:
        """What Redis answers; ``again`` makes what is sent the next times. Raises LogUnavailable as the log does."""
        handed_over = told = False
        attempts = 0
        while True:
            if self.unreachable:
                if not handed_over:
                    await asyncio.sleep(0.001)
                    raise LogUnavailable("Redis cannot be reached")
            else:
                handed_over = True
                try:
                    return await self._send(do)
                except _Lost:
                    if again is None:
                        raise LogUnavailable("Redis does not answer") from None
                    attempts += 1
                    do = again(attempts)
            if not told and on_unsettled is not None:
                told = True
                on_unsettled()
            self.world.note("resent")
            await asyncio.sleep(AGAIN_SECONDS)

    def _send(self, do: Callable[[], T]) -> asyncio.Future[T]:
        loop, world = self.world.loop, self.world
        future: asyncio.Future[T] = loop.create_future()
        fault = self.faults.pop(0) if self.faults else ""
        if fault:
            world.note(fault)
        now = loop.time()
        self._arrival = max(
            self._arrival + STEP, now + self._rng.uniform(0.0002, 0.002) * world.slow, world.silent_until
        )
        loop.call_at(self._arrival, self._arrive, do, future, fault, now + REPLY_SECONDS)
        if self._arrival - now > REPLY_SECONDS:
            loop.call_at(now + REPLY_SECONDS, _fail, future)
        return future

    def _arrive(self, do: Callable[[], T], future: asyncio.Future[T], fault: str, patience: float) -> None:
        loop, world = self.world.loop, self.world
        if self.down and self._rng.random() < 0.5:
            return  # it was still in the buffers of a node that has crashed
        now = loop.time()
        if now < world.silent_until:
            # It has fallen silent once more, before it came to this.
            self._arrival = max(self._arrival + STEP, world.silent_until)
            loop.call_at(self._arrival, self._arrive, do, future, fault, patience)
            loop.call_at(max(now, patience), _fail, future)
            return
        self._back = max(self._back + STEP, now + self._rng.uniform(0.0002, 0.002) * world.slow, self.paused_until)
        if fault == "lost" or now < self.cut_until or now < world.gone_until:
            loop.call_at(self._back, _fail, future)
            return
        result = do()
        if fault == "unheard":
            loop.call_at(self._back, _fail, future)
        else:
            loop.call_at(self._back, _succeed, future, result)

    def hear(self, hear: Callable[[], None]) -> None:
        """Have the node hear of something, if it does: a word may be lost, come twice, or be overtaken."""
        chance = self._rng.random()
        if self.down or self.unreachable or chance < 0.05:
            return
        loop = self.world.loop
        for _ in range(2 if chance > 0.95 else 1):
            loop.call_at(
                max(loop.time() + self._rng.uniform(0.0002, 0.02), self.paused_until), hear, context=self.context
            )


def _fail(future: asyncio.Future[Any]) -> None:
    if not future.done():
        future.set_exception(_Lost())


def _succeed(future: asyncio.Future[T], result: T) -> None:
    if not future.done():
        future.set_result(result)


class SimLog:
    """The logs as one node reaches them."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._redis = link.world.redis
        self.counters = Counters()

    async def append(
        self,
        table: str,
        entry: Entry,
        *,
        not_before: int | None = None,
        not_after: int | None = None,
        keep_at: bool = False,
        on_unsettled: Callable[[], None] | None = None,
    ) -> Outcome:
        def attempt(number: int) -> Callable[[], Outcome]:
            tried = entry if number == 0 or keep_at else replace(entry, mark=of_attempt(entry.mark, number))
            return lambda: self._redis.append(table, tried, not_before, not_after, keep_at)

        return await self._link.call(attempt(0), again=attempt, on_unsettled=on_unsettled)

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        return await self._link.call(lambda: self._redis.read(table, after, upto))

    async def last(self, tables: Sequence[str]) -> list[tuple[int, str] | None]:
        async def one(table: str) -> tuple[int, str] | None:
            try:
                return await self._link.call(lambda: self._redis.last(table))
            except LogUnavailable:
                return None

        return [await one(table) for table in tables]

    async def load_snapshot(self, table: str) -> bytes | None:
        return await self._link.call(lambda: self._redis.load_snapshot(table))

    async def save_snapshot(self, table: str, data: bytes, *, seconds: int | None = None) -> None:
        await self._link.call(lambda: self._redis.save_snapshot(table, data))

    async def archive(self, table: str, entries: Sequence[Entry]) -> Archiving:
        return await self._link.call(lambda: self._redis.archive(table, entries))


class SimFeed:
    """The change feed of one node."""

    def __init__(self, link: Link, hear: Callable[[str, int], None]) -> None:
        self._link = link
        self._hear = hear
        self._tables: dict[str, int] = {}
        link.world.listeners.append(self._grown)

    async def listen(self, table: str) -> None:
        self._tables[table] = self._tables.get(table, 0) + 1
        await asyncio.sleep(0)

    def leave(self, table: str) -> None:
        left = self._tables.pop(table, 0) - 1
        if left > 0:
            self._tables[table] = left

    def _grown(self, table: str, seq: int) -> None:
        if table in self._tables:
            self._link.hear(lambda: self._hear(table, seq))
