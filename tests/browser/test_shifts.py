"""Nothing shifts while pieces travel."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.browser import measure
from tests.browser.service import Service

WIDTHS = (1440, 820, 390)
MOVES = 60
"""Some rounds of each game, with every kind of decision."""


@pytest.mark.parametrize("game", ["glenmore", "nereus", "vinci", "wikinger"])
async def test_nothing_shifts_while_pieces_travel(browser: Browser, service: Service, game: str) -> None:
    """A game with all its flights moves nothing that its reader did not touch, on any screen."""
    found = await measure.shifts(browser, service.url, game, WIDTHS, moves=MOVES)
    for width, shifts in found.items():
        moved = round(sum(each.value for each in shifts), 2)
        assert moved == 0, (width, moved, sorted(shifts, key=lambda each: -each.value)[:4])
