"""An evening in which the browser has nothing to complain of."""

from __future__ import annotations

import secrets

import pytest
from playwright.async_api import ConsoleMessage, Locator, Page, Request, Response, expect

from tests.browser.conftest import Come, StartService
from tests.browser.gallery import SECTIONS
from tests.browser.glenmore import do_next
from tests.browser.people import Person

TURNS = 3
TABLES = 8

VIOLATIONS = """
window.__violations = []
document.addEventListener('securitypolicyviolation', (event) => {
  window.__violations.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`)
})
"""


BLOCKED = "Service Worker registration blocked by Playwright"
"""The tests' own doing: while a worker runs, a profile cannot be emptied for the next person."""


class Complaints:
    """Whatever a page's console says and whatever it could not load."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on("console", self._console)
        page.on("requestfailed", self._failed)
        page.on("response", self._response)
        page.on("pageerror", lambda error: self.heard.append(f"error: {error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.text == BLOCKED:
            return
        if message.type in ("error", "warning", "assert"):
            self.heard.append(f"{message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        # What was still on its way when somebody went to another page is given up, not failed.
        if request.failure != "net::ERR_ABORTED":
            self.heard.append(f"failed: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.heard.append(f"{response.status}: {response.url}")


async def test_an_evening_passes_without_an_error_a_warning_or_a_failed_request(come: Come) -> None:
    """From the first visit through all pages and some turns against a bot, in both lights and languages."""
    ann = await come("Ann", sign_in=False)
    complaints = Complaints(ann.page)
    await ann.page.add_init_script(VIOLATIONS)
    violations: list[str] = []
    await ann.arrive()
    await ann.come_in()
    await ann.page.evaluate("localStorage.setItem('partie.tour.glenmore', 'shown')")
    for path in ("/about", "/device", "/rules/glenmore", "/nowhere", "/"):
        await ann.page.goto(ann.url + path)
        await expect(ann.page.locator("main")).to_be_visible()
        await ann.page.wait_for_load_state("networkidle")
        violations += await ann.page.evaluate("__violations")
    await ann.page.keyboard.press("?")
    await ann.page.keyboard.press("Escape")
    await sit_with_a_bot(ann)
    for _ in range(TURNS):
        await play_turn(ann)
    await ann.page.keyboard.press("ArrowLeft")
    await expect(ann.button(ann.words.like("rail.back_to_now")).first).to_be_visible()
    await ann.page.keyboard.press("Escape")
    await ann.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    violations += await ann.page.evaluate("__violations")
    assert violations == []
    assert complaints.heard == []


async def test_the_gallery_shows_all_its_sections_without_a_complaint(come: Come, gallery: str) -> None:
    """Every component can be drawn in every state, without a service."""
    ann = await come("Ann", url=gallery, sign_in=False)
    complaints = Complaints(ann.page)
    names = sorted(path.stem for path in SECTIONS.glob("*.svelte"))
    # One at a time: all on one page take half as long again to draw.
    await ann.page.goto(f"{gallery}/#{names[0]}")
    links = ann.page.get_by_role("navigation", name="Sections").get_by_role("link")
    await expect(links).to_have_text(names)
    for name in names:
        await links.get_by_text(name, exact=True).click()
        # A section comes with its heading; what it shows comes with its script.
        await expect(ann.page.locator(f"[aria-labelledby=section-{name}] > :not(h2)").first).to_be_attached()
    await ann.page.wait_for_load_state("networkidle")
    assert complaints.heard == []


@pytest.mark.soak
async def test_turns_pass_by_mouse_whatever_is_drawn(come: Come, start_service: StartService) -> None:
    """Clicks on the page's offers get the game on, at tables that each have a chance of their own."""
    for chance in (secrets.token_hex(4) for _ in range(TABLES)):
        ann = await come(f"Ann of {chance}", url=start_service(chance=chance).url)
        await ann.page.evaluate("localStorage.setItem('partie.tour.glenmore', 'shown')")
        await sit_with_a_bot(ann)
        for _ in range(2 * TURNS):
            await play_turn(ann)


async def test_what_the_browser_complains_of_is_heard(come: Come) -> None:
    """A warning, a page that is missing and a script that the policy forbids would fail an evening."""
    ann = await come("Ann")
    complaints = Complaints(ann.page)
    await ann.page.add_init_script(VIOLATIONS)
    await ann.page.goto(ann.url)
    await ann.page.evaluate("console.warn('careful')")
    await ann.page.evaluate("fetch('/assets/missing.js')")
    await ann.page.evaluate("document.body.append(Object.assign(document.createElement('script'), { text: '1' }))")
    violations = await ann.page.evaluate("__violations")
    assert any("careful" in each for each in complaints.heard)
    assert any(each.startswith("404") for each in complaints.heard)
    assert any(each.startswith("script-src") for each in violations)
    ann.errors.clear()  # the policy's word on the forbidden script


async def sit_with_a_bot(person: Person) -> None:
    """A table of Glen More for two that has begun."""
    await person.set_up("glenmore", 2)
    await person.button(person.words("open.bot")).click()
    await person.started()


async def play_turn(person: Person) -> None:
    """A turn by mouse, from the first choice to its end."""
    await expect(person.page.locator("[data-anchor=ring] [data-can]").first).to_be_visible()
    while True:
        before = await person.position()
        kind = await do_next(person, Locator.click)
        if kind == "":
            return
        await person.reaches(before + 1)
        if kind == "end":
            return
