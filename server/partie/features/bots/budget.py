"""Budgets: how long a search may run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol


class Budget(Protocol):
    """The limit of a search, which checks it before every iteration."""

    def left(self, done: int) -> bool:
        """Whether another iteration may follow after ``done`` of them."""
        ...


class Iterations:
    """A fixed number of iterations, however long they take: a search then gives the same result on every machine."""

    def __init__(self, number: int) -> None:
        self._number = number

    def left(self, done: int) -> bool:
        return done < self._number


class Seconds:
    """As many iterations as begin within a time by the clock, starting now."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end = clock() + seconds

    def left(self, done: int) -> bool:
        return self._clock() < self._end
