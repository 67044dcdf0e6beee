"""The clocks are stopped, let go and changed by agreement in the middle of a game, and a player rests: by keyboard."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from partie.client.client import Client
from tests.browser.conftest import Come
from tests.browser.fingers import tab
from tests.browser.keys import Keys

AIM = """at => {
  document.querySelector('[data-aim]')?.removeAttribute('data-aim')
  at.dataset.aim = ''
}"""
"""Marks the target of a walk, which only its words name."""

ASKED = ("history.asked_pause", "history.asked_resume")
"""The subject of a request, in its heading."""

DAYS = {"kind": "days", "days": 2, "vacation": 7}


class Player(Keys):
    """Somebody who plays over days, on a desk or with a keyboard at a phone."""

    async def to(self, what: Locator) -> None:
        """Walk there."""
        await expect(what).to_be_visible()
        await what.evaluate(AIM)
        await self.go("[data-aim]")

    async def do(self, key: str) -> None:
        """Press a button, by the key of its words."""
        await self.to(self.person.button(self.person.words(key)))
        await self.press("Enter")

    async def open_card(self) -> None:
        """Have the card of the table before oneself."""
        if await self.page.evaluate("innerWidth < 600"):
            await self.to(tab(self.person, "tab.people"))
        else:
            await self.to(self.page.locator(".called-button"))
        await self.press("Enter")
        await expect(self.page.get_by_role("heading", name=self.person.words("card.title"))).to_be_visible()

    async def on_card(self, key: str) -> None:
        """Press a button of the card by the key of its words, and put the card away where it lies over the page."""
        await self.open_card()
        await self.do(key)
        await self.press("Escape")

    def clock(self, seat: int) -> Locator:
        """The live clock of a seat; on a phone it may stand on the seat's plate as well."""
        return self.page.locator(f"[data-clock='{seat}'] >> visible=true").first


async def at_table(come: Come) -> tuple[Player, Player, Client, Client]:
    """Two at a game of two days a move that has begun, each with another connection next to the page.

    One sits at a desk, the other one has a phone.
    """
    ann, bob = await come("Ann"), await come("Bob", width=390)
    table = ""
    connections: list[Client] = []
    for person in (ann, bob):
        connection = await person.client()
        table = table or await connection.create("toy", 2, pace=DAYS)
        await connection.enter(table)
        await connection.do({"type": "sit", "seat": len(connections)})
        connections.append(connection)
    for connection in connections:
        await connection.ready()
    for person in (ann, bob):
        await person.page.goto(f"{person.url}/table/{table}")
        await expect(person.main).to_be_visible()
    return Player(ann), Player(bob), connections[0], connections[1]


async def choose(connection: Client) -> None:
    """Choose a card, which both have to do at first."""
    turn = await connection.my_turn()
    assert turn is not None
    await connection.move(turn["legal"][0])


async def test_two_stop_their_clocks_let_them_run_rest_and_play_on_at_another_time_control(come: Come) -> None:
    """A question outlasts a move; and a past position shows the clocks as they were then."""
    ann, bob, first, second = await at_table(come)
    words = ann.person.words
    await ann.on_card("timecontrol:pause")
    await expect(bob.page.get_by_role("heading", name=words("history.asked_pause", seat="Ann"))).to_be_visible()
    await choose(first)
    await expect(bob.page.get_by_text(words.like("proposal.lasts"))).to_be_visible()
    await bob.do("proposal.grant")
    await expect(ann.page.get_by_role("heading", name=words.like(*ASKED, seat="Ann"))).to_have_count(0)

    await bob.on_card("timecontrol:resume")
    await expect(ann.page.get_by_role("heading", name=words("history.asked_resume", seat="Bob"))).to_be_visible()
    await ann.do("proposal.grant")
    await expect(bob.page.get_by_role("heading", name=words.like(*ASKED, seat="Bob"))).to_have_count(0)

    resting = bob.page.get_by_text(words("timecontrol:clock.resting"), exact=True)  # the history says more
    await ann.on_card("timecontrol:rest")
    await expect(resting.locator("visible=true").first).to_be_visible()
    await ann.on_card("timecontrol:rest.back")
    await expect(resting).to_have_count(0)

    await ann.open_card()
    await ann.do("timecontrol:change")
    pace = ann.page.get_by_role("group", name=words("timecontrol:pace"))
    await ann.to(pace.get_by_role("radio", name=words("timecontrol:pace.days")))
    await ann.press("ArrowLeft")
    time = ann.page.get_by_role("group", name=words("timecontrol:time"), exact=True)
    await ann.to(time.get_by_role("radio", checked=True))
    await ann.press("ArrowRight")
    await ann.do("timecontrol:change.do")
    await expect(bob.page.get_by_text(words.like("timecontrol:live", game=45))).to_be_visible()
    await bob.do("proposal.grant")
    for each in (ann, bob):
        for seat in (0, 1):
            await expect(each.clock(seat)).to_have_text(re.compile(r"^4[45]:\d\d$"))
    assert second.cursor is not None
    await second.until(lambda: second.view["table"]["pace"]["kind"] == "live")
    agreed = second.cursor[0]
    await choose(second)
    await expect(ann.clock(1)).not_to_have_text("45:00")
    for each in (ann, bob):
        await each.page.goto(f"{each.person.table}?at={agreed}")
        for seat in (0, 1):
            await expect(each.clock(seat)).to_have_text("45:00")
    for connection in (first, second):
        await connection.close()
