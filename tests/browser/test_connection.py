"""The connection to the service: lost, slow to come back, or ended by a service that dies."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import expect

from tests.browser.conftest import Come, StartService
from tests.browser.people import BACK, NOTICED
from tests.browser.toy import bid, on_turn, running_toy


async def test_a_player_without_a_network_keeps_the_board_and_catches_up(come: Come) -> None:
    """The page says that it is offline; a move made then waits, and is done once when the network is back.

    While it waits the browser asks before the page is loaded anew, for it would be lost.
    """
    ann, bob, _ = await running_toy(come)
    await bid(ann, bob)
    mover, other = await on_turn(ann, bob)
    await mover.page.context.set_offline(True)
    await expect(mover.page.get_by_text(re.compile("Line lost|offline"))).to_be_visible(timeout=NOTICED)
    await mover.move("Walk to field 2", wait=False)
    await expect(mover.page.get_by_text("This waits here and will be sent: Walk to field 2")).to_be_visible()
    async with mover.page.expect_event("dialog") as asked:
        await mover.page.evaluate("void setTimeout(() => location.reload())")
    question = await asked.value
    assert question.type == "beforeunload"
    await question.dismiss()
    await mover.page.context.set_offline(False)
    for person in (mover, other):
        await expect(person.history.get_by_text("walks to field 2")).to_have_count(1)
    await expect(mover.page.get_by_text("connected", exact=True)).to_be_visible()


async def test_a_game_goes_on_after_the_service_was_killed(come: Come, start_service: StartService) -> None:
    """Nobody loads the page anew: it says that the service is gone, and the game goes on where it was."""
    service = start_service()
    ann, bob, cleo = await running_toy(come, service.url)
    await bid(ann, bob)
    mover, other = await on_turn(ann, bob)
    await mover.move("Walk to field 2")
    for person in (mover, other, cleo):
        await expect(person.history.get_by_text("walks to field 2")).to_be_visible()
    position = await mover.position()
    service.kill()
    for person in (mover, other, cleo):
        await expect(person.page.get_by_text(re.compile("Line lost|The server is gone"))).to_be_visible()
        await expect(person.history.get_by_text("walks to field 2")).to_be_visible()
    await asyncio.to_thread(service.start)
    for person in (mover, other, cleo):
        await expect(person.page.get_by_text("connected", exact=True)).to_be_visible(timeout=BACK)
        assert await person.position() == position
    await mover.move("End the turn")
    await other.my_turn()
    await expect(cleo.history.get_by_text(f"{mover.name} ends the turn")).to_be_visible()


async def test_a_service_that_is_stopped_sends_its_people_away_and_takes_them_back(
    come: Come, start_service: StartService
) -> None:
    """An orderly restart in the middle of a turn keeps what can be taken back."""
    service = start_service()
    ann, bob, _ = await running_toy(come, service.url)
    await bid(ann, bob)
    mover, _ = await on_turn(ann, bob)
    await mover.move("Walk to field 2")
    await expect(mover.history.get_by_text("walks to field 2")).to_be_visible()
    service.stop()
    await expect(mover.page.get_by_text(re.compile("Line lost|The server is gone"))).to_be_visible()
    await asyncio.to_thread(service.start)
    await expect(mover.page.get_by_text("connected", exact=True)).to_be_visible(timeout=BACK)
    await mover.button("Undo").click()
    await expect(mover.history.get_by_text("takes back one step")).to_be_visible()


async def test_a_table_that_is_being_set_up_stays_as_it_was_chosen_when_the_connection_comes_back(
    come: Come, start_service: StartService
) -> None:
    """However the connection was lost; and then it is set up so."""
    service = start_service()
    ann = await come("Ann", url=service.url)
    form = ann.page.get_by_role("region", name="Set up a table")
    await form.get_by_role("radio", name="Toy").check()
    chosen = {"Players": "3", "Rounds": "2", "Who may sit": "By invitation", "Pace": "Live"}
    for label, value in chosen.items():
        await ann.choose(label, value)
    service.kill()
    await expect(ann.page.get_by_text(re.compile("Line lost|The server is gone"))).to_be_visible()
    await asyncio.to_thread(service.start)
    await expect(ann.page.get_by_text("connected", exact=True)).to_be_visible(timeout=BACK)
    await expect(form.get_by_role("radio", name="Toy")).to_be_checked()
    for label, value in chosen.items():
        group = form.get_by_role("group", name=label, exact=True)
        await expect(group.get_by_role("radio", name=value, exact=True)).to_be_checked()
    await form.get_by_role("button", name="Set up").click()
    await expect(ann.main).to_have_text(re.compile("I am ready"))
