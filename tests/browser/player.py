"""Somebody who plays through a page, and reads along what can be done; and rivals without a page."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec
from playwright.async_api import Locator, expect

from partie.client.client import Client
from tests.browser.connection import GameMove
from tests.browser.people import Person
from tests.browser.positions import GAMES, Holds, lay_out
from tests.browser.service import Service


class Player:
    """A player with a page, who reads along what can be done."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.made: Counter[str] = Counter()
        """How often each kind of move was made."""
        self._asked = 0

    # --- what can be done -----------------------------------------------------------------------------------------

    @property
    def must(self) -> bool:
        """Whether the game waits for this player."""
        return bool(self.person.connection.turn.get("must"))

    @property
    def legal(self) -> list[GameMove]:
        """The moves that can be made now."""
        return list(self.person.connection.turn.get("legal", ()))

    async def over(self) -> bool:
        """Whether the game is over; else waits a moment for news."""
        if await self.person.state() == "over":
            return True
        await self.person.page.evaluate("new Promise(requestAnimationFrame)")
        return False

    def some(self, kind: str) -> list[GameMove]:
        """The moves of a kind."""
        return [move for move in self.legal if move["type"] == kind]

    def brings(self, move: GameMove) -> list[str]:
        """What a move brings, by the keys of the lines that say so, as far as they have arrived."""
        for offer in self.person.connection.offers:
            if offer.get("move") == move:
                return [line["key"] for line in offer.get("gain", ())]
        return []

    def spot(self, anchor: str) -> Locator:
        """A place of the board."""
        return self.person.page.locator(f'button[data-anchor="{anchor}"]:visible')

    # --- waiting ------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Something is done now: what is answered from here on answers it, and not what was done before."""
        self._asked = self.person.connection.asked

    async def _until_told(self) -> None:
        """Wait until the page shows the decision after everything accepted since the beginning."""
        connection = self.person.connection
        accepted = await connection.accepted(self._asked)
        await self.person.reaches(accepted)
        # After the last move there is no decision.
        if await self.person.state() == "over":
            connection.turn = {}
        else:
            await connection.until(lambda: accepted <= connection.turn.get("seq", 0))

    async def catches_up(self, position: int) -> None:
        """Wait until the page shows an event, and the decision after it has arrived."""
        connection = self.person.connection
        await connection.until(lambda: position <= connection.turn.get("seq", 0))
        await self.person.reaches(position)
        await expect(self.person.action_bar).not_to_have_attribute("aria-busy", "true")


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
    person: Person,
    service: Service,
    game: str,
    wanted: Holds,
    *,
    chance: str,
    others: Sequence[str] = ("Bob",),
    options: Mapping[str, str] | None = None,
) -> int:
    """Let somebody who has no name yet come to a table at a wanted position, whose event is returned.

    The others there have no page.
    """
    away = [await Client.join(service.url, name) for name in others]
    persons = [await person.known(), *(each.person for each in away)]
    for each in away:
        await each.close()
    table = f"{chance}-{secrets.token_hex(4)}"
    position = await lay_out(service.redis, table, persons, wanted, chance=chance, game=game, options=options)
    await person.come_to(table, game)
    return position


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


class Rival:
    """A player without a page, who chooses as :data:`~tests.browser.positions.GAMES` says."""

    def __init__(self, client: Client, game: str, seed: int = 0) -> None:
        self.client = client
        self._rng = random.Random(seed)
        self._engine, self._choose = GAMES[game]

    @classmethod
    async def instead(cls, person: Person, game: str) -> Rival:
        """Take over from somebody with a page, which is closed."""
        client = await person.client()
        await client.enter(person.table.rpartition("/")[2])
        await person.page.close()
        return cls(client, game)

    async def move(self) -> int:
        """Wait for the next turn and make a move; the position after it. None is made when the game is over."""
        client = self.client
        turn = await client.my_turn()
        if turn is not None:
            legal = [msgspec.convert(move, self._engine.move) for move in turn["legal"]]
            made = await client.move(msgspec.to_builtins(self._choose(legal, self._rng, client.view["game"])))
            # The decision comes after the position: until then the client knows the decision before.
            await client.until(lambda: client.over or (client.turn is not None and client.turn["seq"] >= made["seq"]))
        assert client.cursor is not None
        return client.cursor[0]

    async def play(self) -> None:
        """Play until the game is over."""
        while not self.client.over:
            await self.move()
