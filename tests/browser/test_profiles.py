"""A page that served somebody serves the next one as if it were new."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.browser.profiles import Device, Profile, Profiles
from tests.browser.service import Service

DESK = Device("en-GB", 800, touch=False, still=True)

LEFT = """() => ({
  cookie: document.cookie,
  stored: [localStorage.length, sessionStorage.length],
  history: history.length,
  size: [innerWidth, innerHeight],
  marked: window.marked,
  pointedAt: document.querySelector('main:hover') !== null,
})"""
"""What a page can tell of those before."""


async def shown(profile: Profile, url: str) -> dict[str, Any]:
    """What the page of a profile says that it was left."""
    await profile.page.goto(f"{url}/about")
    await profile.page.locator("main").wait_for()
    return dict(await profile.page.evaluate(LEFT))


@pytest.fixture
def fresh(shared_browser: Browser) -> Profiles:
    """Profiles that no other test has had."""
    return Profiles(shared_browser)


async def test_nothing_is_left_of_who_was_there_before(fresh: Profiles, service: Service) -> None:
    """Neither in the page nor in what it stores, and nobody listens any more."""
    ann = await fresh.take(DESK, service.url)
    page, first = ann.page, await shown(ann, service.url)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    await page.add_init_script("window.marked = true")
    await page.route("**/api/games", lambda route: route.abort())
    await page.goto(f"{service.url}/about")
    await page.evaluate("document.cookie = 'ann=1'; localStorage.ann = sessionStorage.ann = 'was here'")
    await page.set_viewport_size({"width": 390, "height": 500})
    await page.locator("main").hover()
    await page.context.new_page()
    await fresh.give_back(ann)
    asked = len(requests)

    bob = await fresh.take(DESK, service.url)
    assert bob.page is page
    assert bob.page.context.pages == [page]
    assert await shown(bob, service.url) == first
    answer = await page.evaluate("fetch('/api/games').then(({ status }) => status)")
    assert answer == 200
    assert len(requests) == asked > 0
    await bob.context.close()


async def debugged(page: Page) -> None:
    """Somebody else may change everything."""
    await page.context.new_cdp_session(page)


async def asked_for_still(page: Page) -> None:
    """The page is shown as to others."""
    await page.emulate_media(reduced_motion="reduce")


async def closed(page: Page) -> None:
    """It is not there any more."""
    await page.close()


async def left(page: Page) -> None:
    """It keeps what it stores there, which only a page of there can delete."""
    await page.goto("data:text/html,elsewhere")


@pytest.mark.parametrize("change", [debugged, asked_for_still, closed, left])
async def test_a_page_that_cannot_be_left_as_it_was_serves_nobody_else(
    fresh: Profiles, service: Service, change: Any
) -> None:
    """The next one in its profile gets another page."""
    ann = await fresh.take(DESK, service.url)
    await shown(ann, service.url)
    page = ann.page
    await change(page)
    await fresh.give_back(ann)
    assert ann.context.pages == []
    bob = await fresh.take(DESK, service.url)
    assert bob.context is ann.context
    assert bob.page is not page
    await bob.context.close()
