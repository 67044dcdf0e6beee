"""How a table of Wikinger is looked at: the side of the wheel, islands on the whole screen, what a finger asks."""

from __future__ import annotations

import asyncio
import re
from typing import Any, Literal

from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import Come
from tests.browser.connection import PATIENCE
from tests.browser.fingers import Fingers, middle, phone, tab
from tests.browser.positions import stage
from tests.browser.scene import WORDS
from tests.browser.service import Service
from tests.browser.wikinger import by_oneself

ISLANDS = "section[data-anchor=islands]"


async def lies_left(one: Locator, other: Locator) -> None:
    """Wait until the one begins farther to the left: a page that has another width is laid out again a frame later."""
    async with asyncio.timeout(PATIENCE / 1000):
        while not await left_edge(one) < await left_edge(other):
            await one.page.evaluate("new Promise(requestAnimationFrame)")


async def left_edge(thing: Locator) -> float:
    """How far to the right something begins."""
    box = await thing.bounding_box()
    return float("nan") if box is None else box["x"]


async def preferences(page: Page) -> Locator:
    """The open sheet of preferences."""
    await page.get_by_role("button", name=WORDS.only("prefs.title", "nav.menu")).first.click()
    return page.get_by_role("group", name=WORDS.only("prefs.title"))


async def test_the_wheel_lies_on_the_wished_side_at_all_tables(come: Come, service: Service) -> None:
    """At the left at first; at the right once that is wished for, and still so after the page was reloaded."""
    ann = await by_oneself(come, service, stage("buy"))
    page = ann.person.page
    wheel, islands = page.locator("section.wheel"), page.locator(ISLANDS)
    await lies_left(wheel, islands)
    side = (await preferences(page)).get_by_role("group", name=ann.person.words("wikinger:prefs.wheel"))
    await side.get_by_role("radio", name=ann.person.words("wikinger:prefs.wheel.right")).check()
    await page.keyboard.press("Escape")
    for width in (1440, 1000):
        await page.set_viewport_size({"width": width, "height": 900})
        seats = page.get_by_role("region", name=ann.person.words("seats")).last
        other = islands if width > 1200 else seats
        await lies_left(other, wheel)
    await page.set_viewport_size({"width": 1440, "height": 900})
    await page.reload()
    await expect(wheel).to_be_visible()
    await lies_left(islands, wheel)


async def test_islands_are_enlarged_to_the_whole_screen_and_one_comes_back(come: Come, service: Service) -> None:
    """Those of others, too; Escape leads back to where one was, and what is chosen is made from there."""
    ann = await by_oneself(come, service, stage("place", round_=2))
    page, words = ann.person.page, ann.person.words
    enlarge = page.get_by_role("button", name=words("wikinger:large.on"))
    await enlarge.click()
    whole = page.get_by_role("dialog", name=words("wikinger:region.own"))
    await expect(whole).to_be_visible()
    box = await whole.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (1440, 900)
    small = await page.locator(f"main .middle {ISLANDS}").first.bounding_box()
    large = await whole.locator(ISLANDS).bounding_box()
    assert small is not None
    assert large is not None
    assert large["height"] > small["height"]
    await whole.get_by_role("button", name="Bob").click()
    await expect(
        page.get_by_role("dialog", name=words("wikinger:region.islands", who="Bob")).locator(ISLANDS)
    ).to_be_visible()
    await page.get_by_role("button", name=words("wikinger:you"), exact=True).click()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(enlarge).to_be_focused()

    await enlarge.click()
    place = whole.locator("[data-can]").first
    await place.click()
    chosen = await place.get_attribute("data-anchor")
    await whole.locator(".btn.main").click()
    await expect(whole.locator(f"[data-anchor='{chosen}'] .tile")).to_be_visible()
    await whole.get_by_role("button", name=words("wikinger:large.off")).click()
    await expect(page.get_by_role("dialog")).to_have_count(0)


MOVES = """() => {
    window.seen = { trails: 0, rolled: [] }
    new MutationObserver(() => (seen.trails = Math.max(seen.trails, document.querySelectorAll('.trail').length)))
        .observe(document.body, { childList: true, subtree: true })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
        if (this.matches('.veil')) seen.rolled.push(this.dataset.depth)
        return animate.call(this, frames, options)
    }
}"""
"""Looks on while a page moves."""

ALL_ROLLED = """() => {
    const depths = [...document.querySelectorAll('main .veil')].map((veil) => veil.dataset.depth)
    return seen.rolled.length > 0 && seen.rolled.toSorted().join() === depths.toSorted().join()
}"""
"""Every veil that lies on the islands has come down before one's eyes."""


async def test_the_shield_leaves_an_arc_where_it_turned_and_a_ship_its_veil(come: Come, service: Service) -> None:
    """From the old place of 0 to the new one, for a while; veils roll down, but not where nothing is to move."""
    ann = await by_oneself(come, service, stage("buy", round_=2, more=_turns))
    page = ann.person.page
    await page.evaluate(MOVES)
    lowest = min(move["field"] for move in ann.some("buy"))
    await ann.make({"type": "buy", "field": lowest})
    await page.wait_for_function("() => seen.trails === 2")
    await expect(page.locator(".trail")).to_have_count(0)

    wishes: tuple[Literal["no-preference", "reduce"], ...] = ("no-preference", "reduce")
    for wish in wishes:
        ann = await by_oneself(come, service, stage("place", more=_threatening))
        page = ann.person.page
        await page.emulate_media(reduced_motion=wish)
        await page.evaluate(MOVES)
        await ann.make(ann.some("place")[0])
        await expect(page.locator("main .veil")).not_to_have_count(0)
        if wish == "no-preference":
            await page.wait_for_function("() => seen.rolled.length > 0")
        else:
            assert await page.evaluate("seen.rolled") == []


async def test_at_a_scoring_the_veils_come_down_anew(come: Come, service: Service) -> None:
    """Over what ships threaten, once the last one has ferried."""
    ann = await by_oneself(come, service, stage("ferry", round_=2, more=_last_to_ferry))
    page = ann.person.page
    await expect(page.locator("main .veil")).not_to_have_count(0)
    await page.evaluate(MOVES)
    await ann.make(ann.some("end_ferrying")[0])
    await page.wait_for_function(ALL_ROLLED)


def _last_to_ferry(game: dict[str, Any]) -> bool:
    """Only one seat has still to score, and a ship threatens it."""
    land = game["players"]["0"]["land"].values()
    return len(game["queue"]) == 1 and any(spot.get("repelled") is False for spot in land)


def _turns(game: dict[str, Any]) -> bool:
    """What is at 0 may be bought, and then the wheel turns."""
    figures = [spot["figure"] for spot in game["wheel"].values()]
    return len(figures) > 2 and figures.count(figures[0]) == 1


def _threatening(game: dict[str, Any]) -> bool:
    """A ship has to be placed, and nobody there could repel it."""
    ships = game["board"]["ships"]
    guards = [spot for spot in game["players"]["0"]["land"].values() if spot.get("figure") == "warrior"]
    return game["turn"]["tile"] in ships and not guards


async def test_a_scoring_of_the_past_is_told_as_the_islands_lay_then(come: Come, service: Service) -> None:
    """Its sheet, opened from the history rounds later, comes to what that history says of it."""
    ann = await by_oneself(come, service, stage("buy", round_=5))
    page = ann.person.page
    history = ann.person.history
    told = history.locator("li.chapter").filter(
        has=page.locator("b", has_text=ann.person.words("wikinger:chapter", number=2))
    )
    while await told.count() == 0:
        await history.locator("[data-line]").first.focus()
        await page.keyboard.press("ArrowUp")
    gains = await told.locator(".rest").inner_text()
    await told.get_by_role("button", name=ann.person.words("history.scoring")).click()
    sheet = page.get_by_role("region", name=ann.person.words("wikinger:scores.title"))
    heads = sheet.locator("thead th span:last-child")
    await expect(heads).to_have_count(2)
    names = await heads.all_inner_texts()
    assert sorted(names) == ["Ann", "Bob"]
    for seat, name in enumerate(names):
        gained = re.search(rf"{name} ([^A-Z]*)", gains)
        total = sheet.locator("tfoot td").nth(seat)
        await expect(total.locator("b")).to_have_text(re.findall(r"\+\d+", gained.group(1)) if gained else ["0"])


async def test_a_finger_that_rests_is_told_what_it_rests_on(come: Come, service: Service) -> None:
    """A combination with its price and figure; nothing is chosen by it, and the way back closes it."""
    ann = await phone(come, service, stage("buy"), game="wikinger")
    page = ann.page
    space = page.locator("button[data-anchor^='field:'][data-can]:visible").first
    fingers = await Fingers.on(page)
    await fingers.touch("Start", await middle(space))
    sheet = page.get_by_role("dialog")
    await expect(sheet.get_by_text(ann.words("wikinger:told.costs"))).to_be_visible()
    await fingers.touch("End")
    await expect(sheet).to_be_visible()
    await page.go_back()
    await expect(sheet).to_have_count(0)
    await expect(space).to_have_attribute("aria-pressed", "false")

    await tab(ann, "wikinger:surface.own").click()
    await page.get_by_role("button", name=ann.words("wikinger:large.on")).click()
    whole = page.get_by_role("dialog", name=ann.words("wikinger:region.own"))
    cells = whole.locator("button[data-anchor^='tile:']")
    await expect(cells).not_to_have_count(0)
    for number in range(await cells.count()):
        await expect(cells.nth(number)).to_be_in_viewport(ratio=0.99)
    await page.go_back()
    await expect(whole).to_have_count(0)
    await expect(page.get_by_role("button", name=ann.words("wikinger:large.on"))).to_be_focused()
