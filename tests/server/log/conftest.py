"""A log on every kind of Redis, and tables with ids of their own."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator

import pytest

from partie.log import Log


@pytest.fixture
def table() -> str:
    """The id of a table that nobody else uses."""
    return secrets.token_urlsafe(9)


@pytest.fixture
async def log(any_redis: str) -> AsyncIterator[Log]:
    """A log on a single Redis, then on a cluster."""
    log = Log(any_redis)
    yield log
    await log.aclose()
