"""Redis's time, as far as this process knows it."""

from __future__ import annotations

import time
from typing import cast

import pytest

from partie.clock import Clock
from partie.redis import store
from partie.redis.connect import Client


class Watch:
    """A Redis that says what time it is, or cannot be reached."""

    def __init__(self, seconds: int, micros: int) -> None:
        self.says = seconds, micros
        self.error: type[Exception] | None = None

    async def time(self) -> tuple[int, int]:
        if self.error is not None:
            raise self.error
        return self.says


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """This process's own clock, in nanoseconds, which the test sets."""
    now = [5_000_000_000]
    monkeypatch.setattr("partie.clock.time", _Time(now))
    return now


class _Time:
    def __init__(self, now: list[int]) -> None:
        self._now = now
        self.time_ns = time.time_ns

    def monotonic_ns(self) -> int:
        return self._now[0]


def test_before_redis_was_asked_the_machines_own_time_is_told() -> None:
    """It is hardly another."""
    before = time.time_ns() // 1_000_000
    assert before - 1 <= Clock().now() <= time.time_ns() // 1_000_000 + 1


def test_it_goes_on_from_what_redis_said_by_a_clock_that_nobody_can_set(still: list[int]) -> None:
    """In milliseconds."""
    clock = Clock()
    clock.learn(1_700_000_000_000)
    assert clock.now() == 1_700_000_000_000
    still[0] += 2_500_000_000
    assert clock.now() == 1_700_000_002_500
    clock.learn(1_600_000_000_000)
    assert clock.now() == 1_600_000_000_000, "Redis's clock was set back"


async def test_redis_is_asked_in_seconds_and_microseconds(still: list[int]) -> None:
    """As it answers."""
    clock = Clock()
    await clock.ask(cast("Client", Watch(1_700_000_000, 123_999)))
    assert clock.now() == 1_700_000_000_123


@pytest.mark.parametrize("error", store.UNAVAILABLE)
async def test_while_redis_is_away_the_old_answer_stands(still: list[int], error: type[Exception]) -> None:
    """Time goes on all the same."""
    clock, watch = Clock(), Watch(1_700_000_000, 0)
    await clock.ask(cast("Client", watch))
    watch.says, watch.error = (1, 0), error
    still[0] += 1_000_000_000
    await clock.ask(cast("Client", watch))
    assert clock.now() == 1_700_000_001_000
