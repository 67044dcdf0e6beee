"""Archives the logs of games that ended some time ago and that nobody shows; every node does so in rounds.

Tables that ended without having started are deleted instead (:mod:`partie.upkeep.closed`).

An index next to the logs lists the ended tables. It is a projection: a table that is missing from it stays unarchived
until somebody opens it, until ``partie archive`` finds it, or until the sweeper does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from partie.clock import Clock
from partie.live.observer import LiveTable, Observer
from partie.live.tables import Tables
from partie.log import Log
from partie.metrics import Metrics
from partie.people.games import Games, played
from partie.people.records import Played
from partie.redis import store
from partie.redis.connect import Client
from partie.table import Table
from partie.tasks import Background
from partie.upkeep.closed import Closed, unplayed
from partie.upkeep.due import Due
from partie.upkeep.sweeper import Sweeper

ENDED: Final = "partie:ended"
"""Tables that have ended and are not archived, scored by the end time in milliseconds."""

AT_ONCE: Final = 8
"""Tables that one node archives per round; reading and packing one takes about ten milliseconds."""


class Keeper(Protocol):
    """Stores something about a table's end next to its log."""

    async def note(self, table: Table) -> object:
        """Record the end. Idempotent. Raises redis-py's errors."""
        ...

    async def drop(self, table: Table) -> None:
        """Delete the record, because the table's log has lost its end."""
        ...


async def _nobody(_: str) -> bool:
    return False


class Archivist(Observer):
    """The archiving of one node. Several nodes may find the same table; one of them archives it."""

    def __init__(
        self,
        tables: Tables,
        log: Log,
        redis: Client,
        games: Games,
        clock: Clock,
        metrics: Metrics,
        background: Background,
        *,
        node: str,
        after: int,
    ) -> None:
        self.keepers: list[Keeper] = []
        self.watched: Callable[[str], Awaitable[bool]] = _nobody
        """Whether the table is being shown through any node."""
        self._tables = tables
        self._log = log
        self._due = Due(redis, ENDED, AT_ONCE, "table_not_archived")
        self._games = games
        self._clock = clock
        self._metrics = metrics
        self._background = background
        self._after = after
        self.sweeper = Sweeper(tables, log, redis, node)
        self.closed = Closed(tables, log, redis, clock, metrics)

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        # Record the end for its persons, and for later archiving.
        if (game := played(live.newest)) is not None:
            self._background.spawn(self._remember(game))
        if live.newest.phase == "ended":
            self._background.spawn(self._note(live.newest))

    async def sweep(self) -> None:
        """Archive some of the tables that are due, and delete some that never started."""
        try:
            for ended in await self.sweeper.found():
                await self._put(ended)
            await self.closed.sweep()
            if self._after:
                await self._due.sweep(self._clock.now() - 1000 * self._after, self._archived)
        except store.UNAVAILABLE:
            self.sweeper.begin_anew()
            self._metrics.redis_errors.labels("archive").inc()

    async def _archived(self, table: str) -> bool:
        """Archive a table. False to try again later: it is being shown, or its log has grown."""
        live = self._tables.awake.get(table)
        if (live is not None and len(live.subscribers)) or await self.watched(table):
            return False
        history = await self._tables.load(table)
        if unplayed(history.newest):
            await self._put(history.newest)
            return True
        if history.newest.phase != "ended":
            await self._games.drop(table, history.newest.game, history.persons)
            for keeper in self.keepers:
                await keeper.drop(history.newest)
            return True  # its log lost its end; it is recorded again when the game goes on
        if (game := played(history.newest)) is not None:
            await self._games.put(game)
        for keeper in self.keepers:
            await keeper.note(history.newest)
        outcome = await self._log.archive(table, history.tail(0))
        if outcome == "done":
            self._metrics.archived.inc()
        return outcome != "grown"

    async def _remember(self, game: Played) -> None:
        try:
            await self._games.put(game)
        except store.UNAVAILABLE:
            # It is written when the table wakes again, and at the latest when it is archived.
            self._metrics.redis_errors.labels("games").inc()

    async def _put(self, table: Table) -> None:
        """Put an ended table into its index. Raises redis-py's errors."""
        if unplayed(table):
            await self.closed.note(table.id, table.at)
        elif self._after:
            await self._due.note(table.id, table.at)

    async def _note(self, table: Table) -> None:
        try:
            await self._put(table)
        except store.UNAVAILABLE:
            self._metrics.redis_errors.labels("archive").inc()
