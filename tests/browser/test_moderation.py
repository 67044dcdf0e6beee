"""An owner keeps order by the page for it, and those concerned see at once what was done."""

from __future__ import annotations

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
    reports = owner.page.get_by_role("heading", name=owner.words("moderation:reports"))
    parts = reports.or_(owner.page.get_by_role("alert"))
    while not await what.is_visible():
        await owner.page.goto(f"{owner.url}/moderation")
        await expect(parts.first).to_be_visible()
    return what


async def do(owner: Person, what: str, target: str, why: str) -> None:
    """Have something done by the form."""
    form = owner.page.get_by_role("region", name=owner.words("moderation:act"))
    await form.get_by_role("combobox").first.select_option(what)
    await form.get_by_label(owner.words("moderation:target")).fill(target)
    await form.get_by_label(owner.words("moderation:why")).fill(why)
    # What is done is called as it was chosen.
    await form.get_by_role("button").click()
    await expect(holds(owner).get_by_text(why)).to_be_visible()


def holds(owner: Person) -> Locator:
    """What holds now, as those who keep order read it."""
    return owner.page.get_by_role("region", name=owner.words("moderation:holds"))


def for_a_day(owner: Person, key: str) -> str:
    """What the button says that does something for a day, by the key of its word."""
    return f"{owner.words(key)} ({owner.words('moderation:long.day')})"


def closed(person: Person) -> Locator:
    """What says that the table is closed."""
    return person.page.get_by_text(person.words("closed.table"))


def kept_out(person: Person) -> Locator:
    """What says that somebody is banned."""
    return person.page.get_by_role("heading", name=person.words("banned.title"))


async def test_an_owner_mutes_bans_and_closes_and_takes_it_back(come: Come, service: Service) -> None:
    """People without a role read that the page is not theirs; the log has all actions."""
    ann, bob, cleo = await running_toy(come)
    table = ann.table.rpartition("/")[2]
    await cleo.page.goto(f"{cleo.url}/moderation")
    await expect(cleo.page.get_by_role("alert")).to_have_text(cleo.words.like("moderation:not_yours"))
    await make_owners(service, cleo)
    bobs = await person_of(bob)
    await shown(cleo, cleo.page.get_by_role("heading", name=cleo.words("moderation:reports")))

    await do(cleo, "mute", bobs, "shouting")
    await open_chat(bob)
    await say(bob, "hello")
    await expect(bob.page.get_by_text(bob.words("chat:refused.muted")).first).to_be_visible()

    await do(cleo, "close", table, "quarrels")
    await expect(closed(ann).first).to_be_visible()

    await do(cleo, "ban", bobs, "more shouting")
    await expect(kept_out(bob)).to_be_visible()
    await expect(bob.page.get_by_text("more shouting")).to_be_visible()

    held = holds(cleo)
    # Others may be kept out of the same service.
    of_bob = held.get_by_role("listitem").filter(has_text="more shouting")
    await of_bob.get_by_role("button", name=cleo.words("moderation:unban")).click()
    log = cleo.page.get_by_role("region", name=cleo.words("moderation:log"))
    await expect(log.get_by_text(cleo.words("moderation:did.unban")).first).to_be_visible()
    of_table = held.get_by_role("listitem").filter(has_text="quarrels")
    await of_table.get_by_role("button", name=cleo.words("moderation:reopen")).click()
    await expect(closed(ann)).to_have_count(0)


async def test_a_line_is_taken_out_and_a_network_is_kept_out_and_let_in_again(
    come: Come, start_service: StartService
) -> None:
    """The connection is gone at every page; moderators can enter from the same network."""
    service = start_service()
    ann, bob, cleo = await running_toy(come, service.url)
    await open_chat(ann)
    await open_chat(bob)
    await say(bob, "an insult of bob")
    await ann.page.get_by_role("button", name=ann.words("chat:more", name="Bob")).click()
    await ann.button(ann.words("chat:report")).click()
    await expect(ann.page.get_by_text(ann.words("chat:reported"))).to_be_visible()
    await make_owners(service, ann, cleo)
    report = await shown(cleo, cleo.page.get_by_role("article").filter(has_text="an insult of bob"))
    await report.get_by_role("button", name=cleo.words("moderation:remove")).click()
    for person in (ann, bob):
        await expect(person.page.get_by_text("an insult of bob")).to_have_count(0)
    ban = for_a_day(cleo, "moderation:ban_network")
    await cleo.page.get_by_role("article").get_by_role("button", name=ban, exact=True).click()
    await expect(kept_out(bob)).to_be_visible()
    lift = holds(cleo).get_by_role("button", name=cleo.words("moderation:unban_network"))
    await lift.click()
    await expect(lift).to_have_count(0)
    await bob.page.reload()
    await expect(bob.action_bar).to_be_visible()


async def test_a_report_has_all_that_can_be_done_about_it(come: Come, service: Service) -> None:
    """A way to the profile, bans and the table's closing; the network of who is gone is nobody's to ban."""
    ann, bob, cleo = await running_toy(come)
    bobs = await person_of(bob)
    await open_chat(ann)
    await open_chat(bob)
    await say(bob, "an insult of bob")
    await ann.page.get_by_role("button", name=ann.words("chat:more", name="Bob")).click()
    await expect(ann.page.get_by_role("link", name=ann.words("chat:page"))).to_have_attribute("href", f"/people/{bobs}")
    await ann.button(ann.words("chat:report")).click()
    await expect(ann.page.get_by_text(ann.words("chat:reported"))).to_be_visible()
    await cleo.page.goto(f"{cleo.url}/moderation")
    await expect(cleo.page.get_by_role("alert")).to_have_text(cleo.words.like("moderation:not_yours"))
    await make_owners(service, cleo)
    report = await shown(cleo, cleo.page.get_by_role("article").filter(has_text="an insult of bob"))
    profile = report.get_by_role("link", name=cleo.words("moderation:profile", name="Bob"))
    for link in (report.get_by_role("link", name="Bob", exact=True), profile):
        await expect(link.first).to_have_attribute("href", f"/people/{bobs}")
    await report.get_by_role("button", name=cleo.words("moderation:close")).click()
    await expect(closed(ann).first).to_be_visible()
    await report.get_by_role("button", name=for_a_day(cleo, "moderation:ban")).click()
    await expect(kept_out(bob)).to_be_visible()
    await report.get_by_role("button", name=for_a_day(cleo, "moderation:ban_network")).click()
    unknown = cleo.words("moderation:failed.not_connected")
    await expect(cleo.page.get_by_role("alert").filter(has_text=unknown)).to_be_visible()
    held = holds(cleo).get_by_role("listitem")
    # Another test's Bob may be muted at the same service.
    banned = held.filter(has_text="Bob").get_by_role("button", name=cleo.words("moderation:unban"))
    await banned.click()
    await expect(banned).to_have_count(0)
