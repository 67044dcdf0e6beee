"""The connection to the service: lost, slow to come back, or ended by a service that dies."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import expect

from tests.browser.conftest import Come, Join, StartService
from tests.browser.line import Line
from tests.browser.people import BACK, NOTICED, Person
from tests.browser.toy import bid, on_turn, running_toy, toy_mover, toy_table
from tests.browser.words import capital


def walk(person: Person) -> str:
    """The move to the second field."""
    return person.words("toy:move.step", to=person.words("toy:names.to.field-1"))


def walked(person: Person, mover: Person) -> str:
    """The line of the history of a person that tells of that move of somebody's."""
    return person.words("toy:line.walked", seat=mover.name, field=person.words("toy:names.field.field-1"))


async def test_a_player_without_a_network_keeps_the_board_and_catches_up(join: Join, come: Come, line: Line) -> None:
    """The page says that it is offline; a move made then waits, and is done once when the network is back.

    While it waits the browser asks before the page is reloaded, for it would be lost.
    """
    table = await toy_table(join)
    await table.bid()
    playing, waiting = await table.on_turn()
    mover, other = await table.show(come, playing, url=line.url), await table.show(come, waiting)
    await line.cut(mover.page)
    await expect(mover.page.get_by_text(mover.words.like("line.lost", "line.offline"))).to_be_visible(timeout=NOTICED)
    await mover.move(walk(mover), wait=False)
    waits = mover.words("line.waiting.what", count=1, what=walk(mover))
    await expect(mover.page.get_by_text(waits)).to_be_visible()
    async with mover.page.expect_event("dialog") as asked:
        await mover.page.evaluate("void setTimeout(() => location.reload())")
    question = await asked.value
    assert question.type == "beforeunload"
    await question.dismiss()
    await line.mend(mover.page)
    for person in (mover, other):
        await expect(person.history.get_by_text(walked(person, mover))).to_have_count(1)
    await expect(mover.page.get_by_text(mover.words("line.connected.short"), exact=True)).to_be_visible()


async def test_a_game_goes_on_after_the_service_was_killed(come: Come, start_service: StartService) -> None:
    """Nobody reloads the page: it says that the service is gone, and the game goes on where it was."""
    service = start_service()
    ann, bob, cleo = await running_toy(come, service.url)
    await bid(ann, bob)
    mover, other = await on_turn(ann, bob)
    await mover.move(walk(mover))
    for person in (mover, other, cleo):
        await expect(person.history.get_by_text(walked(person, mover))).to_be_visible()
    position = await mover.position()
    service.kill()
    for person in (mover, other, cleo):
        await expect(person.page.get_by_text(person.words.like("line.lost", "line.gone"))).to_be_visible()
        await expect(person.history.get_by_text(walked(person, mover))).to_be_visible()
    await asyncio.to_thread(service.start)
    for person in (mover, other, cleo):
        await expect(person.page.get_by_text(person.words("line.connected.short"), exact=True)).to_be_visible(
            timeout=BACK
        )
        assert await person.position() == position
    await mover.move(mover.words("toy:move.done"))
    await other.my_turn()
    await expect(cleo.history.get_by_text(cleo.words("toy:line.done", seat=mover.name))).to_be_visible()


async def test_a_service_that_is_stopped_sends_its_people_away_and_takes_them_back(
    join: Join, come: Come, start_service: StartService
) -> None:
    """An orderly restart in the middle of a turn keeps what can be taken back."""
    service = start_service()
    mover = await toy_mover(join, come, service.url)
    await mover.move(walk(mover))
    await expect(mover.history.get_by_text(walked(mover, mover))).to_be_visible()
    service.stop()
    await expect(mover.page.get_by_text(mover.words.like("line.lost", "line.gone"))).to_be_visible()
    await asyncio.to_thread(service.start)
    await expect(mover.page.get_by_text(mover.words("line.connected.short"), exact=True)).to_be_visible(timeout=BACK)
    await mover.button(mover.words("rail.undo")).click()
    await expect(mover.history.get_by_text(mover.words("history.undone", seat=mover.name, moves=1))).to_be_visible()


async def test_a_table_that_is_being_set_up_stays_as_it_was_chosen_when_the_connection_comes_back(
    come: Come, start_service: StartService
) -> None:
    """However the connection was lost; and then it is set up so."""
    service = start_service()
    ann = await come("Ann", url=service.url)
    form = await ann.create_form(more=True)
    toy = form.get_by_role("radio", name=ann.words("toy:name"))
    await toy.check()
    chosen = {
        "create.seats": "3",
        "toy:option.rounds": "2",
        "create.access": capital(ann.words("access.invited")),
        "timecontrol:pace": ann.words("timecontrol:pace.live"),
    }
    for key, value in chosen.items():
        await ann.choose(key, value)
    service.kill()
    await expect(ann.page.get_by_text(ann.words.like("line.lost", "line.gone"))).to_be_visible()
    await asyncio.to_thread(service.start)
    await expect(ann.page.get_by_text(ann.words("line.connected.short"), exact=True)).to_be_visible(timeout=BACK)
    await expect(toy).to_be_checked()
    for key, value in chosen.items():
        # They stand in a strip, or in a list where their words are too long for one.
        strip = form.get_by_role("group", name=ann.words(key), exact=True)
        listed = form.get_by_role("combobox", name=ann.words(key), exact=True)
        choice = strip.get_by_role("radio", name=value, exact=True)
        choice = choice.or_(listed.get_by_role("option", name=value, exact=True))
        await expect(choice.and_(ann.page.locator(":checked"))).to_have_count(1)
    await form.get_by_role("button", name=ann.words("create.do")).click()
    await expect(ann.main).to_have_text(ann.words.like("rail.ready"))


async def test_a_browser_takes_updates_compressed(join: Join, come: Come) -> None:
    """It offers that by itself, and the page sees the game go on."""
    mover = await toy_mover(join, come)
    answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    session = await mover.page.context.new_cdp_session(mover.page)
    session.on("Network.webSocketHandshakeResponseReceived", lambda event: answers.put_nowait(event["response"]))
    await session.send("Network.enable")
    await mover.page.reload()
    headers = {name.lower(): value for name, value in (await answers.get())["headers"].items()}
    assert headers["sec-websocket-extensions"] == "permessage-deflate; client_no_context_takeover"
    await mover.move(walk(mover))
    await expect(mover.history.get_by_text(walked(mover, mover))).to_be_visible()
