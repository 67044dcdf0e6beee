"""Bots think in processes of their own, so that a thought delays nobody's move."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from partie.features.bots import worker
from partie.features.bots.thought import Thought
from partie.metrics import Metrics
from partie.table.values import Level

SECONDS: Final = 5.0
"""Longer than this no thought may take; then its process is ended, and the bot answers without a look ahead."""

LAST_SECONDS: Final = 20.0
"""So long it may take for that, where the machine is so busy; then the bot is at a loss."""

START_SECONDS: Final = 30.0
"""The process is given so long to start: a busy machine takes seconds to load Python and the engines."""

PROCESSES: Final = max(2, (os.cpu_count() or 1) // 2)
"""At least two, so that a quick bot need not wait for a deep one. Each starts when all others are thinking."""


class NoThought(Exception):
    """The bot came to no move: the engine failed on it, or it took too long."""


class Thinker:
    """The worker processes of a node.

    Overflow: thoughts wait their turn, at most one a bot seat of the tables that are awake.
    """

    def __init__(self, engines: Sequence[str], metrics: Metrics, processes: int = PROCESSES) -> None:
        self._metrics = metrics
        self._workers = [_Worker(tuple(engines)) for _ in range(processes)]
        self._free = list(reversed(self._workers))
        self._turn = asyncio.Semaphore(processes)
        self._stopped = False

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that are there now."""
        return tuple(one.pid for one in self._workers if one.pid is not None)

    async def choose(
        self, game: str, version: int, state: bytes, seat: int, seed: str, level: Level = "quick"
    ) -> Thought:
        """The move that the bot makes on a seat, as plain data; the state in MessagePack. Raises :class:`NoThought`.

        A process that is killed in mid-thought costs time and no more: another one thinks about the same again. A
        thought that takes too long is given up, and the bot answers without a look ahead.
        """
        think = partial(worker.think, game, version, state, seat, seed)
        async with self._turn:
            mind = self._free.pop()
            try:
                try:
                    return await self._again(mind, partial(think, level), SECONDS)
                except TimeoutError:
                    return await self._again(mind, partial(think, "careful", at_once=True), LAST_SECONDS)
            except (BrokenProcessPool, TimeoutError) as error:
                raise NoThought(f"{game}: {type(error).__name__}") from error
            except (worker.Failed, OSError) as error:
                raise NoThought(f"{game}: {error}") from error
            finally:
                self._free.append(mind)

    async def _again(self, mind: _Worker, think: Callable[[], bytes], seconds: float) -> Thought:
        """The thought, by another process if one dies of it or of something else. Raises what :meth:`_thought` does."""
        with suppress(BrokenProcessPool):
            return await self._thought(mind, think, seconds)
        return await self._thought(mind, think, seconds)

    async def _thought(self, mind: _Worker, think: Callable[[], bytes], seconds: float) -> Thought:
        """Raises BrokenProcessPool, OSError (TimeoutError is one), :class:`worker.Failed` or :class:`NoThought`."""
        try:
            if self._stopped:
                raise NoThought("the service is stopping")
            pool = await mind.ready()
            with self._metrics.bot_seconds.time():
                thought = asyncio.get_running_loop().run_in_executor(pool, think)
                async with asyncio.timeout(seconds):
                    return msgspec.msgpack.decode(await thought, type=Thought)
        except worker.Failed:
            self._failed()
            raise
        except (OSError, BrokenProcessPool):
            # It took too long, or died, or could not be started: there is no room for one more, or for its pipes.
            self._failed()
            await mind.end()
            raise
        except asyncio.CancelledError:
            # Nobody waits for what the process still thinks, and it may think for ever.
            await mind.end()
            task = asyncio.current_task()
            if task is not None and not task.cancelling():
                # It was the thought that was cancelled before it began, for the service is stopping.
                raise NoThought("the service is stopping") from None
            raise

    def _failed(self) -> None:
        self._metrics.bot_failures.inc()

    async def stop(self) -> None:
        """End the processes. Thoughts under way or waiting come to nothing."""
        self._stopped = True
        await asyncio.gather(*(mind.end() for mind in self._workers))


class _Worker:
    """One process, started with its first thought and again when it died."""

    def __init__(self, engines: tuple[str, ...]) -> None:
        self._engines = engines
        self._pool: ProcessPoolExecutor | None = None
        self.pid: int | None = None

    async def ready(self) -> ProcessPoolExecutor:
        """The process, started if need be. Its start is not counted as thinking."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), worker.begin, (self._engines,))
            async with asyncio.timeout(START_SECONDS):
                self.pid = await asyncio.get_running_loop().run_in_executor(self._pool, worker.ready)
        return self._pool

    async def end(self) -> None:
        """Kill it, whatever it is at."""
        pool, self._pool, self.pid = self._pool, None, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):  # it has no other way to end a thought under way
                process.kill()
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)
