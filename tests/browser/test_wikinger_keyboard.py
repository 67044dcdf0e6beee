"""Wikinger by keyboard alone."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.connection import GameMove
from tests.browser.keys import FOCUS, KEYS_A_STOP, Keys, sit_down
from tests.browser.player import Rival, all_at_one
from tests.browser.positions import stage
from tests.browser.service import Service
from tests.browser.wikinger import Settler, all_read, gathered

FOCUSED = "document.activeElement.dataset.anchor"


class Settling(Keys):
    """Somebody with a keyboard at a table of Wikinger."""

    regions = "[data-anchor=islands], [data-anchor=ways], .lanes"

    def __init__(self, settler: Settler) -> None:
        super().__init__(settler.person)
        self.settler = settler

    async def make(self, move: GameMove) -> None:
        """Walk to what the move is about, choose it with Enter, and make it with Enter again."""
        if move["type"] == "buy":
            await self._walk_by_price(move["field"])
        else:
            await self.go(f"button[data-anchor^='tile:{move['row']}-{move.get('column', 1)}:']")
        await self.press("Enter")
        await self.seen()
        await expect(self.person.main).to_be_enabled()
        if move.get("stands") is False and {**move, "stands": True} in self.settler.legal:
            await self.go("[data-anchor=ways] button:last-child")
            await self.press("Enter")
        await self._enter()

    async def bid(self, coins: int) -> None:
        """Raise the lowest bid with the arrows, and make it."""
        await self.go("[data-anchor=auction] [role=spinbutton]")
        for _ in range(coins - min(move["coins"] for move in self.settler.some("bid"))):
            await self.press("ArrowUp")
            await self.seen()
        await expect(self.person.main).to_contain_text(self.person.words("wikinger:move.bid", coins=coins))
        await self._enter()

    async def leave(self) -> None:
        """Walk to what makes one leave the auction."""
        for _ in range(KEYS_A_STOP):
            if self.person.words("wikinger:move.pass") in (await self.page.evaluate(FOCUS))["what"]:
                await self.seen()
                await self._enter()
                return
            await self.press("Tab")
        raise AssertionError(f"{self.person.name} does not come to where one passes")

    async def choose_lane(self, figure: str) -> None:
        """Put a drawn figure out of the game, or all of its colour to the wheel."""
        await self.go(f"button[data-anchor='lane:{figure}']")
        await self.press("Enter")
        await self.seen()
        await expect(self.person.main).to_be_enabled()
        await self._enter()

    async def _enter(self) -> None:
        """Press Enter for what is made by it."""
        before = await self.person.position()
        await self.press("Enter")
        await self.person.reaches(before + 1)
        await expect(self.person.action_bar).not_to_have_attribute("aria-busy", "true")

    async def _walk_by_price(self, space: int) -> None:
        """On the wheel the arrows lead to the next more expensive or cheaper combination, wherever that lies."""
        await self.go("[data-anchor=wheel] [tabindex='0']")
        while (here := int((await self.page.evaluate(FOCUSED)).removeprefix("field:"))) != space:
            await self.press("ArrowRight" if here < space else "ArrowLeft")
            await self.seen()
            now = int((await self.page.evaluate(FOCUSED)).removeprefix("field:"))
            assert abs(now - space) < abs(here - space), f"no way from {here} to {space}"

    def choose(self) -> GameMove:
        """The cheapest combination; every other figure that could stand on its tile is sent to the mainland."""
        standing = [move for move in self.settler.legal if move.get("stands")]
        if not standing:
            return self.settler.legal[0]
        self.waited = not self.waited
        return {**standing[-1], "stands": not self.waited}

    waited = True
    """The last figure that could stand was sent to the mainland."""


async def test_a_round_is_played_by_keyboard_alone(come: Come) -> None:
    """From the name to the scoring no mouse is needed, and who presses a key sees where the focus is.

    The other one sits down by keyboard, too, and plays on without a page.
    """
    ann, bob = [Settling(Settler(await come(name, still=True, sign_in=False))) for name in ("Ann", "Bob")]
    await sit_down(ann, bob, "wikinger")
    rival = await Rival.instead(bob.person, "wikinger")
    scored = ann.person.history.get_by_text(ann.person.words("wikinger:line.small_scoring", round=1))
    newest = await ann.person.position()
    while True:
        await ann.settler.catches_up(newest)
        if await scored.count():
            break
        if ann.settler.must:
            await ann.make(ann.choose())
            newest = await ann.person.position()
        else:
            newest = await rival.move()
    await rival.client.close()
    # The sheet of the scoring is put away, and the focus comes back to the wheel.
    await ann.press("Escape")
    await ann.go("[data-anchor=wheel] [tabindex='0']")
    assert ann.pressed > 20


async def test_an_open_auction_is_fought_by_keyboard_alone(come: Come, service: Service) -> None:
    """The arrows raise a bid and do not leaf through the history; a first bid of 0 is no pass, and its seat goes on."""
    begin = stage("bid", round_=1, more=lambda game: not game["auction"]["bids"])
    settlers = await gathered(come, service, begin, 2, still=True, game="advanced", auction="open")
    ann, bob = settling = [Settling(settler) for settler in settlers]
    for bidding, coins in ((ann, 0), (bob, 3), (ann, 5)):
        await bidding.bid(coins)
        await all_at_one(settlers)
    await bob.leave()
    await all_read(settlers, "wikinger:line.auction_won", seat="Ann")
    await all_at_one(settlers)
    await ann.choose_lane(ann.settler.some("remove")[-1]["figure"])
    await all_read(settlers, "wikinger:line.removed", seat="Ann")
    # The lane by which the Tab key came in may be empty for the next one.
    for choosing in settling:
        await all_at_one(settlers)
        await choosing.choose_lane(choosing.settler.some("choose_colour")[0]["figure"])
    for each in settling:
        assert await each.page.get_by_role("button", name=each.person.words.like("rail.back_to_now")).count() == 0
