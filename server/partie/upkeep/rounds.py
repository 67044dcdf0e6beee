"""What a hub does again and again: compare with the logs, beat, put to sleep, and look after what was missed."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import itertools
import random
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from partie.features.lobby.listing import persons
from partie.features.presence.company import end
from partie.kit import memo
from partie.live.actor import SERVICE, Asked, LiveTable
from partie.live.errors import TableGone
from partie.log import Counters
from partie.redis import store
from partie.surviving import surviving
from partie.table import Expire
from partie.table.commands import Vacate
from partie.table.lifecycle.reservations import awaited
from partie.table.limits import ABSENT_MS, COME_MS, EXPIRY_MS
from partie.wire import client_out

if TYPE_CHECKING:
    from partie.hub import Hub

POLL_SECONDS: Final = 5.0
"""The bell may be lost, so the last numbers of all awake tables are asked for this often."""

POLLED: Final = 16
"""Tables that are asked about together."""

POLL_PAUSE: Final = 0.02
"""Seconds between these, in which the log has time for moves: thousands of tables are polled in one to two seconds."""

BEAT_SECONDS: Final = 5.0
"""A visible client takes ten seconds of silence for a dead line; this leaves one beat to be late."""

SHARES: Final = 50
"""The beat goes out in so many shares, evenly over its time: thousands at once would hold up moves."""

RIPEN_SECONDS: Final = 0.5
"""Who watches a table from some seconds behind may be behind by so much more."""

ASKED: Final = 50
"""Sessions of which it is asked together whether they have ended: a question about thousands would hold up moves."""

GHOSTS: Final = 100
"""Tables of other nodes that are asked about in one round, whether anybody is there who is counted as watching."""


class Rounds:
    """The rounds of one hub."""

    def __init__(self, hub: Hub, sleep_seconds: float) -> None:
        self._hub = hub
        self._sleep_seconds = sleep_seconds
        self.poll_now = asyncio.Event()
        self._counted = Counters()

    def all(self) -> tuple[Coroutine[Any, Any, None], ...]:
        """The rounds, each to be run until it is cancelled."""
        return self._poll(), self._beat(), self._sweep(), self._ripen()

    async def _poll(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.poll_now.wait(), POLL_SECONDS)
            self.poll_now.clear()
            with surviving("loads"):
                await self._hub.unfinished.settle()
            with surviving("poll"):
                awake = list(self._hub.tables)  # by id, so that nothing holds those that sleep until the next poll
                async with asyncio.TaskGroup() as asking:
                    for first in range(0, len(awake), POLLED):
                        if first:
                            await asyncio.sleep(POLL_PAUSE)
                        asking.create_task(self._compare(awake[first : first + POLLED]))
                self._count_log()

    async def _compare(self, tables: Sequence[str]) -> None:
        """Ask the logs of some tables for their last events. One that cannot answer holds up no other's."""
        for table, last in zip(tables, await self._hub.log.last(tables), strict=True):
            if table in self._hub.tables:
                _compare(self._hub.tables[table], last)

    def _count_log(self) -> None:
        """Add what the log has counted since the last look."""
        metrics, before = self._hub.metrics, self._counted
        self._counted = now = copy.copy(self._hub.log.counters)
        metrics.log_commands.inc(now.commands - before.commands)
        metrics.log_batches.inc(now.batches - before.batches)
        metrics.log_resent.inc(now.resent - before.resent)
        metrics.log_short_of_replicas.inc(now.short_of_replicas - before.short_of_replicas)

    async def _beat(self) -> None:
        for share in itertools.cycle(range(SHARES)):
            await asyncio.sleep(BEAT_SECONDS / SHARES)
            with surviving("beat"):
                beat = client_out.Beat(self._hub.now())
                for connection in list(self._hub.connections):
                    if hash(connection) % SHARES == share and not connection.socket.paused:
                        connection.send(beat)

    async def _ripen(self) -> None:
        while True:
            await asyncio.sleep(RIPEN_SECONDS)
            with surviving("ripen"):
                self.ripen()

    def ripen(self) -> None:
        """Show those who watch from behind what they may see by now."""
        for live in list(self._hub.tables.values()):
            delay = live.newest.delay
            if delay is not None and delay.unit == "seconds":
                live.ripen()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._sleep_seconds / 2)
            for work in (
                self._put_to_sleep,
                self._hub.order.catch_up,
                self._hub.set_clock,
                self.lay_ghosts,
                self._expire,
                self.vacate,
                self._archive,
                self._rate,
                self._close_ended,
            ):
                with surviving(work.__name__.strip("_")):
                    await work()

    async def _put_to_sleep(self) -> None:
        now = asyncio.get_running_loop().time()
        slept = False
        for table in list(self._hub.tables):  # by id, so that nothing holds those that sleep already
            live = self._hub.tables.get(table)
            if live is not None and live.idle and now - live.idle_since > self._sleep_seconds:
                await self._hub.put_to_sleep(live)
                slept = True
        if slept:
            memo.forget()

    async def lay_ghosts(self) -> None:
        """Count nobody in the lobby who watched through a node that died, at some of the tables in each round."""
        lobby, presence = self._hub.services.lobby, self._hub.services.presence
        counted = [one for one in lobby.entries.values() if one.watching and one.table not in self._hub.tables]
        for entry in random.sample(counted, min(GHOSTS, len(counted))):
            try:
                if not await presence.anybody(entry.table):
                    lobby.deserted(entry.table)
            except store.UNAVAILABLE:
                return

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

    async def vacate(self) -> None:
        """Free the seats of those who were brought there and do not come; several nodes may find the same ones."""
        due, presence = self._hub.now() - COME_MS, self._hub.services.presence
        waiting = [live for live in self._hub.tables.values() if awaited(live.newest)]
        presence.follow({live.id: persons(live.newest) for live in waiting})
        for live in waiting:
            table, away = live.newest, presence.away(live.id)
            for seat in awaited(table):
                chair = table.chairs[seat]
                if away.get(chair.person, 0) >= ABSENT_MS and live.history.past(chair.brought).at <= due:
                    # Each time that somebody was brought there it is another command.
                    live.submit(Asked(SERVICE, f"vacate-{seat}-{chair.brought}", Vacate(seat), lambda _: None))

    async def _archive(self) -> None:
        await self._hub.archivist.round()

    async def _rate(self) -> None:
        await self._hub.rater.round()

    async def _close_ended(self) -> None:
        """Close the connections of sessions whose end this node did not hear of."""
        sessions = list({one.session for one in self._hub.connections})
        ended: set[str] = set()
        try:
            for first in range(0, len(sessions), ASKED):
                ended |= await self._hub.services.people.ended(sessions[first : first + ASKED])
        except store.UNAVAILABLE:
            return
        for connection in list(self._hub.connections):
            if connection.session in ended:
                self._hub.spawn(end(connection))


def _compare(live: LiveTable, last: tuple[int, str] | None) -> None:
    """What the log says its last event is, against what this node knows of it."""
    known = live.newest
    if last is None:
        return  # Redis could not be asked; the next poll will
    if last[0] > known.seq:
        live.heard(last[0])
    elif last != (known.seq, known.mark):
        live.doubt()
