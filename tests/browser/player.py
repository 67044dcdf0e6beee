"""Somebody who plays through a page, and reads along what can be done."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from playwright.async_api import Locator, WebSocket, expect

from server.client import Client
from tests.browser.people import PATIENCE, Person
from tests.browser.positions import Holds, lay_out
from tests.browser.service import Service

GameMove = dict[str, Any]


class Player:
    """A player with a page. Has to be made before the page is opened: it reads along what can be done."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.made: Counter[str] = Counter()
        """How often each kind of move was made."""
        self._turn: dict[str, Any] = {}
        self._accepted = 0
        self._since = 0
        self._news = asyncio.Event()
        self._offers: list[dict[str, Any]] = []
        self._sent: list[GameMove] = []
        person.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._heard)
        socket.on("framesent", self._said)

    def _heard(self, frame: bytes | str) -> None:
        message = _read(frame)
        # An update may bring along what is to be decided after it.
        turn = message.get("turn") if message.get("t") == "update" else message
        if turn is not None and (turn is not message or message.get("t") == "turn"):
            self._turn = turn
            self._offers = list(turn.get("offers") or self._offers)
        if message.get("t") == "accepted":
            self._accepted = message.get("seq", 0)
        if message.get("offers"):
            self._offers = list(message["offers"])
        self._news.set()

    def _said(self, frame: bytes | str) -> None:
        deed = _read(frame).get("do", {})
        if deed.get("type") == "move":
            self._sent.append(deed["move"])

    # --- what can be done -----------------------------------------------------------------------------------------

    @property
    def must(self) -> bool:
        """Whether the game waits for this player."""
        return bool(self._turn.get("must"))

    @property
    def legal(self) -> list[GameMove]:
        """The moves that can be made now."""
        return list(self._turn.get("legal", ()))

    async def over(self) -> bool:
        """Whether the game is over; else waits a moment for what is told."""
        if await self.person.state() == "over":
            return True
        await self.person.page.evaluate("new Promise(requestAnimationFrame)")
        return False

    def some(self, kind: str) -> list[GameMove]:
        """The moves of a kind."""
        return [move for move in self.legal if move["type"] == kind]

    def brings(self, move: GameMove) -> list[str]:
        """What a move brings, by the keys of the lines that say so, as far as that has been told."""
        for offer in self._offers:
            if offer.get("move") == move:
                return [line["key"] for line in offer.get("gain", ())]
        return []

    def spot(self, anchor: str) -> Locator:
        """A place of the board."""
        return self.person.page.locator(f'button[data-anchor="{anchor}"]:visible')

    # --- waiting ------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Something is done now: what is accepted from here on answers it, and not what was done before."""
        self._since = self._turn.get("seq", 0)

    async def _until_told(self) -> None:
        """Wait until the page shows what is to be decided after the move that was accepted."""
        await self._until(lambda: self._accepted > self._since)
        await self.person.reaches(self._accepted)
        # After the last move nothing is to be decided.
        if await self.person.state() == "over":
            self._turn = {}
        else:
            await self._until(lambda: self._accepted <= self._turn.get("seq", 0))

    async def catches_up(self, position: int) -> None:
        """Wait until the page shows an event, and what is to be decided after it has been told."""
        await self._until(lambda: position <= self._turn.get("seq", 0))
        await self.person.reaches(position)
        await expect(self.person.rail).not_to_have_attribute("aria-busy", "true")

    async def _until(self, holds: Callable[[], bool]) -> None:
        """Wait until what has been heard makes something true."""
        async with asyncio.timeout(PATIENCE / 1000):
            while not holds():
                self._news.clear()
                await self._news.wait()


AnyPlayer = TypeVar("AnyPlayer", bound=Player)


async def seated(
    players: Sequence[Player],
    service: Service,
    game: str,
    wanted: Holds,
    *,
    chance: str,
    options: Mapping[str, str] | None = None,
) -> None:
    """Let people who have no name yet come to a table of theirs that stands at a wanted position."""
    people = [player.person for player in players]
    persons = [await person.known() for person in people]
    table = f"{game}-{secrets.token_hex(4)}"
    await lay_out(service.redis, table, persons, wanted, chance=chance, game=game, options=options)
    await asyncio.gather(*(person.come_to(table, game) for person in people))
    await all_at_one(players)


async def alone(
    person: Person, service: Service, game: str, wanted: Holds, *, chance: str, others: Sequence[str] = ("Bob",)
) -> None:
    """Let somebody who has no name yet come to a table at a wanted position; the others there have no page."""
    away = [await Client.join(service.url, name) for name in others]
    persons = [await person.known(), *(each.person for each in away)]
    for each in away:
        await each.close()
    table = f"{chance}-{secrets.token_hex(4)}"
    await lay_out(service.redis, table, persons, wanted, chance=chance, game=game)
    await person.come_to(table, game)


async def all_at_one(players: Sequence[Player]) -> None:
    """Wait until all pages show the same event, which is the newest."""
    newest = max([await player.person.position() for player in players])
    for player in players:
        await player.catches_up(newest)


async def whose_turn(players: Sequence[AnyPlayer]) -> AnyPlayer:
    """The one who is to act."""
    await all_at_one(players)
    (acting,) = [player for player in players if player.must]
    return acting


def _read(frame: bytes | str) -> dict[str, Any]:
    if isinstance(frame, str):
        return {}
    message = msgspec.msgpack.decode(frame)
    return message if isinstance(message, dict) else {}
