"""The heartbeat by which a visible client knows that its connection is alive."""

from __future__ import annotations

import asyncio
import itertools
from typing import Final

from partie.clock import Clock
from partie.gateway.connection import Connections
from partie.logs import log_and_continue
from partie.wire import client_out

BEAT_SECONDS: Final = 5.0
"""Seconds between beats. A visible client treats ten seconds of silence as a lost connection, so one may be late."""

SHARES: Final = 50
"""Number of batches over which one beat is spread: thousands of frames at once would hold up moves."""


async def beat(connections: Connections, clock: Clock) -> None:
    """Send every client a beat, over and over, until cancelled."""
    for share in itertools.cycle(range(SHARES)):
        await asyncio.sleep(BEAT_SECONDS / SHARES)
        with log_and_continue("beat"):
            message = client_out.Beat(clock.now())
            for connection in connections:
                if hash(connection) % SHARES == share and not connection.socket.paused:
                    connection.send(message)
