"""Looking back: the scrubber and the lines, while the game goes on and after its end."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from tests.browser.conftest import Come, Join
from tests.browser.people import Person
from tests.browser.toy import slider, toy_mover, toy_table


async def see_with(perspective: Locator, whose: str) -> None:
    """Choose whose eyes one sees the past with, by what shows them."""
    await perspective.locator(f"label[title='{whose}']").click()
    await expect(perspective.get_by_role("radio", name=whose)).to_be_checked()


async def test_who_scrubs_disturbs_nothing_and_hears_what_passed_meanwhile(join: Join, come: Come) -> None:
    """By keyboard from scoring to now, while the others play on; and the address leads others to the position."""
    table = await toy_table(join)
    cleo = await come("Cleo", table.path)
    await cleo.started()
    await table.play_round()
    end = table.position
    await cleo.reaches(end)
    chapter = cleo.words("toy:chapter", number=1)
    await expect(cleo.history.locator(".chapter").get_by_text(chapter, exact=True)).to_be_visible()
    await cleo.page.keyboard.press("ArrowLeft")
    await cleo.page.keyboard.press("ArrowLeft")
    await expect(slider(cleo)).to_have_value(str(end - 2))
    scored = f"{chapter}: {cleo.words('history.at', seq=end, last=end)}"
    await expect(cleo.action_bar.get_by_role("listitem").filter(has_text=scored)).to_have_count(1)
    await table.bid()
    await cleo.reaches(end + 2)
    await expect(cleo.main).to_have_text(cleo.words.like("rail.back_to_now", count=2))
    await expect(slider(cleo)).to_have_value(str(end - 2))
    await expect(cleo.page).to_have_url(re.compile(rf"\?at={end - 2}$"))
    await cleo.page.keyboard.press("]")
    await expect(slider(cleo)).to_have_value(str(end))
    await expect(cleo.page).to_have_url(re.compile(rf"\?at={end}$"))
    dan = await come("Dan", cleo.page.url.removeprefix(cleo.url))
    await expect(slider(dan)).to_have_value(str(end))
    await expect(dan.history.locator("[aria-current=step]")).to_have_attribute("data-seq", str(end))
    await cleo.page.keyboard.press("End")
    await expect(cleo.page).to_have_url(cleo.table)
    await expect(slider(cleo)).to_have_count(0)
    assert await cleo.position() == end + 2


async def test_the_lines_are_one_stop_of_the_keyboard_and_lead_to_their_positions(join: Join, come: Come) -> None:
    """Up and down move along them, Enter opens and closes a turn, and visits an event."""
    ann = await toy_mover(join, come)
    end = await ann.position()
    stop = ann.history.locator("[data-line][tabindex='0']")
    await expect(stop).to_have_count(1)
    await stop.focus()
    await ann.page.keyboard.press("ArrowUp")
    turn = ann.history.locator(f"button[data-turn='{end}']")
    await expect(turn).to_be_focused()
    await expect(turn).to_have_attribute("aria-expanded", "true")
    await ann.page.keyboard.press("Enter")
    await expect(turn).to_have_attribute("aria-expanded", "false")
    await expect(ann.history.locator(f"button[data-seq='{end}']")).to_have_count(0)
    await ann.page.keyboard.press("ArrowUp")
    before = ann.history.locator(f"button[data-turn='{end - 1}']")
    await expect(before).to_be_focused()
    await expect(before).to_have_attribute("aria-expanded", "false")
    await ann.page.keyboard.press("Enter")
    await ann.page.keyboard.press("ArrowDown")
    line = ann.history.locator(f"button[data-seq='{end - 1}']")
    await expect(line).to_be_focused()
    await expect(line).to_have_attribute("tabindex", "0")
    await expect(stop).to_have_count(1)
    await ann.page.keyboard.press("Enter")
    await expect(slider(ann)).to_have_value(str(end - 1))
    await expect(line).to_have_attribute("aria-current", "step")


async def test_who_comes_back_from_the_past_follows_the_game_again(join: Join, come: Come) -> None:
    """An old line is clicked and left by Escape; the lines of what is played then come into sight."""
    table = await toy_table(join, rounds=4)
    cleo = await come("Cleo", table.path)
    await cleo.started()
    for _ in range(2):
        await table.play_round()
    await cleo.reaches(table.position)
    lines = cleo.history.locator("button[data-seq]")
    await cleo.page.keyboard.press("Home")
    await lines.first.click()
    await expect(lines.first).to_have_attribute("aria-current", "step")
    await cleo.page.keyboard.press("Escape")
    await expect(cleo.page).to_have_url(cleo.table)
    await expect(lines.last).to_be_in_viewport()
    await table.play_round()
    await cleo.reaches(table.position)
    await expect(lines.last).to_be_in_viewport()
    await expect(lines.first).not_to_be_in_viewport()


async def test_a_link_to_a_position_that_is_not_there_says_so_and_shows_the_table(join: Join, come: Come) -> None:
    """Nobody is left on an empty board."""
    table = await toy_table(join)
    eve = await come("Eve", f"{table.path}?at=999")
    await expect(eve.page.get_by_text(eve.words.like("history.beyond", seq=999))).to_be_visible()
    await expect(slider(eve)).to_have_count(0)
    await expect(eve.page).to_have_url(eve.table)


async def test_after_the_end_the_past_is_seen_with_any_seats_eyes(join: Join, come: Come) -> None:
    """A spectator sees the very hand that a player held; before the end nobody is offered that."""
    table = await toy_table(join)
    bob, cleo = await table.show(come, table.players[1]), await come("Cleo", table.path)
    await cleo.started()
    begun = await bob.position()
    eyes = cleo.button(cleo.words("scrub.eyes"))
    perspective = cleo.page.get_by_role("radiogroup", name=cleo.words("scrub.eyes"))
    await cleo.page.keyboard.press("ArrowLeft")
    await expect(slider(cleo)).to_be_visible()
    await expect(eyes).to_have_count(0)
    own = bob.page.locator(".view")
    # In words, which come by themselves.
    await expect(own.get_by_text(bob.words("toy:view.hand"), exact=True)).to_have_count(1)
    held = await own.inner_text()
    for _ in range(2):
        await table.play_round()
    await expect(eyes).to_be_visible()
    await slider(cleo).fill(str(begun))
    await eyes.click()
    shown = cleo.page.locator(".view")
    hand = shown.get_by_text(cleo.words("toy:view.hand"), exact=True)
    await expect(hand).to_have_count(0)
    await see_with(perspective, "Bob")
    await expect(hand).to_have_count(1)
    await expect(shown).to_have_text(held, use_inner_text=True)
    await see_with(perspective, cleo.words("scrub.spectator"))
    await expect(hand).to_have_count(0)
