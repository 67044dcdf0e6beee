"""Another client is deployed while pages stand: they load themselves anew, once, and lose nothing."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.connection import PATIENCE
from tests.browser.deploy import Tree
from tests.browser.people import BACK, Person
from tests.browser.service import Service
from tests.browser.toy import bid, on_turn, running_toy

CALLED = "() => performance.getEntriesByName('partie.invitations').length > 0"
"""What tells of invitations has come, which it does some time after the page."""


ANEW = PATIENCE + BACK
"""Milliseconds after which a page has loaded itself anew: the service starts, and the connection is back."""


@pytest.fixture
def tree(client: Path, tmp_path: Path) -> Tree:
    """The service's package with a client that can be replaced."""
    return Tree(tmp_path / "tree")


def count_loads(person: Person) -> list[str]:
    """The addresses that the page loads from now on."""
    loads: list[str] = []
    person.page.on("load", lambda page: loads.append(page.url))
    return loads


async def complete(person: Person) -> None:
    """Wait until the late parts of the lobby have come, too."""
    await expect(person.page.get_by_role("group", name="Pace")).to_be_visible()
    await expect(person.page.get_by_role("switch", name="Rated")).to_be_visible()
    await expect(person.page.get_by_label("Spectators see")).to_be_visible()
    await person.page.wait_for_function(CALLED)


async def test_after_a_deploy_a_page_loads_itself_anew_once_and_stays_at_its_table(
    come: Come, tree: Tree, tmp_path: Path
) -> None:
    """Nobody touches anything: the players go on with the new client, where they were."""
    service = Service(tmp_path / "data", root=tree.folder)
    service.start()
    try:
        ann, bob, cleo = await running_toy(come, service.url)
        await bid(ann, bob)
        mover, other = await on_turn(ann, bob)
        await mover.move("Walk to field 2")
        await expect(cleo.history.get_by_text("walks to field 2")).to_be_visible()
        await cleo.page.keyboard.press("ArrowLeft")
        await expect(cleo.action_bar.get_by_text(re.compile(r"Position \d+ of \d+"))).to_be_visible()
        visited = cleo.page.url
        loads = [count_loads(person) for person in (ann, bob, cleo)]
        service.stop()
        tree.deploy()
        async with (
            ann.page.expect_event("load", timeout=ANEW),
            bob.page.expect_event("load", timeout=ANEW),
            cleo.page.expect_event("load", timeout=ANEW),
        ):
            await asyncio.to_thread(service.start)
        for person in (ann, bob):
            await expect(person.history.get_by_text("walks to field 2")).to_be_visible()
        await expect(cleo.action_bar.get_by_text(re.compile(r"Position \d+ of \d+"))).to_be_visible()
        await mover.move("End the turn")
        await other.my_turn()
        assert loads == [[ann.table], [bob.table], [visited]]
        # The connection is lost once more, with the same client: nothing is loaded for that.
        service.kill()
        for person in (ann, bob, cleo):
            await expect(person.page.get_by_text(re.compile("Line lost|The server is gone"))).to_be_visible()
        await asyncio.to_thread(service.start)
        for person in (ann, bob, cleo):
            await expect(person.page.get_by_text("connected", exact=True)).to_be_visible(timeout=BACK)
        assert loads == [[ann.table], [bob.table], [visited]]
    finally:
        service.stop()


async def test_a_part_that_went_away_with_its_build_is_fetched_from_the_new_one(
    come: Come, tree: Tree, tmp_path: Path
) -> None:
    """The page that one goes to comes all the same, and does so again after the next deploy."""
    service = Service(tmp_path / "data", root=tree.folder)
    service.start()
    try:
        ann = await come("Ann", url=service.url)
        loads = count_loads(ann)
        await complete(ann)
        tree.deploy()
        async with ann.page.expect_event("load"):
            await ann.page.get_by_role("link", name="About", exact=True).click()
        await expect(ann.page.get_by_role("heading", name="About Partie")).to_be_visible()
        assert loads == [f"{service.url}/about"]
        await ann.page.get_by_role("link", name="Tables", exact=True).click()
        await complete(ann)
        tree.deploy()
        async with ann.page.expect_event("load"):
            await ann.page.get_by_role("link", name="Ann").click()
        await expect(ann.page.get_by_role("heading", name="You and your devices")).to_be_visible()
        assert loads == [f"{service.url}/about", f"{service.url}/device"]
    finally:
        service.stop()


async def test_a_table_that_is_being_set_up_is_not_lost_to_a_deploy(come: Come, tree: Tree, tmp_path: Path) -> None:
    """The page waits with loading itself anew until the table is there, and the host sits at it."""
    service = Service(tmp_path / "data", root=tree.folder)
    service.start()
    try:
        ann = await come("Ann", url=service.url)
        await complete(ann)
        loads = count_loads(ann)
        form = ann.page.get_by_role("region", name="Set up a table")
        await form.get_by_role("radio", name="Toy").check()
        await ann.choose("Players", "3")
        service.stop()
        tree.deploy()
        async with ann.page.expect_response(f"{service.url}/", timeout=ANEW):
            await asyncio.to_thread(service.start)
        await expect(ann.page.get_by_text("connected", exact=True)).to_be_visible(timeout=BACK)
        await expect(form.get_by_role("group", name="Players").get_by_role("radio", name="3")).to_be_checked()
        assert loads == []
        async with ann.page.expect_event("load"):
            await form.get_by_role("button", name="Set up").click()
        await expect(ann.main).to_have_text(re.compile("I am ready"))
        assert loads == [ann.table]
    finally:
        service.stop()
