"""The processes in which bots think, so that a search delays nobody's move."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import Final

import msgspec

from partie.fair import BY_SERVICE, Owner, Turns
from partie.features.bots import worker
from partie.features.bots.choose import FIRST
from partie.features.bots.thought import Begun, Thought
from partie.metrics import Metrics
from partie.table.values import Level

SECONDS: Final = 5.0
"""Maximum seconds per thought; after that its process is killed and the bot answers without looking ahead."""

LAST_SECONDS: Final = 20.0
"""Maximum seconds for that answer, generous because the machine may be busy; after that the bot has no move."""

START_SECONDS: Final = 30.0
"""Maximum seconds for starting a process: a busy machine takes long to load Python and the engines."""

PROCESSES: Final = max(2, (os.cpu_count() or 1) // 2)
"""At least two: one of them thinks for no deep bot, so that a quick one need not wait for those.

Each is started when all others are busy.
"""

PER_SECOND: Final = 10.0
"""What a second of thinking counts against a person whose bots think, in thoughts of a quick bot."""


class NoThought(Exception):
    """The bot found no move: the engine failed, or it took too long."""


class Thinker:
    """The worker processes of a node.

    Thoughts beyond their number wait, at most one per bot seat of the tables awake. They are served in turn over the
    persons whose tables they are for, by the time they take, and over the tables of each.
    """

    def __init__(
        self,
        engines: Sequence[str],
        metrics: Metrics,
        processes: int = PROCESSES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._metrics = metrics
        self._clock = clock
        self._workers = [_Worker(tuple(engines)) for _ in range(processes)]
        self._free = list(reversed(self._workers))
        self._turns = Turns(processes)
        self._deep_turns = Turns(max(1, processes - 1))
        self._stopped = False

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the processes running now."""
        return tuple(one.pid for one in self._workers if one.pid is not None)

    async def choose(
        self,
        game: str,
        version: int,
        state: bytes,
        seat: int,
        seed: str,
        level: Level = "quick",
        owner: Owner = BY_SERVICE,
        begun: Begun = FIRST,
    ) -> Thought:
        """Choose a bot's move on a seat, as plain data; the state in MessagePack. Raises :class:`NoThought`.

        ``owner`` is the person for whose table it is, and the table; ``begun`` how far the turn of the seat has come.
        If the process is killed meanwhile, another one repeats the thought. If it takes too long, it is cancelled and
        the bot answers without looking ahead.
        """
        async with AsyncExitStack() as turns:
            if level == "deep":
                await turns.enter_async_context(self._deep_turns.take(owner))
            await turns.enter_async_context(self._turns.take(owner))
            began = self._clock()
            try:
                think = partial(worker.think, game, version, state, seat, seed, begun=msgspec.msgpack.encode(begun))
                return await self._choose(think, game, level)
            finally:
                cost = PER_SECOND * (self._clock() - began)
                self._turns.charge(owner, cost)
                if level == "deep":
                    self._deep_turns.charge(owner, cost)

    async def _choose(self, think: Callable[..., bytes], game: str, level: Level) -> Thought:
        mind = self._free.pop()
        try:
            try:
                return await self._again(mind, partial(think, level=level), SECONDS)
            except TimeoutError:
                return await self._again(mind, partial(think, level="careful", at_once=True), LAST_SECONDS)
        except (BrokenProcessPool, TimeoutError) as error:
            raise NoThought(f"{game}: {type(error).__name__}") from error
        except (worker.Failed, OSError) as error:
            raise NoThought(f"{game}: {error}") from error
        finally:
            self._free.append(mind)

    async def _again(self, mind: _Worker, think: Callable[[], bytes], seconds: float) -> Thought:
        """Think, with one retry if the process dies of it or of something else. Raises what :meth:`_thought` does."""
        with suppress(BrokenProcessPool):
            return await self._thought(mind, think, seconds)
        return await self._thought(mind, think, seconds)

    async def _thought(self, mind: _Worker, think: Callable[[], bytes], seconds: float) -> Thought:
        """Raises BrokenProcessPool, OSError (TimeoutError is one), :class:`worker.Failed` or :class:`NoThought`."""
        try:
            self._raise_if_stopped()
            pool = await mind.ready()
            # A pool that was shut down while this task waited takes no thought any more.
            self._raise_if_stopped()
            with self._metrics.bot_seconds.time():
                thought = asyncio.get_running_loop().run_in_executor(pool, think)
                async with asyncio.timeout(seconds):
                    return msgspec.msgpack.decode(await thought, type=Thought)
        except worker.Failed:
            self._failed()
            raise
        except (OSError, BrokenProcessPool):
            # It took too long, died, or could not be started for lack of memory or pipes.
            self._failed()
            await mind.end()
            raise
        except asyncio.CancelledError:
            # Nobody needs the result, and the process might think forever.
            await mind.end()
            task = asyncio.current_task()
            if task is not None and not task.cancelling():
                # Not this task but the thought was cancelled before it began, because the service is stopping.
                raise NoThought("the server is stopping") from None
            raise

    def _raise_if_stopped(self) -> None:
        """Raises :class:`NoThought`."""
        if self._stopped:
            raise NoThought("the server is stopping")

    def _failed(self) -> None:
        self._metrics.bot_failures.inc()

    async def stop(self) -> None:
        """End the processes. Pending thoughts raise :class:`NoThought`."""
        self._stopped = True
        await asyncio.gather(*(mind.end() for mind in self._workers))


class _Worker:
    """One process, started for its first thought and again after it died."""

    def __init__(self, engines: tuple[str, ...]) -> None:
        self._engines = engines
        self._pool: ProcessPoolExecutor | None = None
        self.pid: int | None = None

    async def ready(self) -> ProcessPoolExecutor:
        """The process, started if needed. Starting does not count as thinking time."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), worker.begin, (self._engines,))
            async with asyncio.timeout(START_SECONDS):
                self.pid = await asyncio.get_running_loop().run_in_executor(self._pool, worker.ready)
        return self._pool

    async def end(self) -> None:
        """Kill the process, whatever it is doing."""
        pool, self._pool, self.pid = self._pool, None, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):  # the pool has no other way to end running work
                process.kill()
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)
