"""What a node does again and again: compare with the logs, sweep, and release what spectators may see by now."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from partie.kit import memo
from partie.live.tables import Tables
from partie.logs import log_and_continue

POLL_SECONDS: Final = 5.0
"""The change feed may lose a word, so the last numbers of all awake tables are asked for this often."""

RELEASE_SECONDS: Final = 0.5
"""Who watches a table from some seconds behind may be behind by so much more."""


class Rounds:
    """The rounds of one node. ``sweeps`` are done twice in ``sleep_seconds``, after which idle tables fall asleep."""

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
        """Show spectators who are some seconds behind what they may see by now, until cancelled."""
        while True:
            await asyncio.sleep(RELEASE_SECONDS)
            with log_and_continue("release"):
                self._tables.release()

    async def sweep(self) -> None:
        """Put idle tables to sleep and do the sweeps, until cancelled."""
        while True:
            await asyncio.sleep(self._sleep_seconds / 2)
            with log_and_continue("put_to_sleep"):
                await self.put_to_sleep()
            for name, work in self._sweeps:
                with log_and_continue(name):
                    await work()

    async def put_to_sleep(self) -> None:
        """Put to sleep what nobody shows any more."""
        if await self._tables.sleep_idle(self._sleep_seconds):
            memo.forget()
