"""Somebody at a table of Vinci who goes by what the page shows alone, and rivals without a page."""

from __future__ import annotations

import random
import re
from collections import Counter

import msgspec
from playwright.async_api import Locator

from partie.client.client import Client
from partie.games.vinci.state import Move
from tests.browser.positions import GAMES
from tests.browser.vinci import Leader

CHEAPEST = """() => {
  const cost = (path) => Number(/cost (\\d+)/.exec(path.getAttribute('aria-label') ?? '')?.[1] ?? NaN)
  const can = [...document.querySelectorAll('path[data-province][data-can]')].filter((path) => !isNaN(cost(path)))
  return can.sort((one, other) => cost(one) - cost(other))[0]?.getAttribute('data-province')
}"""
"""The province that can be had for the fewest pieces, as the map says."""


ACTION_BAR = "document.querySelector('[data-anchor=action-bar]').outerHTML"


class Layman(Leader):
    """Looks at the prompt and at what is lit, and clicks. ``done`` counts what the main button said."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.done: Counter[str] = Counter()

    async def go_on(self) -> None:
        """Do the next thing that the page asks for, if it asks for anything."""
        page, main = self.person.page, self.person.main
        shown = await page.evaluate(ACTION_BAR)
        title = await self.person.action_bar.locator("b").first.inner_text()
        if await main.count() and await main.is_enabled():
            # Only what somebody else did ends the game without a click of one's own.
            if not (await main.inner_text()).startswith("Play again"):
                await self._make(await self._leaving_nothing(main))
        elif re.match("Choose your|Choose a", title):
            await page.locator("[data-anchor^='pair:'] button[data-can]:visible").first.click()
        elif re.match("Enter|Conquer|Gather", title):
            await self._expand()
        elif title == "Keep one part":
            await page.get_by_role("region", name="Your empire is split").get_by_role("button").first.click()
        elif re.match("Regroup|Place", title):
            # While pieces are on their way nothing can be shared out, and the page may have gone on meanwhile.
            share = page.get_by_role("button", name="Share out for me", disabled=False)
            if await share.count():
                await share.click()
        else:
            await page.wait_for_function(f"shown => {ACTION_BAR} !== shown", arg=shown)

    async def _expand(self) -> None:
        page, action_bar = self.person.page, self.person.action_bar
        decline = page.get_by_role("button", name="Decline instead")
        if not self.done["Decline"] and self.done["End the turn"] and await decline.count():
            await decline.click()
            return
        province = await page.evaluate(CHEAPEST)
        if province is not None:
            await self.press(province)
            return
        before = await self.person.position()
        await action_bar.get_by_role("button", name=re.compile("Conquer no more")).click()
        await self._agree_if_asked(before)

    async def _agree_if_asked(self, before: int) -> None:
        """A people that has no province is given up."""
        yes = self.person.page.get_by_role("dialog").locator(".btn.stop")
        while await self.person.position() == before:
            if await yes.count():
                await yes.click()
                await self.person.reaches(before + 1)
            await self.person.page.evaluate("new Promise(requestAnimationFrame)")

    async def _leaving_nothing(self, main: Locator) -> Locator:
        """The main button, once a fort or a treaty is chosen that it would end the turn without."""
        if (await main.inner_text()).startswith("End without"):
            await self.person.page.locator(".treaties .btn").first.click()
        return main

    async def _make(self, main: Locator) -> None:
        before = await self.person.position()
        label = await main.locator("span").inner_text()
        await main.click()
        await self.person.reaches(before + 1)
        self.done[re.sub(" ([0-9]+|[IV]+)$", "", label)] += 1


async def rival(client: Client, seed: int) -> None:
    """Play a seat without a page until the game is over."""
    rng, choose = random.Random(seed), GAMES["vinci"][1]
    while (turn := await client.my_turn()) is not None:
        legal = [msgspec.convert(move, Move) for move in turn["legal"]]
        made = await client.move(msgspec.to_builtins(choose(legal, rng, client.view["game"])))
        # What is to be decided comes after the position: until then the client knows what was to be decided before.
        await client.until(lambda made=made["seq"]: client.over or _is_told(client, made))  # type: ignore[misc]


def _is_told(client: Client, position: int) -> bool:
    return client.turn is not None and client.turn["seq"] >= position
