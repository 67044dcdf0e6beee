"""A lesson: what the page says, what it leaves open, and how it ends."""

from __future__ import annotations

import re

import msgspec
from playwright.async_api import Locator, expect

from partie.games.glenmore.lesson import LESSON
from partie.games.glenmore.state import Walk
from partie.games.nereus.lesson import LESSON as NEREUS
from partie.games.nereus.state import Keep, Place
from partie.kit.lesson import LEARNER
from tests.browser.conftest import Come
from tests.browser.fingers import tab
from tests.browser.glenmore import do_next
from tests.browser.nereus import Sailor

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


async def test_a_lesson_of_nereus_lights_only_what_its_step_allows(come: Come) -> None:
    """Of the cards in hand only those to keep can be pressed, and no treasure is said to fit nowhere meanwhile."""
    ann = await come("Ann", still=True, sign_in=False)
    await ann.arrive("/games/nereus")
    await ann.button(ann.words("play.lesson.game", game=ann.words("nereus:name"))).click()
    card = ann.page.get_by_role("region").filter(has_text=ann.words("lesson:leave"))
    lit = ann.page.locator("button[data-anchor^='card:'][data-can]:visible")
    unlit = ann.page.locator("button[data-anchor^='card:']:not([data-can]):visible")
    tray = ann.page.locator("[data-anchor=hand]:visible")
    sailor = Sailor(ann)
    learners = [one for one in NEREUS.moves if one.seat == LEARNER]
    steps = sum(one.step != "" for one in learners)
    for number, one in enumerate(learners, 1):
        await expect(card).to_contain_text(ann.words("lesson:step", number=number, of=steps))
        if isinstance(one.move, Keep):
            await expect(lit).to_have_count(len(one.move.cards))
            assert {await each.get_attribute("data-anchor") for each in await lit.all()} == {
                f"card:{name}" for name in one.move.cards
            }
            await unlit.first.click(force=True)
            await expect(ann.page.locator("[data-anchor^='card:'][aria-pressed=true]:visible")).to_have_count(0)
        if isinstance(one.move, Place):
            await expect(tray).to_contain_text(ann.words("nereus:hand.fits", places=1))
            await expect(tray).not_to_contain_text(ann.words("nereus:hand.fits", places=0))
        if one.step == "second":
            break
        await sailor.make(msgspec.json.decode(msgspec.json.encode(one.move)))
