"""People on a real Redis."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from partie.config import Settings
from partie.people.people import People
from partie.redis import store
from partie.redis.connect import Client, connect

MakePeople = Callable[..., Awaitable[People]]


@pytest.fixture
async def redis(any_redis: str) -> AsyncIterator[Client]:
    """A client of an empty Redis, single and clustered."""
    client = connect(any_redis)
    yield client
    await store.close(client)


@pytest.fixture
async def make_people(any_redis: str) -> AsyncIterator[MakePeople]:
    """People of any number of nodes, each with a client of its own."""
    async with AsyncExitStack() as stack:

        async def make(**settings: int) -> People:
            client = connect(any_redis)
            stack.push_async_callback(store.close, client)
            people = People(client, Settings(redis_url=any_redis, **settings))  # type: ignore[arg-type]
            await people.start()
            return people

        yield make


@pytest.fixture
async def people(make_people: MakePeople) -> People:
    """People of one node."""
    return await make_people()
