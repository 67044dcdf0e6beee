"""People at a table of Wikinger, who do everything by pointing at the wheel, the lanes of figures and their islands."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.connection import GameMove
from tests.browser.player import Player, alone, seated
from tests.browser.positions import Holds
from tests.browser.service import Service

NAMES = ("Ann", "Bob", "Cid")


class Settler(Player):
    """A player with a page."""

    async def make(self, move: GameMove) -> None:
        """Point at what the move is about, and press what makes it."""
        words = self.person.words
        self.begin()
        if move["type"] == "pass":
            await self.person.action_bar.get_by_role("button", name=words.like("wikinger:move.pass")).click()
        else:
            await self.point(move)
            await self.person.main.click()
        await self._until_told()
        assert self.person.connection.moves[-1] == move, f"meant {move}, made {self.person.connection.moves[-1]}"
        self.made[move["type"]] += 1

    async def point(self, move: GameMove) -> None:
        """Choose a move without making it."""
        words = self.person.words
        await expect(self.person.action_bar).not_to_have_attribute("aria-busy", "true")
        match move:
            case {"type": "buy", "field": space}:
                await self._press(self.spot(f"field:{space}"))
            case {"type": "place_start", "row": row}:
                await self._press(self.place(f"{row}-1"))
            case {"type": "place", "row": row, "column": column, "stands": stands}:
                await self._press(self.place(f"{row}-{column}"))
                ways = self.person.page.get_by_role("group", name=words("wikinger:ways"))
                if await ways.count():
                    await self._press(
                        ways.get_by_role(
                            "button", name=words("wikinger:ways.stands" if stands else "wikinger:ways.waits")
                        )
                    )
            case {"type": "exchange" | "ferry", "row": row, "column": column}:
                await self._press(self.place(f"{row}-{column}"))
            case {"type": "remove" | "choose_colour", "figure": figure}:
                await self._press(self.spot(f"lane:{figure}"))
            case {"type": "take_special", "special": special}:
                await self._press(self.spot(f"special:{special}"))
            case {"type": "take_none"}:
                await self._press(self.person.button(words("wikinger:display.none")))
            case {"type": "end_ferrying", "boatmen": count}:
                ways = self.person.page.get_by_role("group", name=words("wikinger:ferry.end"))
                await self._press(ways.get_by_role("button", name=words("wikinger:ferry.leave", count=count)))
            case {"type": "bid", "coins": coins}:
                await self._bid(coins)
            case _:
                raise AssertionError(f"nobody knows how to do {move}")
        await expect(self.person.main).to_be_enabled()

    async def _press(self, target: Locator) -> None:
        """Choose it, unless it is chosen already: pressing again would make the move."""
        if await target.get_attribute("aria-pressed") != "true":
            await target.click()

    async def _bid(self, coins: int) -> None:
        lowest = min(move["coins"] for move in self.some("bid"))
        for _ in range(coins - lowest):
            await self.person.button(self.person.words("wikinger:bid.more")).click()

    def place(self, place: str) -> Locator:
        """A place of the viewer's islands."""
        return self.person.page.locator(f"button[data-anchor^='tile:{place}:']:visible")


async def gathered(
    come: Come, service: Service, wanted: Holds, seats: int, *, still: bool = False, **options: str
) -> list[Settler]:
    """So many people at a table that stands at a wanted position; ``still``: they see no flights."""
    settlers = [Settler(await come(name, still=still, sign_in=False)) for name in NAMES[:seats]]
    await seated(settlers, service, "wikinger", wanted, chance="wikinger", options=options)
    return settlers


async def by_oneself(come: Come, service: Service, wanted: Holds, **options: str) -> Settler:
    """Ann at a table for two that stands at a wanted position; the other one there has no page."""
    ann = Settler(await come(NAMES[0], sign_in=False))
    await ann.catches_up(await alone(ann.person, service, "wikinger", wanted, chance="wikinger", options=options))
    return ann


async def all_read(settlers: list[Settler], key: str, **values: str | int) -> None:
    """Everybody's history has that line."""
    for settler in settlers:
        await settler.person.reads(settler.person.words.like(key, **values))
