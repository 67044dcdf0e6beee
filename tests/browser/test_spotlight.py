"""What a line of the history names is lit on the board while the line is pointed at, in every game."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.player import alone
from tests.browser.positions import Holds, at_sea, in_europe, stage
from tests.browser.service import Service
from tests.browser.toy import bid, on_turn, running_toy

LINES = {
    "glenmore": (stage("take"), "(buys|sells) 1", "row:"),
    "nereus": (at_sea("act", "free", "block", seat=None, day=2), "sails from", "field:"),
    "vinci": (in_europe("expand"), "Ann takes .* and .*: .* pieces", "tile:"),
    "wikinger": (stage("buy"), "Ann lays a .*, column", "tile:"),
}
"""A position of each game, a line that its history has then, and what stands on the board of what that line names."""


@pytest.mark.parametrize("game", LINES)
async def test_a_line_lights_what_it_names_while_it_is_pointed_at(come: Come, service: Service, game: str) -> None:
    """The pieces and the plate of the seat; whoever points elsewhere sees nothing lit."""
    wanted: Holds
    wanted, words, piece = LINES[game]
    ann = await come("Ann", sign_in=False)
    await alone(ann, service, game, wanted, chance="spotlight", others=("Bob", "Cid"))
    line = ann.history.locator("button[data-seq]").filter(has_text=re.compile(words)).last
    lit = ann.page.locator("[data-lit]:visible")
    for point in (line.hover, line.focus):
        await point()
        await expect(ann.page.locator(f'[data-anchor^="{piece}"][data-lit]:visible').first).to_be_visible()
        await expect(ann.page.locator('[data-anchor^="plate:"][data-lit]:visible').first).to_be_visible()
        await ann.action_bar.hover()
        await line.blur()
        await expect(lit).to_have_count(0)


async def test_a_line_lights_what_it_names_on_the_board_of_any_game(come: Come) -> None:
    """Where the view has a word of the line, there it is lit."""
    ann, bob, _ = await running_toy(come)
    await bid(ann, bob)
    mover, _ = await on_turn(ann, bob)
    await mover.move("Walk to field 2")
    line = mover.history.get_by_role("button", name=re.compile("walks to field 2"))
    await line.hover()
    await expect(mover.page.locator('[data-spot="field-1"][data-lit]:visible').first).to_be_visible()
    await mover.action_bar.hover()
    await expect(mover.page.locator("[data-lit]")).to_have_count(0)
