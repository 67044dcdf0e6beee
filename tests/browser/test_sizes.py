"""What lies where on screens of all sizes: words keep to their paper, and are in sight with what they are about."""

from __future__ import annotations

import pytest
from playwright.async_api import FloatRect, Locator, expect

from tests.browser.conftest import Come
from tests.browser.measure import complete
from tests.browser.people import Person
from tests.browser.player import alone
from tests.browser.positions import Holds, at_sea, in_europe, stage
from tests.browser.service import Service

SPILLED = """([paper, words]) => [...document.querySelectorAll(paper)].flatMap((sheet) => {
  const place = sheet.getBoundingClientRect()
  return [...sheet.querySelectorAll(words)].filter((each) => {
    const { left, right, width } = each.getBoundingClientRect()
    return width > 1 && (left < place.left - 1 || right > place.right + 1)
  }).map((each) => each.textContent)
})"""
"""What sticks out of its paper at the left or right."""

COVERED = """(cards) => [...document.querySelectorAll(cards)].filter((card) => {
  const words = document.createRange()
  words.selectNodeContents(card.querySelector('.body b'))
  const [text, shield] = [words, card.querySelector('.points')].map((each) => each?.getBoundingClientRect())
  return shield !== undefined && text.right > shield.left && text.bottom > shield.top && text.top < shield.bottom
}).map((card) => card.textContent)"""
"""The cards whose words lie under their points."""


async def seen(
    come: Come,
    service: Service,
    game: str,
    wanted: Holds,
    *,
    size: tuple[int, int],
    language: str = "de",
    seats: int = 4,
) -> Person:
    """Somebody who sees a table on a screen."""
    ann = await come("Ann", width=size[0], sign_in=False, language=language)
    await ann.page.set_viewport_size({"width": size[0], "height": size[1]})
    others = ("Bob", "Cid", "Dora", "Ed", "Bartholomew")[: seats - 1]
    await alone(ann, service, game, wanted, chance=f"sizes-{seats}", others=others)
    await complete(ann.page)
    return ann


async def box(thing: Locator) -> FloatRect:
    """Where something is."""
    found = await thing.bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("game", "wanted", "board", "words"),
    [
        ("nereus", at_sea("ready", day=2), "sea", "nereus:region.panel"),
        ("wikinger", stage("buy", round_=3), "wheel", "wikinger:region.told"),
    ],
)
async def test_words_stand_next_to_the_board_where_height_is_little(
    come: Come, service: Service, *, game: str, wanted: Holds, board: str, words: str
) -> None:
    """A tablet that lies shows the board, what is explained and what happened together."""
    sizes = ((1024, 768), (1180, 820))
    ann = await seen(come, service, game, wanted, size=sizes[0])
    for size in sizes:
        await ann.resize(*size)
        told = await box(ann.page.get_by_role("region", name=ann.words(words)))
        lies = await box(ann.page.locator(f"[data-anchor={board}]"))
        history, action_bar = await box(ann.history), await box(ann.action_bar)
        assert lies["x"] + lies["width"] <= told["x"], size
        assert told["y"] + told["height"] <= history["y"], size
        for part in (told, lies, history):
            assert part["y"] + part["height"] <= action_bar["y"], size


async def test_the_warehouse_holds_what_a_lead_brings(come: Come, service: Service) -> None:
    """In German, too, on every screen."""
    sizes = ((1440, 900), (1024, 768), (390, 844))
    ann = await seen(come, service, "glenmore", stage("take"), size=sizes[0])
    for size in sizes:
        await ann.resize(*size)
        assert await ann.page.evaluate(SPILLED, [".warehouse", ".scores *"]) == [], size


async def test_the_words_of_a_card_lie_next_to_its_points(come: Come, service: Service) -> None:
    """On a low desk, too, where a card has one line."""
    ann = await seen(come, service, "nereus", at_sea("crew", seat=None, day=3), size=(1280, 720))
    assert await ann.page.evaluate(COVERED, ".card.plain") == []


async def test_the_heads_of_the_pairs_are_whole_on_a_low_desk(come: Come, service: Service) -> None:
    """Numeral, price and pieces of all six stand in one line each."""
    ann = await seen(come, service, "vinci", in_europe("expand"), size=(1280, 720), seats=6)
    assert await ann.page.evaluate(SPILLED, [".pair", ".head *"]) == []


async def test_the_large_scoring_shows_four_seats_on_a_low_desk(come: Come, service: Service) -> None:
    """Your column is in sight without scrolling."""
    ann = await seen(come, service, "wikinger", stage("ferry", round_=4), size=(1280, 720))
    assert await ann.page.evaluate(SPILLED, ["[data-anchor=scores]", "td, th"]) == []


async def test_nothing_that_is_cut_looks_out_from_below_the_result(come: Come, service: Service) -> None:
    """It lies over all of the board, how the points went stands next to what they are made of, and the sum in sight."""
    sizes = ((1280, 720), (1440, 900))
    ann = await seen(come, service, "glenmore", stage("over"), size=sizes[0])
    result = ann.page.get_by_role("region", name=ann.words("result.title"))
    chart, total = result.locator("figure svg"), result.locator(".sum")
    for size in sizes:
        await ann.resize(*size)
        await expect(chart).to_be_in_viewport(ratio=1)
        await expect(total).to_be_in_viewport(ratio=1)
        sheet, board = await box(result), await box(ann.page.locator("main .middle").first)
        assert sheet["x"] <= board["x"] + 1, size
        assert sheet["x"] + sheet["width"] >= board["x"] + board["width"] - 1, size
        assert sheet["y"] + sheet["height"] >= board["y"] + board["height"] - 1, size
