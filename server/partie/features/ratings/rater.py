"""Has the ends of rated tables noted, by whichever node sees them, and again when somebody comes back to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partie.decoding import UNREADABLE
from partie.features.ratings import Outcome, outcome
from partie.redis import store
from partie.table import Table

if TYPE_CHECKING:
    from partie.hub import Hub
    from partie.live.actor import LiveTable


class Rater:
    """The ratings of one hub. What it cannot write is written when the table wakes again or is archived."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._ratings = hub.services.people.ratings

    def advanced(self, live: LiveTable) -> None:
        """The table has a new event, or was woken."""
        if outcome(live.newest) is not None:
            self._hub.spawn(self._noted(live.newest))

    async def note(self, table: Table) -> Outcome | None:
        """The outcome of a rated table that has ended, noted and reckoned; None if it is not rated.

        Harmless when repeated. Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come.
        """
        found = outcome(table)
        if found is None:
            return None
        try:
            await self._ratings.put(found)
        except UNREADABLE:
            return None  # a newer build has written it, whose nodes tell
        await self._void(table.id)
        return await self._ratings.of_table(table.game, table.id)

    async def drop(self, table: Table) -> None:
        """The log of the table has no end any more."""
        if table.rated:
            await self._ratings.drop(table.game, table.id)

    def closed(self, table: str) -> None:
        """Moderators have closed a table, or opened it again: a game that they have closed counts for nothing."""
        self._hub.spawn(self._closed(table))

    async def round(self) -> None:
        """Reckon what a node that died has left."""
        try:
            for game in await self._ratings.games():
                await self._ratings.settle(game)
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
        while void != (closed := await self._hub.services.moderation.is_closed(table)):
            await self._ratings.void(table, void=closed)
            void = closed

    async def _closed(self, table: str) -> None:
        try:
            await self._void(table)
        except store.UNAVAILABLE:
            self._failed()
        except UNREADABLE:
            return  # so does a newer node

    def _failed(self) -> None:
        self._hub.metrics.redis_errors.labels("ratings").inc()
