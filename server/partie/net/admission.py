"""Admission: a crowd is admitted one by one, so that moves of the people playing are handled in between."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Admission:
    """Admits one at each turn of the event loop, in the order of arrival."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._passed = False
        """Whether somebody was already admitted at this turn."""

    @property
    def crowded(self) -> bool:
        """Whether anybody has to wait."""
        return bool(self._waiting)

    def let(self, go: Callable[[], None]) -> None:
        """Call ``go`` at its turn: now, if nobody was admitted at this one."""
        if self._passed:
            self._waiting.append(go)
        else:
            self._pass(go)

    async def passed(self) -> None:
        """Wait to be admitted."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.let(lambda: None if turn.done() else turn.set_result(None))  # the waiting task may be gone
        await turn

    def _pass(self, go: Callable[[], None]) -> None:
        self._passed = True
        asyncio.get_running_loop().call_soon(self._next)
        go()

    def _next(self) -> None:
        if self._waiting:
            self._pass(self._waiting.popleft())
        else:
            self._passed = False
