"""Bots think in a process of their own, so that a thought delays nobody's move."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

import msgspec

from server.bots.choose import choose
from server.metrics import Metrics
from server.registry import Registry

SECONDS: Final = 5.0
"""Longer than this no thought may take; then its process is ended and the bot is at a loss."""


class NoThought(Exception):
    """The bot came to no move: the engine failed on it, or it took too long."""


class Thinker:
    """One worker process, started with the first thought and again when it died.

    Overflow: thoughts wait their turn in the pool's queue, one a bot seat of the tables that are awake.
    """

    def __init__(self, engines: Sequence[str], metrics: Metrics) -> None:
        self._engines = tuple(engines)
        self._metrics = metrics
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, game: str, version: int, state: bytes, seat: int, seed: str) -> bytes:
        """The move, as MessagePack, that the bot makes on a seat. Raises :class:`NoThought`."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _load, (self._engines,))
        pool = self._pool
        try:
            with self._metrics.bot_seconds.time():
                thought = asyncio.get_running_loop().run_in_executor(pool, _think, game, version, state, seat, seed)
                return await asyncio.wait_for(thought, SECONDS)
        except (TimeoutError, BrokenProcessPool) as error:
            self._metrics.bot_failures.inc()
            self._end(pool)
            raise NoThought(f"{type(error).__name__} at {game}") from error
        except Exception as error:
            self._metrics.bot_failures.inc()
            raise NoThought(f"{game}: {error!r}") from error

    async def stop(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._end(self._pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):  # it has no other way to end a thought under way
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


_registry: Registry | None = None


def _load(engines: tuple[str, ...]) -> None:
    global _registry  # noqa: PLW0603  # what a worker process knows
    # A terminal's Ctrl-C reaches this process too; the node decides when it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_node, daemon=True).start()
    _registry = Registry.load(engines)


def _end_with_node() -> None:
    node = multiprocessing.parent_process()
    assert node is not None
    node.join()
    # The pool's pipes would keep it waiting for ever: it holds their other ends itself.
    os._exit(1)


def _think(game: str, version: int, state: bytes, seat: int, seed: str) -> bytes:
    assert _registry is not None
    engine = _registry.get(game, version)
    return msgspec.msgpack.encode(choose(engine, msgspec.msgpack.decode(state, type=engine.state), seat, seed))
