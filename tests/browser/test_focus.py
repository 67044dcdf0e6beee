"""Where the focus is after every action, on a phone's way back, and where a folded board shows its decision."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.people import Person
from tests.browser.player import alone
from tests.browser.positions import stage
from tests.browser.service import Service

NEXT = ("glenmore:prompt.place", "glenmore:prompt.pay")
"""What there is to do once a tile is taken."""

FOCUS = "() => document.activeElement.closest('{part}') !== null"


async def at_take(come: Come, service: Service, *, width: int, touch: bool = False) -> Person:
    """Ann at a table where she is to take a tile."""
    ann = await come("Ann", width=width, touch=touch, sign_in=False)
    await alone(ann, service, "glenmore", stage("take"), chance="focus")
    await expect(ann.page.locator("[data-can]:visible").first).to_be_visible()
    await ann.page.evaluate("document.fonts.ready.then(() => true)")
    return ann


async def focus_is_in(person: Person, part: str) -> None:
    """Wait until the focus is inside of a part of the page."""
    await person.page.wait_for_function(FOCUS.format(part=part))


async def test_the_focus_stays_with_the_action_bar_over_a_move_and_its_way_back(come: Come, service: Service) -> None:
    """The button that made a move or took it back keeps the focus, though it has nothing more to do."""
    ann = await at_take(come, service, width=1440)
    await ann.page.locator("[data-can]:visible").first.press("Enter")
    await expect(ann.main).to_be_enabled()
    before = await ann.position()
    await ann.main.press("Enter")
    await ann.reaches(before + 1)
    await expect(ann.action_bar).to_contain_text(ann.words.like(*NEXT))
    await focus_is_in(ann, "[data-anchor=action-bar]")
    undo = ann.page.locator("[data-anchor=undo]")
    # Until the move has been acknowledged, there is nothing to take back.
    await expect(undo).to_be_enabled()
    await undo.press("Enter")
    await expect(ann.action_bar).to_contain_text(ann.words("glenmore:prompt.take"))
    await focus_is_in(ann, "[data-anchor=action-bar]")


async def test_a_choice_made_in_words_goes_on_in_words(come: Come, service: Service) -> None:
    """After a move by the spoken board the focus is on the spoken board's next choice."""
    ann = await at_take(come, service, width=1440)
    choice = ann.page.locator(".spoken li > button").first
    await choice.press("Enter")
    await expect(ann.main).to_be_enabled()
    before = await ann.position()
    await choice.press("Enter")
    await ann.reaches(before + 1)
    await expect(ann.action_bar).to_contain_text(ann.words.like(*NEXT))
    await focus_is_in(ann, ".spoken li")


async def test_a_turn_says_its_next_decision(come: Come, service: Service) -> None:
    """People who do not see the action bar hear the decision after their move."""
    ann = await at_take(come, service, width=1440)
    await ann.page.locator("[data-can]:visible").first.press("Enter")
    await expect(ann.main).to_be_enabled()
    await ann.main.press("Enter")
    await expect(ann.page.locator("p[aria-live=polite]").filter(has_text=ann.words.like(*NEXT))).to_have_count(1)


async def test_the_way_back_of_a_phone_closes_the_rules_before_it_leaves_the_table(
    come: Come, service: Service
) -> None:
    """Back closes what lies on top, and then leaves; a sheet that was closed by its cross costs no second step."""
    ann = await at_take(come, service, width=390, touch=True)
    table = ann.page.url
    rules = ann.page.get_by_role("dialog", name=ann.words("nav.rules"))
    await ann.button(ann.words("nav.rules")).tap()
    await expect(rules).to_be_visible()
    await ann.page.evaluate("history.back()")
    await expect(rules).to_be_hidden()
    assert ann.page.url == table
    await ann.button(ann.words("nav.rules")).tap()
    await rules.get_by_role("button", name=ann.words("close")).tap()
    await expect(rules).to_be_hidden()
    await ann.page.evaluate("history.back()")
    await expect(ann.page).not_to_have_url(table)


async def test_a_folded_board_shows_the_land_when_a_tile_is_to_be_placed(come: Come, service: Service) -> None:
    """On a tablet the page goes down to the land for placing, and up to the ring when the tile is given back."""
    ann = await at_take(come, service, width=820, touch=True)
    await ann.page.locator("[data-anchor=ring] [data-can]").first.tap()
    await ann.main.tap()
    await expect(ann.page.locator("[data-anchor=land] [data-can]").first).to_be_in_viewport(ratio=1)
    await ann.page.locator("[data-anchor=undo]").tap()
    await expect(ann.page.locator("[data-anchor=ring] [data-can]").first).to_be_in_viewport(ratio=1)


async def test_all_facts_of_a_choice_can_be_read_on_a_small_phone(come: Come, service: Service) -> None:
    """The well shows whatever a choice costs and brings without cutting it, and the action bar keeps its height."""
    ann = await at_take(come, service, width=390, touch=True)
    await ann.page.set_viewport_size({"width": 320, "height": 640})
    height = await ann.action_bar.evaluate("(bar) => bar.offsetHeight")
    for choice in await ann.page.locator("[data-anchor=ring] [data-can]").all():
        await choice.tap()
        well = ann.action_bar.locator(".well")
        await expect(well).to_be_visible()
        cut = await well.evaluate("(e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]")
        assert cut == [0, 0]
        assert await ann.action_bar.evaluate("(bar) => bar.offsetHeight") == height
