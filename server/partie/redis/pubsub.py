"""Messages between nodes that may be lost: a log has grown, a lobby entry changed, a person has a new name.

It uses one connection to Redis of its own and reconnects whenever that fails. Subscribers check what they missed when
:class:`PubSub` reports that it is receiving (again). Never use it for anything that must not be lost.
"""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from partie.redis.topology import UNREACHABLE, Node, Topology
from redis.asyncio.connection import AbstractConnection

SILENCE: Final = 5.0
"""Seconds without a message before Redis gets a ping, and again before the connection is given up."""

LONGEST_PAUSE: Final = 2.0
"""Maximum seconds between two attempts to connect."""

TOGETHER: Final = 100
"""Channels subscribed to per round trip: reading the answers takes a millisecond or two."""

_log = structlog.get_logger(__name__)


class PubSub:
    """Receives channels. Handlers run in the event loop and must not block. ``hearing``: the connection is up."""

    def __init__(self, url: str, *, silence: float = SILENCE) -> None:
        self._url = url
        self._silence = silence
        self._handlers: dict[bytes, Callable[[bytes], None]] = {}
        self._on_hearing: list[Callable[[bool], None]] = []
        self._failures = 0
        self._up = asyncio.Event()
        # Channels that Redis has confirmed on the current connection, minus those unsubscribed since.
        self._heard: set[bytes] = set()
        # Channels whose subscription may have to change, and an event that there are some.
        self._changed: set[bytes] = set()
        self._change = asyncio.Event()
        self._awaited: dict[bytes, asyncio.Event] = {}
        # Only one request at a time is in progress: the number of answers due, and an event that all have arrived.
        self._owed = 0
        self._answered = asyncio.Event()
        self._silent = False

    @property
    def hearing(self) -> bool:
        """Whether messages are being received."""
        return self._up.is_set()

    async def up(self) -> None:
        """Wait until messages are being received."""
        await self._up.wait()

    def listen(self, channel: str, handler: Callable[[bytes], None]) -> None:
        """Call ``handler`` with every message of a channel, once the subscription is :meth:`confirmed`."""
        self._handlers[channel.encode()] = handler
        self._touch(channel.encode())

    def leave(self, channel: str) -> None:
        """Unsubscribe from a channel."""
        self._handlers.pop(channel.encode(), None)
        self._release(channel.encode())
        self._touch(channel.encode())

    async def confirmed(self, channel: str) -> None:
        """Wait until Redis has confirmed the subscription to a channel.

        Returns at once, or early, without a connection: messages lost until there is one are lost on all channels
        alike.
        """
        key = channel.encode()
        if self.hearing and key not in self._heard:
            await self._awaited.setdefault(key, asyncio.Event()).wait()

    def on_hearing(self, callback: Callable[[bool], None]) -> None:
        """Call back with True when Redis has confirmed all subscriptions, with False when the connection is lost."""
        self._on_hearing.append(callback)

    async def run(self) -> None:
        """Receive messages until cancelled."""
        topology = Topology(self._url)
        suspect: str | None = None
        while True:
            node = await self._choose(topology, suspect)
            if node is not None:
                suspect = node.name
                try:
                    await self._listen(node)
                except* UNREACHABLE as errors:
                    _log.warning("pubsub_lost", server=node.name, error=repr(errors.exceptions[0]))
                except* Exception as errors:
                    # Whatever a subscriber does wrong, a node that no longer receives would be worse.
                    _log.exception("pubsub_failed", exc_info=errors)
            self._failures += 1
            pause = min(LONGEST_PAUSE, 0.05 * 2.0 ** min(self._failures, 10))
            await asyncio.sleep(random.uniform(0.0, pause))  # noqa: S311 (no secret)

    async def _choose(self, topology: Topology, suspect: str | None) -> Node | None:
        """Choose any master but the one that failed last: a message reaches all nodes of a cluster."""
        try:
            await topology.refresh(suspect)
        except UNREACHABLE as error:
            _log.warning("pubsub_finds_no_server", error=repr(error))
            return None
        masters = topology.masters()
        others = [node for node in masters if node.name != suspect]
        return random.choice(others or masters)  # noqa: S311 (no secret)

    async def _listen(self, node: Node) -> None:
        connection = await node.open()
        self._changed.update(self._handlers)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._hear(connection))
                both.create_task(self._ask(connection))
        finally:
            self._heard.clear()
            self._set(hearing=False)
            for channel in list(self._awaited):
                self._release(channel)
            await connection.disconnect(nowait=True)

    def _set(self, *, hearing: bool) -> None:
        if hearing != self.hearing:
            if hearing:
                self._up.set()
            else:
                self._up.clear()
            for callback in self._on_hearing:
                callback(hearing)

    async def _hear(self, connection: AbstractConnection) -> None:
        while True:
            # The waiting side has its own timeout; a timer per message would add half to its cost.
            message = await connection.read_response(timeout=math.inf, disconnect_on_error=False)
            self._silent = False
            if message[0] == b"message":
                handler = self._handlers.get(message[1])
                # A few more messages may arrive from a channel that was unsubscribed.
                if handler is not None:
                    handler(message[2])
                continue
            if message[0] == b"subscribe":
                self._heard.add(message[1])
                self._release(message[1])
            self._owed -= 1
            if not self._owed:
                self._answered.set()

    def _release(self, channel: bytes) -> None:
        """Wake everybody waiting for the confirmation of a channel."""
        waiting = self._awaited.pop(channel, None)
        if waiting is not None:
            waiting.set()

    # --- subscribing ----------------------------------------------------------------------------------------------

    def _touch(self, channel: bytes) -> None:
        self._changed.add(channel)
        self._change.set()

    async def _ask(self, connection: AbstractConnection) -> None:
        """Keep the subscriptions up to date, and ping Redis when it is silent."""
        while True:
            while self._changed:
                await self._settle(connection)
            self._failures = 0
            self._set(hearing=True)
            self._change.clear()
            self._silent = True
            try:
                async with asyncio.timeout(self._silence):
                    await self._change.wait()
            except TimeoutError:
                if self._silent:
                    await self._exchange(connection, [("PING",)], 1)

    async def _settle(self, connection: AbstractConnection) -> None:
        """Send Redis the changes to some of the subscriptions."""
        some = [self._changed.pop() for _ in range(min(TOGETHER, len(self._changed)))]
        more = [channel for channel in some if channel in self._handlers and channel not in self._heard]
        fewer = [channel for channel in some if channel not in self._handlers and channel in self._heard]
        self._heard.difference_update(fewer)
        commands = ((b"SUBSCRIBE", *more), (b"UNSUBSCRIBE", *fewer))
        await self._exchange(connection, [command for command in commands if command[1:]], len(more) + len(fewer))

    async def _exchange(
        self, connection: AbstractConnection, commands: Sequence[Sequence[bytes | str]], answers: int
    ) -> None:
        """Send commands and wait for this number of answers."""
        self._owed = answers
        self._answered.clear()
        async with asyncio.timeout(self._silence):
            for command in commands:
                await connection.send_command(*command, check_health=False)
            if answers:
                await self._answered.wait()
