"""Looking back: the replay bar and the lines, while the game goes on and after its end."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, expect

from tests.browser.conftest import Come, Join
from tests.browser.fingers import tab
from tests.browser.measure import complete
from tests.browser.player import alone
from tests.browser.positions import Holds, at_sea, in_europe, stage
from tests.browser.service import Service
from tests.browser.toy import slider, toy_mover, toy_table

SIZES = (
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (2560, 1440),
    (1024, 768),
    (820, 1180),
    (844, 390),
    (390, 844),
)
LINES = 6
"""Lines of the history that are in sight at every size."""

IN_SIGHT = """() => {
  const list = document.querySelector('[data-anchor=history] .list')
  const side = innerHeight <= 480
  const foot = side ? innerHeight : document.querySelector('.action-bar').getBoundingClientRect().top
  const head = side ? 0 : document.querySelector('header.top').getBoundingClientRect().bottom
  scrollTo({ top: 0, behavior: 'instant' })
  const { top, bottom } = list.getBoundingClientRect()
  const found = new Set()
  const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement.closest('.sr-only') || texts.currentNode.data.trim() === '') continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    for (const line of range.getClientRects()) {
      const inside = line.top >= Math.max(top, head) && line.bottom <= Math.min(bottom, foot, innerHeight)
      // Words of different sizes in one line lie some pixels apart.
      if (inside) found.add(Math.round((line.top + line.bottom) / 24))
    }
  }
  return found.size
}"""
"""How many lines of text of the history are whole on the screen, without scrolling the page."""

CUT = """() => {
  const history = document.querySelector('[data-anchor=history]').getBoundingClientRect()
  const plates = [...document.querySelectorAll('main .right article')]
  return plates
    .filter((plate) => {
      const { top, bottom } = plate.getBoundingClientRect()
      const inner = [...plate.querySelectorAll(':not(svg *)')].map((each) => each.getBoundingClientRect())
      return bottom > history.top || inner.some((each) => each.height > 0 && each.bottom > bottom + 3)
    })
    .map((plate) => plate.getAttribute('aria-label'))
}"""
"""The plates next to the board that reach behind the history, or that something sticks out of."""


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


FULL: dict[str, tuple[str, Holds, int]] = {
    "five in the Highlands": ("glenmore", stage("place", round_=3), 5),
    "four at sea": ("nereus", at_sea("block", "free", day=3), 4),
    "six in Europe, at the end": ("vinci", in_europe("over"), 6),
}


@pytest.mark.parametrize("table", FULL)
async def test_six_lines_are_in_sight_on_every_screen_whatever_the_number_of_seats(
    come: Come, service: Service, table: str
) -> None:
    """While a game is played and after its end; next to the board all plates are whole."""
    game, wanted, seats = FULL[table]
    width, height = SIZES[0]
    ann = await come("Ann", width=width, sign_in=False)
    await ann.page.set_viewport_size({"width": width, "height": height})
    others = ("Bob", "Cid", "Dora", "Ed", "Bartholomew")[: seats - 1]
    await alone(ann, service, game, wanted, chance=f"lines-{seats}", others=others)
    await complete(ann.page)
    for width, height in SIZES:
        await ann.page.set_viewport_size({"width": width, "height": height})
        if width <= 760 or height <= 480:
            await tab(ann, "tab.history").click()
        await ann.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert await ann.page.evaluate(IN_SIGHT) >= LINES, (width, height)
        if width >= 1200:
            assert await ann.page.evaluate(CUT) == [], (width, height)


async def test_lines_are_chosen_by_seat_and_kind(join: Join, come: Come) -> None:
    """What is not wanted leaves the list, and comes back at once."""
    table = await toy_table(join)
    cleo = await come("Cleo", table.path)
    await cleo.started()
    await table.play_round()
    await cleo.reaches(table.position)
    turns = cleo.history.locator("[data-turn]")
    every = await turns.count()
    of_bob = turns.filter(has_text="Bob")
    started = cleo.history.get_by_text(cleo.words("history.started"))
    assert 0 < await of_bob.count() < every
    await cleo.button(cleo.words("history.filter")).click()
    choices = cleo.page.get_by_role("group", name=cleo.words.like("history.filter"))
    await choices.get_by_role("button", name="Bob").click()
    await expect(turns).to_have_count(await of_bob.count())
    await cleo.page.get_by_role("button", name=cleo.words("history.filter.none")).click()
    await expect(turns).to_have_count(every)
    await cleo.page.get_by_label(cleo.words("history.filter.turns"), exact=True).uncheck()
    await expect(turns).to_have_count(0)
    await expect(started).to_be_visible()
