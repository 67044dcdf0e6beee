"""How soon an update is on screen, and that it shifts nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.async_api import Browser

from tests.browser import measure
from tests.browser.service import Service

WIDTHS = (1440, 820, 390)
MOVES = 24
"""Some rounds: more would have no kind of decision more for many rounds."""
LATER = 2
"""Frames after which the history tells of an update."""
SHIFTED = 0.005
"""How much may move in a game, with the others' moves and the viewer's."""


async def test_a_slow_machine_shows_every_update_at_once(drawing_browser: Browser, service: Service) -> None:
    """Four times slowed down, the first frame after an update has come shows it, and nothing moves, at any width.

    Lines of the history alone follow as the lines of all updates do, so that none holds up the board.
    """
    shown_at_once(await measure.evenings(drawing_browser, service.url, WIDTHS, moves=MOVES))


@pytest.mark.soak
async def test_a_slow_machine_shows_every_update_of_a_whole_game_at_once(
    drawing_browser: Browser, service: Service
) -> None:
    """From the first move to the last."""
    shown_at_once(await measure.evenings(drawing_browser, service.url, WIDTHS))


def shown_at_once(evenings: Sequence[measure.Evening]) -> None:
    """Assert that the first frames show the updates of some games, and that nothing moved."""
    assert [shown.width for shown in evenings] == list(WIDTHS)
    for shown in evenings:
        print(f"\n{measure.told(shown)}")
        assert len(shown.updates) > 20
        assert sum(each.missed for each in shown.updates if not each.line) == 0, shown.width
        assert all(each.missed <= LATER for each in shown.updates if each.line), shown.width
        assert sum(each.value for each in shown.shifts) < SHIFTED, measure.moved(shown.shifts)
