"""Waters of Nereus on a phone, where one part of the table is shown at a time."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.measure import complete
from tests.browser.people import Person
from tests.browser.player import alone
from tests.browser.positions import Holds, at_sea
from tests.browser.service import Service

FLYING = """() => {
    window.__flew = []
    const shown = () => document.querySelector('.foot nav [aria-pressed=true] small').textContent
    const look = (node) => node.classList?.contains('flight') && __flew.push(shown())
    const observer = new MutationObserver((list) => list.forEach((each) => each.addedNodes.forEach(look)))
    observer.observe(document.body, { childList: true, subtree: true })
}"""
"""Notes, whenever something begins to fly, which part of the table is shown."""


async def phone(come: Come, service: Service, wanted: Holds) -> Person:
    """Ann with a phone at a table that stands at a wanted position; the other seat is somebody's."""
    ann = await come("Ann", width=390, touch=True, sign_in=False)
    await alone(ann, service, "nereus", wanted, chance="phone")
    await expect(ann.action_bar).not_to_have_attribute("aria-busy", "true")
    # What draws flights is fetched when nobody waits for anything else.
    await complete(ann.page)
    # The gain of a move is described a little later.
    await ann.connection.until(lambda: ann.connection.offers != [])
    return ann


def with_treasures_in_reach(game: dict[str, Any]) -> bool:
    """The captain may go to some space where something lies, and has nothing in hand yet."""
    return game["turn"]["crew"] == "captain" and not game["players"]["0"].get("hand")


async def test_a_ship_is_seen_to_sail_before_the_page_goes_on_to_what_comes_next(come: Come, service: Service) -> None:
    """The sea stays until ship and treasures have landed; then the cabin is shown, where the treasures are stowed."""
    ann = await phone(come, service, at_sea("ready", more=with_treasures_in_reach))
    shown = ann.page.locator(".foot nav [aria-pressed=true] small")
    await expect(shown).to_have_text(ann.words("nereus:surface.sea"))
    found = ann.page.locator('button[data-anchor^="field:"][data-can]:visible')
    await found.first.wait_for()
    for space in await found.all():
        await space.tap()
        if await ann.page.get_by_text(ann.words.like("nereus:hand.coming")).count():
            break
    else:
        raise AssertionError("nothing lies in reach")
    await ann.page.evaluate(FLYING)
    await ann.main.tap()
    await expect(shown).to_have_text(ann.words("nereus:surface.cabin"))
    assert set(await ann.page.evaluate("__flew")) == {ann.words("nereus:surface.sea")}
    assert await ann.page.locator(".flight").count() == 0
