"""A rated game in the browser: set up, told in the result, and what comes of it on the ladder."""

from __future__ import annotations

import random
import re

from playwright.async_api import expect

from partie.client.client import Client
from tests.browser.conftest import Come
from tests.browser.people import Person
from tests.browser.words import capital
from tests.server.live.playing import play


async def player(person: Person, table: str, seat: int) -> Client:
    """A program in the place of a person with an account: it sits down and is ready."""
    cookies = await person.page.context.cookies()
    client = await Client.join(person.url, cookie="; ".join(f"{one['name']}={one['value']}" for one in cookies))
    await client.enter(table)
    if "person" not in client.view["table"]["seats"][str(seat)]:
        await client.do({"type": "sit", "seat": seat})
    return client


async def account(person: Person) -> None:
    """Make the person an account."""
    data = {"login": person.name, "password": "correct horse battery"}
    made = await person.page.context.request.post(
        f"{person.url}/api/account", data=data, headers={"Origin": person.url}
    )
    assert made.status == 201, await made.text()


async def test_a_rated_game_tells_what_it_did_and_leads_to_the_ladder(come: Come) -> None:
    """With plus and minus for every seat, on a phone too; a newly rated person reads why the ladder lacks them.

    The page of the game lists it among those that can be watched again.
    """
    ann, bob = await come("Anouk"), await come("Bilal")
    for person in (ann, bob):
        await account(person)
    await ann.page.goto(ann.url)
    rated = ann.page.get_by_role("switch", name=ann.words("ratings:rated"))
    await ann.create_form(more=True)
    await ann.choose("create.fill", capital(ann.words("fill.quick")))
    await expect(rated).to_be_disabled()
    await expect(rated).to_have_accessible_description(ann.words.like("ratings:rated.bots"))
    await ann.choose("create.fill", capital(ann.words("fill.wait")))
    await rated.check()
    table = (await ann.set_up("toy", 2, {"toy:option.rounds": "2"})).rpartition("/")[2]
    await expect(rated).to_be_checked()
    await bob.page.goto(bob.url)
    row = bob.page.get_by_role("article").filter(has_text="Anouk")
    await expect(row.get_by_text(bob.words("lobby.rated"))).to_be_visible()
    players = [await player(ann, table, 0), await player(bob, table, 1)]
    for client in players:
        await client.ready()
    await play(players, random.Random(7))
    result = ann.page.get_by_role("region", name=ann.words("result.title"))
    changes = result.get_by_text(ann.words.like("ratings:change", change=1)).filter(has_text=re.compile(r"[+−]\d+"))
    await expect(changes).to_have_count(2)
    for client in players:
        await client.close()
    await ann.page.set_viewport_size({"width": 390, "height": 844})
    await expect(changes).to_have_count(2)
    await result.get_by_role("link", name="Bilal").click()
    await expect(ann.page.get_by_role("heading", name="Bilal")).to_be_visible()
    ratings = ann.page.get_by_role("region", name=ann.words("ratings:ratings"))
    await expect(ratings.get_by_text(ann.words("ratings:ratings.provisional"))).to_be_visible()
    await ratings.get_by_role("link").click()
    missing = ann.words.like("ratings:ladder.own.provisional", games=1)
    await expect(ann.page.get_by_text(missing)).to_be_visible()
    await ann.page.goto(f"{ann.url}/games/toy")
    replays = ann.page.get_by_role("region", name=ann.words("game:replays"))
    await replays.get_by_role("link", name="Bilal").click()
    await ann.page.wait_for_url(f"**/table/{table}")
    assert ann.errors == bob.errors == []
