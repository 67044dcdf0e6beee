"""How long a search may go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol


class Budget(Protocol):
    """Request before every iteration of a search."""

    def left(self, done: int) -> bool:
        """Whether one more may follow after so many."""
        ...


class Iterations:
    """So many, however long they take: a search is the same on every machine."""

    def __init__(self, number: int) -> None:
        self._number = number

    def left(self, done: int) -> bool:
        return done < self._number


class Seconds:
    """As many as begin within a time by the clock, which runs from now on."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end = clock() + seconds

    def left(self, done: int) -> bool:
        return self._clock() < self._end
