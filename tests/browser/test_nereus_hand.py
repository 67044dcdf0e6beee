"""Treasures in hand at Waters of Nereus: stowed by drag, by clicks, by keys and by finger, and not lost unasked."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.fingers import Fingers, middle, tab
from tests.browser.people import Person
from tests.browser.player import alone
from tests.browser.positions import at_sea, in_hand
from tests.browser.service import Service

HELD = '[data-anchor^="hand:"]:visible'
FITS = '[data-anchor^="slot:"][data-can]:visible'


async def with_treasures(come: Come, service: Service, *, touch: bool = False) -> Person:
    """Ann at a table where she has treasures in hand and nothing else to do than to stow them."""
    ann = await come("Ann", width=390 if touch else 1440, touch=touch, sign_in=False)
    wanted = at_sea("free", "block", more=lambda game: in_hand(game, 0) > 1)
    await alone(ann, service, "nereus", wanted, chance="hand")
    await expect(ann.action_bar).not_to_have_attribute("aria-busy", "true")
    if touch:
        await tab(ann, "nereus:surface.cabin").tap()
    await expect(ann.page.locator(HELD).first).to_be_visible()
    return ann


def slot(person: Person, anchor: str) -> Locator:
    """A place of the cabin."""
    return person.page.locator(f'button[data-anchor="{anchor}"]')


async def anchor(thing: Locator) -> str:
    """The name of a place."""
    return await thing.get_attribute("data-anchor") or ""


async def open_place(person: Person, *, apart: str = "") -> str:
    """A lit place for what is held, in a hold."""
    places = person.page.locator('[data-anchor^="slot:hold-"][data-can]:visible')
    await expect(places.first).to_be_visible()
    names = [await anchor(place) for place in await places.all()]
    return next(name for name in names if name != apart)


def in_the_hand(person: Person) -> Locator:
    """The treasures in hand."""
    return person.page.locator('[data-anchor^="held:"]:visible')


async def count(person: Person) -> int:
    """How many treasures are in hand."""
    return await in_the_hand(person).count()


async def test_a_treasure_is_dragged_to_a_place_that_takes_it_and_let_go_elsewhere_returns(
    come: Come, service: Service
) -> None:
    """Places that take it light up; let go over the sea it is in hand still, over a place it lies there."""
    ann = await with_treasures(come, service)
    mouse = ann.page.mouse
    held, last = ann.page.locator(HELD).last, await count(ann)
    name = await anchor(held)
    await mouse.move(*await middle(held))
    await mouse.down()
    await mouse.move(*await middle(slot(ann, "field:a1")), steps=4)
    await expect(held).to_have_attribute("aria-pressed", "true")
    place = await open_place(ann)
    await mouse.up()
    await expect(held).not_to_have_accessible_name(ann.words.like("nereus:said.held"))
    await expect(in_the_hand(ann)).to_have_count(last)
    # Another one, to its place.
    before = await ann.position()
    await mouse.move(*await middle(slot(ann, name)))
    await mouse.down()
    await mouse.move(*await middle(slot(ann, place)), steps=4)
    await expect(slot(ann, place)).to_have_accessible_name(ann.words.like("nereus:move.place"))
    await mouse.up()
    await ann.reaches(before + 1)
    await expect(slot(ann, place)).to_have_attribute("aria-disabled", "true")
    await expect(in_the_hand(ann)).to_have_count(last - 1)


async def test_a_finger_drags_a_treasure_and_scrolls_everywhere_else(come: Come, service: Service) -> None:
    """On a phone a treasure follows the finger; a finger on the cabin moves the surface."""
    ann = await with_treasures(come, service, touch=True)
    fingers = await Fingers.on(ann.page)
    held = ann.page.locator(HELD).first
    await held.tap()
    place = await open_place(ann)
    last = await count(ann)
    here, there = await middle(held), await middle(slot(ann, place))
    await fingers.drag((here, there))
    await expect(in_the_hand(ann)).to_have_count(last - 1)
    actions = await ann.page.evaluate(
        """() => [...document.querySelectorAll('[data-anchor^="slot:"]')]
            .map((each) => getComputedStyle(each).touchAction)"""
    )
    assert set(actions) == {"manipulation"}


async def test_a_treasure_is_stowed_by_keys_alone(come: Come, service: Service) -> None:
    """Enter picks it up and looks for a place, Enter chooses it, Enter lays it there; Escape puts it back."""
    ann = await with_treasures(come, service)
    keyboard = ann.page.keyboard
    held = ann.page.locator(HELD).last
    name, before = await anchor(held), await ann.position()
    await held.focus()
    await keyboard.press("Enter")
    focused = ann.page.locator(":focus")
    await expect(focused).to_have_attribute("data-anchor", re.compile("^slot:"))
    await keyboard.press("Escape")
    await expect(slot(ann, name)).to_be_focused()
    await keyboard.press("Enter")
    await expect(focused).to_have_attribute("data-anchor", re.compile("^slot:"))
    await keyboard.press("Enter")
    await expect(focused).to_have_attribute("aria-pressed", "true")
    await keyboard.press("Enter")
    await ann.reaches(before + 1)


async def test_ending_a_turn_with_treasures_in_hand_asks_first(come: Come, service: Service) -> None:
    """T8: the question names what is lost; the safe answer has the focus, and only the other one ends the turn."""
    ann = await with_treasures(come, service)
    before, held = await ann.position(), await count(ann)
    await ann.page.locator("main").click(position={"x": 2, "y": 2})
    await ann.page.keyboard.press("e")
    dialog = ann.page.get_by_role("dialog", name=ann.words("nereus:ask.title", count=held))
    await expect(dialog).to_contain_text(ann.words.like("nereus:ask.hand"))
    await expect(dialog.get_by_role("button", name=ann.words("nereus:ask.stow"))).to_be_focused()
    await ann.page.keyboard.press("Enter")
    await expect(dialog).to_have_count(0)
    end = ann.action_bar.get_by_role("button", name=ann.words.like("nereus:move.end_turn"))
    await end.click()
    await expect(dialog).to_be_visible()
    await ann.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    assert (await ann.position(), await count(ann)) == (before, held)
    await end.click()
    await dialog.get_by_role("button", name=ann.words("nereus:ask.end", count=held)).click()
    await ann.reaches(before + 1)
    await expect(ann.history.get_by_text(ann.words.like("nereus:line.lost")).first).to_be_visible()
