"""The frame around a board: where it says why not, what it says of the connection and what passed, what opens again."""

from __future__ import annotations

import asyncio
import contextlib
import re
from itertools import pairwise

import pytest
from playwright.async_api import Error as BrowserError
from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import Come, Join
from tests.browser.connection import PATIENCE, lost
from tests.browser.fingers import tab
from tests.browser.line import Line
from tests.browser.measure import complete
from tests.browser.people import NOTICED, Person
from tests.browser.player import alone
from tests.browser.positions import Holds, at_sea, in_europe, stage
from tests.browser.service import Service
from tests.browser.toy import make, toy_table
from tests.browser.wikinger import by_oneself

NEAR = 90
"""Pixels that words lie at most from what they are about."""

TABLETS = ((820, 1180), (1024, 768), (844, 390))
"""The windows of a tablet that stands, one that lies, and a phone on its side."""

LEVELS = """() => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  .filter((each) => each.getClientRects().length > 0).map((each) => Number(each.tagName[1]))"""

MENUS_AND_AWAY = """() => {
  for (const menu of document.querySelectorAll('[popover]:not(:popover-open)')) menu.showPopover()
  document.querySelector('header a.brand').click()
}"""

LARGE = "document.documentElement.style.fontSize = '200%'"

CUT = """() => {
  const own = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  const parts = document.querySelectorAll(':is(.action-bar, nav, header.top, article, [data-anchor=history] > .head) *')
  return [...parts]
    .filter((each) => own(each) && !each.closest('.sr-only, [popover], svg') && each.getClientRects().length > 0)
    .filter((each) => {
      const { overflowX, overflowY, display, clipPath, fontSize } = getComputedStyle(each)
      // Below and above its line a letter has room that is no part of it.
      const room = parseFloat(fontSize) / 3
      return display !== 'inline' && clipPath === 'none'
        && ((overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1)
          || (overflowY !== 'visible' && each.scrollHeight > each.clientHeight + room))
    })
    .map((each) => each.className + ': ' + each.textContent.trim())
}"""
"""Texts of the frame that do not fit their boxes."""

OUTSIDE = """() => [
  ...document.querySelectorAll('.action-bar :is(button, .say > *), nav button *, header.top *, article *'),
]
  .filter((each) => !each.closest('.sr-only, [popover], svg, .figures, .map') && each.getClientRects().length > 0)
  .filter((each) => {
    const text = each.getBoundingClientRect()
    const box = each.closest('.action-bar, nav, header.top, article').getBoundingClientRect()
    return text.left < box.left - 1 || text.right > box.right + 1
      || text.top < box.top - 1 || text.bottom > box.bottom + 1
  })
  .map((each) => each.tagName + ' ' + each.textContent.trim())"""
"""What sticks out of the action bar, tabs, seats and top bar."""


async def at(
    come: Come,
    service: Service,
    wanted: Holds,
    *,
    game: str = "glenmore",
    width: int = 1440,
    touch: bool = False,
    url: str = "",
) -> Person:
    """Ann at a table for two that stands at a wanted position."""
    ann = await come("Ann", url=url, width=width, touch=touch, sign_in=False)
    await alone(ann, service, game, wanted, chance="frame")
    await expect(ann.page.locator("main [data-anchor]").first).to_be_attached()
    await expect(ann.page.locator("[aria-busy=true]")).to_have_count(0)
    # All stands where it stays.
    await complete(ann.page)
    await ann.page.evaluate("document.fonts.ready.then(() => true)")
    return ann


async def box(thing: Locator) -> dict[str, float]:
    """Where something is."""
    found = await thing.bounding_box()
    assert found is not None
    sides = {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}
    return {**sides, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


async def is_beside(words: Locator, piece: Locator) -> None:
    """Words come to lie near a piece and do not cover it."""
    async with asyncio.timeout(PATIENCE / 1000):
        while not 0 <= await apart(words, piece) <= NEAR:
            await words.page.evaluate("new Promise(requestAnimationFrame)")


async def apart(one: Locator, other: Locator) -> float:
    """How many pixels lie between two things; less than 0 where one covers the other."""
    first, second = await box(one), await box(other)
    across = max(first["x"] - second["right"], second["x"] - first["right"])
    along = max(first["y"] - second["bottom"], second["y"] - first["bottom"])
    return max(across, along)


async def none(page: Page, script: str) -> None:
    """Wait until a script finds nothing; what depends on the size of something follows it a frame later."""
    try:
        await page.wait_for_function(f"() => ({script})().length === 0")
    except BrowserError:
        assert await page.evaluate(script) == []


async def test_a_locked_piece_says_why_beside_itself(come: Come, service: Service) -> None:
    """A click says the reason and names its rule, which opens next to the table; Esc and a second click end it."""
    ann = await at(come, service, stage("take"))
    locked = ann.page.locator("[data-anchor=ring] [aria-disabled=true]")
    why = ann.page.get_by_role("alert")
    await locked.first.click(force=True)
    await expect(why).to_be_visible()
    await is_beside(why, locked.first)
    await locked.nth(1).click(force=True)
    await is_beside(why, locked.nth(1))
    await ann.page.keyboard.press("Escape")
    await expect(why).to_have_count(0)
    await locked.first.click(force=True)
    rule = await why.get_by_role("link").inner_text()
    before, after = ann.words("rule", rule="|").split("|")
    await why.get_by_role("link").click()
    await expect(ann.page.get_by_role("dialog")).to_contain_text(rule.removeprefix(before).removesuffix(after))
    await expect(why).to_have_count(0)


async def test_a_reason_comes_as_soon_as_its_script_can(come: Come, service: Service) -> None:
    """It is requested until it comes: nobody has to press once more, and the page sees no error."""
    ann = await come("Ann", sign_in=False)
    locked = ann.page.locator("[data-anchor=ring] [aria-disabled=true]").first
    async with lost(ann.page, re.compile(r"/assets/ReasonSheet-[^/]*\.js")):
        await alone(ann, service, "glenmore", stage("take"), chance="reason", others=("Bob", "Cid"))
        await locked.click(force=True)
    await is_beside(ann.page.get_by_role("alert"), locked)


BARRED: dict[str, tuple[str, Holds, str]] = {
    "nereus": ("nereus", at_sea("ready", day=2), "button[data-anchor^='space:'], button[data-anchor^='field:']"),
    "vinci: a row": ("vinci", in_europe("regroup"), "[data-anchor^='less:'], [data-anchor^='more:']"),
    "vinci: a button": ("vinci", in_europe("regroup"), "[data-anchor=share], [data-anchor=reset]"),
    "wikinger": ("wikinger", stage("place"), "button[data-anchor^='tile:']"),
}
"""In each game a position in which some of these pieces cannot be used."""


@pytest.mark.parametrize("what", BARRED)
async def test_what_is_barred_in_a_game_says_why_beside_itself(come: Come, service: Service, what: str) -> None:
    """With the rule, wherever something stands greyed."""
    game, wanted, pieces = BARRED[what]
    ann = await come("Ann", sign_in=False)
    await alone(ann, service, game, wanted, chance="barred", others=("Bob", "Cid"))
    await expect(ann.action_bar).not_to_have_attribute("aria-busy", "true")
    why = ann.page.get_by_role("alert")
    barred = ann.page.locator(pieces).and_(ann.page.locator("[aria-disabled=true]:visible"))
    await expect(barred.first).to_be_visible()
    for number in range(await barred.count()):
        await barred.nth(number).click(force=True)
        # What shows it is fetched with the first one; and where another piece lies on this one, nothing comes.
        with contextlib.suppress(AssertionError):
            await expect(why).to_be_visible(timeout=3_000)
            break
    await expect(why.get_by_role("link").first).to_be_visible()
    await ann.page.keyboard.press("Escape")
    await expect(why).to_have_count(0)


async def test_the_stepper_of_a_bid_says_why_it_goes_no_further(come: Come, service: Service) -> None:
    """At its ends, with the rule."""
    ann = await by_oneself(come, service, stage("bid", round_=1), game="advanced")
    why = ann.person.page.get_by_role("alert")
    await ann.person.button(ann.person.words("wikinger:bid.less")).click(force=True)
    await expect(why.get_by_role("link")).to_have_text(re.compile("V2"))


async def test_a_locked_piece_says_why_to_the_keyboard(come: Come, service: Service) -> None:
    """Enter says it, Tab leads to the rule, and Esc back to the piece."""
    ann = await at(come, service, stage("take"))
    locked = ann.page.locator("[data-anchor=ring] [aria-disabled=true]").first
    why = ann.page.get_by_role("alert")
    await locked.press("Enter")
    await expect(why).to_be_visible()
    await ann.page.keyboard.press("Tab")
    await expect(why.get_by_role("link").first).to_be_focused()
    await ann.page.keyboard.press("Escape")
    await expect(why).to_have_count(0)
    await expect(locked).to_be_focused()


async def test_what_cannot_be_undone_says_why_beside_the_button(come: Come, service: Service) -> None:
    """The reason stands at the button, and no notice elsewhere."""
    ann = await at(come, service, stage("take", round_=0))
    undo = ann.page.locator("[data-anchor=undo]")
    await undo.click(force=True)
    why = ann.page.get_by_role("alert")
    await expect(why).to_be_visible()
    await is_beside(why, undo)
    await expect(ann.page.locator(".toast")).to_have_count(0)


async def test_words_on_the_line_cover_nothing_of_the_table(come: Come, service: Service) -> None:
    """They lie on the top bar, and what is at the table stays where it is, however wide the window is."""
    # All at once: each notices only after a silence that its connection is gone.
    await asyncio.gather(*(_words_cover_nothing(come, service, width) for width in (1440, 820, 390)))


async def _words_cover_nothing(come: Come, service: Service, width: int) -> None:
    async with Line(service.url) as line:
        ann = await at(come, service, stage("take"), width=width, touch=width < 600, url=line.url)
        plate = ann.page.locator("[data-anchor^='plate:']:visible").first
        before = await plate.bounding_box()
        await line.cut(ann.page)
        words = ann.page.get_by_text(ann.words.like("line.offline", "line.lost")).locator("xpath=ancestor::p")
        await expect(words).to_be_visible(timeout=NOTICED)
        bar = await box(ann.page.get_by_role("banner"))
        assert (await box(words))["bottom"] <= bar["bottom"] + 1
        assert await plate.bounding_box() == before


async def test_a_tablet_shows_what_is_chosen_and_where_it_goes_together(come: Come, service: Service) -> None:
    """However it is held, and on a phone on its side, no bar covers the ring or the land while a tile is chosen."""
    full = stage("take", more=lambda game: len(game["players"]["0"]["land"]) >= 7)
    ann = await at(come, service, full, width=TABLETS[0][0])
    for width, height in TABLETS:
        await ann.resize(width, height)
        await expect(ann.action_bar).to_be_in_viewport()
        top_bar, action_bar = await box(ann.page.get_by_role("banner")), await box(ann.action_bar)
        beside = action_bar["y"] < height / 2
        for part in ("ring", "land"):
            lies = await box(ann.page.locator(f"[data-anchor={part}]"))
            assert (0 if beside else top_bar["bottom"]) <= lies["y"], (part, width)
            assert lies["bottom"] <= (height if beside else action_bar["y"]), (part, width)
            assert lies["right"] <= (action_bar["x"] if beside else width), (part, width)


async def test_what_passed_while_the_line_was_away_is_told(join: Join, come: Come, line: Line) -> None:
    """Nothing is played above a position that is final already: the moves are described, and can be looked at."""
    table = await toy_table(join)
    cleo = await come("Cleo", table.path, url=line.url)
    await cleo.started()
    await complete(cleo.page)
    await line.cut(cleo.page)
    lost = cleo.words.like("line.offline", "line.lost")
    await expect(cleo.page.get_by_text(lost)).to_be_visible(timeout=NOTICED)
    await table.bid()
    mover, _ = await table.on_turn()
    await make(mover, "step", to="field-1")
    await make(mover, "done")
    await line.mend(cleo.page)
    passed = cleo.page.get_by_role("region", name=cleo.words("passed.title"))
    await expect(passed).to_contain_text(cleo.words("passed", count=4))
    walked = cleo.words("toy:line.walked", seat=table.name(mover), field=cleo.words("toy:names.field.field-1"))
    await expect(passed).to_contain_text(walked)
    await expect(cleo.page.get_by_text(cleo.words.like("motion.catching_up.moves"))).to_have_count(0)
    await passed.get_by_role("button", name=cleo.words("passed.look")).click()
    await expect(cleo.button(cleo.words.like("rail.back_to_now")).last).to_be_visible()
    await cleo.page.keyboard.press("Escape")
    await passed.get_by_role("button", name=cleo.words("close")).click()
    await expect(passed).to_have_count(0)


async def test_a_scoring_opens_again_from_its_line(come: Come, service: Service) -> None:
    """By keyboard too: its sheet has the focus, stays until it is closed, and gives the focus back."""
    ann = await at(come, service, stage("take", round_=2))
    open_it = ann.history.get_by_role("button", name=ann.words("history.scoring")).last
    await open_it.focus()
    await ann.page.keyboard.press("Enter")
    sheet = ann.page.get_by_role("region", name=ann.words.like("glenmore:scoring.title"))
    await expect(sheet).to_be_visible()
    await expect(sheet.get_by_role("button", name=ann.words("close"))).to_be_focused()
    await ann.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await expect(open_it).to_be_focused()


async def test_a_page_may_be_left_while_its_menus_open(come: Come, service: Service) -> None:
    """The browser tells that a menu is open when its page has gone: no script of it may stumble."""
    ann = await at(come, service, stage("over"))
    await ann.page.evaluate(MENUS_AND_AWAY)
    await expect(ann.page.get_by_role("heading", level=1).first).to_be_attached()
    await expect(ann.page.locator("[data-anchor]")).to_have_count(0)


@pytest.mark.parametrize("width", [1440, 1024, 390])
async def test_the_result_opens_again_from_the_line_of_the_end(come: Come, service: Service, width: int) -> None:
    """It was put away, and one looks at the past meanwhile.

    Next to a board it does not cover the history; on a low screen, too, it begins at its top.
    """
    ann = await at(come, service, stage("over"), width=width, touch=width < 600)
    result = ann.page.get_by_role("region", name=ann.words("result.title"))
    close = result.get_by_role("button", name=ann.words("close"))
    opens = ann.history.get_by_role("button", name=ann.words("rail.result"))
    if width < 600:
        await close.click()
    else:
        await expect(result).to_be_visible()
        await opens.click(trial=True)
        if width == 1440:
            await ann.page.set_viewport_size({"width": width, "height": 640})
        await expect(close).to_be_in_viewport()
        await ann.page.keyboard.press("Escape")
    await expect(result).to_have_count(0)
    if width < 600:
        await tab(ann, "tab.history").click()
    await opens.click()
    await expect(result).to_be_visible()


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize(
    ("game", "wanted"), [("glenmore", stage("take")), ("nereus", at_sea("ready", "block", "free"))]
)
async def test_headings_follow_each_other_and_text_of_twice_the_size_is_whole(
    come: Come, service: Service, subtests: pytest.Subtests, game: str, wanted: Holds, width: int
) -> None:
    """One heading for the page, and below it none that leaves a level out; then nothing of the frame is cut."""
    ann = await at(come, service, wanted, game=game, width=width, touch=width < 600)
    with subtests.test("headings"):
        levels = await ann.page.evaluate(LEVELS)
        assert levels.count(1) == 1
        assert levels[0] == 1
        jumps = [(one, other) for one, other in pairwise(levels) if other > one + 1]
        assert jumps == []
    with subtests.test("large text"):
        await ann.page.evaluate(LARGE)
        await expect(ann.action_bar).to_be_visible()
        await none(ann.page, CUT)
        await none(ann.page, OUTSIDE)
        assert await ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_a_sheet_opens_where_one_points_and_not_where_its_button_comes_to_lie(
    come: Come, service: Service
) -> None:
    """A mouse that rests points at nothing new when the page moves under it."""
    ann = await come("Ann", sign_in=False, driven=True)
    await alone(ann, service, "glenmore", stage("take"), chance="rests", others=("Bob", "Cid"))
    points = ann.plates.last.locator("button[aria-expanded]").first
    await ann.history.hover()
    box = await ann.history.bounding_box()
    assert box is not None
    middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    await points.evaluate(
        """(button, { x, y }) => {
          const { left, top } = button.getBoundingClientRect()
          const translate = `${x - left - 4}px ${y - top - 4}px`
          Object.assign(button.style, { translate, position: 'relative', zIndex: 9 })
        }""",
        middle,
    )
    await expect(ann.plates.last.locator("button[aria-expanded]:hover")).to_have_count(1)
    await ann.page.clock.fast_forward(1_000)
    await expect(points).to_have_attribute("aria-expanded", "false")
    await ann.page.mouse.move(middle["x"] + 2, middle["y"] + 2)
    await ann.page.clock.fast_forward(1_000)
    await expect(points).to_have_attribute("aria-expanded", "true")
