"""An event loop in which no time passes but that which somebody waits for."""

from __future__ import annotations

import asyncio
from typing import Any


class Silence(Exception):
    """Nothing is left to do or to wait for: a task that still waits would wait for ever."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs what is ready, and then goes to the time of what comes next. ``turns`` counts how often.

    asyncio's own loop asks a selector for events until the next timer; this one is its own selector, has no events, and
    lets the time pass at once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.turns = 0
        self._virtual = 0.0
        self._selector = self

    def time(self) -> float:
        return self._virtual

    def select(self, timeout: float | None) -> list[Any]:
        """No event; ``timeout`` seconds have passed."""
        self.turns += 1
        if timeout is None:
            raise Silence
        if timeout > 0:
            self._virtual += timeout
        return []

    def run_in_executor(self, _executor: Any, function: Any, *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """What a thread would do is done at once."""
        done = self.create_future()
        done.set_result(function(*args))
        return done

    def _process_events(self, _events: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        """Nobody sleeps in a selector and has to be woken."""
