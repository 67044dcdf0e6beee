"""Playing on from a position of a game that has ended."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.toy import bid, play_round, running_toy, slider


async def test_two_play_on_from_a_past_position_at_a_table_that_says_where_it_comes_from(come: Come) -> None:
    """By keyboard from a past position to the new table; who played is invited, and the link leads to the position.

    The lobby says so too.
    """
    ann, bob, _ = await running_toy(come)
    begun = await ann.position()
    play_on = ann.button("Play on from here")
    for _ in range(2):
        await play_round(ann, bob)
    await expect(ann.page.get_by_role("radiogroup", name=re.compile("whose eyes"))).to_be_visible()
    await expect(play_on).to_have_count(0)
    old = ann.table
    await slider(ann).fill(str(begun))
    await play_on.press("Enter")
    sheet = ann.page.get_by_role("dialog", name="Play on from here")
    await expect(sheet).to_contain_text("counts for no rating")
    await expect(sheet.get_by_label("You play for")).to_have_value("0")
    await expect(sheet.get_by_label("Bob’s seat")).to_have_value("former")
    await sheet.get_by_role("button", name="Set up the table").press("Enter")
    origin = ann.page.get_by_text(f"This table goes on from position {begun} of")
    await expect(origin).to_be_visible()
    assert ann.table != old
    name = (await ann.page.get_by_role("link", name=re.compile("^Table ")).first.inner_text()).removeprefix("Table ")
    await expect(bob.page.get_by_text("Ann invites you to Toy.")).to_be_visible()
    await bob.button("Sit down").click()
    await expect(bob.main).to_have_text(re.compile("I am ready"))
    await expect(ann.main).to_have_text(re.compile("I am ready"))
    await ann.ready()
    await bob.ready()
    for person in (ann, bob):
        await person.started()
    await bid(ann, bob)
    await ann.page.goto(ann.url)
    await expect(ann.page.get_by_text(f"practice, goes on from {name}")).to_be_visible()
    cat = await come("Cat", language="de-DE", width=390, touch=True, sign_in=False)
    await cat.known()
    await cat.page.goto(f"{old}?at={begun}")
    await cat.page.get_by_role("navigation", name="Was zu sehen ist").get_by_role("button", name="Verlauf").tap()
    await cat.button("Von hier weiterspielen").tap()
    sheet = cat.page.get_by_role("dialog", name="Von hier weiterspielen")
    await sheet.get_by_label("Platz von Bob").select_option("quick")
    await sheet.get_by_role("button", name="Tisch aufstellen").tap()
    await expect(cat.page.get_by_text("Zum Üben: er zählt für keine Wertung.")).to_be_visible()
    await cat.page.get_by_role("link", name=re.compile("^Tisch")).first.tap()
    await expect(cat.page).to_have_url(f"{old}?at={begun}")
    await cat.page.goto(cat.url)
    await expect(cat.page.get_by_text(f"zum Üben, setzt {name} fort")).to_be_visible()
