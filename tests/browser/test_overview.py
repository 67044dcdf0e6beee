"""The overview of the pieces: next to the board on a desk, on a sheet on a phone, in every game and in words."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Route, expect

from tests.browser.conftest import Come
from tests.browser.player import alone
from tests.browser.positions import Holds, at_sea, in_europe, stage
from tests.browser.service import Service

TABLES: dict[str, tuple[Holds, str, int]] = {
    "nereus": (at_sea("ready", "block", "free", day=2), "nereus:names.treasure.black", 6 + 15),
    "vinci": (in_europe("expand"), "vinci:names.tile.diplomacy", 26),
    "wikinger": (stage("buy"), "wikinger:names.figure.scout", 6 + 10),
}
"""A position of each game, a thing that its overview lists, and how many things that are."""


@pytest.mark.parametrize("game", TABLES)
async def test_each_thing_of_a_game_is_listed_with_how_many_there_are(come: Come, service: Service, game: str) -> None:
    """A row has a name and its numbers, each under the name of a place."""
    wanted, key, count = TABLES[game]
    ann = await come("Ann", sign_in=False)
    await alone(ann, service, game, wanted, chance="overview", others=("Bob", "Cid"))
    await ann.button(ann.words("overview.title")).first.click()
    overview = ann.page.get_by_role("dialog", name=ann.words("overview.title"))
    await expect(overview.get_by_role("rowheader")).to_have_count(count)
    row = overview.get_by_role("row").filter(has=ann.page.get_by_role("rowheader", name=re.compile(ann.words(key))))
    await expect(row.first.get_by_role("cell").last).to_have_text(re.compile(r"^\d+$"))
    # The board stays in reach next to it.
    await expect(ann.action_bar).to_be_visible()
    await ann.page.keyboard.press("Escape")
    await expect(overview).to_have_count(0)


async def test_the_tiles_of_a_stack_are_named_with_where_they_are(come: Come, service: Service) -> None:
    """The present stack lies open: as many tiles in it as the board says, and each placed one with its owner."""
    ann = await come("Ann", sign_in=False)
    await alone(ann, service, "glenmore", stage("take", round_=2), chance="overview", others=("Bob", "Cid"))
    overview = ann.page.get_by_role("dialog", name=ann.words("overview.title"))
    await ann.button(ann.words("overview.title")).first.click()
    await expect(overview).to_be_visible()
    await ann.page.keyboard.press("Escape")
    await expect(overview).to_have_count(0)
    await ann.page.keyboard.press("o")
    await expect(overview.get_by_role("list").first).to_be_visible()
    listed = overview.locator("details[open] li")
    await expect(listed).to_have_count(19)
    left = await overview.locator("details[open] ul.stack li").count()
    said = ann.words("glenmore:stack.left", left=left, round=2)
    await expect(ann.page.locator("[data-anchor=stack]").filter(has_text=said)).to_have_count(1)
    await overview.locator("summary").nth(1).click()
    await overview.locator("summary").first.click()
    owned = overview.locator("details[open] ul.land li").filter(has_text=re.compile("Ann|Bob|Cid"))
    assert await owned.count() == await overview.locator("details[open] ul.land li").count() > 0


async def test_on_a_phone_the_overview_is_a_sheet(come: Come, service: Service) -> None:
    """It lies over the board, opened from the bar, and closes by the way back."""
    ann = await come("Ann", sign_in=False, width=412, touch=True)
    await alone(ann, service, "glenmore", stage("take"), chance="overview", others=("Bob", "Cid"))
    await ann.button(ann.words("overview.title")).first.tap()
    sheet = ann.page.locator("dialog[open]")
    await expect(sheet.get_by_role("heading", name=ann.words("overview.title"))).to_be_visible()
    await expect(sheet.get_by_role("listitem").first).to_be_visible()
    await ann.page.go_back()
    await expect(sheet).to_have_count(0)
    await expect(ann.page).to_have_url(re.compile(r"/table/"))


async def test_an_overview_whose_script_does_not_come_is_requested_again(come: Come, service: Service) -> None:
    """The drawer says that it could not be loaded, and it comes once it can be."""
    ann = await come("Ann", sign_in=False)
    await alone(ann, service, "glenmore", stage("take", round_=2), chance="overview", others=("Bob", "Cid"))
    asked: list[str] = []

    async def only_the_drawer(route: Route) -> None:
        """The drawer comes first, and asks for the overview of the game."""
        asked.append(route.request.url)
        await (route.continue_() if route.request.url == asked[0] else route.abort())

    script = re.compile(r"/assets/Overview-[^/]*\.js")
    await ann.page.route(script, only_the_drawer)
    await ann.button(ann.words("overview.title")).first.click()
    overview = ann.page.get_by_role("dialog", name=ann.words("overview.title"))
    await expect(overview.get_by_role("status")).to_have_text(ann.words("loading.failed"))
    await expect(overview.get_by_role("button", name=ann.words("again"))).to_be_visible()
    await ann.page.unroute(script)
    await expect(overview.get_by_role("list").first).to_be_visible()
