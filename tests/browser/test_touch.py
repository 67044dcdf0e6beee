"""A phone in the hand: a turn by taps, what a resting finger asks, and gestures that are no moves."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.fingers import Fingers, middle, phone, tab
from tests.browser.glenmore import do_next
from tests.browser.people import Person
from tests.browser.positions import in_europe, stage
from tests.browser.service import Service

LANDS = 7


def roomy(game: dict[str, object]) -> bool:
    """Seat 0 has a land of some size."""
    players: dict[str, dict[str, dict[str, object]]] = game["players"]  # type: ignore[assignment]
    return len(players["0"]["land"]) >= LANDS


async def test_a_turn_is_played_by_taps(come: Come, service: Service) -> None:
    """Taking, placing, activating and ending: each a tap on the board and one on the bright button."""
    ann = await phone(come, service, stage("take", more=roomy))
    kinds = []
    while (kind := await tap_next(ann)) != "":
        kinds.append(kind)
    assert kinds[0] == "take"
    assert kinds[-1] == "end"
    assert "activate" in kinds
    await expect(ann.main).to_have_count(0)


async def tap_next(person: Person) -> str:
    """Do by taps what the page offers next, and wait until the page has it; what it was, "" if there is nothing."""
    asked = person.connection.asked
    kind = await do_next(person, Locator.tap)
    if kind != "":
        position = await person.connection.accepted(asked)
        await person.page.wait_for_function("position => __seen.position >= position", arg=position)
        await expect(person.action_bar).not_to_have_attribute("aria-busy", "true")
    return kind


async def test_a_finger_that_rests_asks_what_it_is(come: Come, service: Service) -> None:
    """A long press opens the words on a tile and chooses nothing; closing them leaves all as it was."""
    ann = await phone(come, service, stage("take", more=roomy))
    tile = ann.page.locator("[data-anchor=ring] [data-can][data-anchor^='tile:']").first
    fingers = await Fingers.on(ann.page)
    await fingers.touch("Start", await middle(tile))
    sheet = ann.page.get_by_role("dialog")
    await expect(sheet).to_be_visible()
    await fingers.touch("End")
    await expect(sheet).to_be_visible()
    await expect(sheet.get_by_role("heading").first).to_be_visible()
    await sheet.get_by_role("button", name=ann.words("close")).tap()
    await expect(sheet).to_have_count(0)
    await expect(ann.main).to_be_disabled()


async def test_a_swipe_changes_the_tab(come: Come, service: Service) -> None:
    """To the left comes the next surface, to the right the one before."""
    ann = await phone(come, service, stage("take", more=roomy))
    fingers = await Fingers.on(ann.page)
    ring = tab(ann, "glenmore:surface.ring")
    await expect(ring).to_have_attribute("aria-pressed", "true")
    await fingers.drag(((320, 420), (60, 430)))
    await expect(ring).not_to_have_attribute("aria-pressed", "true")
    await expect(ann.page.locator("[data-anchor=land]")).to_be_visible()
    await fingers.drag(((60, 200), (320, 205)))
    await expect(ring).to_have_attribute("aria-pressed", "true")


async def test_pinching_and_panning_the_land_make_no_move(come: Come, service: Service) -> None:
    """Two fingers make the land larger, one moves it; nothing is chosen by that."""
    ann = await phone(come, service, stage("place", more=roomy))
    land = ann.page.locator("[data-anchor=land]")
    await expect(land).to_be_visible()
    x, y = await middle(land)
    fingers = await Fingers.on(ann.page)
    plot = land.locator("[data-anchor^='tile:']").first
    before = await plot.bounding_box()
    await fingers.drag(((x - 20, y), (x - 110, y)), ((x + 20, y), (x + 110, y)))
    await expect(land).to_have_attribute("data-pan", "")
    larger = await plot.bounding_box()
    assert before is not None
    assert larger is not None
    assert larger["width"] > before["width"] * 1.2
    await fingers.drag(((x, y), (x + 60, y + 50)))
    moved = await plot.bounding_box()
    assert moved is not None
    assert (moved["x"], moved["y"]) != (larger["x"], larger["y"])
    await expect(ann.main).to_be_disabled()


async def test_pinching_and_panning_the_map_of_europe_make_no_move(come: Come, service: Service) -> None:
    """Two fingers make it larger and smaller, one moves it and leaves no tab; a tap on a province chooses it still."""
    going = in_europe("expand", more=lambda game: game["turn"].get("conquests", 0) == 1)
    ann = await phone(come, service, going, game="vinci", others=("Bob", "Cid"))
    sheet = ann.page.locator("[data-anchor=map]")
    x, y = await middle(sheet)
    fingers = await Fingers.on(ann.page)

    async def window() -> list[float]:
        """Where the shown part of the map begins, and how much it is."""
        return [float(each) for each in (await sheet.locator("svg").first.get_attribute("viewBox") or "").split()]

    before = await window()
    await fingers.drag(((x - 30, y), (x - 90, y)), ((x + 30, y), (x + 90, y)))
    larger = await window()
    assert larger[2] < before[2] * 0.7
    await fingers.drag(((x, y), (x - 80, y - 40)))
    moved = await window()
    assert moved[2:] == larger[2:]
    assert moved[0] > larger[0] + 20
    await expect(sheet).to_be_visible()
    await fingers.drag(((x - 150, y), (x - 10, y)), ((x + 150, y), (x + 10, y)))
    smaller = await window()
    assert smaller[2] > before[2]
    await expect(ann.main).to_be_disabled()
    province = await ann.page.evaluate(PROVINCE_IN_SIGHT)
    await ann.page.touchscreen.tap(*province)
    await expect(ann.main).to_be_enabled()


PROVINCE_IN_SIGHT = """() => {
  for (const each of document.querySelectorAll('path[data-can]')) {
    const { left, top, width, height } = each.getBoundingClientRect()
    const at = [left + width / 2, top + height / 2]
    if (document.elementFromPoint(...at)?.closest('[data-province]')?.dataset.province === each.dataset.province) {
      return at
    }
  }
}"""
"""The middle of a province that can be conquered, where a finger hits it."""
