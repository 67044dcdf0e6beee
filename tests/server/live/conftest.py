"""What the pure tests of live tables share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.server.live.memory import Memory


@pytest.fixture
async def memory() -> AsyncIterator[Memory]:
    """The tables of a node whose logs stand in memory."""
    memory = Memory()
    yield memory
    await memory.stop()
