"""Accounts in the browser: a guest who plays becomes one, comes back by it, and has the last word over it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.async_api import Browser, Locator, expect

from partie.http.profiles import PAGE
from partie.people.games import Games
from partie.people.links import LENGTH
from partie.people.records import Played, PlayedSeat
from partie.redis import store
from partie.redis.connect import connect
from tests.browser.accounts import PASSWORD, become
from tests.browser.conftest import Come, Join
from tests.browser.people import Person
from tests.browser.service import Service
from tests.browser.toy import bid, toy_with


def of_chrome(person: Person, key: str) -> Locator:
    """A button that names a device, by the key of its words; the device is this browser, whatever it runs on."""
    return person.button(person.words.like(key)).and_(person.button(re.compile("Chrome")))


async def code_of(person: Person) -> str:
    """The code that the page of devices shows."""
    return (
        await person.page.get_by_label(person.words("device.code"), exact=True)
        .and_(person.page.locator("p"))
        .inner_text()
    )


async def redeem(person: Person, code: str) -> None:
    """Open the link with a code, and use it."""
    await person.page.goto(f"{person.url}/device#{code}")
    await person.button(person.words("device.use")).click()
    await expect(person.page).to_have_url(f"{person.url}/")
    await expect(person.page.get_by_text(person.words("line.connected.short"), exact=True)).to_be_visible()


async def link(person: Person, other: Person) -> None:
    """Let another device belong to somebody, by a code from the first one."""
    await person.page.goto(f"{person.url}/device")
    await person.button(person.words("device.make")).click()
    await redeem(other, await code_of(person))


async def forget_proofs(service: Service) -> None:
    """Let nobody have shown lately who they are."""
    redis = connect(service.redis)
    try:
        async for key in store.keys(redis, "partie:session:*"):
            await redis.hset(key, "proved", "0")
    finally:
        await store.close(redis)


async def test_a_guest_who_plays_becomes_an_account_and_sits_there_on_another_device(
    service: Service, join: Join, come: Come
) -> None:
    """The game goes on in both; what was open in another page of the first browser stays at the table."""
    ann, bob = await toy_with(join, come)
    table = ann.table
    other_page = Person("Ann", await ann.page.context.new_page(), service.url)
    await become(other_page, "Ann Bonny")
    phone = await come("Ann", sign_in=False)
    await phone.page.goto(f"{service.url}/account")
    await phone.page.get_by_label(phone.words("account:login")).fill("ann bonny")
    password = phone.page.get_by_label(phone.words("account:password"))
    await password.fill("another password")
    await password.press("Enter")
    await expect(phone.page.get_by_text(phone.words("account:trouble.wrong_password"))).to_be_visible()
    await password.fill(PASSWORD)
    await password.press("Enter")
    await expect(phone.page.get_by_text(phone.words("line.connected.short"), exact=True)).to_be_visible()
    await phone.page.goto(table)
    own = phone.words.like("seat.you", "title.your_turn")
    await expect(phone.plates.filter(has_text="Ann").get_by_text(own)).to_be_visible()
    await bid(ann, bob)
    await expect(phone.history.get_by_text(phone.words.like("toy:line.bid")).first).to_be_visible()
    assert ann.errors == phone.errors == other_page.errors == []


async def test_devices_are_signed_out_from_another_and_all_is_erased(
    service: Service, come: Come, tmp_path: Path
) -> None:
    """By what the list says of them; a device that was signed out asks how to go on; data come as a file before."""
    ann = await come("Ann")
    await become(ann, "Anne Cormac")
    phone = await come("Ann", sign_in=False)
    await phone.page.goto(f"{service.url}/account")
    await phone.page.get_by_label(phone.words("account:login")).fill("Anne Cormac")
    password = phone.page.get_by_label(phone.words("account:password"))
    await password.fill(PASSWORD)
    await password.press("Enter")
    await expect(phone.page.get_by_text(phone.words("line.connected.short"), exact=True)).to_be_visible()
    await ann.page.reload()
    await of_chrome(ann, "account:sessions.end.name").click()
    await expect(phone.page.get_by_role("heading", name=phone.words("arriving.ended"))).to_be_visible()
    await phone.button(phone.words("arriving.guest")).click()
    await expect(phone.page.get_by_role("heading", name=phone.words("play.title"))).to_be_visible()
    async with ann.page.expect_download() as waited:
        await ann.button(ann.words("account:data.export")).click()
    await (await waited.value).save_as(tmp_path / "data.json")
    assert json.loads((tmp_path / "data.json").read_bytes())["account"]["login"] == "Anne Cormac"
    await ann.button(ann.words("account:erase")).click()
    dialog = ann.page.get_by_role("dialog")
    await dialog.get_by_role("button", name=ann.words("account:erase")).click()
    await expect(ann.page.get_by_role("heading", name=ann.words("play.title"))).to_be_visible()
    await expect(ann.page.locator(".user").get_by_text(re.compile(r"^Guest \d{3}$"))).to_be_visible()


async def test_other_devices_are_signed_out_by_an_account_and_linked_again_after_a_proof(
    service: Service, come: Come
) -> None:
    """What the guest linked goes; a device of the account links another one when its owner shows the password."""
    ann = await come("Ann")
    phone, tablet = [await come("Ann", sign_in=False) for _ in range(2)]
    await link(ann, phone)
    await become(ann, "Ann Teach")
    await expect(ann.page.get_by_text(ann.words("account:welcome.others"))).to_be_visible()
    await phone.page.goto(service.url)
    await expect(phone.page.get_by_role("heading", name=phone.words("play.title"))).to_be_visible()
    await link(ann, phone)
    await phone.page.goto(f"{service.url}/device")
    await phone.button(phone.words("device.make")).click()
    dialog = phone.page.get_by_role("dialog")
    await expect(dialog.get_by_text(phone.words("account:proof.text"))).to_be_visible()
    password = dialog.get_by_label(phone.words("account:password"))
    await password.fill("another password")
    await password.press("Enter")
    await expect(dialog.get_by_text(phone.words("account:trouble.wrong_password"))).to_be_visible()
    await password.fill(PASSWORD)
    await password.press("Enter")
    await expect(dialog).to_have_count(0)
    await redeem(tablet, await code_of(phone))
    await tablet.page.goto(f"{service.url}/account")
    await expect(tablet.page.get_by_text(tablet.words("account:known", login="Ann Teach", name="Ann"))).to_be_visible()
    assert phone.errors == tablet.errors == []


async def test_a_profile_goes_back_to_the_first_game_that_is_kept(come: Come, service: Service) -> None:
    """Page by page; a game that went on from another's position is marked and counts for nobody."""
    ann, bob = await come("Ann"), await come("Bob")
    asking = "() => fetch('/api/session').then((answer) => answer.json())"
    persons = [(await each.page.evaluate(asking))["person"] for each in (ann, bob)]
    redis = connect(service.redis)
    try:
        seats = tuple(PlayedSeat(person, 9 - place, place) for place, person in enumerate(persons, 1))
        for number in range(PAGE + 7):
            ended, practice = 1_700_000_000_000 + number, number == 0
            await Games(redis).put(
                Played(f"g-{number}", "toy", ended, 7, "", open=True, seats=seats, practice=practice)
            )
    finally:
        await store.close(redis)
    await bob.page.goto(f"{bob.url}/people/{persons[0]}")
    games = bob.page.get_by_role("region", name=bob.words("profile:games"))
    rows = games.get_by_role("listitem")
    await expect(rows).to_have_count(PAGE)
    counts = bob.words("profile:against.counts", before=PAGE + 6, behind=0, level=0)
    await expect(bob.page.get_by_text(counts)).to_be_visible()
    older = games.get_by_role("button", name=bob.words("profile:games.more"))
    await older.click()
    await expect(rows).to_have_count(PAGE + 7)
    await expect(older).to_have_count(0)
    for_practice = bob.words("profile:games.practice")
    await expect(rows.filter(has_text=for_practice)).to_have_count(1)
    await expect(rows.last.get_by_text(for_practice)).to_be_visible()


async def test_a_passkey_brings_one_back_and_proves_who_one_is(browser: Browser, service: Service) -> None:
    """On this machine's own name, which is a secure context; the authenticator is the browser's virtual one."""
    url = service.url.replace("127.0.0.1", "localhost")
    context = await browser.new_context(locale="en-GB", service_workers="block")
    page = await context.new_page()
    devtools = await context.new_cdp_session(page)
    await devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    authenticator = await devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    ann = Person("Ann", page, url)
    await ann.come_in()
    await become(ann, "Mary Read")
    await ann.button(ann.words("account:passkeys.add")).click()
    await expect(of_chrome(ann, "account:passkeys.drop.name")).to_be_visible()
    # What the browser offers at the field the authenticator takes at once.
    await context.clear_cookies()
    await page.reload()
    await expect(page.get_by_text(ann.words("line.connected.short"), exact=True)).to_be_visible()
    await page.goto(f"{url}/account")
    await expect(page.get_by_text(ann.words("account:known", login="Mary Read", name="Ann"))).to_be_visible()
    await of_chrome(ann, "account:passkeys.drop.name").click()
    await expect(page.get_by_text(ann.words("account:passkeys.dropped"))).to_be_visible()
    await context.clear_cookies()
    await page.reload()
    await ann.button(ann.words("account:sign_in.passkey")).click()
    await expect(page.get_by_text(ann.words("account:trouble.bad_passkey"))).to_be_visible()
    await devtools.send("WebAuthn.clearCredentials", authenticator)
    eve = Person("Eve", page, url)
    await eve.come_in()
    await page.goto(f"{url}/account")
    await eve.button(eve.words("account:become.passkey")).click()
    await expect(page.get_by_text(eve.words("account:known", login="Eve", name="Eve"))).to_be_visible()
    await of_chrome(eve, "account:passkeys.drop.name").click()
    await expect(page.get_by_text(eve.words("account:trouble.last_passkey"))).to_be_visible()
    await forget_proofs(service)
    await page.goto(f"{url}/device")
    await eve.button(eve.words("device.make")).click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_text(eve.words("account:proof.text.passkey"))).to_be_visible()
    await dialog.get_by_role("button", name=eve.words("account:proof.passkey")).click()
    await expect(dialog).to_have_count(0)
    assert len(await code_of(eve)) == LENGTH + 2
    assert ann.errors == eve.errors == []
