"""What a node publishes of itself: whenever it changes, on every heartbeat besides, and taken back when the node ends.

It expires by Redis's time where it is not repeated, so nobody is left with what a dead node has published. How it is
stored is each one's own: nodes of two builds read each other's, so the keys stay as they are. Nodes' cards, who is
online, who is at which table, and who searches for a game are such states. Not so, though they are repeated as well:

* entries of the lobby: they are the tables', any node may write them, and they stand for days when no node does
* the pulse of the clocks: it is the beat of the service and not of a node, and that it was missed is remembered
* from which networks a person is connected: a node answers when it is asked, once, and only for who asks
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
    """Counts how often Redis could not be asked for some ``work``, and logs the first time of each row."""

    def __init__(self, work: str, metrics: Metrics) -> None:
        self.work = work
        self._metrics = metrics
        self._failing = False

    def failed(self, error: Exception) -> None:
        """It could not be asked."""
        self._metrics.redis_errors.labels(self.work).inc()
        if not self._failing:
            self._failing = True
            _log.warning("redis_unavailable", work=self.work, error=repr(error))

    def worked(self) -> None:
        """It could be asked again."""
        self._failing = False


class SoftState(ABC):
    """A state of this node that it publishes again and again. All times are in seconds.

    ``heartbeat`` lies between two publications at most, ``gap`` at least. A failure of Redis is put off to the next
    heartbeat.
    """

    def __init__(self, failures: Failures, heartbeat: float, gap: float = 0.0) -> None:
        self.task: asyncio.Task[None] | None = None
        self.failures = failures
        self._heartbeat = heartbeat
        self._gap = gap
        self._changed = asyncio.Event()

    # --- what each state is ---------------------------------------------------------------------------------------

    @abstractmethod
    async def publish(self) -> None:
        """Write the state as it is now, and read those of other nodes. Raises one of :data:`store.UNAVAILABLE`."""

    @abstractmethod
    async def withdraw(self) -> None:
        """Take back what was published, for the node ends. Raises one of :data:`store.UNAVAILABLE`."""

    async def notify(self) -> None:  # noqa: B027  # most have nobody to show it to
        """Show what is known now to whom it concerns. Called after each publication, also if it failed."""

    def pause(self) -> float | None:
        """How long to wait for a change before all is published again; None: until there is one."""
        return self._heartbeat

    def settle(self) -> float:
        """How long a change waits for others to be published with it."""
        return 0.0

    def over(self) -> bool:
        """Whether there is nothing to publish any more, for good. Asked when all that has changed is published."""
        return False

    # --- its life -------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """What was published, or what is known of others, is out of date."""
        self._changed.set()

    def start(self) -> None:
        """Begin to publish."""
        self.task = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Publish until cancelled, or until it is over."""
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
        """Publish no more, and take back what was published: others need not wait for it to expire."""
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
