"""The world of a night: its time, its Redis, and what is wrong with it at the moment."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Final

from tests.simulation.loop import VirtualLoop
from tests.simulation.model import ModelRedis

STEP: Final = 1e-6
"""Seconds by which what goes one way comes after what went before it: timers of one time run in any order."""

LONG_MS: Final = 6_500
"""An absence of so many milliseconds is noticed by the service's heart, which beats every two seconds."""

BEGAN_MS: Final = 1_800_000_000_000
"""Redis's time when a night begins."""


class World:
    """What all nodes and clients have around them. ``listeners`` are called as soon as a log has grown."""

    def __init__(self, loop: VirtualLoop, seed: int) -> None:
        self.loop = loop
        self.seed = seed
        self.story: list[str] = []
        """What was done and what came of it, to be read."""
        self.reached: dict[str, int] = {}
        """How often what came to pass, by its name."""
        self.clock_offset = 0
        self.version = 0
        """The newest version of the game that all nodes play; 0 if they all play the newest."""
        self.silent_until = 0.0
        """Redis takes commands, and executes and answers them only then."""
        self.gone_until = 0.0
        """Nobody can connect to Redis before."""
        self.slow = 1.0
        self.closed_until = 0.0
        """Moderators have closed all tables until then."""
        self.hurried_until = 0.0
        """The client has sent too many commands, until then."""
        self.absent: Callable[[], dict[str, int]] = dict
        """For how many milliseconds those have had no connection who have none."""
        self.trouble_until = 0.0
        """Until then something may be away, or an answer may be late."""
        self.away: list[tuple[int, int]] = []
        """From when to when, by Redis's clock, nobody could move at all."""
        self._away_since: int | None = None
        self.listeners: list[Callable[[str, int], None]] = []
        self.redis = ModelRedis(self.redis_now, self._grown)
        self.beats: dict[int, int] = {}
        self.silences: set[tuple[int, int]] = set()
        self.deadlines: dict[str, tuple[int, int]] = {}

    def redis_now(self) -> int:
        """Redis's time in milliseconds."""
        return self.true_now() + self.clock_offset

    def true_now(self) -> int:
        """What Redis's time would be if its clock had never been set back: so late a node may think it is."""
        return BEGAN_MS + int(self.loop.time() * 1000)

    def alive(self, *, could: bool) -> None:
        """Somebody could have moved now; or nobody can, since the last time that this was said or before."""
        now = self.redis_now()
        if self._away_since is not None and could:
            self.away.append((self._away_since, now))
            self._away_since = None
        elif self._away_since is None and not could:
            self._away_since = now

    def beaten(self) -> None:
        """The service's heart has beaten: an absence is over, even if the next one begins at once."""
        if self._away_since is not None:
            self.alive(could=True)
            self.alive(could=False)

    def away_between(self, since: int, until: int) -> int:
        """The milliseconds between two times in which nobody could move, of absences that are long enough to count."""
        now = [] if self._away_since is None else [(self._away_since, self.redis_now())]
        spans = [(max(since, start), min(until, end)) for start, end in (*self.away, *now) if end - start >= LONG_MS]
        return sum(max(0, end - start) for start, end in spans)

    def note(self, what: str) -> None:
        """Count that something has come to pass."""
        self.reached[what] = self.reached.get(what, 0) + 1

    def tell(self, who: str, what: object) -> None:
        """Put down what somebody does, or what happens to it."""
        self.story.append(f"{self.loop.time():8.3f}  {who:10}  {what}")

    def rng(self, *names: object) -> random.Random:
        """A private source of chance, so that using it changes nobody else's."""
        return random.Random(f"{self.seed} {names}")  # no secret

    def _grown(self, table: str, seq: int) -> None:
        for listener in self.listeners:
            listener(table, seq)

    async def until(self, seconds: float) -> None:
        """Wait until a time of the night."""
        if seconds > self.loop.time():
            await asyncio.sleep(seconds - self.loop.time())
