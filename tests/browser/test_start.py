"""The first minute: newcomers see the games and play, and give a name where others will read it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec import Struct
from playwright.async_api import Browser, Page, Route, expect

from partie.features.narration.messages import Language
from tests.browser.axe import objections
from tests.browser.conftest import Come
from tests.browser.connection import lost
from tests.browser.people import ENGLISH, Person
from tests.browser.service import Service
from tests.browser.words import ROOT, Words, capital

AXE = Path(ROOT, "client-web", "node_modules", "axe-core", "axe.min.js")
LIGHTS = {"light": "rgb(248, 243, 231)", "dark": "rgb(58, 49, 40)"}
"""The colour of paper."""
PLACES = """() => [...document.querySelectorAll('main h1, main h2, article, article a, article button, .top button')]
  .map((each) => [each.textContent.replaceAll(/\\s/g, ''), each.getBoundingClientRect()])
  .filter(([, { width }]) => width > 0)
  .map(([text, { x, y, width, height }]) => [text, Math.round(x), Math.round(y), Math.round(width), Math.round(height)])
"""


class Early(Struct, frozen=True):
    """A page whose script is on its way until it is let through."""

    page: Page
    script: asyncio.Event


@asynccontextmanager
async def before_the_script(
    browser: Browser, url: str, *, locale: str = "en-GB", light: str = "light", kept: str = ""
) -> AsyncIterator[Early]:
    """Somebody who was never here sees the start page; ``kept``: what the browser has kept, as a statement."""
    context = await browser.new_context(
        locale=locale,
        color_scheme="dark" if light == "dark" else "light",
        service_workers="block",
        viewport={"width": 390, "height": 844},
    )
    early = Early(await context.new_page(), asyncio.Event())
    # A browser that has the fonts: they change the width of words.
    await early.page.add_init_script(f"localStorage.setItem('partie.fonts', 'here'); {kept}")

    async def held(route: Route) -> None:
        await early.script.wait()
        await route.continue_()

    await early.page.route("**/assets/main-*.js", held)
    await early.page.goto(url, wait_until="commit")
    yield early
    early.script.set()
    await early.page.unroute_all(behavior="wait")
    await context.close()


@pytest.mark.parametrize(
    ("locale", "language", "light"), [("en-GB", "en", "light"), ("de-AT", "de", "dark"), ("fr-FR", "en", "dark")]
)
async def test_newcomers_read_the_start_page_before_its_script_has_come(
    browser: Browser, service: Service, locale: str, language: Language, light: str
) -> None:
    """In their language and light, and for all; then nothing on the page has another place."""
    words = Words(language)
    async with before_the_script(browser, service.url, locale=locale, light=light) as early:
        page = early.page
        await expect(page.get_by_role("heading", name=words("play.title"))).to_be_visible()
        await expect(page.get_by_role("heading", name=words("toy:name"))).to_be_visible()
        await expect(page.locator("html")).to_have_attribute("lang", language)
        await expect(page.locator("header.top")).to_have_css("background-color", LIGHTS[light])
        if language == "en":
            await page.evaluate(await asyncio.to_thread(AXE.read_text))
            assert await objections(page) == []
        await page.evaluate("document.fonts.ready")
        places = await page.evaluate(PLACES)
        assert len(places) > 10
        early.script.set()
        await expect(page.get_by_text(words("line.connected.short"), exact=True)).to_be_attached()
        await expect(page.locator("html[data-ready]")).to_have_count(0)
        stands = await page.evaluate(PLACES)
        assert [each for each in places if each not in stands] == []


async def test_a_button_that_is_pressed_before_the_script_has_come_does_what_it_says(
    browser: Browser, service: Service
) -> None:
    """As soon as it can."""
    async with before_the_script(browser, service.url) as early:
        button = early.page.get_by_role("button", name=ENGLISH("play.now.game", game=ENGLISH("toy:name")))
        await button.click()
        await expect(button).to_have_attribute("aria-busy", "true")
        early.script.set()
        await expect(early.page).to_have_url(re.compile("/table/"))


async def test_nobody_reads_a_start_page_in_a_language_that_they_did_not_choose(
    browser: Browser, service: Service
) -> None:
    """The browser's language is another one: nothing is seen until the script speaks the chosen one."""
    chosen = "localStorage.setItem('partie.language', 'de'); localStorage.setItem('partie.theme', 'dark')"
    async with before_the_script(browser, service.url, kept=chosen) as early:
        await expect(early.page.locator("html[data-theme=dark]")).to_have_count(1)
        await expect(early.page.get_by_role("heading", name=ENGLISH("play.title"))).to_have_count(0)
        early.script.set()
        await expect(early.page.get_by_role("heading", name=Words("de")("play.title"))).to_be_visible()


async def test_a_newcomer_meets_no_question_and_the_console_stays_empty(browser: Browser, service: Service) -> None:
    """The page learns that there is no session, begins one, and shows what can be played."""
    page = await (await browser.new_context(locale="en-GB", service_workers="block")).new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    async with page.expect_response("**/api/session") as asked:
        await page.goto(service.url)
    assert (await asked.value).status == 204
    await expect(page.get_by_role("heading", name=ENGLISH("play.title"))).to_be_visible()
    await expect(page.get_by_text(ENGLISH("line.connected.short"), exact=True)).to_be_visible()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert said == []
    await page.context.close()


async def test_a_newcomer_plays_with_one_press(come: Come) -> None:
    """Against careful bots, seated and begun; whom one plays against is kept for the next time."""
    ann = await come("Ann", sign_in=False)
    await ann.arrive()
    game = ann.words("toy:name")
    await ann.button(ann.words("play.now.game", game=game)).click()
    await ann.started()
    await expect(ann.plates).to_have_count(3)
    await expect(ann.page.get_by_text(ann.words("seat.bot.careful"))).to_have_count(2)
    await ann.page.goto(ann.url)
    await ann.button(ann.words("play.choice", game=game)).click()
    await ann.choose("play.level", capital(ann.words("play.level.quick")))
    await ann.choose("play.seats", "2")
    await ann.page.reload()
    await ann.button(ann.words("play.now.game", game=game)).click()
    await ann.started()
    await expect(ann.plates).to_have_count(2)
    await expect(ann.page.get_by_text(ann.words("seat.bot.quick"))).to_have_count(1)


async def test_a_guest_gives_a_name_before_friends_are_invited_and_before_sitting_down_with_them(come: Come) -> None:
    """The link shows the table at once; the question comes with the seat, and can be left open."""
    ann, bob = [await come(name, sign_in=False) for name in ("Ann", "Bob")]
    await ann.arrive()
    await ann.button(f"{ann.words('play.friends')} {ann.words('toy:name')}").click()
    await ann.give_name()
    await expect(ann.page).to_have_url(re.compile("/table/"))
    link = await ann.page.get_by_label(ann.words("invite.link")).input_value()
    await bob.arrive(link.removeprefix(bob.url))
    await expect(bob.main).to_have_text(bob.words.like("open.sit"))
    await bob.main.click()
    await expect(bob.page.get_by_role("dialog", name=bob.words("name.title"))).to_be_visible()
    await bob.page.keyboard.press("Escape")
    await expect(bob.main).to_have_text(bob.words.like("open.sit"))
    await bob.main.click()
    await bob.give_name()
    await expect(bob.main).to_have_text(bob.words.like("rail.ready"))
    await expect(ann.page.get_by_role("link", name="Bob")).to_be_visible()
    await expect(bob.page.locator(".user")).to_have_text("Bob")


async def test_the_question_for_a_name_comes_as_soon_as_its_script_can(come: Come) -> None:
    """It is requested until it comes: nobody has to press once more."""
    ann = await come("Ann", sign_in=False)
    async with lost(ann.page, re.compile(r"/assets/NameSheet-[^/]*\.js")):
        await ann.arrive()
        await ann.button(f"{ann.words('play.friends')} {ann.words('toy:name')}").click()
    await ann.give_name()
    await expect(ann.page).to_have_url(re.compile("/table/"))


async def test_a_name_of_nothing_is_refused_at_the_line(come: Come) -> None:
    """What is wrong stands there, and so does the focus."""
    ann = await come("Ann", sign_in=False)
    await ann.arrive()
    await ann.button(f"{ann.words('play.friends')} {ann.words('toy:name')}").click()
    line = ann.page.get_by_label(ann.words("name.label"))
    await line.fill("   ")
    await line.press("Enter")
    await expect(ann.page.get_by_text(ann.words("name.empty"))).to_be_visible()
    await expect(line).to_be_focused()


async def test_the_link_to_a_game_under_way_shows_it_at_once(come: Come, service: Service) -> None:
    """Somebody who was never here sees the table, and no question."""
    ann = await come("Ann")
    await ann.button(ann.words("play.now.game", game=ann.words("toy:name"))).click()
    await ann.started()
    # Nobody else can sit down at such a table, but everybody may watch.
    eve: Person = await come("Eve", sign_in=False)
    await eve.arrive(ann.table.removeprefix(service.url))
    await expect(eve.plates).to_have_count(3)
    await expect(eve.action_bar).to_contain_text(eve.words("rail.watching"))
    await expect(eve.page.get_by_role("dialog")).to_have_count(0)
