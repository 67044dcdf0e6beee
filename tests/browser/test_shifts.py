"""Nothing shifts, with the others' moves and the viewer's, while pieces travel and where they do not."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import pytest
from playwright.async_api import Browser

from tests.browser import measure
from tests.browser.conftest import StartService
from tests.browser.service import Service

WIDTHS = (1440, 820, 390)
MOVES = 40
"""Some rounds of each game, with nearly every kind of decision."""

MORE_MOVES = 80
LITTLE = 0.005
"""What nobody sees: less than is moved by one line of small words."""


PUSH = """() => {
  const block = document.createElement('div')
  block.style.height = '200px'
  document.body.prepend(block)
}"""
"""Pushes the whole page down."""

GAMES = ("glenmore", "nereus", "vinci", "wikinger")
TABLES = 6


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_shifts_while_pieces_travel(browser: Browser, service: Service, game: str) -> None:
    """A game with all its flights moves nothing on any screen, neither with the others' moves nor with the viewer's."""
    await moves_nothing(browser, service, game)


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_shifts_where_nothing_travels(browser: Browser, service: Service, game: str) -> None:
    """Where all is there at once phones show the surface of every decision, and nothing else moves either."""
    await moves_nothing(browser, service, game, WIDTHS[-1:], still=True)


async def test_what_shifts_is_found(browser: Browser, service: Service) -> None:
    """A page that is drawn small and whose clock is fast is laid out as ever: what moves on it counts as much."""
    found = []
    for quick in (False, True):
        page = await measure.visit(browser, service.url, quick=quick)
        # A page that stands once it is there, unlike those that live by the connection.
        await page.goto(f"{service.url}/about")
        await page.locator("main h2").first.wait_for()
        await page.evaluate(PUSH)
        await page.wait_for_function("() => __seen.shifts.some(({ value }) => value > 0.1)")
        found.append(max([each["value"] for each in await page.evaluate("__seen.shifts")]))
        await page.context.close()
    assert found[0] == pytest.approx(found[1], rel=0.05)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
async def test_nothing_shifts_whatever_is_drawn(browser: Browser, start_service: StartService, game: str) -> None:
    """Several tables of a game, each with a chance of its own, move nothing on any screen either."""
    for _ in range(TABLES):
        service = start_service(chance=secrets.token_hex(4))
        await moves_nothing(browser, service, game, moves=MORE_MOVES, still=secrets.choice((True, False)))


async def moves_nothing(
    browser: Browser,
    service: Service,
    game: str,
    widths: Sequence[int] = WIDTHS,
    *,
    moves: int = MOVES,
    still: bool = False,
) -> None:
    """Assert that a game's first rounds move nothing on screens of some widths."""
    found = await measure.shifts(browser, service.url, game, widths, moves=moves, still=still)
    for width, shifts in found.items():
        assert sum(each.value for each in shifts) < LITTLE, (service.chance, width, measure.moved(shifts))
