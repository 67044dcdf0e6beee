"""Making an account on its page."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.people import Person

PASSWORD = "correct horse battery"


async def become(person: Person, login: str) -> None:
    """Make an account on its page."""
    await person.page.goto(f"{person.url}/account")
    form = person.page.get_by_role("form", name=person.words("account:become"))
    await expect(form.get_by_label(person.words("account:login"))).to_have_value(person.name)
    await form.get_by_label(person.words("account:login")).fill(login)
    await form.get_by_label(person.words("account:password")).fill("short")
    await form.get_by_label(person.words("account:password")).press("Enter")
    await expect(form.get_by_label(person.words("account:password"))).to_be_focused()
    await expect(form.get_by_label(person.words("account:password"))).to_have_accessible_description(
        person.words("account:trouble.bad_password")
    )
    await form.get_by_label(person.words("account:password")).fill(PASSWORD)
    await form.get_by_label(person.words("account:password")).press("Enter")
    await expect(person.page.get_by_text(person.words.like("account:known", login=login))).to_be_visible()
