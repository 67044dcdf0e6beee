"""The pages around the tables: coming in quietly, who is here, looking up a rule, questions before an action."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Browser, Route, expect

import hatch_build
from tests.browser.conftest import Come
from tests.browser.service import Service
from tests.browser.words import capital


async def test_the_lobby_says_who_is_here_and_what_they_do(come: Come) -> None:
    """One sees others come, sit down and go, and can follow them to their table."""
    ann = await come("Annabel")
    who = ann.page.get_by_role("region", name=ann.words("who.title"))
    # Somebody of a name that nobody has who was here just now.
    bob = await come("Bartholomew")
    row = who.get_by_role("listitem").filter(has_text="Bartholomew")
    await expect(row).to_contain_text(ann.words("who.lobby"))
    table = await bob.set_up("toy", 2)
    await expect(row).to_contain_text(ann.words.like("who.waiting.there"))
    await row.get_by_role("link").click()
    await expect(ann.page).to_have_url(table)
    await ann.page.go_back()
    await bob.page.close()
    await expect(row).to_have_count(0)


async def test_the_top_bar_leads_to_rules_and_ladders_of_all_games(come: Come) -> None:
    """The first game's are shown, with the way to all others; on a phone the pages stand behind one button."""
    ann = await come("Ann")
    page, words = ann.page, ann.words
    await page.get_by_role("navigation", name=words("nav.main")).get_by_role("link", name=words("nav.ladder")).click()
    await expect(page.get_by_role("heading", name=words.like("ratings:ladder"))).to_be_visible()
    await page.get_by_role("navigation", name=words("ratings:ladder.others")).get_by_role("link").last.click()
    await expect(page).to_have_url(re.compile("/ladder/wikinger"))
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.get_by_role("button", name=words("nav.menu")).click()
    await page.get_by_role("link", name=words("nav.rules"), exact=True).click()
    await expect(page.get_by_role("heading", name=words.like("rules.title"))).to_be_visible()
    others = page.get_by_role("navigation", name=words("rules.others"))
    await others.get_by_role("link", name=words("vinci:name")).click()
    await expect(page.get_by_role("heading", name=words("rules.title", game=words("vinci:name")))).to_be_visible()


async def test_a_rule_is_found_by_its_number_and_by_words(come: Come) -> None:
    """The address opens a rule; searching says how many there are and marks the words; Enter goes to the first.

    Below the rule of prices is a drawing.
    """
    ann = await come("Ann", "/rules/glenmore#W3", width=390)
    await expect(ann.page.locator("#W3")).to_be_focused()
    search = ann.page.get_by_role("searchbox")
    await search.fill("w5")
    await expect(ann.page.get_by_text(ann.words("rules.found", rules=1), exact=True)).to_be_visible()
    await search.press("Enter")
    await expect(ann.page.locator("#W5")).to_be_focused()
    await expect(ann.page.locator("article figure .drawing")).to_be_visible()
    await search.fill("figure")
    marks = ann.page.locator("article mark")
    await expect(marks.first).to_have_text(re.compile("figure", re.IGNORECASE))
    hits, rules = await marks.count(), await ann.page.locator("article [data-rule]").count()
    assert min(hits, rules) > 1
    await expect(ann.page.get_by_text(ann.words("rules.hits", hits=hits, rules=rules))).to_be_visible()
    await search.fill("dragon")
    await ann.button(ann.words("rules.all")).click()
    await expect(ann.page.locator("#T1")).to_be_visible()


async def test_rules_can_be_read_in_short(come: Come) -> None:
    """Then only those with a short version are left, each with that alone; both versions can stand together."""
    ann = await come("Ann", "/rules/wikinger", width=390)
    rules, texts = ann.page.locator("article [data-rule]"), ann.page.locator("article section .text")
    await expect(ann.page.locator("#V9")).to_be_visible()
    every = await rules.count()
    await ann.page.get_by_role("radio", name=ann.words("rules.short"), exact=True).check()
    await expect(ann.page.locator("#V9")).to_have_count(0)
    short = await rules.count()
    assert every / 2 < short < every
    await expect(texts).to_have_count(short)
    await ann.page.get_by_role("radio", name=ann.words("rules.both"), exact=True).check()
    await expect(texts).to_have_count(every + short)


async def test_the_skip_link_leaves_the_address_alone(come: Come) -> None:
    """What stands behind the # of a table's address is an invitation."""
    ann = await come("Ann")
    table = await ann.set_up("toy", 2)
    await ann.page.goto(f"{table}#abc")
    await expect(ann.main).to_be_visible()
    await ann.page.keyboard.press("Tab")
    await ann.page.get_by_role("link", name=ann.words("skip")).press("Enter")
    await expect(ann.page.locator("main")).to_be_focused()
    assert ann.page.url == f"{table}#abc"


async def test_signing_out_is_asked_first(come: Come) -> None:
    """Esc stays, with the focus where it was; the red button ends the session."""
    ann = await come("Ann", "/device")
    out = ann.button(ann.words("device.sign_out"))
    await out.click()
    dialog = ann.page.get_by_role("dialog", name=ann.words("device.sign_out.sure"))
    await expect(dialog).to_be_visible()
    await ann.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(out).to_be_focused()
    await out.click()
    await dialog.get_by_role("button", name=ann.words("device.sign_out")).click()
    await expect(ann.page.get_by_role("heading", name=ann.words("play.title"))).to_be_visible()


async def test_a_table_with_bots_is_set_up_in_one_go(come: Come) -> None:
    """Free seats are filled at once if one likes, and the game begins: there is nobody to wait for."""
    ann = await come("Ann")
    await ann.set_up("toy", 3, {"create.fill": capital(ann.words("fill.careful"))})
    await ann.started()
    await expect(ann.page.get_by_text(ann.words("seat.bot.careful"))).to_have_count(2)


async def test_the_link_to_a_table_is_drawn_for_a_phone_when_that_is_wanted(come: Come) -> None:
    """The code is fetched by the button alone, stands on light ground in every light, and goes away again."""
    ann = await come("Ann")
    await ann.set_up("toy", 2)
    fetched: list[str] = []
    ann.page.on("request", lambda request: fetched.append(request.url))
    code = ann.page.get_by_role("img", name=ann.words("invite.code.label"))
    button = ann.button(ann.words("invite.code"))
    await expect(button).to_have_attribute("aria-expanded", "false")
    assert not any("QrCode" in url for url in fetched)
    await button.click()
    await expect(code).to_be_visible()
    assert any("QrCode" in url for url in fetched)
    light = await code.evaluate("(code) => getComputedStyle(code).backgroundColor")
    await ann.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert await code.evaluate("(code) => getComputedStyle(code).backgroundColor") == light
    await button.click()
    await expect(code).to_have_count(0)


async def test_the_page_about_partie_leads_to_the_documentation(come: Come) -> None:
    """It is shown by the service itself, and its policy forbids nothing that the pages need."""
    hatch_build.build_docs()
    ann = await come("Ann")
    forbidden: list[str] = []
    ann.page.on("console", lambda message: forbidden.append(message.text) if message.type == "error" else None)
    await ann.page.goto(f"{ann.url}/about")
    await ann.page.locator('a[href="/docs/"]').click()
    await expect(ann.page.locator("article h1")).to_contain_text("Partie")
    await ann.page.locator(".sidebar-tree a").first.click()
    await expect(ann.page).to_have_url(re.compile(r"/docs/.+\.html$"))
    await ann.page.get_by_role("textbox", name="Search").fill("spectators")
    await ann.page.keyboard.press("Enter")
    await expect(ann.page.locator("#search-results li a").first).to_be_visible()
    assert forbidden == []


@pytest.mark.parametrize("path", ["/", "/device", "/about", "/rules/nereus", "/table/nowhere"])
async def test_a_screen_reader_hears_each_name_once_and_of_no_nameless_picture(come: Come, path: str) -> None:
    """No description repeats its name, headings leave out no level, and icons leave the word to what they stand on."""
    ann = await come("Ann", path)
    await expect(ann.page.get_by_role("heading", level=1)).to_have_count(1)
    coming = ann.words.like("loading.lobby", "loading.rules")
    await expect(ann.page.get_by_text(coming)).to_have_count(0)
    session = await ann.page.context.new_cdp_session(ann.page)
    tree = (await session.send("Accessibility.getFullAXTree"))["nodes"]
    nodes = [node for node in tree if not node["ignored"]]
    assert len(nodes) > 10
    level = 0
    for node in nodes:
        role, name = node["role"]["value"], node.get("name", {}).get("value", "")
        told = node.get("description", {}).get("value", "")
        properties = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
        assert not told or told != name, f"{role} {name} is said twice"
        assert name or role not in ("image", "button", "link", "textbox", "radio", "combobox"), f"a nameless {role}"
        if role == "heading":
            assert properties["level"] <= level + 1, f"{name} leaves out a level"
            level = properties["level"]


async def test_words_stand_on_the_page_before_its_script_has_come(browser: Browser, service: Service) -> None:
    """On a slow connection one reads that something is on its way, and nothing of it stays.

    The start page comes ready: ``test_start.py`` sees it.
    """
    page = await browser.new_page(locale="en-GB")
    gate = asyncio.Event()

    async def hold(route: Route) -> None:
        await gate.wait()
        await route.continue_()

    await page.route("**/assets/*.js", hold)
    await page.goto(f"{service.url}/about", wait_until="commit")
    await expect(page.get_by_text("Partie is on its way …")).to_be_visible()
    gate.set()
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.locator(".first")).to_have_count(0)


@pytest.mark.parametrize("page", ["About", "Account"])
async def test_a_page_whose_script_does_not_come_says_so_and_can_be_tried_again(come: Come, page: str) -> None:
    """No message says that there is nothing: once the script can be loaded, the page comes, by itself too."""
    ann = await come("Ann", driven=page == "About")
    script = re.compile(rf"/assets/{page}-[^/]*\.js")
    await ann.page.route(script, lambda route: route.abort())
    await ann.page.goto(f"{ann.url}/{page.lower()}")
    await expect(ann.page.get_by_role("status").filter(has_text=ann.words("loading.failed"))).to_be_visible()
    await expect(ann.page.get_by_text(ann.words("missing.title"))).to_have_count(0)
    if page == "About":
        # While its clock stands still the page requests nothing by itself.
        now = await ann.page.evaluate("Date.now() / 1000")
        await ann.page.clock.pause_at(now + 1)
        async with ann.page.expect_request(script):
            await ann.page.get_by_role("button", name=ann.words("again")).click()
        await ann.page.clock.resume()
    await ann.page.unroute(script)
    await expect(ann.page.get_by_role("heading", level=1)).to_be_visible()


async def test_rules_beside_a_table_whose_script_does_not_come_are_not_missing(come: Come) -> None:
    """The drawer says that they could not be loaded, and they come once they can be."""
    ann = await come("Ann")
    await ann.set_up("toy", 2)
    script = re.compile(r"/assets/RulesReference-[^/]*\.js")
    await ann.page.route(script, lambda route: route.abort())
    await ann.button(ann.words("nav.rules")).click()
    rules = ann.page.get_by_role("dialog", name=ann.words("nav.rules"))
    await expect(rules.get_by_role("status")).to_have_text(ann.words("loading.failed"))
    await expect(rules.get_by_text(ann.words("rules.none"))).to_have_count(0)
    await ann.page.unroute(script)
    await expect(rules.get_by_role("searchbox")).to_be_visible()


async def test_a_page_whose_style_sheet_does_not_come_is_not_shown_without_it(come: Come) -> None:
    """It is requested again, also where its script has come meanwhile."""
    ann = await come("Ann")
    sheet = re.compile(r"/assets/About-[^/]*\.css")
    await ann.page.route(sheet, lambda route: route.abort())
    await ann.page.goto(f"{ann.url}/about")
    await expect(ann.page.get_by_role("status").filter(has_text=ann.words("loading.failed"))).to_be_visible()
    async with ann.page.expect_event("requestfailed", lambda request: sheet.search(request.url) is not None):
        pass
    await expect(ann.page.get_by_role("heading", level=1)).to_have_count(0)
    await ann.page.unroute(sheet)
    await expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    sheets = "[...document.styleSheets].some(({ href }) => /About-/.test(href ?? ''))"
    assert await ann.page.evaluate(sheets)


async def test_a_page_says_that_it_is_coming_while_its_script_is_on_its_way(come: Come) -> None:
    """No page stands empty meanwhile."""
    ann = await come("Ann")
    may_come = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await ann.page.route(re.compile(r"/assets/Ladder-[^/]*\.js"), hold)
    await ann.page.goto(f"{ann.url}/ladder/glenmore", wait_until="commit")
    await expect(ann.page.get_by_role("status").filter(has_text=ann.words("loading.part"))).to_be_visible()
    may_come.set()
    await expect(ann.page.get_by_role("heading", level=1)).to_be_visible()


async def test_a_list_of_keys_that_is_on_its_way_can_be_called_off(come: Come) -> None:
    """A press of Escape before it has come keeps it from covering the page."""
    ann = await come("Ann", sign_in=False)
    may_come = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    script = re.compile(r"/assets/ShortcutSheet-[^/]*\.js")
    # A page that is open already may request something right after this, past it.
    await ann.page.route(script, hold)
    await ann.come_in()
    async with ann.page.expect_request(script):
        await ann.page.keyboard.press("?")
    await ann.page.keyboard.press("Escape")
    async with ann.page.expect_event("requestfinished", lambda request: script.search(request.url) is not None):
        may_come.set()
    sheet = ann.page.get_by_role("dialog", name=ann.words("keys.title"))
    await ann.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    await expect(sheet).to_have_count(0)
    await ann.page.keyboard.press("?")
    await expect(sheet).to_be_visible()
