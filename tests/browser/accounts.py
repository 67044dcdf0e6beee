"""Making an account on its page."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.people import Person

PASSWORD = "correct horse battery"


async def become(person: Person, login: str) -> None:
    """Make an account on its page."""
    await person.page.goto(f"{person.url}/account")
    form = person.page.get_by_role("form", name="Make an account")
    await expect(form.get_by_label("Sign-in name")).to_have_value(person.name)
    await form.get_by_label("Sign-in name").fill(login)
    await form.get_by_label("Password").fill("short")
    await form.get_by_label("Password").press("Enter")
    await expect(form.get_by_label("Password")).to_be_focused()
    await expect(form.get_by_label("Password")).to_have_accessible_description(re.compile("8 to 256 characters"))
    await form.get_by_label("Password").fill(PASSWORD)
    await form.get_by_label("Password").press("Enter")
    await expect(person.page.get_by_text(f"You sign in as {login}.")).to_be_visible()
