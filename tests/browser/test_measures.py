"""How much the page loads, how soon an update is on screen, and that it shifts nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.async_api import Browser

from tests.browser import measure
from tests.browser.service import Service

FIRST_LOAD = 152_000
PICTURES = 100_000
GAME = 80_000
VINCI = 85_000
"""Vinci's files: its board speaks of both versions of the rules."""
WIDTHS = (1440, 820, 390)
MOVES = 50
"""More than half a game."""
BEHIND = re.compile(r"/assets/(wood|paper|[a-z]+-(icon|picture))-[\w-]+\.(svg|webp)")
"""Grounds, and the icons and pictures of games."""
LATER = 2
"""Frames after which the history tells of an update."""
SHIFTED = 0.005
"""How much may move in a game, with the others' moves and the viewer's."""
LITTLE = 3.8
"""How many times the least change, shown, an update may cost until the document has changed."""


async def test_the_first_load_is_small(browser: Browser, service: Service) -> None:
    """Gzipped and without fonts each page stays under 152 KB, and each game's own files under 80 KB (Vinci 85).

    The pictures of the start page, which come after everything else, stay under 100 KB together.
    """
    found = await measure.sizes(browser, service.url)
    print(f"\ngzipped bytes: {found}")
    assert 0 < found.start < FIRST_LOAD
    assert 0 < found.lobby < FIRST_LOAD
    assert 0 < found.pictures < PICTURES
    assert 0 < found.table < FIRST_LOAD
    assert {"glenmore", "nereus", "vinci", "wikinger"} <= set(found.games)
    assert all(0 < size < (VINCI if game == "vinci" else GAME) for game, size in found.games.items())


async def test_a_page_needs_nothing_that_it_does_not_name_at_once(browser: Browser, service: Service) -> None:
    """All that the lobby and a table need to stand is in the page or its headers, but for what is painted behind.

    A script that has to find it first would make a phone wait for one more round trip.
    """
    for found in await measure.unnamed(browser, service.url, "vinci"):
        assert {path for path in found if not BEHIND.match(path)} == set()


async def test_a_slow_machine_shows_every_update_at_once(browser: Browser, service: Service) -> None:
    """Four times slowed down, the first frame after an update has come shows it, and nothing moves, at any width.

    Lines of the history alone follow as the lines of all updates do, so that none holds up the board.
    """
    shown_at_once(await measure.evenings(browser, service.url, WIDTHS, moves=MOVES))


@pytest.mark.soak
async def test_a_slow_machine_shows_every_update_of_a_whole_game_at_once(browser: Browser, service: Service) -> None:
    """From the first move to the last."""
    shown_at_once(await measure.evenings(browser, service.url, WIDTHS))


def shown_at_once(evenings: Sequence[measure.Evening]) -> None:
    """Assert that the first frames show the updates of some games, and that nothing moved."""
    assert [shown.width for shown in evenings] == list(WIDTHS)
    for shown in evenings:
        print(f"\n{measure.told(shown)}")
        assert len(shown.updates) > 40
        assert sum(each.missed for each in shown.updates if not each.line) == 0, shown.width
        assert all(each.missed <= LATER for each in shown.updates if each.line), shown.width
        assert sum(each.value for each in shown.shifts) < SHIFTED, measure.moved(shown.shifts)


async def test_an_update_is_little_work(browser: Browser, service: Service) -> None:
    """Most updates change the document in no more processor time than a few of the least changes there can be."""
    work = await measure.work(browser, service.url, WIDTHS[0])
    print(f"\n{measure.worked(work)}")
    assert len(work.own) > 15
    assert len(work.others) > 15
    assert work.changes(work.own) < LITTLE
    assert work.changes(work.others) < LITTLE
