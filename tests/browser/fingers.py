"""A phone in the hand, and the fingers on it."""

from __future__ import annotations

import asyncio
import time

from playwright.async_api import CDPSession, Locator, Page, expect

from tests.browser.conftest import Come
from tests.browser.measure import WATCH
from tests.browser.people import Person
from tests.browser.player import alone
from tests.browser.positions import Holds
from tests.browser.service import Service

STEP = 0.016
"""Seconds between two places of a finger that moves."""


class Fingers:
    """One or two fingers on a page, as the browser hears them."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self._session = session

    @classmethod
    async def on(cls, page: Page) -> Fingers:
        return cls(page, await page.context.new_cdp_session(page))

    async def touch(self, kind: str, *points: tuple[float, float], at: float | None = None) -> None:
        """``Start``, ``Move`` or ``End`` with the fingers at these places, now or at a time in seconds."""
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        when = {} if at is None else {"timestamp": at}
        await self._session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": fingers, **when})

    async def drag(self, *ways: tuple[tuple[float, float], tuple[float, float]], steps: int = 6) -> None:
        """Put fingers down, move each from its one place to its other, and lift them, as quickly as a hand does.

        However busy the machine is: all is sent at once, and each touch says when it was.
        """
        begin = time.time()
        touches = [self.touch("Start", *(start for start, _ in ways), at=begin)]
        for step in range(1, steps + 1):
            part = step / steps
            points = ((x + (to_x - x) * part, y + (to_y - y) * part) for (x, y), (to_x, to_y) in ways)
            touches.append(self.touch("Move", *points, at=begin + step * STEP))
        await asyncio.gather(*touches, self.touch("End", at=begin + (steps + 1) * STEP))


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
    ann = await come("Ann", width=390, touch=True, sign_in=False)
    await ann.page.add_init_script(WATCH)
    await alone(ann, service, game, wanted, chance="touch", others=others)
    await expect(ann.page.locator("[data-can]").first).to_be_visible()
    return ann


def tab(person: Person, key: str) -> Locator:
    """A tab at the foot of the page, by the key of its name."""
    return person.page.get_by_role("navigation").get_by_role("button", name=person.words.like(key))
