"""A bot at a service: it sits down at a table, plays to the end and leaves. It goes where it is invited, too.

It keeps its session, so it comes back when the connection is lost: a move that its player has chosen meanwhile is made
then, unless the position has changed. ::

    bot = Bot("http://127.0.0.1:8000", lambda: Function(choose), token=token)
    await bot.play(table)
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from partie.client.client import Client, Lost, Message, Refused
from partie.client.players import Decision, Late, Move, Player, PlayerFailed

T = TypeVar("T")

TRIES: Final = 10
"""Number of failed connections in a row before the bot gives up; the pauses add up to half a minute."""

HURRIED: Final = {"too_fast", "busy"}
"""Refusals that only mean: slow down."""

HURRY_SECONDS: Final = 0.25
"""How long to wait after one."""

TABLES: Final = 4
"""Number of tables at which a bot may sit at once, unless the service has another limit."""

MOVE_SECONDS: Final = 60.0
"""How long a player may take for a move by default."""

RETURN_SECONDS: Final = 10.0
"""How long a bot looks in the lobby for the tables where it still sits.

The other nodes' tables come a second late, and later where there is much to do. It does not stay, because everybody
sees who is in the lobby.
"""


class Played(NamedTuple):
    """How the bot's game ended."""

    table: str
    seat: int
    moves: int
    result: dict[str, Any] | None


class Bot:
    """One bot, of a token or a guest of that name. ``make_player`` makes a player for each of its tables."""

    def __init__(
        self,
        url: str,
        make_player: Callable[[], Player],
        *,
        name: str = "Bot",
        token: str = "",
        seed: int | None = None,
        pause: float = 0.0,
        move_seconds: float = MOVE_SECONDS,
    ) -> None:
        self._url = url
        self._make_player = make_player
        self._name = name
        self._token = token
        self._seed = random.SystemRandom().getrandbits(64) if seed is None else seed
        self._pause = pause
        self._move_seconds = move_seconds
        self._cookie = ""

    async def play(self, table: str, *, invitation: str | None = None, seat: int | None = None) -> Played:
        """Play at a table until its game is over, in that seat or in the first free one.

        Raises :class:`~partie.client.client.Refused`, :class:`~partie.client.client.Lost`,
        :class:`~partie.client.players.PlayerFailed` or ``OSError``.
        """
        game = _Game(self, table, self._make_player())
        try:
            return await self._connected(lambda client: game.play(client, invitation, seat))
        finally:
            game.player.close()

    async def accept(
        self, on_end: Callable[[str, Played | Exception], None], *, games: int | None = None, at_once: int = TABLES
    ) -> None:
        """Go to every table to which the bot is invited, and back to those where it still sits.

        Plays up to ``at_once`` games at the same time and calls ``on_end`` with the table when one ends, or when it
        cannot be played and why. Returns after that many games, or never. The bot needs a token, because nobody can
        invite a new guest. Raises :class:`~partie.client.client.Refused`, :class:`~partie.client.client.Lost` or
        ``OSError`` if there is no connection.
        """
        places = asyncio.Semaphore(at_once)
        playing: dict[str, asyncio.Task[None]] = {}
        enough = asyncio.get_running_loop().create_future()
        ended = 0

        async def go(table: str, invitation: str | None) -> None:
            nonlocal ended
            async with places:
                try:
                    outcome: Played | Exception = await self.play(table, invitation=invitation)
                except (Refused, Lost, OSError, PlayerFailed) as error:
                    outcome = error
            del playing[table]
            on_end(table, outcome)
            ended += isinstance(outcome, Played)
            if ended == games and not enough.done():
                enough.set_result(None)

        def begin(table: str, invitation: str | None) -> None:
            if table not in playing:
                playing[table] = asyncio.create_task(go(table, invitation))

        watching = asyncio.create_task(self._connected(lambda client: self._watch(client, begin)))
        try:
            await asyncio.wait([watching, enough], return_when=asyncio.FIRST_COMPLETED)
            if watching.done():
                await watching  # raises why it ended
        finally:
            tasks = [watching, *playing.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self, client: Client, begin: Callable[[str, str | None], None]) -> None:
        """Begin where the bot still sits and wherever it is invited, until the connection is lost."""
        await client.watch_lobby()
        await client.watch_invitations()
        begun: set[tuple[str, int]] = set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RETURN_SECONDS):
                await self._begin(client, begin, begun)
        await client.leave_lobby()
        await self._begin(client, begin, begun)

    @staticmethod
    async def _begin(client: Client, begin: Callable[[str, str | None], None], begun: set[tuple[str, int]]) -> None:
        """Begin whatever the lobby and the invitations tell of, once each, until the connection is lost.

        ``begun``: tables and when the bot was invited to them, 0 where it sits.
        """
        while True:
            seen = client.lobby, client.invitations
            invited = [(one["table"], one["at"], one.get("token")) for one in reversed(client.invitations)]
            for table, at, token in [*((table, 0, None) for table in client.own_tables), *invited]:
                if (table, at) not in begun:
                    begun |= {(table, at), (table, 0)}
                    begin(table, token)
            await client.until(partial(_news, client, *seen))

    async def _connected(self, work: Callable[[Client], Awaitable[T]]) -> T:
        """Do something with a connection, and again with a new one if it is lost."""
        failures = 0
        while True:
            try:
                client = await Client.join(self._url, self._name, self._cookie, self._token)
                self._cookie = client.cookie
                failures = 0
                try:
                    return await work(client)
                finally:
                    await client.close()
            except (Lost, OSError):
                failures += 1
                if failures == TRIES or not (self._cookie or self._token):
                    raise
                await asyncio.sleep(min(5.0, 0.1 * 2**failures))

    def decision(self, number: int, client: Client, offers: list[Message] | None) -> Decision:
        """The decision before the client, the ``number``-th of its game."""
        turn = client.turn
        assert turn is not None
        game = client.view["table"]["game"]
        seed = f"{self._seed} {number}"
        return Decision(game, turn["seat"], client.view.get("game", {}), turn.get("legal", []), seed, offers)

    async def pause(self) -> None:
        """Wait before a move, if the bot is to."""
        if self._pause:
            await asyncio.sleep(self._pause)

    async def chosen(self, player: Player, decision: Decision) -> Move:
        """The player's move. One that is late gets a second try."""
        try:
            return await asyncio.to_thread(player.choose, decision, self._move_seconds)
        except Late:
            return await asyncio.to_thread(player.choose, decision, self._move_seconds)


def _news(client: Client, lobby: object, invitations: object) -> bool:
    return client.lobby is not lobby or client.invitations is not invitations


class _Game:
    """One table of a bot, through any number of connections."""

    def __init__(self, bot: Bot, table: str, player: Player) -> None:
        self.player = player
        self._bot = bot
        self._table = table
        self._moves = 0
        self._ready_move: tuple[int, Move] | None = None
        """The move chosen for a position, named by its ``ask``, until it is made."""

    async def play(self, client: Client, invitation: str | None, wanted: int | None) -> Played:
        await client.enter(self._table, invitation=invitation)
        seat = await self._sit(client, wanted)
        while (turn := await self._turn(client)) is not None:
            await self._bot.pause()
            await self._move(client, turn)
        return Played(self._table, seat, self._moves, client.view.get("result"))

    @staticmethod
    async def _turn(client: Client) -> Message | None:
        """Wait until the seat must act; None when the game is over. Raises :class:`Refused` if the seat is lost."""
        await client.until(lambda: client.over or client.seat is None or client.must)
        if client.over:
            return None
        if client.seat is None:
            raise Refused({"t": "refused", "code": "not_seated"})
        return client.turn

    async def _sit(self, client: Client, wanted: int | None) -> int:
        """Keep the seat or take one, and be ready."""
        while True:
            try:
                seat = client.seat if client.seat is not None else await client.sit(wanted)
                if client.view["table"]["phase"] == "open" and not client.view["table"]["seats"][str(seat)].get(
                    "ready"
                ):
                    await client.ready()
            except Refused as refused:
                if refused.code not in HURRIED:
                    raise
                await asyncio.sleep(HURRY_SECONDS)
            else:
                return seat

    async def _move(self, client: Client, turn: Message) -> None:
        ask = turn["ask"]
        try:
            move = await self._chosen(client, ask)
            if client.turn is None or client.turn["ask"] != ask:
                return  # the position changed while the player was thinking
            accepted = await client.move(move)
        except Refused as refused:
            if refused.code in HURRIED:
                await asyncio.sleep(HURRY_SECONDS)
                return
            if refused.code != "stale":
                raise
            # Other players have moved meanwhile, and the turn for the new position is on its way.
            await client.until(lambda: client.over or (client.turn is not None and client.turn["ask"] != ask))
        else:
            self._moves += 1
            reached = accepted["seq"]
            await client.until(lambda: client.over or (client.turn is not None and client.turn["seq"] >= reached))

    async def _chosen(self, client: Client, ask: int) -> Move:
        if self._ready_move is None or self._ready_move[0] != ask:
            offers = await client.offers() if self.player.wants_offers else None
            if client.turn is None or client.turn["ask"] != ask:
                raise Refused({"t": "refused", "code": "stale"})
            decision = self._bot.decision(self._moves, client, offers)
            self._ready_move = (ask, await self._bot.chosen(self.player, decision))
        return self._ready_move[1]
