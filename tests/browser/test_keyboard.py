"""Everything by keyboard: a game of two played to its end without a mouse."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.glenmore import next_wanted
from tests.browser.keys import Keys, sit_down
from tests.browser.people import Person
from tests.browser.player import alone
from tests.browser.positions import Holds, at_sea, in_europe, stage
from tests.browser.service import Service

LIT: dict[str, tuple[Holds, str]] = {
    "glenmore": (stage("take"), "glenmore:keys.choose"),
    "nereus": (at_sea("crew", seat=None), "nereus:keys.pick"),
    "vinci": (in_europe("expand"), "vinci:keys.next"),
    "wikinger": (stage("buy"), "wikinger:keys.wheel"),
}
"""A position of each game in which something on its board can be pressed, and what a key does there."""

SCREENS = ((1440, 900), (1024, 900), (820, 900), (844, 390), (390, 900))

ON_LIT = "() => document.activeElement?.matches('[data-can]') === true"

CUT_RINGS = """(bar) => {
  const cut = []
  for (const part of bar.querySelectorAll('button, a, input, [tabindex]')) {
    if (part.getClientRects().length === 0) continue
    part.focus()
    const style = getComputedStyle(part)
    const { left, top, right, bottom } = part.getBoundingClientRect()
    const out = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset)
    if (!part.matches(':focus-visible') || style.outlineStyle === 'none') continue
    let [l, t, r, b] = [0, 0, innerWidth, innerHeight]
    for (let box = part.parentElement; box !== null && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const at = box.getBoundingClientRect()
      if (overflowX !== 'visible') [l, r] = [Math.max(l, at.left), Math.min(r, at.right)]
      if (overflowY !== 'visible') [t, b] = [Math.max(t, at.top), Math.min(b, at.bottom)]
    }
    if (left - out < l || top - out < t || right + out > r || bottom + out > b) {
      cut.push(`${part.className}: ${[left - out - l, top - out - t, r - right - out, b - bottom - out]}`)
    }
  }
  return cut
}"""
"""Rings of the focus in the action bar that something cuts, and by how much."""


class Chief(Keys):
    """Somebody who plays Glen More."""

    async def step(self) -> str:
        """One move, if there is one to make: "over" when the game is."""
        wanted = await next_wanted(self.person)
        if wanted in ("wait", "over"):
            return wanted
        before = await self.person.position()
        if wanted == "e":
            await self.press("e")
        else:
            await self.go(wanted)
            await self.press("Enter")
            await self.seen()
            if await self.person.position() == before:
                await expect(self.person.main).to_be_enabled()
                await self.press("Enter")
        await self.person.reaches(before + 1)
        return wanted


async def test_two_people_play_a_game_to_its_end_by_keyboard_alone(come: Come) -> None:
    """From the name to the result no mouse is needed, and who presses a key sees where the focus is."""
    ann, bob = [Chief(await come(name, still=True, sign_in=False)) for name in ("Ann", "Bob")]
    await sit_down(ann, bob, "glenmore")
    moves = 0
    while True:
        done = []
        for each in (ann, bob):
            # What the one has just done is shown to the other, or his page would seem to have gone on by itself.
            newest = max([await one.person.position() for one in (ann, bob)])
            await each.person.settled(newest)
            done.append(await each.step())
        if done == ["over", "over"]:
            break
        moves += sum(step not in ("wait", "over") for step in done)
    for each in (ann, bob):
        await expect(each.page.get_by_role("region", name=each.person.words("result.title"))).to_be_visible()
    print(f"\n{moves} moves, {ann.pressed + bob.pressed} keys")
    assert moves > 20


@pytest.mark.parametrize("game", LIT)
async def test_tab_leads_first_to_what_can_be_pressed_now(come: Come, service: Service, game: str) -> None:
    """From the head of a table, and from the action bar; and the list of shortcuts has the keys of the game."""
    wanted, key = LIT[game]
    ann = await come("Ann", still=True, sign_in=False)
    await alone(ann, service, game, wanted, chance="tab", others=("Bob", "Cid"))
    await expect(ann.page.locator("[data-can]:visible").first).to_be_visible()
    await expect(ann.action_bar).not_to_have_attribute("aria-busy", "true")
    await ann.page.keyboard.press("Tab")
    await ann.page.wait_for_function(ON_LIT)
    # A province would explain itself.
    await ann.page.locator("main").focus()
    await ann.page.keyboard.press("?")
    sheet = ann.page.get_by_role("dialog", name=ann.words("keys.title"))
    await expect(
        sheet.get_by_role("heading", name=ann.words("keys.game", game=ann.words(f"{game}:name")))
    ).to_be_visible()
    await expect(sheet.get_by_text(ann.words(key))).to_be_visible()


async def test_after_a_tile_is_taken_tab_leads_from_the_action_bar_to_its_places(come: Come, service: Service) -> None:
    """Once for each decision: from there Tab goes on, and does not come back by itself."""
    ann = await come("Ann", still=True, sign_in=False)
    await alone(ann, service, "glenmore", stage("take"), chance="focus")
    await ann.page.locator("[data-anchor=ring] [data-can]:visible").first.press("Enter")
    await expect(ann.main).to_be_enabled()
    before = await ann.position()
    await ann.main.press("Enter")
    await ann.reaches(before + 1)
    await expect(ann.page.locator("[data-anchor=land] [data-can]:visible").first).to_be_visible()
    await ann.page.keyboard.press("Tab")
    await ann.page.wait_for_function("() => document.activeElement?.matches('[data-anchor=land] [data-can]') === true")
    await ann.page.locator("[data-anchor=undo]").focus()
    await ann.page.keyboard.press("Tab")
    assert not await ann.page.evaluate(ON_LIT)


async def test_the_ring_of_the_focus_is_whole_in_the_action_bar(come: Come, service: Service) -> None:
    """Around each of its buttons, now and in the past, on all screens."""
    ann = await come("Ann", still=True, sign_in=False)
    await alone(ann, service, "glenmore", stage("activate"), chance="ring")
    await expect(ann.page.locator("[data-anchor=undo]")).to_be_visible()
    await ann.page.keyboard.press("Tab")
    await whole_rings(ann)
    await ann.page.locator("main").focus()
    await ann.page.keyboard.press("Home")
    await expect(ann.action_bar.get_by_role("slider")).to_be_visible()
    await whole_rings(ann)


async def whole_rings(person: Person) -> None:
    """Assert that nothing cuts the ring of the focus on any screen, wherever it lies in the action bar."""
    for width, height in SCREENS:
        await person.resize(width, height)
        await expect(person.action_bar).to_be_in_viewport()
        assert await person.action_bar.evaluate(CUT_RINGS) == [], width
