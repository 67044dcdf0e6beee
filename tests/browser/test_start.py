"""The first minute: newcomers see the games and play, and give a name where others will read it."""

from __future__ import annotations

import re

from playwright.async_api import Browser, expect

from tests.browser.conftest import Come
from tests.browser.people import ENGLISH, Person
from tests.browser.service import Service
from tests.browser.words import capital


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
    await ann.button(ann.words("play.friends.game", game=ann.words("toy:name"))).click()
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


async def test_a_name_of_nothing_is_refused_at_the_line(come: Come) -> None:
    """What is wrong stands there, and so does the focus."""
    ann = await come("Ann", sign_in=False)
    await ann.arrive()
    await ann.button(ann.words("play.friends.game", game=ann.words("toy:name"))).click()
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
