"""Pieces that are carried above the table, as the gallery plays them."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Come

HIDDEN = "() => [...document.querySelectorAll('[data-anchor]')].filter(e => getComputedStyle(e).opacity !== '1').length"
FLOWN = """() => {
    window.flown = 0
    const flights = list => list.flatMap(e => [...e.addedNodes]).filter(node => node.classList?.contains('flight'))
    const count = list => { window.flown += flights(list).length }
    new MutationObserver(count).observe(document.body, {childList: true, subtree: true})
}"""
SHIFTS = """since => new Promise(done => {
    const shifts = list => list.filter(e => e.startTime > since).map(e => e.sources.map(s => s.node?.nodeName).join())
    new PerformanceObserver(list => done(shifts(list.getEntries()))).observe({type: 'layout-shift', buffered: true})
    setTimeout(() => done([]), 300)
})"""


SCENES = ("take and pay", "another takes", "goods grow", "refill", "the die", "a member walks")
BEGINNING = "back to the beginning"
"""The button that shows the table again as it was before every scene."""


async def scenes(come: Come, gallery: str) -> Page:
    """The scenes of Glen More, ready to be played."""
    ann = await come("Ann", url=gallery, sign_in=False)
    page = ann.page
    await page.goto(f"{gallery}/#Motion")
    await expect(page.get_by_role("button", name="take and pay")).to_be_visible()
    return page


async def test_what_is_carried_lands_and_nothing_stays_hidden_or_moves_aside(
    come: Come, gallery: str, subtests: pytest.Subtests
) -> None:
    """Pieces fly above the page; when they have landed the page is whole, and nothing on it was pushed."""
    page = await scenes(come, gallery)
    await page.evaluate("() => document.fonts.ready")
    for scene in SCENES:
        with subtests.test(scene=scene):
            await page.get_by_role("button", name=BEGINNING).click()
            # What the way back moves is no part of the scene.
            await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            begin = await page.evaluate("() => performance.now()")
            await page.evaluate(FLOWN)
            await page.get_by_role("button", name=scene).click()
            await page.wait_for_function("() => flown > 0")
            await expect(page.locator(".flight")).to_have_count(0)
            await page.wait_for_function(f"() => ({HIDDEN})() === 0")
            assert await page.evaluate(SHIFTS, begin) == []


async def test_flights_that_are_ended_on_their_way_leave_nothing_hidden(come: Come, gallery: str) -> None:
    """Everything is where it belongs at once."""
    page = await scenes(come, gallery)
    await page.get_by_label("Speed").fill("0.1")
    await page.get_by_role("button", name="take and pay").click()
    await expect(page.locator(".flight").first).to_be_attached()
    await page.get_by_role("button", name=BEGINNING).click()
    assert await page.locator(".flight").count() == 0
    assert await page.evaluate(HIDDEN) == 0
