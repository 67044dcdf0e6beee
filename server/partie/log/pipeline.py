"""A pipeline: sends commands to one Redis server, many per round trip, and never loses track of one.

A command is *handed over* once a byte of it may have been sent. From then on only Redis knows its outcome, so after a
failure it is sent again, over a new connection, until Redis answers. A command that was not handed over is refused as
soon as the server is unreachable.
"""

from __future__ import annotations

import asyncio
import math
import random
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import structlog
from msgspec import Struct
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import (
    AskError,
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    MovedError,
    NoScriptError,
    ResponseError,
)

from partie.log.entry import LogUnavailable
from partie.log.script import APPEND, pack
from partie.redis.connect import CONNECT_TIMEOUT
from partie.redis.topology import UNREACHABLE, Node

MAX_BATCH = 512
"""Maximum number of commands per round trip: enough to make it cheap, few enough to be answered soon."""

MAX_BATCH_BYTES = 1 << 20
"""Size in bytes at which a batch is closed."""

MAX_WAITING = 10_000
"""Maximum queue length per server, about 300 ms of work on two cores; further commands are refused."""

LONGEST_PAUSE = 1.0
"""Maximum seconds between two attempts at a command. Short, because people are watching a spinner meanwhile."""

MAX_HOPS = 8
"""Redirections a command follows before its server counts as unavailable: one or two seconds with the pauses."""

SETTLED_HOPS = 2
"""Redirections without a pause: one in a stable cluster, and another for a slot in migration."""

_log = structlog.get_logger(__name__)

_ERROR_REPLIES = (ResponseError, BusyLoadingError, AuthenticationError, AuthorizationError)
"""Replies that mean the command was not executed (redis-py counts some of them as lost connections)."""

Reply: TypeAlias = "bytes | int | list[Reply] | None"


class Call:
    """One command on its way: its key, its bytes, and what is known about its fate."""

    __slots__ = ("again", "asking", "attempts", "future", "hops", "key", "on_unsettled", "packed", "target")

    def __init__(
        self,
        key: str,
        packed: bytes,
        future: asyncio.Future[Reply],
        *,
        again: Callable[[int], bytes] | None = None,
        on_unsettled: Callable[[], None] | None = None,
    ) -> None:
        self.key = key
        self.packed = packed
        self.future = future
        self.again = again
        """Encodes a further attempt, by its number; if None, a lost answer is a failure."""
        self.on_unsettled = on_unsettled
        self.attempts = 0
        """The number of earlier attempts that may have been, or may yet be, executed."""
        self.asking = False
        """Whether ASKING must precede it, because the server that is migrating the slot redirected it."""
        self.target: tuple[str, int] | None = None
        """The target of the last redirection."""
        self.hops = 0

    @property
    def unsettled(self) -> bool:
        """Whether an earlier attempt may have been, or may yet be, executed."""
        return self.attempts > 0

    def settle(self, reply: Reply) -> None:
        # The caller may have been cancelled meanwhile.
        if not self.future.done():
            self.future.set_result(reply)

    def refuse(self, reason: str) -> None:
        if not self.future.done():
            self.future.set_exception(LogUnavailable(reason))


class Counters(Struct):
    """Counts of what the pipelines of a log have done since it was opened."""

    batches: int = 0
    commands: int = 0
    resent: int = 0
    unsettled: int = 0
    refused: int = 0
    short_of_replicas: int = 0


class Limits(Struct, frozen=True):
    """Timeouts of a pipeline in seconds, and the number of replicas that must have an append before it counts."""

    reply_timeout: float = 3.0
    ack_replicas: int = 0
    replica_timeout: float = 1.0


Reroute: TypeAlias = "Callable[[Pipeline, list[Call]], Awaitable[list[Call]]]"
"""A function that submits calls to the servers they belong to now and returns those that stay in the pipeline."""


class Pipeline:
    """The one connection to one server, and its queue."""

    def __init__(self, node: Node, limits: Limits, counters: Counters, reroute: Reroute) -> None:
        self.node = node
        self.idle = asyncio.Event()
        self.idle.set()
        self._counters = counters
        self._reroute = reroute
        self._replicas = limits.ack_replicas
        self._wait = pack("WAIT", self._replicas, int(limits.replica_timeout * 1000)) if self._replicas else b""
        # A replica that hangs must not look like a server that hangs.
        self._patience = limits.reply_timeout + (limits.replica_timeout if self._replicas else 0.0)
        self._fresh: deque[Call] = deque()
        self._unsettled: list[Call] = []
        self._work = asyncio.Event()
        self._connection: AbstractConnection | None = None
        self._stale = False
        self._failures = 0

    def submit(self, call: Call) -> None:
        """Queue a call; a new one is refused when too many are waiting."""
        if call.unsettled:
            self._unsettled.append(call)
        elif len(self._fresh) >= MAX_WAITING:
            self._refuse(call, f"{MAX_WAITING} commands wait for Redis already")
            return
        else:
            self._fresh.append(call)
        self.idle.clear()
        self._work.set()

    async def run(self) -> None:
        """Send calls until cancelled."""
        try:
            while True:
                if not self._fresh and not self._unsettled:
                    self.idle.set()
                    self._work.clear()
                    await self._work.wait()
                if self._failures and self._unsettled:
                    await asyncio.sleep(_pause(self._failures))
                await self._round()
        finally:
            await self._disconnect()

    async def _round(self) -> None:
        try:
            connection = await self._connected()
        except UNREACHABLE as error:
            await self._disconnect()
            await self._unreached(f"Redis cannot be reached: {error!r}")
            return
        batch = self._take()
        replies, failure = await self._exchange(connection, batch)
        redirected = self._answer(batch, replies, whole=failure is None)
        if redirected:
            # Servers that redirect a call back and forth have not yet learned who has the slot: wait a moment.
            if (hops := max(call.hops for call in redirected)) > SETTLED_HOPS:
                await asyncio.sleep(_pause(hops - SETTLED_HOPS))
            for call in await self._reroute(self, redirected):
                self.submit(call)
        if failure is not None:
            # The next attempt to connect shows whether Redis is there at all.
            self._failures += 1
            await self._disconnect()
            _log.warning("log_line_broken", server=self.node.name, unsettled=len(self._unsettled), error=repr(failure))
        elif not self._unsettled:
            self._failures = 0

    def _take(self) -> list[Call]:
        # Unsettled calls go first and alone: they are the probe, and nothing else is put at risk meanwhile.
        if self._unsettled:
            batch, self._unsettled = self._unsettled[:MAX_BATCH], self._unsettled[MAX_BATCH:]
            self._counters.resent += len(batch)
            return batch
        batch = []
        size = 0
        while self._fresh and len(batch) < MAX_BATCH and size < MAX_BATCH_BYTES:
            batch.append(self._fresh.popleft())
            size += len(batch[-1].packed)
        return batch

    async def _exchange(
        self, connection: AbstractConnection, batch: list[Call]
    ) -> tuple[list[Reply | Exception], Exception | None]:
        """Send a batch; return the replies that arrived, including error replies, and the exception that ended it."""
        self._counters.batches += 1
        self._counters.commands += len(batch)
        replies: list[Reply | Exception] = []
        try:
            async with asyncio.timeout(self._patience):
                packed = [_ASKING + call.packed if call.asking else call.packed for call in batch]
                appends = sum(call.again is not None for call in batch)
                if appends and self._wait:
                    packed.append(self._wait)
                await connection.send_packed_command(packed, check_health=False)
                for call in batch:
                    if call.asking:
                        await _read(connection)
                    replies.append(await _read(connection))
                if appends and self._wait:
                    reached = await _read(connection)
                    if not isinstance(reached, int) or reached < self._replicas:
                        self._counters.short_of_replicas += appends
        except Exception as error:
            return replies, error
        return replies, None

    def _answer(self, batch: list[Call], replies: list[Reply | Exception], *, whole: bool) -> list[Call]:
        """Pass each call of a batch its outcome; return those that Redis redirected."""
        redirected = []
        doubtful = batch[len(replies) :]
        for call, reply in zip(batch, replies, strict=False):
            if isinstance(reply, Exception):
                redirected += self._turned_down(call, reply)
            elif self._wait and not whole:
                # Nobody knows whether the replicas have it.
                doubtful.append(call)
            else:
                call.settle(reply)
        for call in doubtful:
            self._doubt(call)
        return redirected

    def _turned_down(self, call: Call, error: Exception) -> list[Call]:
        """Handle an error reply, which means that the command was not executed this time."""
        call.asking = False
        if isinstance(error, AskError) and call.hops < MAX_HOPS:
            call.hops += 1
            call.asking = not isinstance(error, MovedError)
            call.target = error.node_addr
            return [call]
        # A new connection loads the script again, and a different server may be behind the address by now.
        self._stale = True
        if isinstance(error, NoScriptError):
            self.submit(call)
        elif call.unsettled:
            self._failures += 1
            call.hops = 0
            self.submit(call)
        else:
            self._refuse(call, f"Redis will not do it: {error}")
        return []

    def _doubt(self, call: Call) -> None:
        """Handle a call whose outcome only Redis knows."""
        call.asking = False
        if call.again is None:
            self._refuse(call, "the connection broke before Redis answered")
            return
        if not call.unsettled:
            self._counters.unsettled += 1
            if call.on_unsettled is not None:
                # Not called directly: its exceptions are not ours to handle.
                asyncio.get_running_loop().call_soon(call.on_unsettled)
        call.attempts += 1
        call.packed = call.again(call.attempts)
        self._unsettled.append(call)

    def _refuse(self, call: Call, reason: str) -> None:
        self._counters.refused += 1
        call.refuse(reason)

    async def _unreached(self, reason: str) -> None:
        """Handle a failed attempt to connect: refuse new calls and reroute the rest, which may belong elsewhere."""
        self._failures += 1
        calls = [*self._unsettled, *self._fresh]
        self._unsettled.clear()
        self._fresh.clear()
        for call in await self._reroute(self, calls):
            if call.unsettled:
                self._unsettled.append(call)
            else:
                self._refuse(call, reason)

    async def _connected(self) -> AbstractConnection:
        """Return an open connection, over which the server has just answered or is about to."""
        if self._connection is not None and (self._stale or await self._connection.can_read()):
            # Nothing is due between two batches, so this can only be the end of the stream.
            await self._disconnect()
        if self._connection is None:
            connection = await self.node.open()
            try:
                async with asyncio.timeout(CONNECT_TIMEOUT):
                    await connection.send_command("SCRIPT", "LOAD", APPEND)
                    await connection.read_response(timeout=math.inf)
            except BaseException:
                await connection.disconnect(nowait=True)
                raise
            self._connection = connection
            self._stale = False
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.disconnect(nowait=True)


async def _read(connection: AbstractConnection) -> Reply | Exception:
    """Read the next reply; return an error reply, raise on a broken connection."""
    try:
        reply: Reply = await connection.read_response(timeout=math.inf, disconnect_on_error=False)
    except _ERROR_REPLIES as error:
        return error
    return reply


_ASKING = pack("ASKING")


def _pause(failures: int) -> float:
    """Return the seconds until the next attempt: exponential with full jitter, so that nodes do not return together."""
    return random.uniform(0.0, min(LONGEST_PAUSE, 0.05 * 2.0 ** min(failures, 10)))  # noqa: S311 (no secret)
