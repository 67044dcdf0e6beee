"""A first visit to a table: one is shown around from stop to stop, and may go back, leave, or come again."""

from __future__ import annotations

import secrets

import pytest
from playwright.async_api import expect

from partie.client.client import Client
from tests.browser.conftest import Come
from tests.browser.people import Person
from tests.browser.positions import Holds, at_sea, in_europe, lay_out, stage
from tests.browser.service import Service

GAMES: dict[str, Holds] = {
    "glenmore": stage("take"),
    "nereus": at_sea("ready", day=2),
    "vinci": in_europe("expand"),
    "wikinger": stage("buy"),
}
"""A position of each game at which somebody sees a table for the first time."""

LYING = 844
"""The width of a phone that lies on its side."""

FITS = """() => [...document.querySelectorAll('.ring[aria-hidden], [aria-labelledby=tour-title]')].every((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect()
  return each.matches('.ring') || (left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)
})"""
"""The card lies wholly in the window."""


async def first_visit(person: Person, service: Service, game: str) -> None:
    """Come to a table of a game that one was never shown around."""
    persons = [await person.known()]
    for name in ("Bob", "Cid"):
        client = await Client.join(service.url, name)
        persons.append(client.person)
        await client.close()
    table = f"tour-{secrets.token_hex(4)}"
    await lay_out(service.redis, table, persons, GAMES[game], chance="tour", game=game)
    await person.page.goto(f"{person.url}/table/{table}")


@pytest.mark.parametrize(
    ("game", "width"),
    [*((game, width) for width in (1440, 390) for game in GAMES), ("nereus", LYING), ("vinci", LYING)],
)
async def test_a_first_visit_is_shown_around_from_stop_to_stop(
    come: Come, service: Service, game: str, width: int
) -> None:
    """Next and Back lead on and back with the focus; it ends with the last stop, and Esc leaves it when asked for."""
    ann = await come("Ann", width=width, touch=width < LYING, still=True, sign_in=False)
    page = ann.page
    if width == LYING:
        await page.set_viewport_size({"width": width, "height": 390})
    await first_visit(ann, service, game)
    card = page.get_by_role("dialog").filter(has=page.locator("#tour-title"))
    title, onward = page.locator("#tour-title"), card.locator(".next")
    seen: list[str] = []
    await expect(card).to_be_visible()
    while True:
        seen.append(await title.inner_text())
        assert await page.evaluate(FITS), seen
        if await onward.inner_text() != ann.words("tour.next"):
            break
        await onward.click()
        await expect(title).not_to_have_text(seen[-1])
        await expect(onward).to_be_focused()
        if len(seen) == 1:
            second = await title.inner_text()
            await card.get_by_role("button", name=ann.words("tour.back")).click()
            await expect(title).to_have_text(seen[0])
            await expect(onward).to_be_focused()
            await onward.press("Enter")
            await expect(title).to_have_text(second)
    assert len(seen) == len(set(seen)) > 2
    await onward.click()
    await expect(card).to_have_count(0)
    await page.reload()
    await expect(page.locator("[data-anchor=action-bar]")).to_be_visible()
    preferences = page.get_by_role("button", name=ann.words("prefs.title"))
    await preferences.or_(page.get_by_role("button", name=ann.words("nav.menu"))).first.click()
    await expect(card).to_have_count(0)
    await page.get_by_role("button", name=ann.words("tour.again")).click()
    await expect(onward).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(card).to_have_count(0)
