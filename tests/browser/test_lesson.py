"""A lesson: what the page says, what it leaves open, and how it ends."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from partie.games.glenmore.lesson import LESSON
from partie.games.glenmore.state import Walk
from partie.kit.lesson import LEARNER
from tests.browser.conftest import Come
from tests.browser.fingers import tab
from tests.browser.glenmore import do_next

STEPS = sum(one.seat == LEARNER and one.step != "" for one in LESSON.moves)

WALK = ("0,0", "1,0")
"""From the start village to the grain field."""


async def test_somebody_without_a_name_takes_a_lesson_on_a_phone_to_its_end(come: Come) -> None:
    """It begins with one press; each step is said, and what was taken back is said again. Then all is open."""
    ann = await come("Ann", width=390, touch=True, still=True, sign_in=False)
    await ann.arrive("/games/glenmore")
    await ann.button(ann.words("play.lesson.game", game=ann.words("glenmore:name"))).tap()
    card = ann.page.get_by_role("region").filter(has_text=ann.words("lesson:leave"))
    number = 1
    for one in LESSON.moves:
        if one.seat != LEARNER:
            continue
        await expect(card).to_contain_text(ann.words("lesson:step", number=number, of=STEPS))
        await expect(ann.page.locator("[data-anchor=main]")).to_be_visible()
        if isinstance(one.move, Walk):
            for cell in WALK:
                await ann.page.locator(f"[data-anchor=land] [data-anchor='plot:0:{cell}']").tap()
            await ann.page.locator("[data-anchor=main]:not([aria-disabled=true])").tap()
        else:
            assert await do_next(ann, Locator.tap) != "", one.step
        if number == 2:
            await expect(card).to_contain_text(ann.words("lesson:step", number=3, of=STEPS))
            await ann.button(ann.words("rail.undo")).tap()
            await expect(card).to_contain_text(ann.words("lesson:step", number=2, of=STEPS))
            assert await do_next(ann, Locator.tap) == "place"
        number += 1
    await expect(ann.page.get_by_role("heading", name=ann.words("lesson:done"))).to_be_visible()
    await ann.button(ann.words("lesson:done.on")).tap()
    await expect(ann.page.get_by_role("heading", name=ann.words("lesson:done"))).to_have_count(0)
    await expect(tab(ann, "tab.history")).to_be_visible()


async def test_the_button_of_a_lesson_goes_on_with_the_one_that_has_begun(come: Come) -> None:
    """It says so; a lesson that was left is not gone on with, and the next one begins."""
    ann = await come("Ann", sign_in=False)
    await ann.arrive("/games/glenmore")
    game = ann.words("glenmore:name")
    begin = ann.button(ann.words("play.lesson.game", game=game))
    go_on = ann.button(ann.words("play.lesson.on.game", game=game))
    await begin.click()
    await expect(ann.page).to_have_url(re.compile("/table/"))
    leave = ann.button(ann.words("lesson:leave"))
    await expect(leave).to_be_visible()
    first = ann.table
    await ann.page.goto(f"{ann.url}/games/glenmore")
    await go_on.click()
    await expect(ann.page).to_have_url(first)
    await leave.click()
    await expect(leave).to_have_count(0)
    await ann.page.goto(f"{ann.url}/games/glenmore")
    await begin.click()
    await expect(leave).to_be_visible()
    assert ann.table != first
