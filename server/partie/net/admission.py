"""Admission: a crowd is admitted one by one, so that moves of the people playing are handled in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from partie.fair import FairQueue

NOWHERE: Final = ""
"""The address of those that come from nowhere in particular."""


class Admission:
    """Admits one at each turn of the event loop: the addresses in turn, and from each in the order of arrival."""

    def __init__(self) -> None:
        self._waiting: FairQueue[Callable[[], None]] = FairQueue()
        self._passed = False
        """Whether somebody was already admitted at this turn."""

    @property
    def crowded(self) -> bool:
        """Whether anybody has to wait."""
        return bool(self._waiting)

    def let(self, go: Callable[[], None], address: str = NOWHERE) -> None:
        """Call ``go`` at its turn: now, if nobody was admitted at this one."""
        if self._passed:
            self._waiting.push((address,), go)
        else:
            self._pass(go)

    async def passed(self, address: str = NOWHERE) -> None:
        """Wait to be admitted."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.let(lambda: None if turn.done() else turn.set_result(None), address)  # the waiting task may be gone
        await turn

    def _pass(self, go: Callable[[], None]) -> None:
        self._passed = True
        asyncio.get_running_loop().call_soon(self._next)
        go()

    def _next(self) -> None:
        if self._waiting:
            _, go = self._waiting.pop()
            self._pass(go)
        else:
            self._passed = False
