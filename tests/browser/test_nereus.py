"""Three people at a table of Waters of Nereus: they choose at once, one of them loses the connection, and they act."""

from __future__ import annotations

import asyncio
from collections import Counter

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.nereus import Sailor
from tests.browser.people import Person
from tests.browser.player import all_at_one, whose_turn

CHOSEN, THINKING = "nereus:pill.chosen", "nereus:pill.thinking"
CREW = ("purser", "captain", "captain")
"""What the three choose: two of them the same."""


async def aboard(come: Come) -> list[Sailor]:
    """Three people at a running game, with their ships in the corners."""
    sailors = []
    path = "/"
    for name in ("Ann", "Bob", "Cid"):
        sailor = Sailor(await come(name, still=True, sign_in=False))
        sailors.append(sailor)
        await sailor.person.was_shown("nereus")
        await sailor.person.come_in(path)
        if path == "/":
            table = await sailor.person.set_up("nereus", 3)
            path = table.removeprefix(sailor.person.url)
        else:
            await sailor.person.sit()
    for sailor in sailors:
        await sailor.person.ready()
    for sailor in sailors:
        await sailor.person.started()
    for _ in sailors:
        chooser = await whose_turn(sailors)
        await chooser.make(chooser.some("choose_corner")[0])
    return sailors


async def back(sailor: Sailor, path: str) -> Sailor:
    """The same person in a new tab of the same browser."""
    context = sailor.person.page.context
    await sailor.person.page.close()
    again = Person(sailor.person.name, await context.new_page(), sailor.person.url, sailor.person.words)
    come_back = Sailor(again)
    await again.page.goto(again.url + path)
    await again.started()
    return come_back


async def test_three_choose_at_once_and_one_who_loses_the_line_keeps_his_choice(come: Come) -> None:
    """Cards and crew are chosen in secret; all see the same reveal, also who was away then; then they sail."""
    sailors = await aboard(come)
    path = sailors[0].person.table.removeprefix(sailors[0].person.url)

    # Everybody keeps three cards, and sees of the others only whether they have chosen.
    await all_at_one(sailors)
    assert [sailor.must for sailor in sailors] == [True] * 3
    ann, bob, cid = sailors
    # Cid has picked two cards when the others make their choice: they stay picked.
    cards = cid.person.page.locator('button[data-anchor^="card:"]:visible')
    for at in (0, 2):
        await cards.nth(at).click()
    await asyncio.gather(ann.make(ann.some("keep")[0]), bob.make(bob.some("keep")[1]))
    await all_at_one(sailors)
    await expect(cid.person.page.locator('button[data-anchor^="card:"][aria-pressed=true]:visible')).to_have_count(2)
    chosen = await ann.person.position()
    await cards.nth(4).click()
    await cid.person.main.click()
    await cid.person.reaches(chosen + 1)
    await all_at_one(sailors)

    # Ann and Bob choose their crew, Ann twice. Bob's page closes; his choice stands when he is back.
    for sailor, crew in ((ann, "pilot"), (ann, CREW[0]), (bob, CREW[1])):
        (move,) = [move for move in sailor.some("choose_crew") if move["crew"] == crew]
        await sailor.make(move)
    await all_at_one(sailors)
    await expect(cid.person.history.get_by_text(cid.person.words("nereus:line.chose", seat="Ann"))).to_be_visible()
    for sailor in (ann, cid):
        bobs = sailor.person.plates.filter(has_text="Bob")
        await expect(bobs.get_by_text(sailor.person.words.like(CHOSEN))).to_be_visible()
        await expect(sailor.person.page.locator("[data-anchor='actor:1']")).to_have_count(0)
    cids = ann.person.plates.filter(has_text="Cid")
    await expect(cids.get_by_text(ann.person.words.like(THINKING))).to_be_visible()
    bob = await back(bob, path)
    await expect(bob.person.page.locator("[data-anchor='row:captain'].chosen")).to_be_visible()
    assert not bob.must

    # He is gone again when the last one chooses, and finds everything revealed.
    await bob.person.page.goto("about:blank")
    (move,) = [move for move in cid.some("choose_crew") if move["crew"] == CREW[2]]
    await cid.make(move)
    sailors = [ann, bob := await back(bob, path), cid]
    await all_at_one(sailors)
    for sailor in sailors:
        for seat, crew in enumerate(CREW):
            chose = sailor.person.page.locator(f"[data-anchor='row:{crew}'] [data-anchor='actor:{seat}']:visible")
            await expect(chose).to_have_count(1)

    # Each in turn places the marker, does what the space gives, puts treasures into the cabin, and ends the turn.
    for _ in sailors:
        actor = await whose_turn(sailors)
        for kind in ("place_marker", "sail", "basic", "place", "end_turn"):
            found = actor.some(kind)
            if found:
                # The last voyage in the list goes somewhere; the first one stays.
                await actor.make(found[-1])
    await all_at_one(sailors)
    made = sum((sailor.made for sailor in sailors), Counter())
    assert (made["sail"], made["basic"], made["end_turn"]) == (2, 1, 3)
    for sailor in sailors:
        assert sailor.must
        await expect(sailor.person.page.locator("[data-anchor^='actor:']")).to_have_count(0)
        assert sailor.person.errors == []
