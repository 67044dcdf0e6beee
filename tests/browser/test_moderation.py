"""An owner keeps order by the page for it, and those concerned see at once what was done."""

from __future__ import annotations

import re

from playwright.async_api import expect

from server import store
from server.moderation import Act, Moderation
from server.redis.connect import connect
from tests.browser.chat import open_chat, say
from tests.browser.conftest import Come
from tests.browser.people import Person
from tests.browser.service import Service
from tests.browser.toy import running_toy


async def person_of(each: Person) -> str:
    """The id by which the service knows somebody."""
    session: dict[str, str] = await each.page.evaluate("fetch('/api/session').then((answer) => answer.json())")
    return session["person"]


async def do(owner: Person, what: str, target: str, why: str) -> None:
    """Have something done by the form."""
    form = owner.page.get_by_role("region", name="Do something")
    await form.get_by_role("combobox").first.select_option(what)
    await form.get_by_label("To whom or what").fill(target)
    await form.get_by_label("Reason").fill(why)
    await form.get_by_role("button", name="Do it").click()
    await expect(owner.page.get_by_role("region", name="What holds now").get_by_text(why)).to_be_visible()


async def test_an_owner_mutes_bans_and_closes_and_takes_it_back(come: Come, service: Service) -> None:
    """Whoever is no owner reads that the page is not his; what was done stands in the log."""
    ann, bob, cleo = await running_toy(come)
    table = ann.table.rpartition("/")[2]
    await cleo.page.goto(f"{cleo.url}/moderation")
    await expect(cleo.page.get_by_role("alert")).to_have_text(re.compile("for those who keep order"))
    redis = connect(service.redis)
    try:
        await Moderation(redis).do(Act("own", await person_of(cleo)))
    finally:
        await store.close(redis)
    bobs = await person_of(bob)
    heading = cleo.page.get_by_role("heading", name="Reports")
    while not await heading.is_visible():
        await cleo.page.reload()
        await expect(cleo.page.get_by_role("heading", name="Moderation")).to_be_visible()
        await expect(heading.or_(cleo.page.get_by_role("alert")).first).to_be_visible()

    await do(cleo, "mute", bobs, "shouting")
    await open_chat(bob)
    await say(bob, "hello")
    await expect(bob.page.get_by_text("A moderator has muted you.").first).to_be_visible()

    await do(cleo, "close", table, "quarrels")
    await expect(ann.page.get_by_text("A moderator has closed this table").first).to_be_visible()

    await do(cleo, "ban", bobs, "more shouting")
    await expect(bob.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
    await expect(bob.page.get_by_text("more shouting")).to_be_visible()

    held = cleo.page.get_by_role("region", name="What holds now")
    await held.get_by_role("button", name="Let in again").click()
    await expect(
        cleo.page.get_by_role("region", name="What was done").get_by_text("let in again").first
    ).to_be_visible()
    await held.get_by_role("listitem").filter(has_text="quarrels").get_by_role("button", name="Open again").click()
    await expect(ann.page.get_by_text("A moderator has closed this table")).to_have_count(0)
