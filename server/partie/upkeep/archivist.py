"""Archives the logs of games that ended some time ago and that nobody shows: a round of every node.

Which tables have ended stands in an index beside the logs. It is a projection: what is not in it stays as it is
until somebody opens the table, until ``partie archive`` finds it, or until the sweeper comes by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import structlog

from partie.live.errors import TableGone
from partie.log import ForeignEntry, LogUnavailable
from partie.people.games import Played, played
from partie.redis import store
from partie.upkeep.sweeper import Sweeper

if TYPE_CHECKING:
    from partie.hub import Hub
    from partie.live.actor import LiveTable

ENDED: Final = "partie:ended"
"""Tables that have ended and are not archived, by the millisecond of their end."""

AT_ONCE: Final = 8
"""Tables that one node archives in one round; reading and packing one takes some ten milliseconds."""

AGAIN_MS: Final = 10 * 60 * 1000
"""Milliseconds after which a table is looked at again that was shown, or could not be archived."""

logger = structlog.get_logger()


class Archivist:
    """The archiving of one hub. Several nodes may come to the same table; one of them archives it."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._after = hub.services.settings.archive_after
        self._sweeper = Sweeper(hub)

    def advanced(self, live: LiveTable) -> None:
        """The table has a new event, or was woken: its end is noted with its persons, and to be archived some time."""
        if (game := played(live.newest)) is not None:
            self._hub.spawn(self._remember(game))
        if self._after and live.newest.phase == "ended":
            self._hub.spawn(self._note(live.id, live.newest.at))

    async def round(self) -> None:
        """Archive some of the tables that are due."""
        if not self._after:
            return
        redis, due = self._hub.services.redis, self._hub.now() - 1000 * self._after
        try:
            for table, at in await self._sweeper.found():
                await redis.zadd(ENDED, {table: at}, nx=True)
            found = cast("list[bytes]", await redis.zrange(ENDED, "-inf", due, byscore=True, offset=0, num=AT_ONCE))
            for table in map(store.text, found):
                if await self._archived(table):
                    await redis.zrem(ENDED, table)
                else:
                    await redis.zadd(ENDED, {table: due + AGAIN_MS}, xx=True)
        except store.UNAVAILABLE:
            self._sweeper.begin_anew()
            self._hub.metrics.redis_errors.labels("archive").inc()

    async def _archived(self, table: str) -> bool:
        """Archive a table. False if it is to be tried again: somebody shows it, or it cannot be read here."""
        live, presence = self._hub.tables.get(table), self._hub.services.presence
        if (live is not None and live.audience.connections) or await presence.anybody(table):
            return False
        try:
            history = await self._hub.fold(table)
            games = self._hub.services.people.games
            if history.newest.phase != "ended":
                await games.drop(table, history.persons)
                await self._hub.rater.drop(history.newest)
                return True  # its log lost its end; whoever plays on notes it again
            if (game := played(history.newest)) is not None:
                await games.put(game)
            await self._hub.rater.note(history.newest)
            outcome = await self._hub.log.archive(table, history.tail(0))
        except TableGone as gone:
            return gone.code in ("unknown", "broken")
        except LogUnavailable:
            return False
        except ForeignEntry:
            logger.exception("table_not_archived", table=table)
            return False
        if outcome == "done":
            self._hub.metrics.archived.inc()
        return outcome != "grown"

    async def _remember(self, game: Played) -> None:
        try:
            await self._hub.services.people.games.put(game)
        except store.UNAVAILABLE:
            # It is written when the table wakes again, and at the latest with its archive.
            self._hub.metrics.redis_errors.labels("games").inc()

    async def _note(self, table: str, at: int) -> None:
        try:
            await self._hub.services.redis.zadd(ENDED, {table: at}, nx=True)
        except store.UNAVAILABLE:
            self._hub.metrics.redis_errors.labels("archive").inc()
