"""How much processor time an update takes, which is hardly more while the machine has other work."""

from __future__ import annotations

from playwright.async_api import Browser

from tests.browser import measure
from tests.browser.service import Service

WIDTH = 1440
MOVES = 42
"""Of two players: nearly half of a game."""
LITTLE = 1.2
"""How many times the least change, shown, an update may cost until the document has changed: twice what it does."""


async def test_an_update_is_little_work(drawing_browser: Browser, service: Service) -> None:
    """Most updates change the document in hardly more processor time than the least change there can be."""
    work = await measure.work(drawing_browser, service.url, WIDTH, moves=MOVES)
    print(f"\n{measure.worked(work)}")
    assert len(work.own) > 15
    assert len(work.others) > 15
    assert work.changes(work.own) < LITTLE
    assert work.changes(work.others) < LITTLE
