"""What a line of the history names is lit on the board while the line is pointed at, in every game."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Come, Join
from tests.browser.player import alone
from tests.browser.positions import Holds, at_sea, in_europe, stage
from tests.browser.service import Service
from tests.browser.toy import toy_mover

ANN = {"seat": "Ann"}
LINES: dict[str, tuple[Holds, tuple[str, ...], dict[str, str], str]] = {
    "glenmore": (stage("take"), ("glenmore:line.bought", "glenmore:line.sold"), {}, "row:"),
    "nereus": (at_sea("act", "free", "block", seat=None, day=2), ("nereus:line.sailed",), {}, "field:"),
    "vinci": (in_europe("expand"), ("vinci:line.chose_pair",), ANN, "tile:"),
    "wikinger": (stage("buy"), ("wikinger:line.placed",), ANN, "tile:"),
}
"""A position of each game, a line that its history has then, and what stands on the board of what that line names."""


@pytest.mark.parametrize("game", LINES)
async def test_a_line_lights_what_it_names_while_it_is_pointed_at(come: Come, service: Service, game: str) -> None:
    """The pieces and the plate of the seat; pointing elsewhere lights nothing."""
    wanted, keys, values, piece = LINES[game]
    ann = await come("Ann", sign_in=False)
    await alone(ann, service, game, wanted, chance="spotlight", others=("Bob", "Cid"))
    await ann.unfold()
    line = ann.history.locator("button[data-seq]").filter(has_text=ann.words.like(*keys, **values)).last
    lit = ann.page.locator("[data-lit]:visible")
    for point in (line.hover, line.focus):
        await point()
        await expect(ann.page.locator(f'[data-anchor^="{piece}"][data-lit]:visible').first).to_be_visible()
        await expect(ann.page.locator('[data-anchor^="plate:"][data-lit]:visible').first).to_be_visible()
        await ann.action_bar.hover()
        await line.blur()
        await expect(lit).to_have_count(0)


async def test_a_line_lights_what_it_names_on_the_board_of_any_game(join: Join, come: Come) -> None:
    """Where the view has a word of the line, there it is lit."""
    mover = await toy_mover(join, come)
    words = mover.words
    await mover.move(words("toy:move.step", to=words("toy:names.to.field-1")))
    walked = words.like("toy:line.walked", field=words("toy:names.field.field-1"))
    line = mover.history.get_by_role("button", name=walked)
    await line.hover()
    await expect(mover.page.locator('[data-spot="field-1"][data-lit]:visible').first).to_be_visible()
    await mover.action_bar.hover()
    await expect(mover.page.locator("[data-lit]")).to_have_count(0)
