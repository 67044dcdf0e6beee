"""What a node publishes of itself again and again, on no Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import pairwise

import pytest
from redis.exceptions import ConnectionError as Lost
from structlog.testing import capture_logs

from partie import tasks
from partie.cluster.softstate import Failures, SoftState
from partie.metrics import Metrics

LONG = 60.0
SHORT = 0.02
LEEWAY = 0.005
"""Seconds by which a timer of the event loop may be early by the clock."""


class State(SoftState):
    """A state that notes when it is published, and fails on command."""

    def __init__(self, heartbeat: float = LONG, gap: float = 0.0, settled: float = 0.0) -> None:
        self.metrics = Metrics()
        super().__init__(Failures("trying", self.metrics), heartbeat, gap)
        self.settled = settled
        self.fails: Exception | None = None
        self.notify_fails: Exception | None = None
        self.ends = False
        self.published: list[float] = []
        self.notified = 0
        self.withdrawn = False
        self._news = asyncio.Event()

    async def publish(self) -> None:
        self.published.append(asyncio.get_running_loop().time())
        self._news.set()
        if self.fails is not None:
            raise self.fails

    async def withdraw(self) -> None:
        self.withdrawn = True
        if self.fails is not None:
            raise self.fails

    async def notify(self) -> None:
        self.notified += 1
        self._news.set()
        if self.notify_fails is not None:
            raise self.notify_fails

    def settle(self) -> float:
        return self.settled

    def over(self) -> bool:
        return self.ends

    def failures_counted(self) -> float | None:
        return self.metrics.registry.get_sample_value("partie_redis_errors_total", {"work": "trying"})

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until it is so after a publication."""
        async with asyncio.timeout(10):
            while not holds():
                self._news.clear()
                await self._news.wait()


MakeState = Callable[..., State]


@pytest.fixture
async def make() -> AsyncIterator[MakeState]:
    """Makes states that run."""
    made: list[State] = []

    def state(**times: float) -> State:
        made.append(State(**times))
        made[-1].start()
        return made[-1]

    yield state
    await tasks.end(one.task for one in made if one.task is not None)


async def test_what_changes_is_published_once_and_shown(make: MakeState) -> None:
    """Nothing is published before anything has changed, and what changes together goes together."""
    state = make()
    await asyncio.sleep(0)
    assert state.published == []
    for _ in range(3):
        state.changed()
    await state.until(lambda: state.notified == 1)
    state.changed()
    await state.until(lambda: state.notified == 2)
    assert len(state.published) == 2


async def test_it_is_repeated_on_every_heartbeat(make: MakeState) -> None:
    """Without any change."""
    state = make(heartbeat=SHORT)
    await state.until(lambda: state.notified >= 3)
    assert all(later - sooner >= SHORT - LEEWAY for sooner, later in pairwise(state.published))


async def test_changes_wait_for_each_other_and_for_the_gap(make: MakeState) -> None:
    """So that a crowd makes few publications."""
    state = make(gap=SHORT, settled=SHORT)
    start = asyncio.get_running_loop().time()
    for _ in range(3):
        state.changed()
        await state.until(lambda known=state.notified: state.notified > known)  # type: ignore[misc]
    moments = [start, *state.published]
    assert moments[1] - moments[0] >= SHORT - LEEWAY
    assert all(later - sooner >= 2 * SHORT - LEEWAY for sooner, later in pairwise(state.published))


async def test_a_failure_is_put_off_to_the_next_heartbeat_and_logged_once(make: MakeState) -> None:
    """Each is counted; people are shown what is known all the same."""
    with capture_logs() as logs:
        state = make(heartbeat=SHORT)
        state.fails = Lost("away")
        await state.until(lambda: state.notified >= 3)
        assert (state.failures_counted() or 0) >= 3
        state.fails = None
        back = state.notified
        await state.until(lambda: state.notified > back)
        state.fails = Lost("away again")
        again = state.notified
        await state.until(lambda: state.notified > again + 1)
    assert [one["error"] for one in logs if one["event"] == "redis_unavailable"] == [
        repr(Lost("away")),
        repr(Lost("away again")),
    ]


@pytest.mark.parametrize("where", ["fails", "notify_fails"])
async def test_whatever_goes_wrong_it_goes_on(make: MakeState, where: str) -> None:
    """A mistake in one publication does not take the node's state from the others for good."""
    with capture_logs() as logs:
        state = make(heartbeat=SHORT)
        setattr(state, where, LookupError("a mistake"))
        await state.until(lambda: len(state.published) >= 2)
        setattr(state, where, None)
        known = state.notified
        await state.until(lambda: state.notified > known)
    assert {(one["event"], one["round"]) for one in logs} == {("round_failed", "trying")}


async def test_it_ends_when_it_is_over_and_nothing_has_changed(make: MakeState) -> None:
    """A change meanwhile is published first."""
    state = make()
    state.ends = True
    state.changed()
    await state.until(lambda: state.notified == 1)
    assert state.task is not None
    await asyncio.wait_for(state.task, 10)
    assert len(state.published) == 1


async def test_a_node_that_ends_takes_it_back_whatever_happens(make: MakeState) -> None:
    """Nothing is published after that; a Redis that is away is no reason not to end."""
    state = make(heartbeat=SHORT)
    await state.until(lambda: state.notified >= 1)
    state.fails = Lost("away")
    await state.stop()
    assert state.withdrawn
    assert state.task is not None
    assert state.task.done()
    assert state.failures_counted() is not None
