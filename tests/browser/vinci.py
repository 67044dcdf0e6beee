"""People at a table of Vinci, who do everything by pointing at the map, the pairs and the action bar."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.connection import GameMove
from tests.browser.player import Player, seated
from tests.browser.positions import Holds
from tests.browser.service import Service

NAMES = ("Ann", "Bob", "Cid")


class Leader(Player):
    """A player with a page."""

    async def make(self, move: GameMove) -> None:
        """Point at what the move is about, and press what makes it."""
        words = self.person.words
        self.begin()
        match move:
            case {"type": "end_conquest"}:
                await self.person.action_bar.get_by_role("button", name=words("vinci:move.end_conquest")).click()
            case {"type": "end_turn"}:
                await self.person.action_bar.get_by_role("button", name=words("vinci:move.end_turn")).click()
            case _:
                await self.point(move)
                await self.person.main.click()
        await self._until_told()
        assert self.person.connection.moves[-1] == move, f"meant {move}, made {self.person.connection.moves[-1]}"
        self.made[move["type"]] += 1

    async def point(self, move: GameMove) -> None:
        """Choose a move without making it."""
        await expect(self.person.action_bar).not_to_have_attribute("aria-busy", "true")
        match move:
            case {"type": "conquer", "province": province}:
                await self.press(province)
            case {"type": "choose_pair", "pair": number}:
                await self.person.page.locator(f"[data-anchor='pair:{number}'] button:visible").first.click()
            case {"type": "decline"}:
                await self.person.button(self.person.words.like("vinci:deed.decline")).first.click()
            case _:
                raise AssertionError(f"nobody knows how to do {move}")
        await expect(self.person.main).to_be_enabled()

    # --- the map --------------------------------------------------------------------------------------------------

    def province(self, name: str) -> Locator:
        """The button of a province, which says what lies there."""
        return self.person.page.locator(f"path[data-province='{name}']")

    async def press(self, name: str) -> None:
        """Click a province where its pieces lie or would lie."""
        box = await self.person.page.locator(f"[data-anchor='land:{name}']:visible").first.bounding_box()
        assert box is not None
        await self.person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    # --- pieces ---------------------------------------------------------------------------------------------------

    async def share_out(self, key: str) -> None:
        """Put all pieces in hand where the page thinks best, and press the button of that key."""
        page, words = self.person.page, self.person.words
        self.begin()
        await page.get_by_role("button", name=words("vinci:regroup.share")).click()
        await page.get_by_role("button", name=words(key), exact=True).click()
        await self.told()

    async def told(self) -> None:
        """Wait until no pieces are in hand any more."""
        await self._until_told()
        connection = self.person.connection
        await connection.until(lambda: not self.some("put_down") and not self.some("place_survivors"))
        await self.catches_up(connection.turn["seq"])

    async def lie(self, name: str) -> int:
        """How many pieces lie in a province, by what is said of it."""
        said = await self.province(name).get_attribute("aria-label") or ""
        words = self.person.words
        return next((count for count in range(1, 50) if words.like("vinci:province.of", count=count).search(said)), 0)


async def gathered(
    come: Come, service: Service, wanted: Holds, *, chance: str = "vinci", still: bool = False
) -> list[Leader]:
    """Three people at a table that stands at a wanted position; ``still``: they see no flights."""
    leaders = [Leader(await come(name, still=still, sign_in=False)) for name in NAMES]
    await seated(leaders, service, "vinci", wanted, chance=chance)
    return leaders
