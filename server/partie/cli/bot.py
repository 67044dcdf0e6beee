"""``partie bot``: a client that takes a free seat at a table and makes random legal moves until the game is over."""

from __future__ import annotations

import asyncio
import random
from typing import Annotated, Any

from msgspec import Struct

from partie.cli._support.options import TableArgument
from partie.cli._support.output import CommandFailed, JsonFlag, print_json
from partie.cli._support.parameters import Argument, Option
from partie.client.client import Client, Lost, Refused

TRIES = 10
"""Number of failed connections in a row before the bot gives up; the pauses add up to half a minute."""


HURRIED = {"too_fast", "busy"}
"""Refusals that only mean: slow down."""

HURRY_SECONDS = 0.25
"""How long to wait after one."""


class Played(Struct, frozen=True):
    """How the bot's game ended."""

    table: str
    seat: int
    moves: int
    result: dict[str, Any] | None


class Bot:
    """One player. It keeps its session, so it reconnects when the connection is lost."""

    def __init__(self, url: str, table: str, name: str, *, invitation: str, seed: int | None, pause: float) -> None:
        self._url = url
        self._table = table
        self._name = name
        self._invitation = invitation or None
        self._random = random.Random(seed)  # noqa: S311  # chooses moves, no secrets
        self._pause = pause
        self._cookie = ""
        self._moves = 0

    async def play(self) -> Played:
        """Play until the game is over. Raises :class:`Refused`, :class:`Lost` or ``OSError``."""
        failures = 0
        while True:
            try:
                client = await Client.join(self._url, self._name, self._cookie)
                self._cookie = client.cookie
                try:
                    await client.enter(self._table, invitation=self._invitation)
                    failures = 0
                    seat = await self._sit(client)
                    await self._move(client)
                    return Played(self._table, seat, self._moves, client.view.get("result"))
                finally:
                    await client.close()
            except (Lost, OSError):
                failures += 1
                if failures == TRIES or not self._cookie:
                    raise
                await asyncio.sleep(min(5.0, 0.1 * 2**failures))

    async def _sit(self, client: Client) -> int:
        """Keep your seat or take the first free one, and be ready."""
        seats: dict[str, dict[str, Any]] = client.view["table"]["seats"]
        own = [int(seat) for seat, held in seats.items() if held.get("person") == client.person]
        seat = own[0] if own else await self._take_seat(client, seats)
        if client.view["table"]["phase"] == "open" and not seats[str(seat)].get("ready"):
            await client.ready()
        return seat

    async def _take_seat(self, client: Client, seats: dict[str, dict[str, Any]]) -> int:
        """Take the first free seat that nobody else takes at the same moment."""
        for seat in sorted(int(seat) for seat, held in seats.items() if not (held.get("person") or held.get("bot"))):
            try:
                await client.do({"type": "sit", "seat": seat})
            except Refused as refused:
                if refused.code != "seat_taken":
                    raise
            else:
                return seat
        raise Refused({"code": "table_full"})

    async def _move(self, client: Client) -> None:
        while (turn := await client.my_turn()) is not None:
            if self._pause:
                await asyncio.sleep(self._pause)
            try:
                accepted = await client.move(self._random.choice(turn["legal"]))
            except Refused as refused:
                if refused.code in HURRIED:
                    await asyncio.sleep(HURRY_SECONDS)
                    continue
                if refused.code != "stale":
                    raise
                # Other players have moved meanwhile, and the turn for the new position is on its way.
                await client.until(lambda asked=turn["ask"]: client.over or _other_turn(client, asked))  # type: ignore[misc]
            else:
                self._moves += 1
                reached = accepted["seq"]
                await client.until(lambda reached=reached: client.over or _turn_at(client, reached))  # type: ignore[misc]


def _turn_at(client: Client, seq: int) -> bool:
    return client.turn is not None and client.turn["seq"] >= seq


def _other_turn(client: Client, ask: int) -> bool:
    return client.turn is not None and client.turn["ask"] != ask


def command(
    url: Annotated[str, Argument(help="Address of the server, such as http://127.0.0.1:8000.")],
    table: TableArgument,
    *,
    name: Annotated[str, Option(help="Name of the bot at the table.")] = "Bot",
    invitation: Annotated[str, Option(help="Token of the invitation link, if the table needs one.")] = "",
    seed: Annotated[int | None, Option(help="Start of the random numbers: same seed, same games.")] = None,
    pause: Annotated[float, Option(min=0, help="Seconds to wait before each move.")] = 0.0,
    as_json: JsonFlag = False,
) -> None:
    """Join a table and make random moves.

    The bot takes a free seat and plays until the game is over. If it loses its connection, it comes back.

    Example: partie bot http://127.0.0.1:8000 4k7mwq2x9c3hv8tz --pause 1
    """
    bot = Bot(url, table, name, invitation=invitation, seed=seed, pause=pause)
    try:
        played = asyncio.run(bot.play())
    except Refused as refused:
        raise CommandFailed(refused.code, f"the server refused: {refused}") from None
    except (Lost, OSError) as error:
        raise CommandFailed("unreachable", f"cannot connect to {url}: {error}") from None
    if as_json:
        print_json(played)
        return
    result = played.result
    outcome = "without a result" if result is None else f"with the scores {', '.join(map(str, result['scores']))}"
    print(f"Seat {played.seat} made {played.moves} moves. The game ended {outcome}.")
