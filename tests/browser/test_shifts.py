"""Nothing shifts, with the others' moves and the viewer's, while pieces travel and where they do not."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import pytest
from playwright.async_api import Browser

from tests.browser import measure
from tests.browser.conftest import StartService
from tests.browser.service import Service

PHONE = measure.Screen(390, still=True)
"""A phone on which nothing travels: it shows the surface of every decision, and no flight hides a shift."""

SCREENS = (measure.Screen(1440), measure.Screen(820), PHONE)
MORE_SCREENS = (*SCREENS, measure.Screen(390))

UNMEASURED = {"glenmore": SCREENS[:2]}
"""The screens that are left of a game that ``test_measures.py`` plays at all widths, where nothing travels."""

MOVES = {"glenmore": 20, "nereus": 34, "vinci": 20, "wikinger": 30}
"""Some rounds of each game with most kinds of decisions, and in Wikinger the first scoring."""

MORE_MOVES = 80
LITTLE = 0.005
"""What nobody sees: less than is moved by one line of small words."""


PUSH = """() => {
  const block = document.createElement('div')
  block.style.height = '200px'
  document.body.prepend(block)
}"""
"""Pushes the whole page down."""

TABLES = 6


@pytest.mark.parametrize("game", MOVES)
async def test_nothing_shifts(browser: Browser, service: Service, game: str) -> None:
    """A game moves nothing on any screen, neither with the others' moves nor with the viewer's.

    Some screens show all its flights. Where nothing travels all is there at once, and nothing moves either.
    """
    await moves_nothing(browser, service, game, UNMEASURED.get(game, SCREENS), MOVES[game])


async def test_what_shifts_is_found(browser: Browser, drawing_browser: Browser, service: Service) -> None:
    """A page that is not drawn and whose clock is fast is laid out as ever: what moves on it counts as much."""
    found = []
    for where, quick in ((drawing_browser, False), (browser, True)):
        page = await measure.visit(where, service.url, quick=quick)
        # A page that stands once it is there, unlike those that live by the connection.
        await page.goto(f"{service.url}/about")
        await page.locator("main h2").first.wait_for()
        await page.evaluate(PUSH)
        await page.wait_for_function("() => __seen.shifts.some(({ value }) => value > 0.1)")
        found.append(max([each["value"] for each in await page.evaluate("__seen.shifts")]))
    assert found[0] == pytest.approx(found[1], rel=0.05)


@pytest.mark.soak
@pytest.mark.parametrize("game", MOVES)
async def test_nothing_shifts_whatever_is_drawn(browser: Browser, start_service: StartService, game: str) -> None:
    """Several tables of a game, each with a chance of its own, move nothing on any screen either."""
    for _ in range(TABLES):
        await moves_nothing(browser, start_service(chance=secrets.token_hex(4)), game, MORE_SCREENS, MORE_MOVES)


async def moves_nothing(
    browser: Browser, service: Service, game: str, screens: Sequence[measure.Screen], moves: int
) -> None:
    """Assert that so many moves of a game shift nothing on some screens."""
    found = await measure.shifts(browser, service.url, game, screens, moves=moves)
    for screen, shifts in found.items():
        assert sum(each.value for each in shifts) < LITTLE, (service.chance, screen, measure.moved(shifts))
