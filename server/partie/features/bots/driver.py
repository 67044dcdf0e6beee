"""The seats held by bots: a node that has the table awake has each move chosen in another process, and plays it.

Several nodes may do so for one table at once. Their commands have the same id, derived from table, seat and decision
token, so the log accepts one of them and the others get its receipt.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable
from typing import Any, Final

import msgspec
import structlog
from msgspec import Raw

from partie.features.bots.choose import FIRST
from partie.features.bots.reasons import Reasons
from partie.features.bots.thinker import NoThought, Thinker
from partie.features.bots.thought import Begun, Thought
from partie.gateway.core import Core
from partie.live.observer import LiveTable, Observer
from partie.live.request import Request
from partie.table.state import lesson_step
from partie.table.values import Level
from partie.wire import client_in, client_out

PAUSE: Final = (0.6, 1.6)
"""Range of the pause, in seconds, before a bot moves, so that people can follow."""

AGAIN_SECONDS: Final = 2.0
"""Seconds before a bot retries a move that failed because Redis was unavailable or the table's inbox full."""

logger = structlog.get_logger()


class BotDriver(Observer):
    """Makes the bots at a node's tables move. ``pause``: minimum and maximum seconds before a move."""

    def __init__(self, core: Core, thinker: Thinker, reasons: Reasons, pause: tuple[float, float] = PAUSE) -> None:
        self._core = core
        self._thinker = thinker
        self._reasons = reasons
        self._pause = pause
        self._thinking: set[tuple[str, int, int]] = set()
        self._turns: dict[tuple[str, int], Begun] = {}
        """How far the turns of the bots have come, by table and seat."""

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        self.consider(live)

    def consider(self, live: LiveTable) -> None:
        """Start thinking for every seat of the table that a bot holds and that must act."""
        table = live.newest
        if table.phase != "running":
            return
        step = lesson_step(table)
        for seat in live.history.pending_bots(table):
            if step is not None and step.seat != seat:
                # Where all decide at once, a lesson still has an order.
                continue
            key = (live.id, seat, table.decision_tokens[seat])
            if key not in self._thinking:
                self._thinking.add(key)
                self._core.background.spawn(self._play(live, *key[1:]))

    async def _play(self, live: LiveTable, seat: int, asked: int) -> None:
        # As far as this node knows: another one may have moved before.
        begun = self._turns.get((live.id, seat), FIRST).at(live.newest.play.turn)
        # What comes next in a turn that has begun is easier to follow than its beginning.
        pause = asyncio.sleep(random.uniform(*self._pause) / (2 if begun.made else 1))  # noqa: S311  # no secret
        since = live.newest.seats[seat].since
        try:
            thought, _ = await asyncio.gather(self._think(live, seat, asked, begun), pause)
        finally:
            self._thinking.discard((live.id, seat, asked))
        table = live.newest
        if (
            self._core.tables.awake.get(live.id) is not live
            or table.phase != "running"
            or table.decision_tokens[seat] != asked
        ):
            return
        held = table.seats[seat]
        if not held.bot or held.since != since:
            # Somebody took the seat in the meantime, and may have given it back to a bot.
            self.consider(live)
            return
        self._turns[live.id, seat] = begun.after(thought)
        move = msgspec.msgpack.encode(thought.move)
        answered = self._answered(live, held.level, thought)
        wanted = Request(held.person, _command(live.id, seat, asked), client_in.Move(asked, Raw(move)), answered)
        if not live.submit(wanted):
            self._core.background.spawn(self._again(live))

    def _answered(self, live: LiveTable, level: Level, thought: Thought) -> Callable[[client_out.CommandAnswer], None]:
        """The handler of the answer: a move refused for a temporary reason is retried later."""

        def answered(answer: client_out.CommandAnswer) -> None:
            if isinstance(answer, client_out.Accepted):
                self._reasons.keep(live, answer.seq, level, thought)
            elif isinstance(answer, client_out.Refused) and answer.code == "unavailable":
                self._core.background.spawn(self._again(live))

        return answered

    async def _again(self, live: LiveTable) -> None:
        self._core.metrics.bot_retries.inc()
        await asyncio.sleep(AGAIN_SECONDS)
        if self._core.tables.awake.get(live.id) is live:
            self.consider(live)

    def slept(self, table: str) -> None:
        for key in [key for key in self._turns if key[0] == table]:
            del self._turns[key]

    async def _think(self, live: LiveTable, seat: int, asked: int, begun: Begun) -> Thought:
        """The bot's move, or a random one if it found none, so that nobody has to wait for it forever.

        As long as everybody follows the lesson of the table, it is the lesson's.
        """
        table = live.newest
        if (taught := _taught(live, seat)) is not None:
            return Thought(taught, why="lesson")
        seed = _command(live.id, seat, asked)
        state = live.history.imagined(table, seat, seed)
        try:
            level = table.seats[seat].level
            owner = (table.host, live.id)
            return await self._thinker.choose(table.game, table.version, state, seat, seed, level, owner, begun)
        except NoThought as failed:
            logger.warning("bot_at_a_loss", table=live.id, seat=seat, error=str(failed))
            moves = live.history.turn(table, seat).legal
            return Thought(random.Random(seed).choice(moves), why="chance")  # noqa: S311


def _command(table: str, seat: int, asked: int) -> str:
    return hashlib.sha256(f"{table} {seat} {asked}".encode()).hexdigest()[:32]


def _taught(live: LiveTable, seat: int) -> Any | None:
    """The move that the lesson of the table provides for the seat now, as plain data; None if there is none.

    A lesson of another version of the game may provide a move that is not legal.
    """
    step = lesson_step(live.newest)
    if step is None or step.seat != seat:
        return None
    legal = (msgspec.msgpack.encode(move) for move in live.history.turn(live.newest, seat).legal)
    return msgspec.msgpack.decode(step.move) if step.move in legal else None
