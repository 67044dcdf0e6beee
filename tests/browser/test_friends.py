"""Other people: rematches, matchmaking, invitations, friends and blocks."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Route, expect

from tests.browser.chat import lines, open_chat, say
from tests.browser.conftest import Come
from tests.browser.people import Person
from tests.browser.toy import play_round, running_toy
from tests.browser.words import capital

BECOME = """(login) => fetch('/api/account', {
  method: 'POST',
  headers: {'Content-Type': 'application/json'},
  body: JSON.stringify({login: login + Math.random().toString(36).slice(2, 8), password: 'correct horse battery'}),
}).then((answer) => fetch('/api/session')).then((answer) => answer.json())"""
"""Makes the person an account of a login that begins so; its session."""


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


def invite(host: Person, name: str) -> str:
    """What the button says that invites somebody by name."""
    return f"{host.words('people:invite.do')}: {name}"


def invited(guest: Person, host: str) -> str:
    """What a guest reads of an invitation."""
    return guest.words("people:invited", name=host, game=guest.words("toy:name"))


async def test_the_same_people_play_again_and_a_spectator_goes_along(come: Come) -> None:
    """One presses, the other sits down, who watched is taken to the same new table."""
    ann, bob, cleo = await running_toy(come)
    old = ann.page.url
    await _end(ann, bob)
    for person, what in ((ann, "rail.play_again"), (bob, "rail.play_again"), (cleo, "next.own")):
        await expect(person.main).to_have_text(person.words(what))
    await ann.main.click()
    await expect(ann.page).not_to_have_url(old)
    await expect(ann.page.get_by_text(ann.words("seat.kept", name="Bob"))).to_be_visible()
    await expect(bob.action_bar.get_by_text(bob.words("next.wants", name="Ann"))).to_be_visible()
    await expect(bob.main).to_have_text(bob.words("next.sit"))
    await bob.main.click()
    await expect(cleo.action_bar.get_by_text(cleo.words("next.begins"))).to_be_visible()
    await cleo.main.click()
    for person in (bob, cleo):
        await expect(person.page).to_have_url(re.compile(re.escape(ann.page.url.rsplit("/", 1)[-1])))
    await ann.ready()
    await bob.ready()
    for person in (ann, bob, cleo):
        await person.started()


async def test_who_has_played_is_known_by_it(come: Come) -> None:
    """How one did stands on one's page, the other one is offered for the next table, and all read what was said."""
    ann, bob, cleo = await running_toy(come)
    for person in (ann, bob, cleo):
        await open_chat(person)
    await say(ann, "between the two of us")
    await expect(lines(bob, "between the two of us")).to_be_visible()
    await say(cleo, "from outside")
    await expect(lines(cleo, "from outside")).to_be_visible()
    await expect(lines(cleo, "between the two of us")).to_have_count(0)
    for person in (ann, bob):
        await person.button(person.words("chat:history")).click()
    for _ in range(2):
        await play_round(ann, bob)
    await expect(ann.main).to_have_text(ann.words("rail.play_again"))
    rooms = cleo.page.get_by_role("group", name=cleo.words("chat:rooms"))
    await rooms.get_by_role("button", name=cleo.words("chat:room.players")).click()
    await expect(lines(cleo, "between the two of us")).to_be_visible()
    for person, other in ((ann, bob), (bob, ann)):
        session: dict[str, str] = await person.page.evaluate("fetch('/api/session').then((answer) => answer.json())")
        await person.page.goto(f"{person.url}/people/{session['person']}")
        against = person.page.get_by_role("region", name=person.words("profile:against"))
        counts = person.words.like("profile:against.counts").pattern
        await expect(against.get_by_role("listitem")).to_have_text(re.compile(rf"{other.name}.*{counts}"))
    await bob.page.goto("about:blank")
    await ann.page.goto(ann.url)
    await ann.set_up("toy", 2)
    await expect(ann.button(invite(ann, "Bob")).first).to_be_visible()


async def test_two_who_search_for_the_same_find_each_other(come: Come) -> None:
    """One waits, with a way out; the other asks for the same, and both sit at a table that begins."""
    ann, bob = await come("Ann"), await come("Bob")
    for person in (ann, bob):
        await person.button(person.words("lobby.find")).first.click()
        panel = person.page.get_by_role("region", name=person.words("people:quick.title"))
        await panel.get_by_role("checkbox", name=person.words("toy:name")).check()
        # Others may have left tables open that have no clocks.
        long = person.words("people:pace.long")
        pace = panel.get_by_role("combobox", name=person.words("people:quick.pace"))
        await pace.select_option(label=capital(long))
        search = panel.get_by_role("button", name=person.words("people:quick.do"))
        if person is ann:
            await search.click()
            await panel.get_by_role("button", name=person.words("people:quick.cancel")).click()
        await search.click()
    await expect(ann.page).to_have_url(re.compile("/table/"))
    await expect(bob.page).to_have_url(ann.page.url)
    for person in (ann, bob):
        await person.started()


async def test_somebody_is_invited_by_name_and_a_friend_is_followed(come: Come) -> None:
    """The card comes on any page, and seats its reader; a follower hears of a new table, and sees it first."""
    # Names of their own: some Bob of another test may not be gone yet.
    nora, olaf = await come("Nora"), await come("Olaf")
    await nora.set_up("toy", 2)
    await nora.button(invite(nora, "Olaf")).click()
    await expect(olaf.page.get_by_text(invited(olaf, "Nora"))).to_be_visible()
    await olaf.button(olaf.words("people:invited.sit")).click()
    await expect(olaf.page).to_have_url(nora.page.url)
    await olaf.ready()
    await nora.ready()
    await olaf.started()
    session = await nora.page.evaluate(BECOME, "nora")
    await olaf.page.goto(f"{olaf.url}/people/{session['person']}")
    await olaf.button(olaf.words("people:follow.do")).click()
    await expect(olaf.button(olaf.words("people:follow.stop"))).to_be_visible()
    host = await nora.client()
    await olaf.page.goto(f"{olaf.url}/about")
    await expect(olaf.page.get_by_text(olaf.words("line.connected.short"), exact=True)).to_be_visible()
    await olaf.page.get_by_role("link", name=olaf.words("nav.tables"), exact=True).click()
    await expect(olaf.page.get_by_role("button", name=olaf.words("lobby.find"))).to_be_visible()
    # At once: what shows it comes to the page a while after all else.
    await host.enter(await host.create("toy", 2))
    await host.do({"type": "sit", "seat": 0})
    await host.close()
    opened = olaf.words("people:follow.opened", name="Nora", game=olaf.words("toy:name"))
    await expect(olaf.page.get_by_text(opened)).to_be_visible()
    await expect(olaf.page.get_by_text(olaf.words("lobby.followed", names="Nora")).first).to_be_visible()


async def test_a_friend_who_plays_is_told_of_in_the_lobby_and_is_followed_no_more(come: Come) -> None:
    """In words at the running table, and in a list on the person's page, where they can unfollow."""
    rosa, sven, tilda = await come("Rosa"), await come("Sven"), await come("Tilda")
    session = await rosa.page.evaluate(BECOME, "rosa")
    me = await tilda.page.evaluate("() => fetch('/api/session').then((answer) => answer.json())")
    await tilda.page.goto(f"{tilda.url}/people/{session['person']}")
    await tilda.button(tilda.words("people:follow.do")).click()
    await tilda.page.get_by_role("link", name=tilda.words("nav.tables"), exact=True).click()
    await rosa.set_up("toy", 2)
    table = rosa.page.url.rsplit("/", 1)[-1].partition("#")[0]
    await sven.come_to(table, "toy")
    await sven.sit()
    for person in (rosa, sven):
        await person.ready()
    running = tilda.page.get_by_role("region", name=tilda.words("lobby.running")).get_by_role("article")
    row = running.filter(has=tilda.page.locator(f"a[href='/table/{table}']"))
    plays = row.filter(has_text=tilda.words("lobby.plays", names="Rosa", count=1))
    await expect(plays).to_be_visible()
    await tilda.page.goto(f"{tilda.url}/people/{me['person']}")
    followed = tilda.page.get_by_role("region", name=tilda.words("people:follow.whom"))
    await expect(followed.get_by_role("link", name="Rosa")).to_be_visible()
    await followed.get_by_role("button", name=f"{tilda.words('people:follow.stop')}: Rosa").click()
    await expect(followed.get_by_text(tilda.words("people:follow.none"))).to_be_visible()
    await tilda.page.get_by_role("link", name=tilda.words("nav.tables"), exact=True).click()
    await expect(row).to_be_visible()
    await expect(plays).to_have_count(0)


async def test_somebody_is_blocked_at_an_invitation_and_on_their_page_and_let_be_again(come: Come) -> None:
    """The invitation is gone; the list on the account's page, which guests have too, names whom one has blocked."""
    udo, vito = await come("Udo"), await come("Vito")
    await udo.set_up("toy", 2)
    await udo.button(invite(udo, "Vito")).click()
    asked = vito.page.get_by_text(invited(vito, "Udo"))
    await expect(asked).to_be_visible()
    await vito.button(vito.words("people:block.name", name="Udo")).click()
    await expect(asked).to_have_count(0)
    await vito.page.goto(f"{vito.url}/account")
    blocked = vito.page.get_by_role("region", name=vito.words("people:block.title"))
    await blocked.get_by_role("link", name="Udo").click()
    await vito.button(vito.words("people:block.stop")).click()
    await vito.button(vito.words("people:block.do")).click()
    await expect(vito.page.get_by_text(vito.words("people:block.on"))).to_be_visible()
    await vito.page.goto(f"{vito.url}/account")
    await blocked.get_by_role("button", name=f"{vito.words('people:block.stop')}: Udo").click()
    await expect(blocked.get_by_text(vito.words("people:block.none"))).to_be_visible()


async def test_who_comes_too_late_for_an_invitation_is_told_and_may_watch(come: Come) -> None:
    """All seats were taken meanwhile: words say so, and lead on."""
    una, vera, wim = await come("Una"), await come("Vera"), await come("Wim")
    await una.set_up("toy", 2)
    for name in ("Vera", "Wim"):
        await una.button(invite(una, name)).click()
    for guest in (vera, wim):
        await expect(guest.page.get_by_text(invited(guest, "Una"))).to_be_visible()
    await vera.button(vera.words("people:invited.sit")).click()
    await expect(vera.main).to_have_text(vera.words.like("rail.ready"))
    await wim.button(wim.words("people:invited.sit")).click()
    told = wim.page.get_by_text(wim.words("people:invited.full", name="Una", game=wim.words("toy:name")))
    await expect(told).to_be_visible()
    await wim.button(wim.words("people:invited.watch")).click()
    await expect(told).to_have_count(0)
    await expect(wim.page).to_have_url(una.page.url)
    assert una.errors == vera.errors == wim.errors == []


async def test_what_tells_of_invitations_comes_after_the_page_however_slowly_that_comes(come: Come) -> None:
    """Nothing that nobody waits for shares a slow connection with what one wants to see."""
    ann = await come("Ann", driven=True, sign_in=False)
    await ann.known()
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    come_now = asyncio.Event()

    async def late(route: Route) -> None:
        await come_now.wait()
        await route.continue_()

    await ann.page.route("**/api/games", late)
    await ann.page.goto(ann.url)
    await expect(ann.page.get_by_role("heading", name=ann.words("lobby.open"))).to_be_visible()
    await ann.page.clock.fast_forward(5_000)
    # Whatever was asked for by then has been asked for before this.
    await ann.page.evaluate("fetch('/healthz')")
    assert [url for url in asked if "/Invitations-" in url] == []
    async with ann.page.expect_request(re.compile("/Invitations-")):
        come_now.set()
    await expect(ann.page.get_by_role("heading", name=ann.words("play.title"))).to_be_visible()
