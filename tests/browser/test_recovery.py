"""A forgotten password in the browser: an address is confirmed, a link comes by email, and a new password is set."""

from __future__ import annotations

import re

from playwright.async_api import expect

from partie.people.recovery import words as written
from tests.browser.accounts import PASSWORD
from tests.browser.conftest import Come, StartService
from tests.browser.people import Person
from tests.fixtures.emails import Post, post
from tests.fixtures.service import until

MAIL = "ann@mail.example"
NEW = "another password"
LINK = re.compile(r"http\S+/account#\S+")


async def link_in(emails: Post, number: int) -> str:
    """The link in an email, once it has come."""
    await until(lambda: len(emails.received) >= number)
    (found,) = LINK.findall(emails.received[number - 1].get_content())
    return str(found)


async def open_link(person: Person, link: str) -> None:
    """Open a link as from an email program, in a page that starts again."""
    await person.page.goto("about:blank")
    await person.page.goto(link)


async def request(person: Person, name: str) -> None:
    """Ask for a link to a new password; what the page says is the same for every name."""
    form = person.page.get_by_role("form", name=person.words("account:forgotten"))
    field = form.get_by_label(person.words("account:forgotten.name"))
    await field.fill(name)
    await field.press("Enter")
    await expect(person.page.get_by_text(person.words("account:forgotten.sent"))).to_be_visible()


async def become_with_address(ann: Person, emails: Post) -> None:
    """Create an account with an address, and confirm that by the link, which works once."""
    words, page = ann.words, ann.page
    form = page.get_by_role("form", name=words("account:become"))
    await form.get_by_label(words("account:login")).fill("Ann Bonny")
    await form.get_by_label(words("account:password")).fill(PASSWORD)
    await form.get_by_label(words("account:mail")).fill(MAIL)
    await form.get_by_label(words("account:mail")).press("Enter")
    await expect(page.get_by_text(words("account:mail.unconfirmed", mail=MAIL))).to_be_visible()
    link = await link_in(emails, 1)
    await open_link(ann, link)
    await ann.button(words("account:confirm.do")).click()
    await expect(page.get_by_text(words("account:confirm.done", mail=MAIL))).to_be_visible()
    await open_link(ann, link)
    await ann.button(words("account:confirm.do")).click()
    await expect(page.get_by_role("alert").get_by_text(words("account:confirm.bad_link"))).to_be_visible()
    await open_link(ann, f"{ann.url}/account")
    await expect(page.get_by_text(words("account:mail.confirmed", mail=MAIL))).to_be_visible()


async def test_an_address_is_confirmed_and_brings_its_owner_back_when_the_password_is_forgotten(
    come: Come, start_service: StartService
) -> None:
    """Every other browser is signed out, and no link works twice. An email is in the language of who asked for it."""
    async with post() as emails:
        url = start_service(emails=emails.url).url
        ann = await come("Ann", "/account", url=url)
        await become_with_address(ann, emails)
        phone = await come("Ann", url=url, language="de-DE", width=390, touch=True, sign_in=False)
        words = phone.words
        await phone.page.goto(f"{url}/account")
        await phone.page.get_by_role("link", name=words("account:forgotten")).click()
        field = phone.page.get_by_label(words("account:forgotten.name"))
        await expect(field).to_be_focused()
        await request(phone, "Nobody at all")
        await request(phone, MAIL)
        reset = await link_in(emails, 2)
        subjects = [written("en")["confirm.subject"], written("de")["reset.subject"]]
        assert [email["Subject"] for email in emails.received] == subjects
        await open_link(phone, reset)
        await expect(phone.page.get_by_text(words("account:reset.link", login="Ann Bonny"))).to_be_visible()
        password = phone.page.get_by_label(words("account:password.new"), exact=True)
        await password.fill("short")
        await password.press("Enter")
        await expect(password).to_have_accessible_description(words("account:trouble.bad_password"))
        await password.fill(NEW)
        await password.press("Enter")
        await expect(phone.page.get_by_text(words("line.connected.short"), exact=True)).to_be_visible()
        await expect(ann.page.get_by_label(ann.words("account:login"))).to_be_visible()

        await open_link(phone, reset)
        await expect(phone.page.get_by_role("alert").get_by_text(words("account:trouble.bad_link"))).to_be_visible()
        await phone.page.get_by_role("link", name=words("account:link.another")).click()
        await request(phone, "ann bonny")
        await open_link(phone, await link_in(emails, 3))
        await expect(phone.page.get_by_text(words("account:reset.link", login="Ann Bonny"))).to_be_visible()
        await ann.page.get_by_label(ann.words("account:login")).fill("Ann Bonny")
        await ann.page.get_by_label(ann.words("account:password")).fill(NEW)
        await ann.page.get_by_label(ann.words("account:password")).press("Enter")
        await expect(ann.page.get_by_text(ann.words("line.connected.short"), exact=True)).to_be_visible()


async def test_an_address_is_given_changed_and_removed_on_the_page_of_the_account(
    come: Come, start_service: StartService
) -> None:
    """An email that is refused is reported where the address was typed; each new address has to be confirmed."""
    async with post() as emails:
        url = start_service(emails=emails.url).url
        ann = await come("Ann", "/account", url=url)
        words, page = ann.words, ann.page
        form = page.get_by_role("form", name=words("account:become"))
        await form.get_by_label(words("account:password")).fill(PASSWORD)
        await form.get_by_label(words("account:password")).press("Enter")
        section = page.get_by_role("region", name=words("account:mail.title"))
        field = section.get_by_label(words("account:mail"))
        emails.refusals.append("550 no such person")
        await field.fill(MAIL)
        await field.press("Enter")
        await expect(field).to_have_accessible_description(words.like("account:trouble.not_sent_refused"))
        await field.press("Enter")
        await expect(page.get_by_text(words("account:mail.sent", mail=MAIL))).to_be_visible()
        await section.get_by_role("button", name=words("account:mail.again")).click()
        await open_link(ann, await link_in(emails, 2))
        await ann.button(words("account:confirm.do")).click()
        await expect(page.get_by_text(words("account:confirm.done", mail=MAIL))).to_be_visible()
        await page.get_by_role("main").get_by_role("link", name=words("account:title")).click()
        await expect(section.get_by_text(words("account:mail.confirmed", mail=MAIL))).to_be_visible()
        await field.fill("anna@mail.example")
        await field.press("Enter")
        await expect(section.get_by_text(words("account:mail.unconfirmed", mail="anna@mail.example"))).to_be_visible()
        await field.fill("")
        await field.press("Enter")
        await expect(section.get_by_text(words("account:mail.unconfirmed", mail="anna@mail.example"))).to_have_count(0)
        await expect(field).to_have_value("")


async def test_where_the_server_sends_no_emails_the_page_offers_none(come: Come, start_service: StartService) -> None:
    """Neither the field nor the link; a new password comes from the person who runs the server."""
    eve = await come("Eve", url=start_service().url, sign_in=False)
    page, words = eve.page, eve.words
    for path in ("/account", "/account#forgotten"):
        await page.goto("about:blank")
        await page.goto(f"{eve.url}{path}")
        await expect(page.get_by_text(words("account:sign_in.forgotten"))).to_be_visible()
        await expect(page.get_by_role("link", name=words("account:forgotten"))).to_have_count(0)
        await expect(page.get_by_label(words("account:forgotten.name"))).to_have_count(0)
    await eve.come_in()
    await page.goto(f"{eve.url}/account")
    form = page.get_by_role("form", name=words("account:become"))
    await form.get_by_label(words("account:login")).fill("Eve without mail")
    await form.get_by_label(words("account:password")).fill(PASSWORD)
    await expect(form.get_by_label(words("account:mail"))).to_have_count(0)
    await expect(page.get_by_text(words("account:sign_in.forgotten"))).to_be_visible()
    await form.get_by_label(words("account:password")).press("Enter")
    await expect(page.get_by_text(words.like("account:known", login="Eve without mail"))).to_be_visible()
    await expect(page.get_by_role("region", name=words("account:mail.title"))).to_have_count(0)
