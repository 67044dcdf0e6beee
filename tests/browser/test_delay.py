"""Who only watches a table that holds something back sees it late, and is told so."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.toy import running_toy


async def test_who_watches_is_told_how_far_behind_it_is(come: Come) -> None:
    """As the host chose it in the form; the players see all at once."""
    ann = await come("Ann")
    settings = {"Spectators see": "Some moves later", "How much later": "1 move"}
    table = (await ann.set_up("Toy", 2, **settings)).removeprefix(ann.url)
    bob, cat = await come("Bob", table), await come("Cat", table)
    await expect(cat.page.get_by_text("1 move later")).to_be_visible()
    await bob.sit()
    await ann.ready()
    await bob.ready()
    for person in (ann, bob):
        await person.started()
    note = cat.page.get_by_text("You see this table 1 move behind.")
    await expect(note).to_contain_text("The first move shows when it is that old.")
    before = await cat.position()
    await ann.move(re.compile("^Choose"))
    await bob.move(re.compile("^Choose"))
    newest = await bob.position()
    await ann.reaches(newest)
    await cat.reaches(before + 1)
    assert await cat.position() < newest
    await expect(note).not_to_contain_text("The first move")
    await expect(ann.page.get_by_text("You see this table")).to_have_count(0)
    await cat.button("Close").click()
    await expect(note).to_have_count(0)


async def test_players_agree_in_the_middle_of_a_game_that_it_is_watched_later(come: Come) -> None:
    """One asks on the card of the table, the other agrees; who watches is told, and the lobby says it to all."""
    ann, bob, cleo = await running_toy(come)
    await ann.page.locator(".called-button").click()
    await ann.button("Change what spectators see").click()
    await ann.choose("Spectators see", "Some moves later")
    await ann.choose("How much later", "10 moves")
    await ann.button("Ask the others").click()
    await expect(bob.page.get_by_text("Spectators would see: 10 moves later.")).to_be_visible()
    await bob.button("Agree").click()
    await expect(cleo.page.get_by_text("You see this table 10 moves behind.")).to_be_visible()
    dan = await come("Dan")
    row = dan.page.locator(f"article[aria-labelledby='table-{ann.table.rsplit('/', 1)[1]}']")
    await expect(row).to_contain_text("watched 10 moves late")
