"""News between nodes that may be lost: a log has grown, a lobby entry changed, a person has a new name.

One connection to Redis of its own, made anew whenever it fails; whoever listens looks for what was missed when
:class:`Notices` says that it hears (again). Nothing that must not be lost goes this way.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Final

import structlog
from redis.asyncio.connection import AbstractConnection

from server.redis.connect import CONNECT_TIMEOUT
from server.redis.topology import UNREACHABLE, Node, Topology

SILENCE: Final = 5.0
"""Seconds without a message after which Redis is asked whether it is there, and again as long until it is given up."""

LONGEST_PAUSE: Final = 2.0
"""Seconds between two attempts to connect at most."""

_log = structlog.get_logger(__name__)


class Notices:
    """Hears channels. Handlers run in the event loop and must not wait. ``hearing``: the connection stands."""

    def __init__(self, url: str, *, silence: float = SILENCE) -> None:
        self._url = url
        self._silence = silence
        self._handlers: dict[bytes, Callable[[bytes], None]] = {}
        self._on_hearing: list[Callable[[bool], None]] = []
        self._failures = 0
        self.hearing = False

    def listen(self, channel: str, handler: Callable[[bytes], None]) -> None:
        """Call ``handler`` with every message of a channel. Only before :meth:`run`."""
        self._handlers[channel.encode()] = handler

    def on_hearing(self, callback: Callable[[bool], None]) -> None:
        """Call back with True when Redis has confirmed that all channels are heard from now on, with False when not."""
        self._on_hearing.append(callback)

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
                    _log.warning("notices_lost", server=node.name, error=repr(error))
            self._failures += 1
            pause = min(LONGEST_PAUSE, 0.05 * 2.0 ** min(self._failures, 10))
            await asyncio.sleep(random.uniform(0.0, pause))  # noqa: S311 (no secret)

    async def _choose(self, topology: Topology, suspect: str | None) -> Node | None:
        """Any master but the one that failed last: a message reaches all nodes of a cluster."""
        try:
            await topology.refresh(suspect)
        except UNREACHABLE as error:
            _log.warning("notices_find_no_server", error=repr(error))
            return None
        masters = topology.masters()
        others = [node for node in masters if node.name != suspect]
        return random.choice(others or masters)  # noqa: S311 (no secret)

    async def _listen(self, node: Node) -> None:
        connection = await node.open()
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await connection.send_command("SUBSCRIBE", *self._handlers)
                for _ in self._handlers:
                    await connection.read_response()
            self._failures = 0
            self._set(hearing=True)
            await self._hear(connection)
        finally:
            self._set(hearing=False)
            await connection.disconnect(nowait=True)

    def _set(self, *, hearing: bool) -> None:
        if hearing != self.hearing:
            self.hearing = hearing
            for callback in self._on_hearing:
                callback(hearing)

    async def _hear(self, connection: AbstractConnection) -> None:
        asked = False
        while True:
            # None means that nothing came in time.
            message = await connection.read_response(timeout=self._silence, disconnect_on_error=False)
            if message is not None:
                asked = False
                # Besides messages there are only the answers to our own pings.
                if message[0] == b"message":
                    self._handlers[message[1]](message[2])
            elif asked:
                raise TimeoutError(f"Redis said nothing for {2 * self._silence} s")
            else:
                asked = True
                async with asyncio.timeout(self._silence):
                    await connection.send_command("PING", check_health=False)
