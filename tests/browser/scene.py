"""A scene of the page: who looks at which address, and what is done there before it is looked at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct
from playwright.async_api import Page, expect

from tests.browser.connection import PATIENCE
from tests.browser.words import Words

Action = Callable[[Page], Awaitable[None]]


class Scene(Struct, frozen=True):
    """A picture: who looks at which address, and what is done before it is taken."""

    name: str
    path: str
    """Within the service, or a whole address."""
    action: Action | None = None
    guest: bool = False
    """Somebody who was never here."""
    whole: bool = False
    """All of the page, not only what the window shows."""
    language: str = "en"
    first: bool = False
    """A first visit, which is shown around."""
    waits: bool = True
    """What is on its way is waited for; not where the scene is that it is."""
    cookie: str = ""
    """The session of somebody else than the one who looks at most scenes."""


WORDS = Words()
"""The words of a page in whatever language."""

COMING = WORDS.only(*(f"loading.{what}" for what in ("session", "lobby", "rules", "table", "board", "part", "past")))
"""What a page says while something of it has not come."""


async def come(page: Page) -> None:
    """Wait until nothing is on its way any more, and what a first visit points at is there."""
    await expect(page.locator("main").first).to_be_visible()
    await expect(page.get_by_text(COMING).filter(visible=True)).to_have_count(0, timeout=PATIENCE)
    await expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=PATIENCE)


def phone(page: Page) -> bool:
    """Whether one surface of a table is shown at a time: on a phone, however it is held."""
    size = page.viewport_size or {"width": 0, "height": 0}
    return size["width"] < 600 or size["height"] <= 480


async def overflow(page: Page) -> int:
    """Pixels by which the page is wider than its window."""
    return int(await page.evaluate("document.scrollingElement.scrollWidth - innerWidth"))


async def first_choice(page: Page) -> None:
    """Choose the first thing that can be chosen, without making the move."""
    choice = page.locator("[data-can]:visible, button.move:visible").first
    await choice.click()


async def past(page: Page) -> None:
    """Go three positions back."""
    for _ in range(3):
        await page.keyboard.press("ArrowLeft")
    await page.get_by_role("button", name=WORDS.like("rail.back_to_now")).first.wait_for()


def named_tab(key: str, then: Action | None = None) -> Action:
    """On a phone another surface, by the key of its name, and there what is done on every screen."""

    async def action(page: Page) -> None:
        if phone(page):
            await page.get_by_role("navigation").last.get_by_role("button", name=WORDS.like(key)).click()
        if then is not None:
            await then(page)

    return action


async def watch(page: Page) -> None:
    """Come to a table without a seat, and without a name."""
    await page.locator("main .board").first.wait_for()


async def history(page: Page) -> None:
    """On a phone the history, which stands next to the board elsewhere."""
    if phone(page):
        await page.get_by_role("navigation").last.get_by_role("button", name=WORDS.like("tab.history")).click()


async def scoring(page: Page) -> None:
    """Open the sheet of the last scoring that the history tells of."""
    await history(page)
    await page.get_by_role("button", name=WORDS.like("history.scoring")).last.click()
    await page.locator("#scoring-title").wait_for()
