"""Pages for everybody: axe-core finds nothing serious to object to, in both lights, on a desk and on a phone."""

from __future__ import annotations

import asyncio
import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from hatch_build import ROOT, install_packages
from server.client import Client
from tests.browser.pictures import NAMES, Looker, Scene, fits, scenes
from tests.browser.service import Service

SERIOUS = ("serious", "critical")

FIND = """async (options) => {
  const { violations } = await axe.run(options)
  // Digits printed on tiles, cards, action spaces and the warehouse are pictures, no labels that one would say to
  // press them, and neither are the numbers of treasures in hand.
  const printed = ({ target }) => document.querySelector(target[0])
    ?.closest(
      '[data-anchor=ring], [data-anchor=land], [data-anchor=shelf], .card, [data-anchor=crew], [data-anchor=hand], ' +
        '[data-anchor^="card:"], [data-anchor^="pair:"], [data-anchor=own], [data-anchor=sum]',
    ) != null
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    nodes: nodes
      .filter((node) => id !== 'label-content-name-mismatch' || !printed(node))
      .map(({ target }) => target.join(' ')),
  }))
}"""

ALL = re.compile(
    "start|lobby|device|about|rules|nowhere|open|tour|chosen|panel|pay|placing|activate|collect|move|past|result|"
    "rules-drawer|preferences|in-words|surface-[123]|gallery-(Basics|Frame|Marks|Board)|"
    "nereus-(corner|keep|chosen|marker|sailing|boatswain|hand|offer|looking|two|result)|"
    "vinci-(pair|start|aim|keep|regroup|survive|decline|other|result)|"
    "wikinger-(start|chosen|place|ferry|bid|remove|special|other|result)"
)
LOOKS = re.compile("start|lobby|open|placing|past|result|preferences|gallery-(Basics|Frame|Marks)|vinci-(aim|survive)")
"""Scenes that between them show every element; and those that show each colour."""


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which the client's lock file names."""
    install_packages(ROOT / "client-web")
    return Path(ROOT, "client-web", "node_modules", "axe-core", "axe.min.js").read_text()


async def objections(page: Page, axe: str, rules: list[str] | None = None) -> list[str]:
    """What axe-core seriously objects to on the present page; by some rules alone, if they are given."""
    await page.evaluate(axe)
    options: dict[str, Any] = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found = await page.evaluate(FIND, options)
    return [f"{each['id']}: {each['nodes'][:5]}" for each in found if each["impact"] in SERIOUS and each["nodes"]]


async def all_objections(
    browser: Browser,
    service: Service,
    axe: str,
    light: str,
    width: int,
    *,
    among: re.Pattern[str] = ALL,
    rules: list[str] | None = None,
) -> dict[str, list[str]]:
    """What is objected to among some scenes, by scene."""
    players = [await Client.join(service.url, name) for name in NAMES]
    looker = Looker(browser, service.url, players[0].cookie)
    found: dict[str, list[str]] = {}

    async def look(scene: Scene) -> None:
        async with looker.look(scene, width, light) as page:
            if bad := await objections(page, axe, rules):
                found[scene.name] = bad

    shown = [each for each in await scenes(service, players, secrets.token_hex(4)) if among.fullmatch(each.name)]
    await asyncio.gather(*(look(scene) for scene in shown if fits(scene, width)))
    for player in players:
        await player.close()
    return found


@pytest.mark.parametrize(("light", "width"), [("light", 1440), ("dark", 390)])
async def test_nobody_is_shut_out(browser: Browser, service: Service, axe: str, light: str, width: int) -> None:
    """Names, roles, contrast and structure hold on every page and at every stage of a table."""
    assert await all_objections(browser, service, axe, light, width) == {}


@pytest.mark.parametrize(("light", "width"), [("dark", 1440), ("light", 390)])
async def test_all_text_can_be_read(browser: Browser, service: Service, axe: str, light: str, width: int) -> None:
    """What depends on the light, in the light and width that the full examination leaves out."""
    found = await all_objections(browser, service, axe, light, width, among=LOOKS, rules=["color-contrast"])
    assert found == {}


async def test_a_page_that_shuts_somebody_out_is_found(browser: Browser, axe: str) -> None:
    """A button without a name and grey on white are objected to."""
    page = await browser.new_page()
    await page.set_content("<main><button></button><p style='color: #999; background: #fff'>Hard to read</p></main>")
    found = await objections(page, axe)
    assert {each.split(":")[0] for each in found} >= {"button-name", "color-contrast"}
    await page.close()
