"""Letting finished games leave memory."""

from __future__ import annotations

import time

from partie.client.client import Client
from tests.fixtures.service import Running, until

HOUR_MS = 3_600_000


def later(node: Running) -> None:
    """Let the node believe that an hour has passed."""
    node.core.clock.now = lambda: int(time.time() * 1000) + HOUR_MS  # type: ignore[method-assign]


async def leave(node: Running, *clients: Client) -> None:
    """The clients show nothing any more, and the table has fallen asleep."""
    for client in clients:
        await client.send({"t": "exit"})
        await client.ask({"t": "history", "before": 1}, "problem")
    for live in list(node.core.tables.awake.values()):
        await until(lambda live=live: live.idle)  # type: ignore[misc]
        await node.core.tables.sleep(live)
    presence = node.features.presence.at_tables
    presence._gap = 0.0
    await until(lambda: not presence._rooms)
