"""Playing on from a position of a game that has ended."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import Come, Join
from tests.browser.toy import bid, slider, toy_table


async def test_two_play_on_from_a_past_position_at_a_table_that_says_where_it_comes_from(
    join: Join, come: Come
) -> None:
    """By keyboard from a past position to the new table; who played is invited, and the link leads to the position.

    The lobby says so too.
    """
    table = await toy_table(join)
    ann, bob = [await table.show(come, player) for player in table.players]
    begun = await ann.position()
    play_on = ann.button(ann.words("rail.play_on"))
    for _ in range(2):
        await table.play_round()
    await expect(ann.button(ann.words("rail.play_again"))).to_be_visible()
    await expect(play_on).to_have_count(0)
    old = ann.table
    await ann.page.keyboard.press("ArrowLeft")
    await slider(ann).fill(str(begun))
    await play_on.press("Enter")
    sheet = ann.page.get_by_role("dialog", name=ann.words("rail.play_on"))
    await expect(sheet).to_contain_text(ann.words("fork:about", seq=begun))
    await expect(sheet.get_by_label(ann.words("fork:seat"))).to_have_value("0")
    await expect(sheet.get_by_label(ann.words("fork:other", name="Bob"))).to_have_value("former")
    await sheet.get_by_role("button", name=ann.words("fork:do")).press("Enter")
    origin = ann.page.get_by_text(ann.words("fork:from", seq=begun))
    await expect(origin).to_be_visible()
    assert ann.table != old
    called = await origin.get_by_role("link", name=ann.words.only("table.called")).inner_text()
    before, after = ann.words("table.called", name="|").split("|")
    name = called.removeprefix(before).removesuffix(after)
    invited = bob.words("people:invited", name="Ann", game=bob.words("toy:name"))
    await expect(bob.page.get_by_text(invited)).to_be_visible()
    await bob.button(bob.words("people:invited.sit")).click()
    await expect(bob.main).to_have_text(bob.words.like("rail.ready"))
    await expect(ann.main).to_have_text(ann.words.like("rail.ready"))
    await ann.ready()
    await bob.ready()
    for person in (ann, bob):
        await person.started()
    await bid(ann, bob)
    await ann.page.goto(ann.url)
    await expect(ann.page.get_by_text(ann.words("lobby.fork", name=name))).to_be_visible()
    cat = await come("Cat", language="de-DE", width=390, touch=True, sign_in=False)
    await cat.known()
    await cat.page.goto(f"{old}?at={begun}")
    tabs = cat.page.get_by_role("navigation", name=cat.words("tab.surfaces"))
    await tabs.get_by_role("button", name=cat.words("tab.history")).tap()
    await cat.button(cat.words("rail.play_on")).tap()
    sheet = cat.page.get_by_role("dialog", name=cat.words("rail.play_on"))
    await sheet.get_by_label(cat.words("fork:other", name="Bob")).select_option("quick")
    await sheet.get_by_role("button", name=cat.words("fork:do")).tap()
    origin = cat.page.get_by_text(cat.words("fork:practice"))
    await expect(origin).to_be_visible()
    await origin.get_by_role("link", name=cat.words.only("table.called")).tap()
    await expect(cat.page).to_have_url(f"{old}?at={begun}")
    await cat.page.goto(cat.url)
    await expect(cat.page.get_by_text(cat.words("lobby.fork", name=name))).to_be_visible()
