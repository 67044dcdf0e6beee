"""Coming in, inviting others, moving to another device; and pages that fit every window."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.async_api import expect

from tests.browser.conftest import Come, Join, StartService
from tests.browser.measure import UNDRAWN, running_browser
from tests.browser.people import Person
from tests.browser.scene import come as come_whole
from tests.browser.scene import overflow
from tests.browser.service import Service
from tests.browser.toy import bid, toy_table
from tests.browser.words import Words, capital

WIDTHS = (2560, 1440, 820, 390, 320)
LARGE_WIDTHS = (1440, 390)
"""The windows in which text of twice the size has to fit. The next page always comes in the smallest, the last one."""

HEIGHT = 844


async def test_over_plain_http_on_the_network_people_play_copy_the_link_and_reload(
    start_service: StartService, come: Come
) -> None:
    """Without a secure context everything works: ids, the link in the clipboard, the session after a reload."""
    service = start_service("0.0.0.0")
    assert service.network, "this machine has no address but its own: the browser tests need one on a network"
    url = service.network[0]
    ann = await come("Ann", url=url)
    assert await ann.page.evaluate("isSecureContext") is False
    table = await ann.set_up("toy", 2)
    await ann.button(ann.words("copy")).click()
    await expect(ann.page.get_by_text(ann.words("copied"))).to_be_visible()
    bob = await come("Bob", url=url)
    search = bob.page.get_by_role("link", name=bob.words.like("lobby.take_seat"))
    await expect(search).to_be_visible()
    # The clipboard is the machine's, so what Ann copied is pasted in her own page.
    await ann.page.goto(f"{url}/device")
    code = ann.page.get_by_label(ann.words("device.code"), exact=True)
    await code.focus()
    await ann.page.keyboard.press("Control+V")
    await expect(code).to_have_value(table)
    await ann.page.goto(table)
    await search.click()
    await bob.sit()
    await ann.ready()
    await bob.ready()
    await bid(ann, bob)
    await ann.page.reload()
    own = ann.plates.filter(has_text="Ann")
    await expect(own.get_by_text(ann.words.like("seat.you", "title.your_turn"))).to_be_visible()
    await expect(ann.history.get_by_text(ann.words.like("toy:line.bid")).first).to_be_visible()


async def test_a_table_by_invitation_lets_in_who_has_the_link(come: Come) -> None:
    """Its address alone shows nothing to a stranger; the host's link does, until it is taken back."""
    ann = await come("Ann")
    invited = {f"create.{what}": capital(ann.words(f"{what}.invited")) for what in ("access", "watch")}
    table = await ann.set_up("toy", 2, invited)
    path = table.removeprefix(ann.url)
    bob = await come("Bob", path)
    await expect(bob.page.get_by_text(bob.words("gone.private"))).to_be_visible()
    await ann.button(ann.words("invite.make")).click()
    link = await ann.page.get_by_label(ann.words("invite.link")).input_value()
    await bob.page.goto(link)
    await bob.sit()
    await expect(ann.page.get_by_text("Bob").first).to_be_visible()
    await ann.button(ann.words("invite.revoke")).click()
    await expect(ann.page.get_by_text(ann.words("invite.revoked"))).to_be_visible()
    cleo = await come("Cleo", link.removeprefix(ann.url))
    await expect(cleo.page.get_by_text(cleo.words("gone.private"))).to_be_visible()


async def test_the_host_turns_somebody_away(come: Come) -> None:
    """The page asks first; then the seat is free for others, and the one who sat there cannot take it again."""
    ann = await come("Ann")
    table = await ann.set_up("toy", 2)
    bob = await come("Bob", table.removeprefix(ann.url))
    await bob.sit()
    await expect(bob.button(bob.words("open.turn_away"))).to_have_count(0)
    turn_away = ann.button(ann.words("open.turn_away"))
    await turn_away.click()
    asked = ann.page.get_by_role("dialog", name=ann.words("open.turn_away.sure", name="Bob"))
    await asked.get_by_role("button", name=ann.words("open.turn_away.keep")).click()
    await expect(bob.main).to_have_text(bob.words.like("rail.ready"))
    await turn_away.click()
    await asked.get_by_role("button", name=ann.words("open.turn_away"), exact=True).click()
    await expect(turn_away).to_have_count(0)
    await bob.main.click()
    await expect(bob.page.get_by_text(bob.words("refused.turned_away"))).to_be_visible()
    cleo = await come("Cleo", table.removeprefix(ann.url))
    await cleo.sit()


async def test_a_person_moves_to_another_device(come: Come) -> None:
    """The link alone does nothing; using it makes the other browser the same person, once."""
    ann = await come("Ann")
    table = await ann.set_up("toy", 2)
    await ann.page.goto(f"{ann.url}/device")
    await ann.button(ann.words("device.make")).click()
    link = await ann.page.get_by_label(ann.words("device.link")).input_value()
    phone = await come("Ann", sign_in=False)
    await phone.page.goto(link)
    await phone.button(phone.words("device.use")).click()
    await expect(phone.page.get_by_text(phone.words("line.connected.short"), exact=True)).to_be_visible()
    await phone.page.goto(table)
    await expect(phone.main).to_have_text(phone.words.like("rail.ready"))
    thief = await come("Eve", sign_in=False)
    await thief.page.goto(link)
    await thief.button(thief.words("device.use")).click()
    await expect(thief.page.get_by_text(thief.words("trouble.bad_code"))).to_be_visible()


async def test_the_page_speaks_german_and_keeps_its_light(come: Come) -> None:
    """Language and light are chosen by hand, hold for the game's words too, and are remembered."""
    ann = await come("Ann")
    german = Words("de")
    await ann.button(ann.words.like("language.other")).click()
    await expect(ann.page.get_by_role("heading", name=german("play.title"))).to_be_visible()
    await expect(ann.page.get_by_role("heading", name=german("toy:name")).first).to_be_attached()
    await ann.button(german("theme.dark")).click()
    await expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    await ann.page.reload()
    await expect(ann.page.get_by_role("heading", name=german("play.title"))).to_be_visible()
    await expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(ann.page.locator("html")).to_have_attribute("lang", "de")


async def test_a_renamed_person_is_called_so_everywhere(join: Join, come: Come) -> None:
    """Lines of the history carry seats, so they show the present name."""
    table = await toy_table(join)
    await table.bid()
    ann, cleo = await table.show(come, table.players[0]), await come("Cleo", table.path)
    for person in (ann, cleo):
        await expect(person.history.get_by_text(person.words.like("toy:line.bid", seat="Bob"))).to_be_visible()
    bob = await table.show(come, table.players[1], "/device")
    await bob.page.get_by_role("textbox", name=bob.words("name.label")).fill("Benedict")
    await bob.button(bob.words("device.rename")).click()
    for person in (ann, cleo):
        await expect(person.history.get_by_text(person.words.like("toy:line.bid", seat="Benedict"))).to_be_visible()
        await expect(person.plates.filter(has_text="Benedict")).to_be_visible()


async def test_no_page_is_wider_than_its_window(join: Join, come: Come) -> None:
    """From a small phone to a large screen nothing has to be scrolled sideways, however long a name is."""
    maximiliane = await join("Maximiliane von Hohenzollern-Sigmaringen")
    await maximiliane.send({"t": "lobby"})
    ann = await come("Ann", still=True)
    await expect(ann.page.get_by_text("Maximiliane von").first).to_be_attached()
    await every_form_fits(ann, WIDTHS)
    pages = ["/", "/device", "/about", "/rules/glenmore", "/nowhere"]
    table = await ann.set_up("glenmore", 2)
    for path in pages:
        await ann.page.goto(ann.url + path)
        await come_whole(ann.page)
        await fits(ann, WIDTHS, path)
    await ann.page.goto(table)
    await expect(ann.button(ann.words("open.bot"))).to_be_visible()
    await fits(ann, WIDTHS, "a table before the start")
    await ann.button(ann.words("open.bot")).click()
    await expect(ann.page).to_have_title(ann.words.like("title.your_turn"))
    tabs = ann.page.get_by_role("navigation").get_by_role("button")
    for width in WIDTHS:
        await ann.resize(width, HEIGHT)
        for index in range(max(1, await tabs.count())):
            if await tabs.count():
                await tabs.nth(index).click()
            assert await overflow(ann.page) <= 0, f"a running table, surface {index}, {width} px"


async def test_text_of_twice_the_size_fits(service: Service) -> None:
    """With the browser's text at twice its size nothing scrolls sideways either."""
    async with running_browser((*UNDRAWN, "--blink-settings=defaultFontSize=32")) as browser:
        page = await browser.new_page(locale="en-GB", reduced_motion="reduce")
        ann = Person("Ann", page, service.url)
        await ann.arrive()
        title = page.get_by_role("heading", name=ann.words("play.title"))
        for width in LARGE_WIDTHS:
            await ann.resize(width, HEIGHT)
            assert await title.evaluate("title => parseFloat(getComputedStyle(title).fontSize)") > 50
        await every_form_fits(ann, LARGE_WIDTHS)
        for path in ("/device", "/about", "/rules/glenmore", "/rules/nereus", "/nowhere", "/table/nowhere"):
            await page.goto(service.url + path)
            await come_whole(ann.page)
            await fits(ann, LARGE_WIDTHS, path)


async def every_form_fits(person: Person, widths: Sequence[int]) -> None:
    """The tables, with the settings of each game in turn."""
    await fits(person, widths, "the games")
    form = await person.create_form(more=True)
    games = form.locator("input[name=game]")
    await expect(games).not_to_have_count(0)
    await expect(person.page.get_by_text(person.words("loading.who"))).to_have_count(0)
    for width in widths:
        await person.resize(width, HEIGHT)
        for game in await games.all():
            await game.check()
            assert await overflow(person.page) <= 0, f"{await game.get_attribute('value')}, {width} px"


async def fits(person: Person, widths: Sequence[int], what: str) -> None:
    """Assert that what a person sees is nowhere wider than windows of some widths."""
    for width in widths:
        await person.resize(width, HEIGHT)
        assert await overflow(person.page) <= 0, f"{what}, {width} px"
