"""People of a service, as the tests of the command line make and ask them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from partie.config import Settings
from partie.people.people import People
from partie.redis import store
from partie.redis.connect import connect

T = TypeVar("T")
HERE = "192.0.2.7"


def people(url: str, work: Callable[[People], Awaitable[T]]) -> T:
    """What people of a node of their own answer."""

    async def ask() -> T:
        redis = connect(url)
        try:
            found = People(redis, Settings(redis_url=url))
            await found.start()
            return await work(found)
        finally:
            await store.close(redis)

    return asyncio.run(ask())


async def become(people: People) -> str:
    """An account named Ann Bonny."""
    ann, _ = await people.sign_in("Ann", HERE)
    return (await people.accounts.become(ann, "Ann Bonny", "correct horse battery", HERE))[0].person
