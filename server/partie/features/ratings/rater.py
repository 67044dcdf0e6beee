"""Recording the ends of rated tables: every node that sees one does, and does again when someone opens the table."""

from __future__ import annotations

from partie.features.moderation.api import Moderation
from partie.features.ratings.outcome import Outcome, outcome
from partie.features.ratings.ratings import Ratings
from partie.gateway.core import Core
from partie.live.observer import LiveTable, Observer
from partie.redis import store
from partie.table import Table
from partie.table.decoding import DECODE_ERRORS


class Rater(Observer):
    """The ratings of one node. If it cannot write an outcome, the table writes it on waking again or being archived."""

    def __init__(self, core: Core, ratings: Ratings, moderation: Moderation) -> None:
        self._core = core
        self.ratings = ratings
        self._moderation = moderation

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        if outcome(live.newest) is not None:
            self._core.background.spawn(self._noted(live.newest))

    async def note(self, table: Table) -> Outcome | None:
        """Store and process the outcome of a rated table that has finished; None if it is not rated.

        Idempotent. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through.
        """
        found = outcome(table)
        if found is None:
            return None
        try:
            await self.ratings.put(found)
        except DECODE_ERRORS:
            return None  # written by a newer build, whose nodes can answer
        await self._void(table.id)
        return await self.ratings.of_table(table.game, table.id)

    async def drop(self, table: Table) -> None:
        """Remove the outcome of a table whose log has lost its end."""
        if table.rated:
            await self.ratings.drop(table.game, table.id)

    def closed(self, table: str) -> None:
        """Handle that moderators have closed a table, which then does not count, or reopened it."""
        self._core.background.spawn(self._closed(table))

    async def sweep(self) -> None:
        """Process what a node that died has left."""
        try:
            for game in await self.ratings.games():
                await self.ratings.settle(game)
        except store.UNAVAILABLE:
            self._failed()

    async def _noted(self, table: Table) -> None:
        try:
            await self.note(table)
        except store.UNAVAILABLE:
            self._failed()

    async def _void(self, table: str) -> None:
        """Set whether the table counts, by what moderators have decided now; they may change it meanwhile."""
        void: bool | None = None
        while void != (closed := await self._moderation.is_closed(table)):
            await self.ratings.void(table, void=closed)
            void = closed

    async def _closed(self, table: str) -> None:
        try:
            await self._void(table)
        except store.UNAVAILABLE:
            self._failed()
        except DECODE_ERRORS:
            return  # a newer node does this too

    def _failed(self) -> None:
        self._core.metrics.redis_errors.labels("ratings").inc()
