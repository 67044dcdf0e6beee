"""Bots in the page: one by others with a token of its account, and one that stands in for a person for a while."""

from __future__ import annotations

from playwright.async_api import expect

from partie.client.client import Client
from tests.browser.accounts import become
from tests.browser.conftest import Come


async def test_a_bot_is_made_plays_for_itself_and_for_oneself_and_says_why(come: Come) -> None:
    """Its token is shown once; at the table it is marked; keys give a seat to a bot and take it back."""
    ann = await come("Ann", still=True)
    await become(ann, "Ann of the bots")
    await ann.page.get_by_label(ann.words("account:bots.name")).fill("Robot")
    await ann.button(ann.words("account:bots.make")).click()
    shown = ann.page.get_by_role("group", name=ann.words("account:bots.token", name="Robot"))
    token = await shown.locator("code").inner_text()
    robot = await Client.join(ann.url, token=token)
    await ann.page.reload()
    row = ann.page.get_by_role("listitem").filter(has_text="Robot")
    await expect(row.get_by_text(ann.words.like("account:bots.used"))).to_be_visible()
    assert token not in await ann.page.content()

    await ann.page.goto(ann.url)
    table = await ann.set_up("toy", 3, {"toy:option.rounds": "2"})
    await robot.enter(table.rpartition("/")[2])
    await robot.do({"type": "sit", "seat": 1})
    await robot.ready()
    await robot.do({"type": "seat_bot", "seat": 2})
    await expect(ann.page.get_by_text(ann.words("person.bot", name="Robot")).first).to_be_visible()
    await ann.ready()
    await ann.started()

    await ann.page.locator(".called-button").click()
    await ann.button(ann.words("card.let_bot")).press("Enter")
    await ann.button(ann.words("seat.bot.careful")).press("Enter")
    await expect(ann.action_bar.get_by_text(ann.words("rail.bot_plays"))).to_be_visible()
    await expect(ann.plates.filter(has_text=ann.words("seat.bot.for", name="Ann"))).to_be_visible()
    await expect(ann.main).to_have_text(ann.words.like("seat.take_back"))
    await expect(ann.history.get_by_text(ann.words.like("toy:line.chose"))).to_have_count(2)
    reasons = ann.history.get_by_role("button", name=ann.words.like("why:why.name"))
    why = reasons.and_(ann.history.get_by_role("button", name=ann.words.like("bot")))
    await why.first.press("Enter")
    await expect(ann.history.get_by_text(ann.words("why:code.secret")).first).to_be_visible()
    await ann.main.click()
    await expect(ann.plates.filter(has_text="Ann").first).to_be_visible()
    await expect(ann.history.get_by_text(ann.words("history.substituted", person="Ann"))).to_be_visible()
    await robot.close()

    await ann.page.goto(f"{ann.url}/account")
    await ann.button(ann.words("account:bots.revoke.name", name="Robot")).click()
    await expect(row.get_by_text(ann.words("account:bots.no_token"))).to_be_visible()
