"""Invitations by name, and following."""

from __future__ import annotations

from typing import Any

import pytest

from partie.client.client import Client
from partie.limits import Rate
from partie.people.sessions import COOKIE
from tests.fixtures.service import Running, StartNode, until
from tests.server.live.asking import wish


def newest(client: Client, kind: str) -> dict[str, Any]:
    """The last message of a kind."""
    return next((one for one in reversed(client.received) if one["t"] == kind), {})


def invited(client: Client) -> list[str]:
    """The tables that a person is invited to."""
    return [one["table"] for one in newest(client, "invitations").get("invitations", ())]


async def account(node: Running, client: Client, login: str) -> None:
    """Let a client's person have an account, while its line stands."""
    people = node.core.people
    (cookie,) = [part.removeprefix(f"{COOKIE}=") for part in client.cookie.split("; ")]
    session = await people.session(cookie)
    assert session is not None
    await people.accounts.become(session, login, "correct horse battery", "")


async def test_an_invitation_by_name_is_seen_at_once_on_another_node(start_node: StartNode) -> None:
    """It lets one in to a private table; it is over when one sits there, and when one declines."""
    one, two = await start_node(), await start_node()
    ann, bob, cat = await one.join("Ann"), await two.join("Bob"), await two.join("Cat")
    for client in (ann, bob, cat):
        await client.ask({"t": "company"}, "invitations")
    await account(two, cat, "cat")
    table = await ann.create("toy", 2, access="invited", watch="invited")
    await ann.enter(table)
    await ann.do({"type": "sit", "seat": 0})
    assert await wish(ann, {"t": "invite", "table": table, "person": bob.person}) == ""
    assert await wish(ann, {"t": "invite", "table": table, "login": "Cat"}) == ""
    await bob.until(lambda: invited(bob) == [table])
    await cat.until(lambda: invited(cat) == [table])
    (told,) = newest(bob, "invitations")["invitations"]
    assert (told["name"], told["game"], told["by"]) == ("Ann", "toy", ann.person)
    await cat.send({"t": "decline", "table": table})
    await ann.until(
        lambda: newest(ann, "declined") == {"t": "declined", "table": table, "person": cat.person, "name": "Cat"}
    )
    await cat.until(lambda: invited(cat) == [])
    await bob.enter(table, invitation=told["token"])
    await bob.do({"type": "sit", "seat": 1})
    await until(lambda: len([1 for seat in two.features.lobby.lobby.entries[table].seats if seat.person]) == 2)
    assert (await bob.ask({"t": "company"}, "invitations")).get("invitations", []) == []


async def test_whom_one_may_not_invite(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each refusal says why; people who blocked the inviter are left in peace, and the inviter does not know."""
    ann, bob, cat = [await node.join(name) for name in ("Ann", "Bob", "Cat")]
    table = await ann.create("toy", 2)
    await ann.enter(table)
    assert await wish(bob, {"t": "invite", "table": table, "person": cat.person}) == "not_seated"
    assert await wish(ann, {"t": "invite", "table": table, "login": "nobody"}) == "nobody"
    await ann.do({"type": "sit", "seat": 0})
    assert await wish(ann, {"t": "invite", "table": table, "person": ann.person}) == "sits_there"
    await bob.ask({"t": "block", "person": ann.person, "blocked": True}, "blocked")
    assert await wish(ann, {"t": "invite", "table": table, "person": bob.person}) == ""
    assert (await bob.ask({"t": "company"}, "invitations")).get("invitations", []) == []
    monkeypatch.setattr("partie.features.friends.install.INVITING", Rate(1, 600.0))
    assert await wish(ann, {"t": "invite", "table": table, "person": cat.person}) == "too_fast"
    await ann.do({"type": "close"})
    assert await wish(ann, {"t": "invite", "table": table, "person": cat.person}) == "ended"


async def test_who_blocks_the_inviter_is_invited_no_more(node: Running) -> None:
    """What was asked before is gone from the page, and others' invitations stay."""
    ann, bob, cat = [await node.join(name) for name in ("Ann", "Bob", "Cat")]
    await cat.ask({"t": "company"}, "invitations")
    tables = []
    for client in (ann, bob):
        table = await client.create("toy", 2)
        await client.enter(table)
        await client.do({"type": "sit", "seat": 0})
        assert await wish(client, {"t": "invite", "table": table, "person": cat.person}) == ""
        tables.append(table)
    await cat.until(lambda: sorted(invited(cat)) == sorted(tables))
    assert await wish(cat, {"t": "block", "person": ann.person, "blocked": True}) == ""
    await cat.until(lambda: invited(cat) == tables[1:])


async def test_an_invitation_ends_when_the_game_begins_without_one(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is taken back from the page by itself."""
    monkeypatch.setattr("partie.features.friends.install.CHECK_SECONDS", 0.05)
    # The one that began with the node looks less often.
    looking = node.core.background.spawn(node.features.friends.run())
    ann, bob = await node.join("Ann"), await node.join("Bob")
    await bob.ask({"t": "company"}, "invitations")
    table = await ann.create("toy", 2)
    await ann.enter(table)
    await ann.do({"type": "sit", "seat": 0})
    assert await wish(ann, {"t": "invite", "table": table, "person": bob.person}) == ""
    await bob.until(lambda: invited(bob) == [table])
    await ann.do({"type": "seat_bot", "seat": 1})
    await ann.ready()
    await bob.until(lambda: invited(bob) == [])
    looking.cancel()


async def test_who_follows_is_told_of_a_table_that_is_open_to_all(start_node: StartNode) -> None:
    """Not of a private one; a guest is not followed, nor who has switched it off or blocked the follower."""
    one, two = await start_node(), await start_node()
    ada, bob = await one.join("Ada"), await two.join("Bob")
    await bob.ask({"t": "company"}, "following")
    assert await wish(bob, {"t": "follow", "person": ada.person}) == "not_followable"
    await account(one, ada, "ada")
    assert await wish(bob, {"t": "follow", "person": ada.person}) == ""
    await bob.until(lambda: newest(bob, "following").get("persons") == {ada.person: "Ada"})
    private = await ada.create("toy", 2, access="invited")
    table = await ada.create("toy", 2)
    await bob.until(lambda: bool(newest(bob, "opened")))
    opened = [message["table"] for message in bob.received if message["t"] == "opened"]
    assert (opened, private in opened) == ([table], False)
    assert newest(bob, "opened")["name"] == "Ada"
    told = await ada.ask({"t": "company", "followable": False}, "following")
    assert told["followable"] is False
    assert (await bob.ask({"t": "company"}, "following")).get("persons", {}) == {}
    await ada.ask({"t": "company", "followable": True}, "following")
    assert (await bob.ask({"t": "company"}, "following"))["persons"] == {ada.person: "Ada"}
    await ada.ask({"t": "block", "person": bob.person, "blocked": True}, "blocked")
    assert (await bob.ask({"t": "company"}, "following")).get("persons", {}) == {}
    assert await wish(bob, {"t": "follow", "person": ada.person}) == "not_followable"
    assert await wish(bob, {"t": "follow", "person": ada.person, "follow": False}) == ""
    await one.core.people.forget(ada.person)


async def test_nobody_learns_from_an_invitation_whether_a_private_table_has_ended(node: Running) -> None:
    """Those who may not see it get the same answer before and after."""
    ann, eve = await node.join("Ann"), await node.join("Eve")
    table = await ann.create("toy", 2, access="invited", watch="invited")
    await ann.enter(table)
    message = {"t": "invite", "table": table, "person": ann.person}
    before = await wish(eve, message)
    await ann.do({"type": "close"})
    assert [before, await wish(eve, message)] == ["private", "private"]
