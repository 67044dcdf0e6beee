"""What the pure tests of the gateway share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.server.gateway.peers import House
from tests.server.live.memory import Memory


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """The connections of a node, its tables in memory."""
    memory = Memory()
    yield House(memory)
    await memory.stop()
