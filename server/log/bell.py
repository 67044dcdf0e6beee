"""The bell: hears that a table's log has reached some seq.

It may miss a ring (a message lies in a connection that dies) and says no more than "this far"; whoever listens reads
the log itself, and asks anew for everything after each (re)connection.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import structlog
from redis.asyncio.connection import AbstractConnection

from server.log.script import CHANNEL
from server.redis.connect import CONNECT_TIMEOUT
from server.redis.topology import UNREACHABLE, Node, Topology

SILENCE = 5.0
"""Seconds without a message after which the server is asked whether it still lives."""

LONGEST_PAUSE = 2.0
"""Seconds between two attempts to connect at most."""

_log = structlog.get_logger(__name__)


class Bell:
    """One connection of its own to any live server (a cluster tells all of them), made anew whenever it fails.

    ``on_ring`` gets table and seq. ``on_connected`` is called each time the server has confirmed that it will ring
    from now on, so that a look at the logs after that misses nothing. ``silence`` is in seconds: a server that says
    nothing for as long is asked, and given up if it says nothing for as long again.
    """

    def __init__(
        self,
        url: str,
        on_ring: Callable[[str, int], None],
        on_connected: Callable[[], None],
        *,
        silence: float = SILENCE,
    ) -> None:
        self._url = url
        self._on_ring = on_ring
        self._on_connected = on_connected
        self._silence = silence
        self._failures = 0

    async def run(self) -> None:
        """Listen until cancelled."""
        topology = Topology(self._url)
        suspect: str | None = None
        while True:
            node = await self._choose(topology, suspect)
            if node is not None:
                suspect = node.name
                try:
                    await self._listen(node)
                except UNREACHABLE as error:
                    _log.warning("bell_lost", server=node.name, error=repr(error))
            self._failures += 1
            pause = min(LONGEST_PAUSE, 0.05 * 2.0 ** min(self._failures, 10))
            await asyncio.sleep(random.uniform(0.0, pause))  # noqa: S311 (no secret)

    async def _choose(self, topology: Topology, suspect: str | None) -> Node | None:
        try:
            await topology.refresh(suspect)
        except UNREACHABLE as error:
            _log.warning("bell_finds_no_server", error=repr(error))
            return None
        masters = topology.masters()
        others = [node for node in masters if node.name != suspect]
        return random.choice(others or masters)  # noqa: S311 (no secret)

    async def _listen(self, node: Node) -> None:
        connection = await node.open()
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await connection.send_command("SUBSCRIBE", CHANNEL)
                await connection.read_response()
            self._failures = 0
            self._on_connected()
            asked = False
            while True:
                # None means that nothing came in time.
                message = await connection.read_response(timeout=self._silence, disconnect_on_error=False)
                if message is not None:
                    asked = False
                    self._hear(message)
                elif asked:
                    raise TimeoutError(f"{node.name or 'Redis'} said nothing for {2 * self._silence} s")
                else:
                    asked = True
                    await self._ask(connection)
        finally:
            await connection.disconnect(nowait=True)

    async def _ask(self, connection: AbstractConnection) -> None:
        async with asyncio.timeout(self._silence):
            await connection.send_command("PING", check_health=False)

    def _hear(self, message: list[bytes]) -> None:
        # Besides rings there are only the answers to our own pings.
        if message[0] == b"message":
            table, _, seq = message[2].decode("ascii", "replace").partition(" ")
            # The channel is anybody's who can reach the server.
            if seq.isdecimal():
                self._on_ring(table, int(seq))
