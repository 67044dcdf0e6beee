"""A phone in the hand: a turn by taps, what a resting finger asks, and gestures that are no moves."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable

from playwright.async_api import CDPSession, Locator, Page, expect

from server.client import Client
from tests.browser.conftest import Come
from tests.browser.measure import WATCH
from tests.browser.people import Person
from tests.browser.positions import Holds, in_europe, lay_out, stage
from tests.browser.service import Service

LANDS = 7


class Fingers:
    """One or two fingers on a page, as the browser hears them."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self._session = session

    @classmethod
    async def on(cls, page: Page) -> Fingers:
        return cls(page, await page.context.new_cdp_session(page))

    async def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """``Start``, ``Move`` or ``End`` with the fingers at these places."""
        at = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await self._session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})

    async def drag(self, *ways: tuple[tuple[float, float], tuple[float, float]], steps: int = 6) -> None:
        """Put fingers down, move each from its one place to its other, and lift them."""
        await self.touch("Start", *(start for start, _ in ways))
        for step in range(1, steps + 1):
            part = step / steps
            await self.touch("Move", *((x + (to_x - x) * part, y + (to_y - y) * part) for (x, y), (to_x, to_y) in ways))
        await self.touch("End")


async def middle(thing: Locator) -> tuple[float, float]:
    """Where a finger comes down on something."""
    await thing.scroll_into_view_if_needed()
    box = await thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def phone(
    come: Come, service: Service, wanted: Holds, *, game: str = "glenmore", others: tuple[str, ...] = ("Bob",)
) -> Person:
    """Ann with a phone at a table that stands at a wanted position, she to act; the other seats are somebody's."""
    ann = await come("Ann", width=390, touch=True)
    rest = [await Client.join(service.url, name) for name in others]
    session = await ann.page.evaluate("fetch('/api/session').then((answer) => answer.json())")
    table = f"touch-{secrets.token_hex(4)}"
    persons = [session["person"], *(each.person for each in rest)]
    await lay_out(service.redis, table, persons, wanted, chance="touch", game=game)
    for each in rest:
        await each.close()
    await ann.page.evaluate(f"localStorage.setItem('partie.tour.{game}', 'shown')")
    await ann.page.add_init_script(WATCH)
    await ann.page.goto(f"{service.url}/table/{table}")
    await expect(ann.page.locator("[data-can]").first).to_be_visible()
    return ann


def tab(person: Person, name: str) -> Locator:
    """A tab at the foot of the page."""
    return person.page.get_by_role("navigation").get_by_role("button", name=re.compile(name))


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
    before = await person.page.evaluate("__seen.position")
    kind = await do_next(person, Locator.tap)
    if kind != "":
        await person.page.wait_for_function("before => __seen.position > before", arg=before)
    return kind


async def do_next(person: Person, press: Callable[[Locator], Awaitable[None]]) -> str:
    """Choose what the page offers next and make it by the bright button; what it was, "" if there is nothing."""
    await expect(person.rail).not_to_have_attribute("aria-busy", "true")
    # The page goes on to the next thing when what was done has been seen.
    waiting = person.page.locator("[data-anchor=rail]:not(:has([data-anchor=main]))")
    offered = person.page.locator(", ".join(wanted for _, wanted in (*FIRST, *LAST)))
    await expect(offered.or_(ending(person)).or_(waiting).filter(visible=True).first).to_be_visible()
    kind, thing = await next_thing(person)
    if thing is None:
        return ""
    await press(thing)
    if kind != "end":
        # A tile that leaves a choice shows it beside.
        ready = person.page.locator("[data-anchor=main]:enabled")
        deed = person.page.locator(".choices .deed").first
        await expect(ready.or_(deed).first).to_be_visible()
        if await ready.count() == 0:
            await press(deed)
        await press(ready)
    return kind


FIRST = (
    ("take", "[data-anchor=ring] [data-can][data-anchor^='tile:']"),
    ("place", "[data-anchor=land] .cell[data-can]"),
    ("activate", "[data-anchor=land] [data-can]:has(.badge)"),
)
LAST = (("choose", ".choices .deed"), ("pay", "[data-anchor=land] [data-can]"))
"""What is offered, before the end of the turn and after it."""


def ending(person: Person) -> Locator:
    """The button that ends the turn."""
    return person.page.locator(".rail .btn:enabled", has_text="End the turn")


async def next_thing(person: Person) -> tuple[str, Locator | None]:
    """What the page offers next: a tile, a place, something to pay or choose, a tile to activate, or the end."""
    for kind, wanted in FIRST:
        thing = person.page.locator(wanted)
        if await thing.count():
            return kind, thing.first
    if await ending(person).count():
        return "end", ending(person).first
    for kind, wanted in LAST:
        thing = person.page.locator(wanted)
        if await thing.count():
            return kind, thing.first
    return "", None


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
    await sheet.get_by_role("button", name="Close").tap()
    await expect(sheet).to_have_count(0)
    await expect(ann.main).to_be_disabled()


async def test_a_swipe_changes_the_tab(come: Come, service: Service) -> None:
    """To the left comes the next surface, to the right the one before."""
    ann = await phone(come, service, stage("take", more=roomy))
    fingers = await Fingers.on(ann.page)
    ring = tab(ann, "Ring")
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
