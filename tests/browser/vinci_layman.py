"""Somebody at a table of Vinci who goes by what the page shows alone."""

from __future__ import annotations

from collections import Counter

from playwright.async_api import Locator

from tests.browser.vinci import Leader

CHEAPEST = """(words) => {
  const cost = (path) => Number(new RegExp(words).exec(path.getAttribute('aria-label') ?? '')?.[1] ?? NaN)
  const can = [...document.querySelectorAll('path[data-province][data-can]')].filter((path) => !isNaN(cost(path)))
  return can.sort((one, other) => cost(one) - cost(other))[0]?.getAttribute('data-province')
}"""
"""The province that can be had for the fewest pieces, as the map says."""


DEEDS = ("vinci:deed.pair", "vinci:deed.decline", "vinci:move.end_turn")
"""What the main button says for what is counted, by its keys."""

EXPANDING = ("enter", "stuck", "expand", "start", "gather")
"""The steps of an expansion, by their prompts."""

ACTION_BAR = "document.querySelector('[data-anchor=action-bar]').outerHTML"


class Layman(Leader):
    """Looks at the prompt and at what is lit, and clicks. ``done`` counts what was done of :data:`DEEDS`."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.done: Counter[str] = Counter()

    async def go_on(self) -> None:
        """Do the next thing that the page asks for, if it asks for anything."""
        page, main, words = self.person.page, self.person.main, self.person.words
        shown = await page.evaluate(ACTION_BAR)
        title = await self.person.action_bar.locator("b").first.inner_text()
        if await main.count() and await main.is_enabled():
            # Only what somebody else did ends the game without a click here.
            if not (await main.inner_text()).startswith(words("rail.play_again")):
                await self._make(await self._leaving_nothing(main))
        elif words.like("vinci:prompt.first", "vinci:prompt.choose").match(title):
            await page.locator("[data-anchor^='pair:'] button[data-can]:visible").first.click()
        elif words.like(*(f"vinci:prompt.{step}" for step in EXPANDING)).match(title):
            await self._expand()
        elif title == words("vinci:prompt.keep"):
            await page.get_by_role("region", name=words("vinci:keep.title")).get_by_role("button").first.click()
        elif words.like("vinci:prompt.regroup", "vinci:prompt.survive").match(title):
            # While pieces are on their way nothing can be shared out, and the page may have gone on meanwhile.
            share = page.get_by_role("button", name=words("vinci:regroup.share"), disabled=False)
            if await share.count():
                await share.click()
        else:
            await page.wait_for_function(f"shown => {ACTION_BAR} !== shown", arg=shown)

    async def _expand(self) -> None:
        page, action_bar, words = self.person.page, self.person.action_bar, self.person.words
        decline = page.get_by_role("button", name=words("vinci:gather.decline"))
        if not self.done["vinci:deed.decline"] and self.done["vinci:move.end_turn"] and await decline.count():
            await decline.click()
            return
        province = await page.evaluate(CHEAPEST, words("vinci:province.cost", cost="(\\d+)", hand=".*"))
        if province is not None:
            await self.press(province)
            return
        before = await self.person.position()
        await action_bar.get_by_role("button", name=words("vinci:move.end_conquest")).click()
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
        if (await main.inner_text()).startswith(
            tuple(self.person.words(f"vinci:regroup.end.{kind}") for kind in ("fort", "treaty"))
        ):
            await self.person.page.locator(".treaties .btn").first.click()
        return main

    async def _make(self, main: Locator) -> None:
        before = await self.person.position()
        label = await main.locator("span").inner_text()
        await main.click()
        await self.person.reaches(before + 1)
        self.done.update(key for key in DEEDS if self.person.words.only(key).match(label))
