"""Has the ends of rated tables noted, by whichever node sees them, and again when somebody comes back to the table."""

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
    """The ratings of one node. What it cannot write is written when the table wakes again or is archived."""

    def __init__(self, core: Core, ratings: Ratings, moderation: Moderation) -> None:
        self._core = core
        self.ratings = ratings
        self._moderation = moderation

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        if outcome(live.newest) is not None:
            self._core.background.spawn(self._noted(live.newest))

    async def note(self, table: Table) -> Outcome | None:
        """The outcome of a rated table that has ended, noted and reckoned; None if it is not rated.

        Harmless when repeated. Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come.
        """
        found = outcome(table)
        if found is None:
            return None
        try:
            await self.ratings.put(found)
        except DECODE_ERRORS:
            return None  # a newer build has written it, whose nodes tell
        await self._void(table.id)
        return await self.ratings.of_table(table.game, table.id)

    async def drop(self, table: Table) -> None:
        """The log of the table has no end any more."""
        if table.rated:
            await self.ratings.drop(table.game, table.id)

    def closed(self, table: str) -> None:
        """Moderators have closed a table, or opened it again: a game that they have closed counts for nothing."""
        self._core.background.spawn(self._closed(table))

    async def sweep(self) -> None:
        """Reckon what a node that died has left."""
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
        """Let the table count or not, as moderators have it now; they may change it meanwhile."""
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
            return  # so does a newer node

    def _failed(self) -> None:
        self._core.metrics.redis_errors.labels("ratings").inc()
