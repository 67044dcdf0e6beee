"""Spectators of a table with a delay see it late, and the page says so."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import Come, Join
from tests.browser.toy import make, running_toy


async def test_who_watches_is_told_how_far_behind_it_is(join: Join, come: Come) -> None:
    """As the host chose it in the form; the players see all at once."""
    ann = await come("Ann")
    move = ann.words("delay:moves", count=1)
    settings = {"delay:delay": ann.words("delay:delay.moves"), "delay:much": move}
    table = (await ann.set_up("toy", 2, settings)).removeprefix(ann.url)
    bob, cat = await join("Bob"), await come("Cat", table)
    await expect(cat.page.get_by_text(cat.words("delay:later", much=move))).to_be_visible()
    await bob.enter(table.removeprefix("/table/"))
    await bob.do({"type": "sit", "seat": 1})
    await ann.ready()
    await bob.ready()
    await ann.started()
    note = cat.page.get_by_text(cat.words("delay:behind", much=move))
    waits = cat.words("delay:waits")
    await expect(note).to_contain_text(waits)
    before = await cat.position()
    await ann.move(ann.words.like("toy:move.bid"))
    newest = await make(bob, "bid")
    await ann.reaches(newest)
    await cat.reaches(before + 1)
    assert await cat.position() < newest
    await expect(note).not_to_contain_text(waits)
    await expect(ann.page.get_by_text(ann.words.like("delay:behind"))).to_have_count(0)
    await cat.button(cat.words("close")).click()
    await expect(note).to_have_count(0)


async def test_players_agree_in_the_middle_of_a_game_that_it_is_watched_later(come: Come) -> None:
    """One asks on the card of the table, the other agrees; spectators hear of it, and the lobby says it to all."""
    ann, bob, cleo = await running_toy(come)
    await ann.page.locator(".called-button").click()
    await ann.button(ann.words("delay:change")).click()
    moves = ann.words("delay:moves", count=10)
    await ann.choose("delay:delay", ann.words("delay:delay.moves"))
    await ann.choose("delay:much", moves)
    await ann.button(ann.words("delay:change.do")).click()
    proposed = bob.words("delay:proposed", when=bob.words("delay:later", much=moves))
    await expect(bob.page.get_by_text(proposed)).to_be_visible()
    await bob.button(bob.words("proposal.grant")).click()
    await expect(cleo.page.get_by_text(cleo.words("delay:behind", much=moves))).to_be_visible()
    dan = await come("Dan")
    row = dan.page.locator(f"article[aria-labelledby='table-{ann.table.rsplit('/', 1)[1]}']")
    await expect(row).to_contain_text(dan.words("lobby.late_moves", count=10))
