"""Pages for everybody: axe-core finds nothing serious to object to, in both lights, on a desk and on a phone."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from msgspec import Struct
from playwright.async_api import Browser, Page

from hatch_build import ROOT, install_packages
from server.client import Client
from tests.browser.pictures import NAMES, Looker, Scene, fits, scenes
from tests.browser.service import Service

SERIOUS = ("serious", "critical")

FIND = """async (options) => {
  const { violations } = await axe.run(options)
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    nodes: nodes.map(({ target }) => target.join(' ')),
  }))
}"""

SHOWN = {
    "pages": "start|lobby|device|account|account-sign-in|account-reset|person|ladder|"
    "about|rules|nowhere|gallery-(Basics|Frame|Marks|Board)",
    "glenmore": "open|tour|chosen|panel|pay|placing|activate|collect|move|past|result|"
    "rules-drawer|preferences|in-words|surface-[123]",
    "nereus": "nereus-(corner|keep|chosen|marker|sailing|boatswain|hand|offer|looking|two|result)",
    "vinci": "vinci-(pair|start|aim|keep|regroup|survive|decline|other|result)",
    "wikinger": "wikinger-(start|chosen|place|ferry|bid|remove|special|other|result)",
}
"""Scenes that between them show every element."""

COLOURED = re.compile(
    "start|lobby|open|placing|past|result|preferences|gallery-(Basics|Frame|Marks)|vinci-(aim|survive)"
)
"""Scenes that between them show every colour."""

OTHER = {"light": "dark", "dark": "light"}


class Visit(Struct, frozen=True):
    """What there is to see, and the session of the one who looks."""

    scenes: list[Scene]
    cookie: str


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which the client's lock file names."""
    install_packages(ROOT / "client-web")
    return Path(ROOT, "client-web", "node_modules", "axe-core", "axe.min.js").read_text()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def visit(service: Service) -> AsyncIterator[Visit]:
    """Four people and the tables at which they sit; the first one looks."""
    players = [await Client.join(service.url, name) for name in NAMES]
    yield Visit(await scenes(service, players, secrets.token_hex(4)), players[0].cookie)
    for player in players:
        await player.close()


async def objections(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe-core, which the page has, seriously objects to; by some rules alone, if they are given."""
    # What it would load ahead, all style sheets once more, serves its rule on sound that plays by itself alone; that
    # is never a serious objection.
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False} | ({"runOnly": rules} if rules else {})
    found = await page.evaluate(FIND, options)
    return [f"{each['id']}: {each['nodes'][:5]}" for each in found if each["impact"] in SERIOUS and each["nodes"]]


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize(("light", "width"), [("light", 1440), ("dark", 390)])
async def test_nobody_is_shut_out(
    browser: Browser, service: Service, axe: str, visit: Visit, light: str, width: int, shown: str
) -> None:
    """Names, roles, contrast and structure hold on every page and at every stage; all colours in both lights."""
    looker = Looker(browser, service.url, visit.cookie)
    found: dict[str, list[str]] = {}

    async def look(scene: Scene) -> None:
        async with looker.look(scene, width, light) as page:
            await page.evaluate(axe)
            bad = await objections(page)
            if COLOURED.fullmatch(scene.name):
                await page.evaluate("light => { document.documentElement.dataset.theme = light }", OTHER[light])
                bad += [f"{OTHER[light]}: {each}" for each in await objections(page, ["color-contrast"])]
        if bad:
            found[scene.name] = bad

    wanted = [each for each in visit.scenes if re.fullmatch(SHOWN[shown], each.name) and fits(each, width)]
    assert wanted
    await asyncio.gather(*(look(scene) for scene in wanted))
    assert found == {}


async def test_a_page_that_shuts_somebody_out_is_found(browser: Browser, axe: str) -> None:
    """A button without a name and grey on white are objected to."""
    page = await browser.new_page()
    await page.set_content("<main><button></button><p style='color: #999; background: #fff'>Hard to read</p></main>")
    await page.evaluate(axe)
    found = await objections(page)
    assert {each.split(":")[0] for each in found} >= {"button-name", "color-contrast"}
    await page.close()
