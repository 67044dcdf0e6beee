"""The chat of a table, on its page."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from tests.browser.people import Person


def lines(person: Person, text: str = "") -> Locator:
    """The lines of the chat, those with some words if they are named."""
    found = person.page.get_by_role("region", name=person.words("chat:title"), exact=True).get_by_role("listitem")
    return found.filter(has_text=text) if text else found


async def open_chat(person: Person) -> None:
    """Show the chat, in the place of the history."""
    await person.page.get_by_role("button", name=re.compile(f"^{person.words('tab.chat')}")).first.click()
    await expect(person.page.get_by_role("textbox", name=person.words("chat:write"))).to_be_visible()


async def say(person: Person, text: str) -> None:
    """Write a line and send it."""
    await person.page.get_by_role("textbox", name=person.words("chat:write")).fill(text)
    await person.page.keyboard.press("Enter")
