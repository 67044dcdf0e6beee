"""An owner keeps order by the page for it, and those concerned see at once what was done."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from partie.features.moderation.acts import Act
from partie.features.moderation.moderation import Moderation
from partie.redis import store
from partie.redis.connect import connect
from tests.browser.chat import open_chat, say
from tests.browser.conftest import Come, StartService
from tests.browser.people import Person
from tests.browser.service import Service
from tests.browser.toy import running_toy


async def person_of(each: Person) -> str:
    """The id by which the service knows somebody."""
    session: dict[str, str] = await each.page.evaluate("fetch('/api/session').then((answer) => answer.json())")
    return session["person"]


async def make_owners(service: Service, *people: Person) -> None:
    """They may keep order from now on."""
    redis = connect(service.redis)
    try:
        for person in people:
            await Moderation(redis).do(Act("own", await person_of(person)))
    finally:
        await store.close(redis)


async def shown(owner: Person, what: Locator) -> Locator:
    """What comes to the page for those who keep order: the service hears of owners and reports after a while."""
    parts = owner.page.get_by_role("heading", name="Reports").or_(owner.page.get_by_role("alert"))
    while not await what.is_visible():
        await owner.page.goto(f"{owner.url}/moderation")
        await expect(parts.first).to_be_visible()
    return what


async def do(owner: Person, what: str, target: str, why: str) -> None:
    """Have something done by the form."""
    form = owner.page.get_by_role("region", name="Do something")
    await form.get_by_role("combobox").first.select_option(what)
    await form.get_by_label("To whom or what").fill(target)
    await form.get_by_label("Reason").fill(why)
    # What is done is called as it was chosen.
    await form.get_by_role("button").click()
    await expect(owner.page.get_by_role("region", name="What holds now").get_by_text(why)).to_be_visible()


async def test_an_owner_mutes_bans_and_closes_and_takes_it_back(come: Come, service: Service) -> None:
    """Whoever is no owner reads that the page is not his; what was done stands in the log."""
    ann, bob, cleo = await running_toy(come)
    table = ann.table.rpartition("/")[2]
    await cleo.page.goto(f"{cleo.url}/moderation")
    await expect(cleo.page.get_by_role("alert")).to_have_text(re.compile("for those who keep order"))
    await make_owners(service, cleo)
    bobs = await person_of(bob)
    await shown(cleo, cleo.page.get_by_role("heading", name="Reports"))

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
    # Others may be kept out of the same service.
    of_bob = held.get_by_role("listitem").filter(has_text="more shouting")
    await of_bob.get_by_role("button", name="Let in again").click()
    await expect(
        cleo.page.get_by_role("region", name="What was done").get_by_text("let in again").first
    ).to_be_visible()
    await held.get_by_role("listitem").filter(has_text="quarrels").get_by_role("button", name="Open again").click()
    await expect(ann.page.get_by_text("A moderator has closed this table")).to_have_count(0)


async def test_a_line_is_taken_out_and_a_network_is_kept_out_and_let_in_again(
    come: Come, start_service: StartService
) -> None:
    """The connection is gone at every page; whoever keeps order is let in from the same network."""
    service = start_service()
    ann, bob, cleo = await running_toy(come, service.url)
    await open_chat(ann)
    await open_chat(bob)
    await say(bob, "an insult of bob")
    await ann.page.get_by_role("button", name="What to do about Bob").click()
    await ann.button("Report this line").click()
    await expect(ann.page.get_by_text("The moderators will look at it.")).to_be_visible()
    await make_owners(service, ann, cleo)
    report = await shown(cleo, cleo.page.get_by_role("article").filter(has_text="an insult of bob"))
    await report.get_by_role("button", name="Remove the line").click()
    for person in (ann, bob):
        await expect(person.page.get_by_text("an insult of bob")).to_have_count(0)
    await cleo.page.get_by_role("article").get_by_role("button", name=re.compile("^Ban the network")).click()
    await expect(bob.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
    held = cleo.page.get_by_role("region", name="What holds now").get_by_role("listitem")
    await held.get_by_role("button", name="Let the network in again").click()
    await bob.page.reload()
    await expect(bob.action_bar).to_be_visible()


async def test_a_report_has_all_that_can_be_done_about_it(come: Come, service: Service) -> None:
    """A way to the profile, bans and the table's closing; the network of who is gone is nobody's to ban."""
    ann, bob, cleo = await running_toy(come)
    bobs = await person_of(bob)
    await open_chat(ann)
    await open_chat(bob)
    await say(bob, "an insult of bob")
    await ann.page.get_by_role("button", name="What to do about Bob").click()
    await expect(ann.page.get_by_role("link", name="Games and profile")).to_have_attribute("href", f"/people/{bobs}")
    await ann.button("Report this line").click()
    await expect(ann.page.get_by_text("The moderators will look at it.")).to_be_visible()
    await cleo.page.goto(f"{cleo.url}/moderation")
    await expect(cleo.page.get_by_role("alert")).to_have_text(re.compile("for those who keep order"))
    await make_owners(service, cleo)
    report = await shown(cleo, cleo.page.get_by_role("article").filter(has_text="an insult of bob"))
    for link in (report.get_by_role("link", name="Bob", exact=True), report.get_by_role("link", name="Bob’s page")):
        await expect(link.first).to_have_attribute("href", f"/people/{bobs}")
    await report.get_by_role("button", name="Close the table").click()
    await expect(ann.page.get_by_text("A moderator has closed this table").first).to_be_visible()
    await report.get_by_role("button", name="Ban (a day)").click()
    await expect(bob.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
    await report.get_by_role("button", name="Ban the network they are on now (a day)").click()
    await expect(cleo.page.get_by_role("alert").filter(has_text="not connected now")).to_be_visible()
    held = cleo.page.get_by_role("region", name="What holds now").get_by_role("listitem")
    # Another test's Bob may be muted at the same service.
    banned = held.filter(has_text="Bob").get_by_role("button", name="Let in again")
    await banned.click()
    await expect(banned).to_have_count(0)
