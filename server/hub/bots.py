"""The seats that practice bots hold: whoever has the table awake lets them think, elsewhere, and plays the move.

Several nodes may do so for one table at once. Their commands bear the same id, made from table, seat and ask, so
the log takes one of them and the others are told so.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from typing import TYPE_CHECKING, Final

import structlog
from msgspec import Raw

from server.hub.live import Asked, LiveTable
from server.wire import inbound as ask

if TYPE_CHECKING:
    from server.hub.hub import Hub

PAUSE: Final = (0.6, 1.6)
"""Seconds a bot lets pass before it moves, so that people can follow."""

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
        table = live.newest
        try:
            thought = self._hub.services.thinker.choose(
                table.game, table.version, live.history.engine_state(table), seat, _command(live.id, seat, asked)
            )
            move, _ = await asyncio.gather(thought, asyncio.sleep(random.uniform(*self._pause)))  # noqa: S311
        finally:
            self._thinking.discard((live.id, seat, asked))
        if self._hub.tables.get(live.id) is live and live.newest.asks[seat] == asked:
            person = live.newest.chairs[seat].person
            live.submit(Asked(person, _command(live.id, seat, asked), ask.Move(asked, Raw(move)), lambda _: None))


def _command(table: str, seat: int, asked: int) -> str:
    return hashlib.sha256(f"{table} {seat} {asked}".encode()).hexdigest()[:32]
