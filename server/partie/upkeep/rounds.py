"""The periodic work of a node: comparing with the logs, sweeping, and releasing what spectators may now see."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from partie.kit import memo
from partie.live.tables import Tables
from partie.logs import log_and_continue

POLL_SECONDS: Final = 5.0
"""Seconds between polls of the last events of all awake tables, since the change feed may lose a message."""

RELEASE_SECONDS: Final = 0.5
"""Seconds between releases; spectators with a delay in seconds may be late by so much more."""


class Rounds:
    """The rounds of one node. ``sweeps`` run twice in ``sleep_seconds``, after which idle tables fall asleep."""

    def __init__(
        self,
        tables: Tables,
        sweeps: Sequence[tuple[str, Callable[[], Coroutine[Any, Any, None]]]],
        sleep_seconds: float,
    ) -> None:
        self._tables = tables
        self._sweeps = sweeps
        self._sleep_seconds = sleep_seconds

    async def poll(self) -> None:
        """Compare all awake tables with their logs, until cancelled."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._tables.poll_now.wait(), POLL_SECONDS)
            self._tables.poll_now.clear()
            with log_and_continue("loads"):
                await self._tables.loads.settle()
            with log_and_continue("poll"):
                await self._tables.poll()

    async def release(self) -> None:
        """Show spectators with a delay in seconds what they may see by now, until cancelled."""
        while True:
            await asyncio.sleep(RELEASE_SECONDS)
            with log_and_continue("release"):
                self._tables.release()

    async def sweep(self) -> None:
        """Put idle tables to sleep and run the sweeps, until cancelled."""
        while True:
            await asyncio.sleep(self._sleep_seconds / 2)
            with log_and_continue("put_to_sleep"):
                await self.put_to_sleep()
            for name, work in self._sweeps:
                with log_and_continue(name):
                    await work()

    async def put_to_sleep(self) -> None:
        """Put to sleep all tables that nobody shows any more."""
        if await self._tables.sleep_idle(self._sleep_seconds):
            memo.forget()
