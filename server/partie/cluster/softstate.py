"""Soft state: published by a node on every change and every heartbeat, and withdrawn when the node ends.

Without a refresh it expires by Redis's clock, so that the state of a dead node does not remain. Each kind has its own
storage format, which must not change because nodes of two builds read each other's. Nodes' cards, who is online, who is
at which table, and the matchmaking queue are soft states. These are not, although they are refreshed as well:

* entries of the lobby: they belong to the tables, any node may write them, and they remain for days without any node
* the heartbeat of the clocks: it belongs to the service and not to a node, and a missed one is remembered
* the networks from which a person is connected: a node answers on request, once, and only to the requester
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

import structlog

from partie import tasks
from partie.logs import log_and_continue
from partie.metrics import Metrics
from partie.redis import store

_log = structlog.get_logger(__name__)


class Failures:
    """Counts failures of Redis during some ``work``, and logs the first of each series."""

    def __init__(self, work: str, metrics: Metrics) -> None:
        self.work = work
        self._metrics = metrics
        self._failing = False

    def failed(self, error: Exception) -> None:
        """Count a failure."""
        self._metrics.redis_errors.labels(self.work).inc()
        if not self._failing:
            self._failing = True
            _log.warning("redis_unavailable", work=self.work, error=repr(error))

    def worked(self) -> None:
        """Record a success, which ends the series."""
        self._failing = False


class SoftState(ABC):
    """A state of this node that it publishes repeatedly. All times are in seconds.

    ``heartbeat`` is the maximum interval between two publications, ``gap`` the minimum. After a failure of Redis the
    next heartbeat tries again.
    """

    def __init__(self, failures: Failures, heartbeat: float, gap: float = 0.0) -> None:
        self.task: asyncio.Task[None] | None = None
        self.failures = failures
        self._heartbeat = heartbeat
        self._gap = gap
        self._changed = asyncio.Event()

    # --- what each state defines ----------------------------------------------------------------------------------

    @abstractmethod
    async def publish(self) -> None:
        """Write the current state, and read those of other nodes. Raises one of :data:`store.UNAVAILABLE`."""

    @abstractmethod
    async def withdraw(self) -> None:
        """Withdraw what was published, as the node ends. Raises one of :data:`store.UNAVAILABLE`."""

    async def notify(self) -> None:  # noqa: B027  # most have nobody to notify
        """Pass on what is known now. Called after each publication, even if it failed."""

    def pause(self) -> float | None:
        """Return the maximum wait for a change before the next publication; None: wait for a change."""
        return self._heartbeat

    def settle(self) -> float:
        """Return how long a change waits so that others can be published with it."""
        return 0.0

    def over(self) -> bool:
        """Whether there will never be anything more to publish. Asked once all changes are published."""
        return False

    # --- life cycle -----------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Request a publication: what was published, or is known about other nodes, is out of date."""
        self._changed.set()

    def start(self) -> None:
        """Start publishing."""
        self.task = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Publish until cancelled, or until :meth:`over`."""
        while True:
            try:
                async with asyncio.timeout(self.pause()):
                    await self._changed.wait()
            except TimeoutError:
                pass
            else:
                await asyncio.sleep(self.settle())
            self._changed.clear()
            with log_and_continue(self.failures.work):
                await self._beat()
            if not self._changed.is_set() and self.over():
                return
            await asyncio.sleep(self._gap)

    async def stop(self) -> None:
        """Stop publishing and withdraw the state, so that others need not wait for it to expire."""
        if self.task is not None:
            await tasks.end([self.task])
        try:
            await self.withdraw()
        except store.UNAVAILABLE as error:
            self.failures.failed(error)

    async def _beat(self) -> None:
        try:
            await self.publish()
        except store.UNAVAILABLE as error:
            self.failures.failed(error)
        else:
            self.failures.worked()
        await self.notify()
