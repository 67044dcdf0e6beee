"""Redis's clock, as far as this process knows it."""

from __future__ import annotations

import time

from partie.redis import store
from partie.redis.connect import Client


class Clock:
    """Redis's clock without a request each time: derived from this process's monotonic clock, which nobody can set."""

    def __init__(self) -> None:
        self._offset = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """Return Redis's time in milliseconds."""
        return time.monotonic_ns() // 1_000_000 + self._offset

    def learn(self, now: int) -> None:
        """Take over the time that Redis has just reported."""
        self._offset = now - time.monotonic_ns() // 1_000_000

    async def ask(self, redis: Client) -> None:
        """Ask Redis for its time. If it is unreachable, keep the previous offset."""
        try:
            seconds, micros = await redis.time()
        except store.UNAVAILABLE:
            return
        self.learn(seconds * 1000 + micros // 1000)
