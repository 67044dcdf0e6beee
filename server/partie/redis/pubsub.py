"""News between nodes that may be lost: a log has grown, a lobby entry changed, a person has a new name.

One connection to Redis of its own, made anew whenever it fails; whoever listens looks for what was missed when
:class:`PubSub` says that it hears (again). Nothing that must not be lost goes this way.
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
"""Seconds without a message after which Redis is asked whether it is there, and again as long until it is given up."""

LONGEST_PAUSE: Final = 2.0
"""Seconds between two attempts to connect at most."""

TOGETHER: Final = 100
"""Channels that are asked for in one round trip: their answers are read in a millisecond or two."""

_log = structlog.get_logger(__name__)


class PubSub:
    """Hears channels. Handlers run in the event loop and must not wait. ``hearing``: the connection stands."""

    def __init__(self, url: str, *, silence: float = SILENCE) -> None:
        self._url = url
        self._silence = silence
        self._handlers: dict[bytes, Callable[[bytes], None]] = {}
        self._on_hearing: list[Callable[[bool], None]] = []
        self._failures = 0
        self.hearing = False
        # Channels that Redis has confirmed on the connection that stands, and has not been asked to leave out since.
        self._heard: set[bytes] = set()
        # Channels of which Redis may have to be told, and that there are some.
        self._changed: set[bytes] = set()
        self._change = asyncio.Event()
        self._awaited: dict[bytes, asyncio.Event] = {}
        # One question at a time is under way: so many answers are owed to it, and that none is.
        self._owed = 0
        self._answered = asyncio.Event()
        self._silent = False

    def listen(self, channel: str, handler: Callable[[bytes], None]) -> None:
        """Call ``handler`` with every message of a channel, as soon as it is :meth:`confirmed`."""
        self._handlers[channel.encode()] = handler
        self._touch(channel.encode())

    def leave(self, channel: str) -> None:
        """Hear a channel no longer."""
        self._handlers.pop(channel.encode(), None)
        self._release(channel.encode())
        self._touch(channel.encode())

    async def confirmed(self, channel: str) -> None:
        """Wait until Redis has confirmed that a channel is heard from now on.

        Returns at once, or early, where there is no connection: what is missed until there is one is missed on all
        channels alike.
        """
        key = channel.encode()
        if self.hearing and key not in self._heard:
            await self._awaited.setdefault(key, asyncio.Event()).wait()

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
                except* UNREACHABLE as errors:
                    _log.warning("pubsub_lost", server=node.name, error=repr(errors.exceptions[0]))
            self._failures += 1
            pause = min(LONGEST_PAUSE, 0.05 * 2.0 ** min(self._failures, 10))
            await asyncio.sleep(random.uniform(0.0, pause))  # noqa: S311 (no secret)

    async def _choose(self, topology: Topology, suspect: str | None) -> Node | None:
        """Any master but the one that failed last: a message reaches all nodes of a cluster."""
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
            self.hearing = hearing
            for callback in self._on_hearing:
                callback(hearing)

    async def _hear(self, connection: AbstractConnection) -> None:
        while True:
            # Who waits for an answer has its own patience; a timer for each message would cost half as much again.
            message = await connection.read_response(timeout=math.inf, disconnect_on_error=False)
            self._silent = False
            if message[0] == b"message":
                handler = self._handlers.get(message[1])
                # Of a channel that was left there may be some more.
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
        """Let go on who waits for a channel."""
        waiting = self._awaited.pop(channel, None)
        if waiting is not None:
            waiting.set()

    # --- asking ---------------------------------------------------------------------------------------------------

    def _touch(self, channel: bytes) -> None:
        self._changed.add(channel)
        self._change.set()

    async def _ask(self, connection: AbstractConnection) -> None:
        """Tell Redis of the channels that are to be heard, and ask whether it is there when it says nothing."""
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
        """Let Redis know of some channels whether they are to be heard."""
        some = [self._changed.pop() for _ in range(min(TOGETHER, len(self._changed)))]
        more = [channel for channel in some if channel in self._handlers and channel not in self._heard]
        fewer = [channel for channel in some if channel not in self._handlers and channel in self._heard]
        self._heard.difference_update(fewer)
        commands = ((b"SUBSCRIBE", *more), (b"UNSUBSCRIBE", *fewer))
        await self._exchange(connection, [command for command in commands if command[1:]], len(more) + len(fewer))

    async def _exchange(
        self, connection: AbstractConnection, commands: Sequence[Sequence[bytes | str]], answers: int
    ) -> None:
        """Send commands and wait until they are answered, in so many messages."""
        self._owed = answers
        self._answered.clear()
        async with asyncio.timeout(self._silence):
            for command in commands:
                await connection.send_command(*command, check_health=False)
            if answers:
                await self._answered.wait()
