"""Nothing shifts while pieces travel."""

from __future__ import annotations

import secrets

import pytest
from playwright.async_api import Browser

from tests.browser import measure
from tests.browser.conftest import StartService
from tests.browser.service import Service

WIDTHS = (1440, 820, 390)
MOVES = 60
"""Some rounds of each game, with every kind of decision."""


GAMES = ("glenmore", "nereus", "vinci", "wikinger")
TABLES = 6


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_shifts_while_pieces_travel(browser: Browser, service: Service, game: str) -> None:
    """A game with all its flights moves nothing that its reader did not touch, on any screen."""
    await moves_nothing(browser, service, game)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
async def test_nothing_shifts_whatever_is_drawn(browser: Browser, start_service: StartService, game: str) -> None:
    """Several tables of a game, each with a chance of its own, move nothing either."""
    for _ in range(TABLES):
        await moves_nothing(browser, start_service(chance=secrets.token_hex(4)), game)


async def moves_nothing(browser: Browser, service: Service, game: str) -> None:
    """Assert that a game's first rounds move nothing on any screen that its reader did not touch."""
    found = await measure.shifts(browser, service.url, game, WIDTHS, moves=MOVES)
    for width, shifts in found.items():
        moved = round(sum(each.value for each in shifts), 2)
        assert moved == 0, (service.chance, width, moved, sorted(shifts, key=lambda each: -each.value)[:4])
