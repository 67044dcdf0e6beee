"""Pages for everybody: axe-core finds nothing serious to object to, in both lights, on a desk and on a phone."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest
import pytest_asyncio
from msgspec import Struct
from playwright.async_api import Browser

from hatch_build import ROOT, install_packages
from partie.client.client import Client
from tests.browser.axe import objections
from tests.browser.broken import broken_words
from tests.browser.pictures import NAMES, Looker, fits, gallery_scenes, of_table, scenes
from tests.browser.scene import Scene, overflow
from tests.browser.service import Service
from tests.browser.tree import tree, wrong

ROUTES = ROOT / "client-web" / "src" / "state" / "routes.ts"

SPARED = {
    r".*-de": "the same elements with German words",
    r"(.*-)?page|five-placing": "what another scene shows, whole: axe-core judges beyond the window, too",
    r"begin|take|take-two|five|place|surface-0|other": "`chosen` before the choice, with more or fewer seats",
    r"nereus-(crew|hover|sail|explorer|other|surface-[0123])": "as other steps, before the choice or without an action",
    r"vinci-(begin|enter|fort|treaty|waiting|six|surface-[03])": "as other steps, with other provinces and more seats",
    r"wikinger-(begin|buy|four|right|large-place|surface-0)": "as other steps, elsewhere and with more seats",
    r"(nereus|vinci|wikinger)-(past|watching)": "the frame of `past` and `watching` around a board that `other` shows",
    "gallery-(States|Nereus|Vinci)": "drawings that `gallery-Marks` and the games have, some hundred times",
}
"""Scenes that are not judged, by what their names are, and why; all others are."""

TWICE = re.compile(
    "start|lobby|game|account|open|chosen|past|result|rules-drawer|preferences|chat|generic|live|nereus-(chosen|hand)|"
    r"(\w+-)?overview|"
    "vinci-(pair|aim)|wikinger-(chosen|bid)|gallery-Frame"
)
"""Scenes that are other ones on a phone; `surface` scenes are of phones alone."""

COLOURED = re.compile(
    "start|lobby|open|placing|past|result|preferences|vinci-(aim|survive)|wikinger-(ferry|final)|account-own|moderation|banned|closed|chat|"
    "proposal|live|generic-chosen|invited|gallery-(Basics|Frame|Marks|Moments|Lobby|Tiles)"
)
"""Scenes that between them show every colour."""

GAMES = ("nereus", "vinci", "wikinger")
"""How the names of their scenes begin; those of Glen More have no beginning of their own."""

PARTS = (*GAMES, "gallery", "table", "page")
"""The scenes are judged in so many tests, each of which has the time of one."""

IN_LIGHT = "light => { document.documentElement.dataset.theme = light }"

PAGES = {
    "lobby": "/",
    "game": r"/games/.+",
    "table": r"/table/.+",
    "device": "/device",
    "person": r"/people/.+",
    "ladder": r"/ladder/.+",
    "account": "/account",
    "notifications": r"/calls#.+",
    "rules": r"/rules/.+",
    "about": "/about",
    "moderation": "/moderation",
    "missing": "/nowhere",
}
"""The addresses of scenes, by the page that the client's routes name for them."""

DESK, PHONE = (1440, "light"), (390, "dark")
OTHER = {"light": "dark", "dark": "light"}


Parts: TypeAlias = "defaultdict[tuple[int, str, str], set[str]]"


class Visit(Struct, frozen=True):
    """What there is to see, and the session of the one who looks."""

    scenes: list[Scene]
    cookie: str


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which the client's lock file names."""
    install_packages(ROOT / "client-web")
    return Path(ROOT, "client-web", "node_modules", "axe-core", "axe.min.js").read_text()


@pytest.fixture(scope="module")
def parts() -> Parts:
    """What was judged already, of all pages of a width, a light and a language."""
    return defaultdict(set)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def visit(service: Service, gallery: str) -> AsyncIterator[Visit]:
    """Four people and the tables at which they sit; the first one looks."""
    players = [await Client.join(service.url, name) for name in NAMES]
    found = [*await scenes(service, players, secrets.token_hex(4)), *gallery_scenes(gallery)]
    yield Visit(found, players[0].cookie)
    for player in players:
        await player.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def looker(shared_browser: Browser, service: Service, visit: Visit) -> AsyncIterator[Looker]:
    """Its pages serve all tests: the first scene of a page takes longest."""
    looker = Looker(shared_browser, service.url, visit.cookie, follow=True)
    yield looker
    await looker.close()


def spared(scene: Scene) -> bool:
    """Whether another scene shows what it shows."""
    return any(re.fullmatch(names, scene.name) for names in SPARED)


def judged(found: Sequence[Scene]) -> list[tuple[Scene, int, str]]:
    """The scenes that are judged, how wide and in which light."""
    return [
        (scene, width, light)
        for scene in found
        if not spared(scene)
        for width, light in (DESK, PHONE)
        if fits(scene, width) and (width == DESK[0] or "surface" in scene.name or TWICE.fullmatch(scene.name))
    ]


def part_of(scene: Scene) -> str:
    """Where it is judged."""
    beginning = scene.name.partition("-")[0]
    if beginning in (*GAMES, "gallery"):
        return beginning
    return "table" if of_table(scene) else "page"


def judged_in(part: str, found: Sequence[Scene]) -> list[tuple[Scene, int, str]]:
    """Those that are judged in one test; pages of one width, which take longest to open, after each other."""
    return sorted((view for view in judged(found) if part_of(view[0]) == part), key=lambda view: view[1])


@pytest.mark.parametrize("part", PARTS)
async def test_nobody_is_shut_out(looker: Looker, axe: str, visit: Visit, parts: Parts, part: str) -> None:
    """Names, roles, contrast and structure hold on every page and at every stage; all colours in both lights.

    No word is broken for want of room, and nothing has to be scrolled sideways. A screen reader finds its way: each
    landmark has a name of its own, and so has everything that is used or seen. The gallery's sections have none.
    """
    found: dict[str, list[str]] = {}

    async def look(scene: Scene, width: int, light: str) -> None:
        async with looker.look(scene, width, light) as page:
            if not await page.evaluate("'axe' in window"):
                await page.evaluate(axe)
            bad = await objections(page, parts[width, light, scene.language])
            bad += [f"broken: {each}" for each in await broken_words(page)]
            if part != "gallery":
                if (over := await overflow(page)) > 0:
                    bad.append(f"{over} px wider than the window")
                bad += [f"read: {each}" for each in wrong(await tree(page))]
            if COLOURED.fullmatch(scene.name):
                other = OTHER[light]
                await page.evaluate(IN_LIGHT, other)
                colours = await objections(page, parts[width, other, "colours"], ["color-contrast"])
                bad += [f"{other}: {each}" for each in colours]
                await page.evaluate(IN_LIGHT, light)
        if bad:
            found[f"{scene.name} {width} {light}"] = bad

    await asyncio.gather(*(look(*each) for each in judged_in(part, visit.scenes)))
    assert found == {}


async def test_whatever_there_is_to_see_is_judged(visit: Visit) -> None:
    """Every page that the routes name has a scene that is not spared, and nothing is spared that is not there."""
    named = set(re.findall(r"\{ page: '(\w+)'", ROUTES.read_text()))
    assert named == set(PAGES)
    seen = [scene.path for scene, _, _ in judged(visit.scenes)]
    assert [page for page, path in PAGES.items() if not any(re.fullmatch(path, each) for each in seen)] == []
    names = [scene.name for scene in visit.scenes]
    assert len(names) == len(set(names))
    for wanted in (*SPARED, TWICE.pattern, COLOURED.pattern):
        for each in alternatives(wanted):
            assert any(re.fullmatch(each, name) for name in names), f"no scene is called {each}"


def alternatives(pattern: str) -> list[str]:
    """The patterns that a pattern parts by bars outside its brackets."""
    parts, depth = [""], 0
    for sign in pattern:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


DRAWING = "<svg width='20' height='20'><circle r='9' /><text y='9'>7</text></svg>"


async def test_a_page_that_shuts_somebody_out_is_found(shared_browser: Browser, axe: str) -> None:
    """A button without a name, grey on white and a heading that leaves out a level are objected to."""
    page = await shared_browser.new_page()
    await page.set_content(
        "<main><h1>One</h1><h3>Three</h3>"
        "<button></button><p style='color: #999; background: #fff'>Hard to read</p></main>"
    )
    await page.evaluate(axe)
    found = await objections(page)
    assert {each.split(":")[0] for each in found} >= {"button-name", "color-contrast", "heading-order"}
    await page.close()


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("amphora and pearl", ["amphora"]),
        ("<span lang=en style='hyphens: auto'>amphora</span>", ["amphora"]),
        ("am&shy;pho&shy;ra", []),
        ("<code>amphora</code>", []),
        ("a pearl", []),
    ],
)
async def test_a_word_without_room_is_found(shared_browser: Browser, text: str, broken: list[str]) -> None:
    """Unless it has a soft hyphen where it is broken, or is code."""
    page = await shared_browser.new_page()
    await page.set_content(f"<p style='width: 3.2em; font: 16px monospace; overflow-wrap: anywhere'>{text}</p>")
    assert [each.split(" in ")[0] for each in await broken_words(page)] == broken
    await page.close()


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("document.querySelector('main').append(document.createElement('button'))", "button-name"),
        ("document.querySelector('li').firstChild.textContent = ''", "link-name"),
        ("document.querySelector('li a').setAttribute('aria-expanded', 'perhaps')", "aria-valid-attr-value"),
        ("document.querySelector('main').style.color = '#999'", "color-contrast"),
        ("document.querySelector('li').style.background = '#555'", "color-contrast"),
        ("document.querySelector('ul').setAttribute('role', 'tab')", "listitem"),
        ('document.querySelector(\'svg\').innerHTML = \'<a href="#1"><rect width="9" height="9" /></a>\'', "link-name"),
        ("document.querySelector('svg').setAttribute('role', 'img')", "svg-img-alt"),
    ],
)
async def test_what_is_unlike_all_that_was_judged_is_judged(
    shared_browser: Browser, axe: str, change: str, rule: str
) -> None:
    """A part with other words needs no second judgement; any change that may shut somebody out is found."""
    page = await shared_browser.new_page()
    links = "".join(f"<li><a href='#{number}' style='color: inherit'>Table {number}</a></li>" for number in range(9))
    await page.set_content(
        f"<html lang=en><title>Tables</title><main><h1>Tables</h1>{DRAWING}<ul>{links}</ul></main></html>"
    )
    await page.evaluate(axe)
    parts: set[str] = set()
    assert await objections(page, parts) == []
    judged = set(parts)
    await page.evaluate("document.querySelector('li a').textContent = 'Another table'")
    assert await objections(page, parts) == []
    assert parts == judged
    await page.evaluate(change)
    assert rule in {each.split(":")[0] for each in await objections(page, parts)}
    await page.close()


async def test_drawings_are_left_as_they_were(shared_browser: Browser, axe: str) -> None:
    """The same nodes, in their order."""
    page = await shared_browser.new_page()
    await page.set_content(f"<html lang=en><title>Tables</title><main><h1>Tables</h1>{DRAWING}</main></html>")
    await page.evaluate(axe)
    await page.evaluate("window.before = [...document.querySelector('svg').childNodes]")
    assert await objections(page) == []
    assert await page.evaluate(
        "before.length === 2 && [...document.querySelector('svg').childNodes].every((node, at) => node === before[at])"
    )
    await page.close()


async def test_a_page_on_which_a_screen_reader_gets_lost_is_found(shared_browser: Browser) -> None:
    """Unnamed landmarks, picture and button, a button in a heading, a misspelt one, and no heading of the page."""
    page = await shared_browser.new_page()
    await page.set_content(
        "<nav></nav><nav></nav><main><button></button><img src='x.png'>"
        "<h2>Left <button>Rule</button></h2><button><b>Play</b> : Habagat</button></main>"
    )
    assert wrong(await tree(page)) == [
        "2 × navigation ''",
        "button without a name",
        "image without a name",
        "button 'Rule' in a heading",
        "button 'Play : Habagat': a space too many",
        "headings of the page: []",
    ]
    await page.close()
