"""Finding company: the next game with the same people."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.people import Person
from tests.browser.toy import running_toy


async def _end(*players: Person) -> None:
    """The players agree to end their game."""
    proposal = 0
    for player in players:
        client = await player.client()
        await client.enter(player.page.url.rsplit("/", 1)[-1].partition("#")[0])
        if not proposal:
            proposal = (await client.do({"type": "propose", "what": "end"}))["seq"]
        else:
            await client.do({"type": "answer", "proposal": proposal, "grant": True})
        await client.close()


async def test_the_same_people_play_again_and_a_spectator_goes_along(come: Come) -> None:
    """One presses, the other sits down, who watched is taken to the same new table."""
    ann, bob, cleo = await running_toy(come)
    old = ann.page.url
    await _end(ann, bob)
    for person in (ann, bob, cleo):
        await expect(person.main).to_have_text("Play again")
    await ann.main.click()
    await expect(ann.page).not_to_have_url(old)
    await expect(ann.page.get_by_text("held for Bob")).to_be_visible()
    await expect(bob.rail.get_by_text("Ann wants to play again.")).to_be_visible()
    await expect(bob.main).to_have_text("Sit down")
    await bob.main.click()
    await expect(cleo.rail.get_by_text("The next game begins.")).to_be_visible()
    await cleo.main.click()
    for person in (bob, cleo):
        await expect(person.page).to_have_url(re.compile(re.escape(ann.page.url.rsplit("/", 1)[-1])))
    await ann.ready()
    await bob.ready()
    for person in (ann, bob, cleo):
        await person.started()


async def test_two_who_look_for_the_same_find_one_another(come: Come) -> None:
    """One waits, with a way out; the other asks for the same, and both sit at a table that begins."""
    ann, bob = await come("Ann"), await come("Bob")
    for person in (ann, bob):
        await person.button("Find me a table").first.click()
        panel = person.page.get_by_role("region", name="Find me a table")
        await panel.get_by_role("checkbox", name="Toy").check()
        # Others may have left tables open that have no clocks.
        await panel.get_by_role("radio", name="long").check()
        if person is ann:
            await panel.get_by_role("button", name="Find me a table").click()
            await panel.get_by_role("button", name="Stop looking").click()
        await panel.get_by_role("button", name="Find me a table").click()
    await expect(ann.page).to_have_url(re.compile("/table/"))
    await expect(bob.page).to_have_url(ann.page.url)
    for person in (ann, bob):
        await person.started()


async def test_somebody_is_invited_by_name_and_a_friend_is_followed(come: Come) -> None:
    """The card comes wherever one is, and seats one; a follower is told of a new table, and sees it first."""
    # Names of their own: some Bob of another test may not be gone yet.
    nora, olaf = await come("Nora"), await come("Olaf")
    await nora.set_up("Toy", 2)
    await nora.button("Invite: Olaf").click()
    await expect(olaf.page.get_by_text("Nora invites you to Toy.")).to_be_visible()
    await olaf.button("Sit down").click()
    await expect(olaf.page).to_have_url(nora.page.url)
    await olaf.ready()
    await nora.ready()
    await olaf.started()
    become = """() => fetch('/api/account', {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({login: 'nora' + Math.random().toString(36).slice(2, 8), password: 'correct horse battery'}),
    }).then((answer) => fetch('/api/session')).then((answer) => answer.json())"""
    session = await nora.page.evaluate(become)
    await olaf.page.goto(f"{olaf.url}/people/{session['person']}")
    await olaf.button("Follow").click()
    await expect(olaf.button("No longer follow")).to_be_visible()
    host = await nora.client()
    await olaf.page.goto(f"{olaf.url}/about")
    await expect(olaf.page.get_by_text("connected", exact=True)).to_be_visible()
    await olaf.page.get_by_role("link", name="Tables", exact=True).click()
    await expect(olaf.page.get_by_role("button", name="Find me a table")).to_be_visible()
    # At once: what shows it comes to the page a while after all else.
    await host.enter(await host.create("toy", 2))
    await host.do({"type": "sit", "seat": 0})
    await host.close()
    await expect(olaf.page.get_by_text("Nora has set up a table of Toy.")).to_be_visible()
    await expect(olaf.page.get_by_text("You follow Nora").first).to_be_visible()


async def test_who_comes_too_late_for_an_invitation_is_told_and_may_watch(come: Come) -> None:
    """All seats were taken meanwhile: words say so, and lead on."""
    una, vera, wim = await come("Una"), await come("Vera"), await come("Wim")
    await una.set_up("Toy", 2)
    for name in ("Vera", "Wim"):
        await una.button(f"Invite: {name}").click()
    for guest in (vera, wim):
        await expect(guest.page.get_by_text("Una invites you to Toy.")).to_be_visible()
    await vera.button("Sit down").click()
    await expect(vera.main).to_have_text(re.compile("I am ready"))
    await wim.button("Sit down").click()
    told = wim.page.get_by_text("Una invited you to Toy, but every seat there is taken by now.")
    await expect(told).to_be_visible()
    await wim.button("Watch it").click()
    await expect(told).to_have_count(0)
    await expect(wim.page).to_have_url(una.page.url)
    assert una.errors == vera.errors == wim.errors == []
