"""A whole game of Vinci through the page: a player who knows only what it shows gets to the result."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from playwright.async_api import expect

from partie.client.client import Client
from tests.browser.conftest import Come
from tests.browser.player import Rival
from tests.browser.positions import lay_out
from tests.browser.service import Service
from tests.browser.vinci_layman import Layman

TARGET = 30
"""Points that end the game: nobody brings twenty in a turn, so that all have two of them."""
SECONDS = 240
"""A machine that does other work, too, takes twice as long as it would take alone."""


def begin(game: dict[str, Any], _: int) -> bool:
    """Nobody has a people yet."""
    return bool(game["step"] == "choose" and game["round"] == 0)


async def test_a_whole_game_is_played_by_clicks_from_the_first_people_to_the_result(
    come: Come, service: Service
) -> None:
    """Ann enters, conquers, regroups, lets an empire decline and raises another one; two others play with her."""
    ann = Layman(await come("Ann", still=True, sign_in=False))
    rivals = [await Client.join(service.url, name) for name in ("Bob", "Cid")]
    page = ann.person.page
    persons, table = [await ann.person.known(), *(each.person for each in rivals)], f"vinci-{secrets.token_hex(4)}"
    # The same civilizations come every time.
    await lay_out(service.redis, table, persons, begin, chance="whole", game="vinci", options={"target": TARGET})
    for client in rivals:
        await client.enter(table)
    await ann.person.come_to(table, "vinci")
    await ann.person.started()

    playing = [asyncio.create_task(Rival(client, "vinci", seed).play()) for seed, client in enumerate(rivals)]
    async with asyncio.timeout(SECONDS):
        while await ann.person.state() != "over":
            await ann.go_on()
        await asyncio.gather(*playing)
    await expect(page.get_by_role("region", name=ann.person.words("result.title"))).to_be_visible()
    # A first people and another one when the first declined or was gone; nothing but clicks got her there.
    assert ann.done["vinci:deed.pair"] > 1
    assert ann.done["vinci:move.end_turn"] > 0
    for client in rivals:
        await client.close()


async def test_one_person_plays_a_whole_game_against_three_fictitious_players(come: Come, service: Service) -> None:
    """They play within each of her moves that ends a turn; plates, history and result name them like everybody."""
    ann = Layman(await come("Ann", still=True, sign_in=False))
    page, words = ann.person.page, ann.person.words
    table = f"vinci-{secrets.token_hex(4)}"
    options = {"target": 60, "fictitious_lead": True}
    person = await ann.person.known()
    await lay_out(service.redis, table, [person], begin, chance="alone", game="vinci", options=options)
    await ann.person.come_to(table, "vinci")
    await ann.person.started()

    others = [words("vinci:automatic", number=number) for number in (1, 2, 3)]
    for name in others:
        await expect(page.locator("[data-anchor^='plate:']").filter(has_text=name).first).to_be_visible()
    async with asyncio.timeout(SECONDS):
        while await ann.person.state() != "over":
            await ann.go_on()
    result = page.get_by_role("region", name=words("result.title"))
    await expect(result.get_by_role("columnheader", name=others[0])).to_be_visible()
    for name in others:
        await expect(result.get_by_text(name).first).to_be_visible()
    assert ann.done["vinci:deed.pair"] >= 1
    assert ann.done["vinci:move.end_turn"] > 1


async def test_a_table_for_one_says_who_joins_and_starts_with_them(come: Come) -> None:
    """The form and the open table count whom the game plays, and no seat waits for anybody."""
    ann = await come("Ann", still=True)
    words = ann.words
    await ann.was_shown("vinci")
    form = await ann.create_form()
    await form.get_by_role("radio", name=words("vinci:name")).check()
    await ann.choose("create.seats", "1")
    await expect(form.get_by_text(words("create.automatic", count=3))).to_be_visible()
    await ann.choose("create.seats", "2")
    await expect(form.get_by_text(words("create.automatic", count=2))).to_be_visible()
    await ann.set_up("vinci", 1)
    await ann.started()
    await expect(ann.plates.filter(has_text=words("vinci:automatic", number=3))).to_be_visible()
