"""The clocks: they end a player's time on time, and charge nobody for time in which the service was down.

Each node watches the tables it has awake, and wakes sleeping ones when a deadline passes. Several nodes may do the
same; their commands have the same id, and by its own clock the log accepts one of them.

At a table closed by moderators no time runs out, and its stored deadline is removed. When it is reopened, the time in
which nobody could move is credited by the same event as an outage.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from partie.features.clocks.pulses import Pulse, Pulses
from partie.gateway.core import Core
from partie.live.errors import TableGone
from partie.live.observer import LiveTable, Observer
from partie.live.request import SERVICE, Request
from partie.logs import log_and_continue
from partie.redis import store
from partie.table.clocks import next_deadline, outage_from
from partie.table.commands import CreditOutage, TimeOut
from partie.table.time.time_control import outage_counts
from partie.tasks import wait
from partie.wire import client_out

BEAT_SECONDS: Final = 0.5
"""Seconds between two heartbeats of a node: a third of what counts as a silence."""

SETTLED_SECONDS: Final = 1.0
"""Maximum seconds to wait until a request of the clocks is settled."""

CLOCKS: Final = f"{SERVICE}clocks"
"""The person in whose name the clocks act."""

SOON_MS: Final = 500
"""Milliseconds before a timeout is retried that came too early by the clock of the table's log."""

AGAIN_MS: Final = 10_000
"""Milliseconds before a timeout is retried that was refused for another reason, on all nodes."""

LATER_MS: Final = 5 * 60_000
"""Milliseconds before a table that cannot be shown is checked again; until then others are checked."""

GONE: Final = 2**53 - 1
"""Stands for the number of an event: nothing will ever happen at the table again."""


class Clocks(Observer):
    """The clocks of a node's tables. ``beat``: the seconds between two heartbeats."""

    def __init__(self, core: Core, beat: float = BEAT_SECONDS) -> None:
        self._core = core
        self._beat_seconds = beat
        self._pulses = Pulses(core.redis)
        self._pulse = Pulse(0, (), ())
        self._beaten = 0.0
        self._news = asyncio.Event()
        self._due: dict[str, int] = {}
        self._noted: dict[str, tuple[int, int | None]] = {}
        self._unnoted: set[str] = set()
        self._reopening: set[str] = set()
        """Reopened tables whose log has not been credited for the time yet."""

    # --- from the tables ------------------------------------------------------------------------------------------

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        table = live.newest
        deadline = self._deadline(live)
        if deadline is not None:
            self._due[live.id] = deadline[0]
        elif self._due.pop(live.id, None) is None and live.id not in self._noted:
            return
        noted = (table.seq, None if deadline is None else deadline[0])
        if self._noted.get(live.id, (0, None))[1:] != noted[1:]:
            self._noted[live.id] = noted
            self._unnoted.add(live.id)
        self._news.set()

    def table_changed(self, table: str, closed_at: int | None) -> None:
        """Handle that moderators have closed a table, or reopened one that was closed at the time ``closed_at``."""
        if closed_at is not None:
            self._reopened(table, closed_at)
        live = self._core.tables.awake.get(table)
        if live is not None:
            self.advanced(live)

    def _reopened(self, table: str, since: int) -> None:
        """Handle that moderators have reopened a table: its clocks go on from ``since``."""
        self._reopening.add(table)
        self._core.background.spawn(self._reopen(table, since))

    async def _reopen(self, table: str, since: int) -> None:
        try:
            # It may be asleep, and has no stored deadline that would wake it.
            live = await self._core.tables.get(table)
            self._pulse = await self._pulses.beat()
            credit = CreditOutage(since, self._pulse.now)
            request = Request(CLOCKS, f"closed-{since}", credit)
            # The log gives time back only if it was silent for a while, so a short closure needs some patience.
            while (ready := self._ready(live, (since, credit.until))) is not None:
                if (short := ready - self._core.clock.now()) > 0:
                    await wait(asyncio.Event(), short / 1000)
                elif await self._submit(live, request) not in ("", "no_clock"):
                    break
        except (TableGone, *store.UNAVAILABLE):
            self._core.metrics.redis_errors.labels("moderation").inc()
        finally:
            self._reopening.discard(table)
        if table in self._core.tables.awake:
            self.advanced(self._core.tables.awake[table])

    def slept(self, table: str) -> None:
        # Its stored deadline stays.
        self._due.pop(table, None)
        if table not in self._unnoted:
            self._noted.pop(table, None)

    async def outage(self, live: LiveTable) -> Request | None:
        """The credit for the next outage that the table's log lacks, if any: a late player may have been prevented."""
        if live.newest.clocks is None:
            return None
        with contextlib.suppress(*store.UNAVAILABLE):
            self._pulse = await self._pulses.beat()
        return next(self._outages(live), None)

    def _deadline(self, live: LiveTable) -> tuple[int, int] | None:
        """The next deadline at the table, and the seat it concerns; None if no clock runs."""
        clocks = live.newest.clocks
        return None if clocks is None or self._stands_still(live) else next_deadline(clocks)

    def _stands_still(self, live: LiveTable) -> bool:
        return live.id in self._reopening or self._core.tables.hooks.closed(live.id)

    def _outages(self, live: LiveTable) -> Iterator[Request]:
        if self._stands_still(live):
            return
        for since, until in self._pulse.silences:
            if outage_counts(live.newest, since, until, self._pulse.now):
                yield Request(CLOCKS, f"spare-{since}-{until}", CreditOutage(since, until))

    def _ready(self, live: LiveTable, *silences: tuple[int, int]) -> int | None:
        """The time from which the log gives back one of these silences; None if it gives back none of them."""
        clocks = live.newest.clocks
        if clocks is None:
            return None
        at = outage_from(clocks)
        counts = any(outage_counts(live.newest, since, until, max(at, until)) for since, until in silences)
        return at if counts else None

    def _credit_due(self, live: LiveTable) -> int | None:
        """The time at which the newest outage can be given back; None if there is none that can't be yet.

        The log gives time back only if it was silent for a while, so a short outage needs some patience.
        """
        at = self._ready(live, *self._pulse.silences)
        return at if at is not None and self._pulse.now < at else None

    # --- scheduling -----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Send heartbeats and watch the deadlines until cancelled."""
        while True:
            seconds = self._beat_seconds
            with log_and_continue("clocks"), contextlib.suppress(*store.UNAVAILABLE):
                await self.tick()
                now = self._core.clock.now()
                soonest = min(self._due.values(), default=now + int(self._beat_seconds * 1000))
                seconds = min(self._beat_seconds, max(0.02, (soonest - now) / 1000))
            self._news.clear()
            await wait(self._news, seconds)

    async def heart(self) -> None:
        """Send heartbeats even while there is much to do, until cancelled: only a node that hangs is silent."""
        never = asyncio.Event()
        while True:
            await wait(never, self._beat_seconds)
            if asyncio.get_running_loop().time() - self._beaten >= self._beat_seconds:
                with log_and_continue("heart"), contextlib.suppress(*store.UNAVAILABLE):
                    await self._beat()

    async def _beat(self) -> None:
        self._pulse = await self._pulses.beat()
        self._beaten = asyncio.get_running_loop().time()
        self._core.clock.learn(self._pulse.now)

    async def tick(self) -> None:
        """Send one heartbeat, store new deadlines, and time out those that have passed. Raises errors of Redis."""
        await self._beat()
        await self._note()
        for live in list(self._core.tables.awake.values()):
            await self._credit_outages(live)
        over = [table for table, deadline in self._due.items() if deadline <= self._pulse.now]
        for table in {*over, *self._pulse.due}:
            await self._wake(table)

    async def _wake(self, table: str) -> None:
        """Check a table whose deadline seems to have passed, and time out the seat if it has."""
        try:
            live = await self._core.tables.get(table)
        except TableGone as gone:
            if gone.code == "unknown":
                await self._pulses.note(table, GONE, None)
            else:
                await self._postpone(table, AGAIN_MS if gone.code == "unavailable" else LATER_MS)
            return
        await self._credit_outages(live)
        deadline = self._deadline(live)
        if deadline is None or deadline[0] > self._pulse.now:
            await self._pulses.note(table, live.newest.seq, None if deadline is None else deadline[0])
            return
        if (soon := self._credit_due(live)) is not None:
            await self._postpone(table, soon - self._pulse.now)
            return
        until, seat = deadline
        before = live.newest.seq
        refused = await self._submit(live, Request(CLOCKS, f"flag-{seat}-{until}", TimeOut(seat)))
        if live.newest.seq == before:
            await self._postpone(table, SOON_MS if refused == "not_now" else AGAIN_MS)

    async def _postpone(self, table: str, milliseconds: int) -> None:
        """Check the table again only after some time, unless something happens there: nothing can be done now."""
        until = self._pulse.now + milliseconds
        if table in self._due:
            self._due[table] = until
        await self._pulses.postpone(table, until)

    async def _credit_outages(self, live: LiveTable) -> None:
        for request in self._outages(live):
            await self._submit(live, request)

    async def _submit(self, live: LiveTable, request: Request) -> str:
        """Submit a request and wait until it is settled, for :data:`SETTLED_SECONDS` at most.

        Returns the code of the refusal; empty if it was not refused, or is not settled yet.
        """
        answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def answer(message: client_out.CommandAnswer) -> None:
            if not isinstance(message, client_out.Unsettled) and not answered.done():
                answered.set_result(message.code if isinstance(message, client_out.Refused) else "")

        if live.submit(replace(request, answer=answer)):
            with contextlib.suppress(TimeoutError):
                return await asyncio.wait_for(answered, SETTLED_SECONDS)
        return ""

    async def _note(self) -> None:
        while self._unnoted:
            # Anything that happens at the table meanwhile is stored after this.
            table = self._unnoted.pop()
            noted = self._noted[table]
            try:
                await self._pulses.note(table, *noted)
            except BaseException:
                self._noted.setdefault(table, noted)
                self._unnoted.add(table)
                raise
            if table not in self._core.tables.awake and table not in self._unnoted:
                self._noted.pop(table, None)
