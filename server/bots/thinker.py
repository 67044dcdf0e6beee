"""Bots think in a process of their own, so that a thought delays nobody's move."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from server.bots import worker
from server.metrics import Metrics

SECONDS: Final = 5.0
"""Longer than this no thought may take; then its process is ended and the bot is at a loss."""

START_SECONDS: Final = 30.0
"""The process is given so long to start: a busy machine takes seconds to load Python and the engines."""


class NoThought(Exception):
    """The bot came to no move: the engine failed on it, or it took too long."""


class Thinker:
    """One worker process, started with the first thought and again when it died.

    Overflow: thoughts wait their turn, at most one a bot seat of the tables that are awake.
    """

    def __init__(self, engines: Sequence[str], metrics: Metrics) -> None:
        self._engines = tuple(engines)
        self._metrics = metrics
        self._turn = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._stopped = False
        self.pid: int | None = None

    async def choose(self, game: str, version: int, state: bytes, seat: int, seed: str) -> bytes:
        """The move that the bot makes on a seat; state and move in MessagePack. Raises :class:`NoThought`."""
        async with self._turn:
            try:
                pool = await self._ready()
                with self._metrics.bot_seconds.time():
                    thought = asyncio.get_running_loop().run_in_executor(
                        pool, worker.think, game, version, state, seat, seed
                    )
                    async with asyncio.timeout(SECONDS):
                        return await thought
            except worker.Failed as error:
                self._metrics.bot_failures.inc()
                raise NoThought(f"{game}: {error}") from None
            except (TimeoutError, BrokenProcessPool) as error:
                self._metrics.bot_failures.inc()
                await self._end()
                raise NoThought(f"{game}: {type(error).__name__}") from error
            except asyncio.CancelledError:
                # Nobody waits for what the process still thinks, and it may think for ever.
                await self._end()
                task = asyncio.current_task()
                if task is not None and not task.cancelling():
                    # It was the thought that was cancelled before it began, for the service is stopping.
                    raise NoThought(f"{game}: the service is stopping") from None
                raise

    async def stop(self) -> None:
        """End the process. Thoughts under way or waiting come to nothing."""
        self._stopped = True
        await self._end()

    async def _ready(self) -> ProcessPoolExecutor:
        """The process, started if need be. Its start is not counted as thinking."""
        if self._stopped:
            raise NoThought("the service is stopping")
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), worker.begin, (self._engines,))
            async with asyncio.timeout(START_SECONDS):
                self.pid = await asyncio.get_running_loop().run_in_executor(self._pool, worker.ready)
        return self._pool

    async def _end(self) -> None:
        pool, self._pool, self.pid = self._pool, None, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):  # it has no other way to end a thought under way
                process.kill()
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)
