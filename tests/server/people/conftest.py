"""People on a real Redis."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from partie.clock import Clock
from partie.config import Settings
from partie.people.people import People
from partie.redis import store
from partie.redis.connect import connect

MakePeople = Callable[..., Awaitable[People]]


class ClockByHand(Clock):
    """A clock that stands still until it is set."""

    at = 1_800_000_000_000

    def now(self) -> int:
        return self.at


@pytest.fixture
def clock() -> ClockByHand:
    """A clock for tests that set it."""
    return ClockByHand()


@pytest.fixture
async def make_people(any_redis: str) -> AsyncIterator[MakePeople]:
    """People of any number of nodes, each with a client of its own."""
    async with AsyncExitStack() as stack:

        async def make(clock: Clock | None = None, **settings: object) -> People:
            client = connect(any_redis)
            stack.push_async_callback(store.close, client)
            people = People(client, Settings(redis_url=any_redis, **settings), clock=clock)  # type: ignore[arg-type]
            stack.push_async_callback(people.recovery.stop)
            await people.start()
            return people

        yield make


@pytest.fixture
async def people(make_people: MakePeople) -> People:
    """People of one node."""
    return await make_people()
