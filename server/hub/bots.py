"""The seats that practice bots hold: whoever has the table awake lets them think, elsewhere, and plays the move.

Several nodes may do so for one table at once. Their commands bear the same id, made from table, seat and ask, so
the log takes one of them and the others are told so.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec
import structlog
from msgspec import Raw

from server.bots.thinker import NoThought
from server.hub.live import Asked, LiveTable
from server.wire import inbound as ask
from server.wire import outbound as tell

if TYPE_CHECKING:
    from server.hub.hub import Hub

PAUSE: Final = (0.6, 1.6)
"""Seconds a bot lets pass before it moves, so that people can follow."""

AGAIN_SECONDS: Final = 2.0
"""Seconds after which a bot wants again what could not be done: Redis was away, or the table had too much to do."""

logger = structlog.get_logger()


class BotDriver:
    """Lets bots move at the tables of a hub."""

    def __init__(self, hub: Hub, pause: tuple[float, float] = PAUSE) -> None:
        self._hub = hub
        self._pause = pause
        self._thinking: set[tuple[str, int, int]] = set()

    def consider(self, live: LiveTable) -> None:
        """Start a bot thinking for every seat of the table that a bot holds and that must act."""
        table = live.newest
        if table.phase != "running":
            return
        for seat in live.history.pending_bots(table):
            key = (live.id, seat, table.asks[seat])
            if key not in self._thinking:
                self._thinking.add(key)
                self._hub.spawn(self._play(live, *key[1:]))

    async def _play(self, live: LiveTable, seat: int, asked: int) -> None:
        pause = asyncio.sleep(random.uniform(*self._pause))  # noqa: S311  # no secret
        try:
            move, _ = await asyncio.gather(self._think(live, seat, asked), pause)
        finally:
            self._thinking.discard((live.id, seat, asked))
        if self._hub.tables.get(live.id) is live and live.newest.asks[seat] == asked:
            person = live.newest.chairs[seat].person
            wanted = Asked(person, _command(live.id, seat, asked), ask.Move(asked, Raw(move)), self._answered(live))
            if not live.submit(wanted):
                self._hub.spawn(self._again(live))

    def _answered(self, live: LiveTable) -> Callable[[tell.Accepted | tell.Refused | tell.Unsettled], None]:
        """What to do with the answer: a move that was refused for a reason that passes is made again later."""

        def answered(answer: tell.Accepted | tell.Refused | tell.Unsettled) -> None:
            if isinstance(answer, tell.Refused) and answer.code == "unavailable":
                self._hub.spawn(self._again(live))

        return answered

    async def _again(self, live: LiveTable) -> None:
        self._hub.metrics.bot_retries.inc()
        await asyncio.sleep(AGAIN_SECONDS)
        if self._hub.tables.get(live.id) is live:
            self.consider(live)

    async def _think(self, live: LiveTable, seat: int, asked: int) -> bytes:
        """The bot's move; one at random when it is at a loss, so that nobody has to wait for it for ever."""
        table = live.newest
        seed = _command(live.id, seat, asked)
        state = live.history.engine_state(table)
        try:
            return await self._hub.services.thinker.choose(table.game, table.version, state, seat, seed)
        except NoThought as failed:
            logger.warning("bot_at_a_loss", table=live.id, seat=seat, error=str(failed))
            moves = live.history.turn(table, seat).legal
            return msgspec.msgpack.encode(random.Random(seed).choice(moves))  # noqa: S311


def _command(table: str, seat: int, asked: int) -> str:
    return hashlib.sha256(f"{table} {seat} {asked}".encode()).hexdigest()[:32]
