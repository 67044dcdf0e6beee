"""Redis's time, as far as this process knows it."""

from __future__ import annotations

import time

from partie.redis import store
from partie.redis.connect import Client


class Clock:
    """Tells Redis's time without asking for it each time: by this process's own clock, which nobody can set."""

    def __init__(self) -> None:
        self._offset = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """Redis's time in milliseconds."""
        return time.monotonic_ns() // 1_000_000 + self._offset

    def learn(self, now: int) -> None:
        """Redis has just said what time it is."""
        self._offset = now - time.monotonic_ns() // 1_000_000

    async def ask(self, redis: Client) -> None:
        """Ask Redis what time it is. While it cannot be reached, the old answer stands."""
        try:
            seconds, micros = await redis.time()
        except store.UNAVAILABLE:
            return
        self.learn(seconds * 1000 + micros // 1000)
