"""Bots in the page: one by others with a token of its account, and one that plays in one's own place for a while."""

from __future__ import annotations

import re

from playwright.async_api import expect

from partie.client.client import Client
from tests.browser.accounts import become
from tests.browser.conftest import Come


async def test_a_bot_is_made_plays_for_itself_and_for_oneself_and_says_why(come: Come) -> None:
    """Its token is shown once; at the table it is marked; the own seat is given to a bot and taken back by keys."""
    ann = await come("Ann", still=True)
    await become(ann, "Ann of the bots")
    await ann.page.get_by_label("Name of the bot").fill("Robot")
    await ann.button("Make a bot").click()
    token = await ann.page.get_by_role("group", name="The token of Robot").locator("code").inner_text()
    robot = await Client.join(ann.url, token=token)
    await ann.page.reload()
    row = ann.page.get_by_role("listitem").filter(has_text="Robot")
    await expect(row.get_by_text("token last used")).to_be_visible()
    assert token not in await ann.page.content()

    await ann.page.goto(ann.url)
    table = await ann.set_up("Toy", 3, Rounds="2")
    await robot.enter(table.rpartition("/")[2])
    await robot.do({"type": "sit", "seat": 1})
    await robot.ready()
    await robot.do({"type": "seat_bot", "seat": 2})
    await expect(ann.page.get_by_text("Robot (bot)").first).to_be_visible()
    await ann.ready()
    await ann.started()

    await ann.page.locator(".called-button").click()
    await ann.button("Let a bot play for me").press("Enter")
    await ann.button("careful bot").press("Enter")
    await expect(ann.action_bar.get_by_text("A bot plays for you")).to_be_visible()
    await expect(ann.plates.filter(has_text="for Ann")).to_be_visible()
    await expect(ann.main).to_have_text(re.compile("Take my seat back"))
    await expect(ann.history.get_by_text("chooses a card")).to_have_count(2)
    why = ann.history.get_by_role("button", name=re.compile("^Why did Bot"))
    await why.first.press("Enter")
    await expect(ann.history.get_by_text("The bot cannot say without giving away").first).to_be_visible()
    await ann.main.click()
    await expect(ann.plates.filter(has_text="Ann").first).to_be_visible()
    await expect(ann.history.get_by_text("Ann takes the seat over.")).to_be_visible()
    await robot.close()

    await ann.page.goto(f"{ann.url}/account")
    await ann.button("End token of Robot").click()
    await expect(row.get_by_text("no token")).to_be_visible()
