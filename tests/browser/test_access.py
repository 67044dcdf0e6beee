"""Pages for everybody: axe-core finds nothing to object to, in both lights, on a desk and on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from hatch_build import ROOT, install_packages
from tests.browser.conftest import Come
from tests.browser.people import Person


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which the client's lock file names."""
    install_packages(ROOT / "client-web")
    return Path(ROOT, "client-web", "node_modules", "axe-core", "axe.min.js").read_text()


async def objections(person: Person, axe: str) -> list[str]:
    """What axe-core objects to on the present page."""
    await person.page.evaluate(axe)
    found = await person.page.evaluate("axe.run()")
    return [f"{each['id']}: {[node['target'] for node in each['nodes']]}" for each in found["violations"]]


@pytest.mark.parametrize(("light", "width"), [("Daylight", 1440), ("Evening light", 390)])
async def test_nobody_is_shut_out(come: Come, axe: str, light: str, width: int) -> None:
    """Names, roles, contrast and structure hold on every page and at every stage of a table."""
    ann = await come("Ann", width=width)
    await ann.page.goto(f"{ann.url}/device")
    await ann.choose("Light", light)
    assert await objections(ann, axe) == []
    for path in ("/about", "/rules/glenmore", "/"):
        await ann.page.goto(ann.url + path)
        await expect(ann.page.get_by_text("on their way")).to_have_count(0)
        assert await objections(ann, axe) == [], path
    await ann.set_up("Glen More", 2)
    await ann.button("Seat a bot").click()
    await expect(ann.page.get_by_text("practice bot")).to_be_visible()
    assert await objections(ann, axe) == [], "a table before the start"
    await ann.ready()
    await ann.my_turn()
    await ann.page.get_by_label("Prices").check()
    await expect(ann.moves.first.locator(".line").first).to_be_visible()
    assert await objections(ann, axe) == [], "the own turn"
    await ann.page.keyboard.press("?")
    await expect(ann.page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert await objections(ann, axe) == [], "the keys"
    await ann.page.keyboard.press("Escape")
    await ann.page.keyboard.press("ArrowLeft")
    await expect(ann.main).to_have_text(re.compile("Back to now"))
    assert await objections(ann, axe) == [], "a past position"
