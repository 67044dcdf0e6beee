"""What `@partie/board` brings does its work in a shadow root, where boards of packages draw."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.fixtures.client_builds import PACKAGE, build

BOARD = """async (source) => {
  window.partie = await import(`data:text/javascript;base64,${source}`)
  window.root = document.querySelector('main').attachShadow({ mode: 'open' })
  root.innerHTML = `
    <button data-rove data-anchor="a">a</button><button data-rove data-anchor="b">b</button>
    <p data-spot="seat:1"><button data-rove data-can data-anchor="c">c</button></p><div class="flights"></div>`
}"""
FOCUSED = "() => root.activeElement?.textContent"


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page with nothing but a board of three buttons, and the package."""
    await asyncio.to_thread(build, "board", PACKAGE / "dist")
    page = await browser.new_page()
    await page.set_content("<button id='above'></button><main></main>")
    await page.evaluate(BOARD, b64encode((PACKAGE / "dist" / "index.js").read_bytes()).decode())
    yield page
    await page.close()


async def test_a_region_is_one_stop_and_the_arrow_keys_go_on_inside(page: Page) -> None:
    """What can be done is the stop; the arrow keys go to what lies in their direction."""
    await page.evaluate("void partie.roving(root)")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    assert await page.evaluate(FOCUSED) == "c"
    await page.keyboard.press("ArrowUp")
    assert await page.evaluate(FOCUSED) == "a"
    await page.keyboard.press("ArrowRight")
    assert await page.evaluate(FOCUSED) == "b"


async def test_the_focus_goes_on_when_a_change_took_its_place(page: Page) -> None:
    """To what can be done next, for who uses the keyboard; a click moves no focus."""
    await page.evaluate("window.kept = partie.keepFocus(root)")
    change = "() => { root.querySelector('[data-anchor=a]').remove(); kept.goOn() }"
    await page.locator("#above").focus()
    await page.keyboard.press("Tab")
    assert await page.evaluate(FOCUSED) == "a"
    await page.evaluate(change)
    assert await page.evaluate(FOCUSED) == "c"
    await page.locator("[data-anchor=b]").click()
    await page.evaluate(change.replace("=a", "=b"))
    assert await page.evaluate(FOCUSED) is None


async def test_pieces_fly_from_place_to_place_and_nothing_stays(page: Page) -> None:
    """On the layer of the board itself, between anchors of its own root."""
    await page.evaluate(
        """() => {
          const layer = root.querySelector('.flights')
          // A busy machine may look again only when it has landed.
          window.flown = []
          const note = () => flown.push(...[...layer.querySelectorAll('.flight')].map((piece) => piece.textContent))
          new MutationObserver(note).observe(layer, { childList: true, subtree: true })
          const scene = partie.sceneOf([{ do: 'carry', what: { anchor: 'a' }, from: ['a'], to: ['c'], at: 0, ms: 300 }])
          const flights = new partie.Flights(layer, () => () => undefined, root)
          flights.prepare(scene)
          root.querySelector('[data-anchor=a]').remove()
          flights.play(scene, { rate: 1 })
        }"""
    )
    await page.wait_for_function("flown.length > 0")
    await expect(page.locator(".flight")).to_have_count(0)
    assert set(await page.evaluate("flown")) == {"a"}


async def test_what_a_line_names_is_lit(page: Page) -> None:
    """By its anchor or its spot, and no longer than it is named."""
    lit = "() => [...root.querySelectorAll('[data-lit]')].map((piece) => piece.textContent)"
    await page.evaluate("partie.light(new Set(['a', 'seat:1']), root)")
    assert await page.evaluate(lit) == ["a", "c"]
    await page.evaluate("partie.light(new Set(['b']), root)")
    assert await page.evaluate(lit) == ["b"]


async def test_discs_are_drawn_with_their_own_patterns(page: Page) -> None:
    """In a shadow root, where the patterns of the page are out of reach; a free seat has none."""
    await page.evaluate(
        "root.replaceChildren(partie.disc({ colour: 'stag' }), partie.disc({ colour: 'stag', size: 20 }))"
    )
    filled = """() => [...root.querySelectorAll('[fill^="url"]')].map((circle) => {
      const { id } = circle.parentElement.querySelector('pattern')
      return circle.getAttribute('fill') === `url(#${id})` && root.querySelectorAll(`#${id}`).length === 1
    })"""
    assert await page.evaluate(filled) == [True, True]
    await page.evaluate("root.replaceChildren(partie.disc())")
    assert await page.evaluate(filled) == []


SHEET = {
    "items": "Scoring item",
    "seats": [
        {"name": "Ann", "colour": "stag", "first": True, "href": "/people/ann"},
        {"name": "Ben", "colour": "hare", "note": "a bot from turn 3"},
    ],
    "rows": [
        {"name": "Forests", "values": [12, 4], "notes": ["3 trees"]},
        {"name": "Debts", "values": [0, -3]},
    ],
    "total": {"name": "Coins", "values": [12, 1]},
    "places": {"name": "Place", "values": ["1st", "2nd"]},
}


async def test_a_scoring_is_a_table_with_heads(page: Page) -> None:
    """Numbers have signs, the most of an item is bold, and the winner's column stands out; narrow as wide."""
    style = (PACKAGE / "dist" / "scoringsheet.css").read_text()
    await page.evaluate(
        """([style, sheet]) => {
          const sheets = new CSSStyleSheet()
          sheets.replaceSync(style)
          root.adoptedStyleSheets = [sheets]
          root.replaceChildren(partie.scoringSheet(JSON.parse(sheet)))
        }""",
        [style, json.dumps(SHEET)],
    )
    sheet = page.get_by_role("table")
    assert [cell.split("\n")[0] for cell in await sheet.get_by_role("columnheader").all_inner_texts()] == [
        "Scoring item",
        "Ann",
        "Ben",
    ]
    assert await sheet.get_by_role("rowheader").all_inner_texts() == ["Forests", "Debts", "Coins", "Place"]
    cells = [cell.split() for cell in await sheet.get_by_role("cell").all_inner_texts()]
    assert cells == [["+12", "3", "trees"], ["+4"], ["–"], ["−3"], ["12"], ["1"], ["1st"], ["2nd"]]
    assert await sheet.locator(".best").all_inner_texts() == ["+12\n3 trees"]
    assert await sheet.locator("td.first").count() == 4
    for width in (320, 900):
        await page.set_viewport_size({"width": width, "height": 700})
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
