"""Admission: a crowd passes one by one, so that those who play come to their moves in between."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Admission:
    """Lets one pass at each turn of the event loop, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._passed = False
        """Somebody has passed at this turn."""

    @property
    def crowded(self) -> bool:
        """Somebody has to wait."""
        return bool(self._waiting)

    def let(self, go: Callable[[], None]) -> None:
        """Call ``go`` at its turn: now, if nobody has passed at this one."""
        if self._passed:
            self._waiting.append(go)
        else:
            self._pass(go)

    async def passed(self) -> None:
        """Wait for one's turn."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.let(lambda: None if turn.done() else turn.set_result(None))  # whoever waited may have gone
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
