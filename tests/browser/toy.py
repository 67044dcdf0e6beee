"""People at a table of the toy game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.async_api import Locator

from partie.client.client import Client
from tests.browser.conftest import Come, Join
from tests.browser.people import Person, begin, start

NAMES = ("Ann", "Bob")
OPTIONS = {"rounds": 2}


async def running_toy(come: Come, url: str = "") -> tuple[Person, Person, Person]:
    """Two players and a spectator at a toy game that has begun."""
    ann, bob, cleo = [await come(name, url=url, sign_in=False) for name in (*NAMES, "Cleo")]
    await begin("toy", (ann, bob), (cleo,), options=OPTIONS)
    return ann, bob, cleo


async def toy_for_two(come: Come) -> tuple[Person, Person]:
    """Two players at a toy game that has begun."""
    ann, bob = [await come(name, sign_in=False) for name in NAMES]
    await begin("toy", (ann, bob), options=OPTIONS)
    return ann, bob


async def toy_with(join: Join, come: Come) -> tuple[Person, Client]:
    """Ann at a toy game that has begun with Bob, who has no page."""
    ann, bob = await come(NAMES[0], sign_in=False), await join(NAMES[1])
    await begin("toy", (ann, bob), options=OPTIONS)
    return ann, bob


class ToyTable:
    """A toy game of Ann and Bob, who have no pages until they are shown one."""

    def __init__(self, players: Sequence[Client], table: str, url: str) -> None:
        self.players = players
        self.path = f"/table/{table}"
        self.url = url

    @property
    def position(self) -> int:
        """The number of the newest event that one of them knows."""
        return max(player.cursor[0] for player in self.players if player.cursor is not None)

    async def bid(self) -> None:
        """Everybody chooses a card, which they see all at once."""
        for player in self.players:
            await make(player, "bid")

    async def on_turn(self) -> tuple[Client, Client]:
        """The player to move, and the other one."""
        await told(*self.players)
        one, other = self.players
        return (one, other) if one.turn is not None and one.turn["must"] else (other, one)

    async def play_round(self) -> None:
        """Both bid and end their turns."""
        await self.bid()
        for _ in self.players:
            mover, _ = await self.on_turn()
            await make(mover, "done")

    def name(self, player: Client) -> str:
        """What a player is called."""
        return NAMES[self.players.index(player)]

    async def show(self, come: Come, player: Client, path: str = "", *, url: str = "", workers: bool = False) -> Person:
        """Give a player a page, which shows the table unless another path is named; over a line if one is."""
        person = await come(self.name(player), url=url or self.url, sign_in=False, workers=workers)
        await person.continue_as(player)
        await person.page.goto(person.url + (path or self.path))
        if not path:
            await person.started()
        return person


async def toy_table(join: Join, url: str = "", *, rounds: int = OPTIONS["rounds"]) -> ToyTable:
    """A toy game that has begun."""
    players = [await join(name, url=url) for name in NAMES]
    return ToyTable(players, await start("toy", players, options={"rounds": rounds}), url)


async def toy_mover(join: Join, come: Come, url: str = "") -> Person:
    """Somebody whose turn it is at a toy game after the first bids; the other one has no page."""
    table = await toy_table(join, url)
    await table.bid()
    mover, _ = await table.on_turn()
    person = await table.show(come, mover)
    await mover.close()
    return person


async def make(player: Client, kind: str, **fields: str) -> int:
    """Make the first possible move of a kind with these fields, once a player without a page is to move; its event."""
    await player.my_turn()
    await told(player)
    assert player.turn is not None
    wanted = {"type": kind, **fields}
    made = await player.move(next(move for move in player.turn["legal"] if wanted.items() <= move.items()))
    return int(made["seq"])


async def told(*players: Client) -> None:
    """Wait until players without pages know the newest event that one of them knows, and what they can do then."""
    newest = max(player.cursor[0] for player in players if player.cursor is not None)

    def knows(player: Client) -> bool:
        known = player.cursor is not None and player.cursor[0] >= newest
        return known and (player.over or (player.turn is not None and player.turn["seq"] >= newest))

    for player in players:
        await player.until(lambda player=player: knows(player))  # type: ignore[misc]


async def bid(*players: Person | Client) -> None:
    """Everybody chooses a card, which they see all at once."""
    people = [player for player in players if isinstance(player, Person)]
    for player in players:
        if isinstance(player, Person):
            await player.move(player.words.like("toy:move.bid"))
        else:
            await make(player, "bid")
    newest = [player.cursor[0] for player in players if isinstance(player, Client) and player.cursor is not None]
    await all_at_one(*people, newest=max(newest, default=0))
    for person in people:
        await person.reads(person.words.like("toy:line.bid"))


async def all_at_one(*people: Person, newest: int = 0) -> None:
    """Wait until everybody's page shows the newest event that one of them shows, or a newer one."""
    newest = max([newest, *[await person.position() for person in people]])
    for person in people:
        await person.reaches(newest)


async def on_turn(*players: Person) -> tuple[Person, Person]:
    """The player to move, and the other one."""
    one, other = players
    await all_at_one(one, other)
    return (one, other) if await one.state() == "mine" else (other, one)


async def play_round(ann: Person, bob: Person) -> None:
    """Both bid and end their turns."""
    await bid(ann, bob)
    for _ in range(2):
        mover, _ = await on_turn(ann, bob)
        await mover.move(mover.words("toy:move.done"))
    await all_at_one(ann, bob)


def walk(person: Person, field: int) -> str:
    """The move to a field of the toy game."""
    return person.words("toy:move.step", to=person.words(f"toy:names.to.field-{field}"))


def walked(person: Person, field: int) -> re.Pattern[str]:
    """The line of a move to a field."""
    return person.words.like("toy:line.walked", field=person.words(f"toy:names.field.field-{field}"))


def slider(person: Person) -> Locator:
    """The thumb of the replay bar, which is there while one looks back."""
    return person.page.get_by_role("slider", name=person.words("history.position"))
