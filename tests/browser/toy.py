"""People at a table of the toy game."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.people import Person, begin


async def running_toy(come: Come, url: str = "") -> tuple[Person, Person, Person]:
    """Two players and a spectator at a toy game that has begun."""
    ann, bob, cleo = [await come(name, url=url, sign_in=False) for name in ("Ann", "Bob", "Cleo")]
    await begin("toy", (ann, bob), (cleo,), options={"rounds": 2})
    return ann, bob, cleo


async def bid(*players: Person) -> None:
    """Everybody chooses a card, which they see all at once."""
    for player in players:
        await player.move(player.words.like("toy:move.bid"))
    await all_at_one(*players)
    for player in players:
        await expect(player.history.get_by_text(player.words.like("toy:line.bid")).last).to_be_visible()


async def all_at_one(*players: Person) -> None:
    """Wait until everybody's page shows the newest event that one of them shows."""
    newest = max([await player.position() for player in players])
    for player in players:
        await player.reaches(newest)


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
    """The thumb of the scrubber."""
    return person.page.get_by_role("slider", name=person.words("history.position"))
