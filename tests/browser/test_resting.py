"""A sheet explains the piece under a resting finger; nothing is chosen by it."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.fingers import Fingers, middle, tab
from tests.browser.player import alone
from tests.browser.positions import Holds, at_sea, in_europe
from tests.browser.service import Service

OTHERS = ("Bob", "Cid")
RESTS: dict[str, tuple[str, Holds, str, str, str | re.Pattern[str]]] = {
    "crew": (
        "nereus",
        at_sea("crew", seat=None),
        "nereus:surface.crew",
        "[data-anchor='row:captain']",
        "nereus:panel.gold",
    ),
    "field": (
        "nereus",
        at_sea("ready", day=2),
        "nereus:surface.sea",
        "button[data-anchor^='field:']",
        re.compile("[a-h][1-8]"),
    ),
    "pair": (
        "vinci",
        in_europe("choose", round_=0),
        "vinci:surface.peoples",
        "[data-anchor^='pair:']",
        "vinci:pair.said",
    ),
    "tile": ("vinci", in_europe("expand"), "vinci:surface.peoples", "[data-spot^='effect:']", re.compile(".")),
    "track": ("vinci", in_europe("expand"), "vinci:surface.peoples", ".vinci .bar", "vinci:track.label"),
}
"""What is rested on: its game, a position, the tab where it is shown, its place, and the message or pattern told."""


@pytest.mark.parametrize("what", RESTS)
async def test_a_finger_that_rests_is_told_what_it_rests_on(come: Come, service: Service, what: str) -> None:
    """In a sheet that stays when the finger is lifted, and that the way back closes."""
    game, wanted, surface, place, told = RESTS[what]
    ann = await come("Ann", width=390, touch=True, sign_in=False)
    await alone(ann, service, game, wanted, chance="resting", others=OTHERS)
    await tab(ann, surface).tap()
    thing = ann.page.locator(f"{place}:visible").first
    fingers = await Fingers.on(ann.page)
    await fingers.touch("Start", await middle(thing))
    sheet = ann.page.get_by_role("dialog")
    await expect(sheet).to_contain_text(ann.words.like(told) if isinstance(told, str) else told)
    await fingers.touch("End")
    await expect(sheet).to_be_visible()
    await ann.page.go_back()
    await expect(sheet).to_have_count(0)
    await expect(ann.page.locator("[data-can][aria-pressed=true]")).to_have_count(0)
