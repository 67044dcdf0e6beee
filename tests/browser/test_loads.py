"""How much a page loads, and what of it a browser finds at once."""

from __future__ import annotations

import re

from playwright.async_api import Browser

from tests.browser import measure
from tests.browser.service import Service

FIRST_LOAD = 152_000
PICTURES = 100_000
GAME = 80_000
VINCI = 85_000
"""Vinci's files: its board speaks of both versions of the rules."""
BEHIND = re.compile(r"/assets/(wood|paper|[a-z]+-(icon|picture))-[\w-]+\.(svg|webp)")
"""Grounds, and the icons and pictures of games."""


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
