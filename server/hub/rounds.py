"""What a hub does again and again: compare with the logs, beat, put to sleep, and look after what was missed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine, Iterator
from typing import TYPE_CHECKING, Any, Final

import structlog

from server import store
from server.hub.company import SIGNED_OUT
from server.hub.errors import TableGone
from server.hub.live import Asked, LiveTable
from server.table import Expire
from server.table.limits import EXPIRY_MS
from server.wire import outbound as tell

if TYPE_CHECKING:
    from server.hub.hub import Hub

POLL_SECONDS: Final = 5.0
"""The bell may be lost, so the last numbers of all awake tables are asked for this often."""

BEAT_SECONDS: Final = 5.0
"""A visible client takes ten seconds of silence for a dead line; this leaves one beat to be late."""

SERVICE: Final = "service:"
"""The person under which the service itself acts. No person's id has a colon."""

logger = structlog.get_logger()


class Rounds:
    """The rounds of one hub."""

    def __init__(self, hub: Hub, sleep_seconds: float) -> None:
        self._hub = hub
        self._sleep_seconds = sleep_seconds
        self.poll_now = asyncio.Event()

    def all(self) -> tuple[Coroutine[Any, Any, None], ...]:
        """The rounds, each to be run until it is cancelled."""
        return self._poll(), self._beat(), self._sweep()

    async def _poll(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.poll_now.wait(), POLL_SECONDS)
            self.poll_now.clear()
            with _surviving("poll"):
                awake = list(self._hub.tables.values())
                lasts = await self._hub.log.last([live.id for live in awake])
                for live, last in zip(awake, lasts, strict=True):
                    _compare(live, last)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with _surviving("beat"):
                for connection in list(self._hub.connections):
                    if not connection.socket.paused:
                        connection.send(tell.Beat())

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._sleep_seconds / 2)
            for work in (self._put_to_sleep, self._hub.set_clock, self._expire, self._close_ended):
                with _surviving(work.__name__.strip("_")):
                    await work()

    async def _put_to_sleep(self) -> None:
        now = asyncio.get_running_loop().time()
        for live in list(self._hub.tables.values()):
            if live.idle and now - live.idle_since > self._sleep_seconds:
                await self._hub.put_to_sleep(live)

    async def _expire(self) -> None:
        """End the tables that were never started within a day; several nodes may find the same ones."""
        due = self._hub.now() - EXPIRY_MS
        for entry in list(self._hub.services.lobby.entries.values()):
            if entry.phase == "open" and entry.at < due:
                try:
                    live = await self._hub.table(entry.table)
                except TableGone as gone:
                    if gone.code == "unknown":
                        await self._hub.services.lobby.gone(entry.table)
                else:
                    live.submit(Asked(SERVICE, f"expire-{entry.table}", Expire(), lambda _: None))

    async def _close_ended(self) -> None:
        """Close the connections of sessions whose end this node did not hear of."""
        try:
            ended = await self._hub.services.people.ended({one.session for one in self._hub.connections})
        except store.UNAVAILABLE:
            return
        for connection in list(self._hub.connections):
            if connection.session in ended:
                self._hub.spawn(connection.close(SIGNED_OUT))


@contextlib.contextmanager
def _surviving(work: str) -> Iterator[None]:
    """Whatever goes wrong in one turn of a round, the next turn comes."""
    try:
        yield
    except Exception:
        logger.exception("round_failed", round=work)


def _compare(live: LiveTable, last: tuple[int, str] | None) -> None:
    """What the log says its last event is, against what this node knows of it."""
    known = live.newest
    if last is None:
        return  # Redis could not be asked; the next poll will
    if last[0] > known.seq:
        live.heard(last[0])
    elif last != (known.seq, known.mark):
        live.doubt()
