"""The bench's players, two per table, signed in directly in Redis."""

from __future__ import annotations

import asyncio

from msgspec import Struct

from partie.config import Settings
from partie.people.people import People
from partie.people.sessions import COOKIE
from partie.redis import store
from partie.redis.connect import connect

AT_ONCE = 200
"""Number of people who are signed in concurrently."""


class Pair(Struct, frozen=True):
    """The two players of a table: their ids and their cookies."""

    persons: tuple[str, str]
    cookies: tuple[str, str]


def address_header(address: str) -> str:
    """The header by which a trusted proxy says where a request comes from, to follow the value of another one."""
    return f"\r\nX-Forwarded-For: {address}"


def pairs(redis_url: str, number: int) -> list[Pair]:
    """Create so many pairs of new people."""
    return asyncio.run(_pairs(redis_url, number))


async def _pairs(redis_url: str, number: int) -> list[Pair]:
    redis = connect(redis_url)
    people = People(redis, Settings(redis_url=redis_url, sessions_per_hour=0))
    await people.start()

    async def someone(index: int) -> tuple[str, str]:
        session, cookie = await people.sign_in(f"Player {index}", "127.0.0.1")
        return session.person, f"{COOKIE}={cookie}"

    found: list[tuple[str, str]] = []
    for first in range(0, 2 * number, AT_ONCE):
        found += await asyncio.gather(*(someone(index) for index in range(first, min(first + AT_ONCE, 2 * number))))
    await store.close(redis)
    return [
        Pair((one, other), (cookie, second))
        for (one, cookie), (other, second) in zip(found[::2], found[1::2], strict=True)
    ]
