"""Another client is deployed while pages stand: they reload themselves, once, and lose nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.connection import PATIENCE
from tests.browser.deploy import Tree
from tests.browser.people import BACK, Person
from tests.browser.service import Service
from tests.browser.toy import bid, on_turn, running_toy, slider

CALLED = "() => performance.getEntriesByName('partie.invitations').length > 0"
"""What tells of invitations has come, which it does some time after the page."""


ANEW = PATIENCE + BACK
"""Milliseconds after which a page has reloaded itself: the service starts, and the connection is back."""


@pytest.fixture
def tree(client: Path, tmp_path: Path) -> Tree:
    """The service's package with a client that can be replaced."""
    return Tree(tmp_path / "tree")


def count_loads(person: Person) -> list[str]:
    """The addresses that the page loads from now on."""
    loads: list[str] = []
    person.page.on("load", lambda page: loads.append(page.url))
    return loads


def connected(person: Person) -> Locator:
    """What says that the page has its connection."""
    return person.page.get_by_text(person.words("line.connected.short"), exact=True)


async def complete(person: Person) -> None:
    """Wait until the late parts of the lobby have come, too."""
    await expect(person.page.get_by_role("heading", name=person.words("play.title"))).to_be_visible()
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
        await mover.move(mover.words("toy:move.step", to=mover.words("toy:names.to.field-1")))
        walked = cleo.words.like("toy:line.walked", field=cleo.words("toy:names.field.field-1"))
        await expect(cleo.history.get_by_text(walked)).to_be_visible()
        last = await cleo.position()
        await cleo.page.keyboard.press("ArrowLeft")
        await expect(slider(cleo)).to_have_value(str(last - 1))
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
            await expect(person.history.get_by_text(walked)).to_be_visible()
        await expect(slider(cleo)).to_have_value(str(last - 1))
        await mover.move(mover.words("toy:move.done"))
        await other.my_turn()
        assert loads == [[ann.table], [bob.table], [visited]]
        # The connection is lost once more, with the same client: nothing is loaded for that.
        service.kill()
        for person in (ann, bob, cleo):
            await expect(person.page.get_by_text(person.words.like("line.lost", "line.gone"))).to_be_visible()
        await asyncio.to_thread(service.start)
        for person in (ann, bob, cleo):
            await expect(connected(person)).to_be_visible(timeout=BACK)
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
            await ann.page.get_by_role("link", name=ann.words("nav.about"), exact=True).click()
        await expect(ann.page.get_by_role("heading", name=ann.words("about:title"))).to_be_visible()
        assert loads == [f"{service.url}/about"]
        await ann.page.get_by_role("link", name=ann.words("nav.tables"), exact=True).click()
        await complete(ann)
        tree.deploy()
        async with ann.page.expect_event("load"):
            await ann.page.get_by_role("link", name="Ann").click()
        await expect(ann.page.get_by_role("heading", name=ann.words("device.title"))).to_be_visible()
        assert loads == [f"{service.url}/about", f"{service.url}/device"]
    finally:
        service.stop()


async def test_a_table_that_is_being_set_up_is_not_lost_to_a_deploy(come: Come, tree: Tree, tmp_path: Path) -> None:
    """The page waits with reloading itself until the table is there, says so, and the host sits at it."""
    service = Service(tmp_path / "data", root=tree.folder)
    service.start()
    try:
        ann = await come("Ann", url=service.url)
        await complete(ann)
        loads = count_loads(ann)
        form = await ann.create_form(more=True)
        await expect(form.get_by_role("group", name=ann.words("timecontrol:pace"))).to_be_visible()
        await expect(form.get_by_role("switch", name=ann.words("ratings:rated"))).to_be_visible()
        await expect(form.get_by_label(ann.words("delay:delay"))).to_be_visible()
        await form.get_by_role("radio", name=ann.words("toy:name")).check()
        await ann.choose("create.seats", "3")
        service.stop()
        tree.deploy()
        async with ann.page.expect_response(f"{service.url}/", timeout=ANEW):
            await asyncio.to_thread(service.start)
        await expect(connected(ann)).to_be_visible(timeout=BACK)
        seats = form.get_by_role("group", name=ann.words("create.seats"))
        await expect(seats.get_by_role("radio", name="3")).to_be_checked()
        await expect(ann.page.get_by_text(ann.words("line.newer"))).to_be_visible()
        assert loads == []
        async with ann.page.expect_event("load"):
            await form.get_by_role("button", name=ann.words("create.do")).click()
        await expect(ann.main).to_have_text(ann.words.like("rail.ready"))
        assert loads == [ann.table]
    finally:
        service.stop()
