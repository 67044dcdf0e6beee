"""The heartbeat by which a visible client knows that its connection is alive."""

from __future__ import annotations

import asyncio
import itertools
from typing import Final

from partie.clock import Clock
from partie.gateway.connection import Connection, Connections
from partie.logs import log_and_continue
from partie.wire import client_out
from partie.wire.closing import TRY_AGAIN
from partie.wire.limits import BEAT_SECONDS, HELLO_SECONDS
from partie.wire.states import State

SHARES: Final = 50
"""Number of batches over which one beat is spread: thousands of frames at once would hold up moves."""


async def beat(connections: Connections, clock: Clock) -> None:
    """Send every client a beat, over and over, until cancelled; one that never says hello is disconnected."""
    for share in itertools.cycle(range(SHARES)):
        await asyncio.sleep(BEAT_SECONDS / SHARES)
        message = client_out.Beat(clock.now())
        for connection in connections:
            # One that does not take what is sent is disconnected by its socket, after a minute.
            if hash(connection) % SHARES != share or connection.socket.paused:
                continue
            with log_and_continue("beat"):
                if _is_mute(connection, message.now):
                    connection.send(client_out.Problem("no_hello", "the first message must be hello"))
                    await connection.close(TRY_AGAIN)
                else:
                    connection.send(message)


def _is_mute(connection: Connection, now: int) -> bool:
    return connection.state is State.GREETING and now - connection.since >= 1000 * HELLO_SECONDS
