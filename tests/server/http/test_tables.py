"""Invitations and records of tables."""

from __future__ import annotations

import httpx
import pytest

from partie.client.client import Client, Refused
from tests.fixtures.service import Running, start_toy
from tests.server.conftest import refusal


def as_client(browser: httpx.AsyncClient, client: Client) -> httpx.AsyncClient:
    """The browser in the hands of the person of a client."""
    name, _, value = client.cookie.partition("=")
    browser.cookies.clear()
    browser.cookies.set(name, value)
    return browser


async def test_the_host_invites_and_takes_back(node: Running, browser: httpx.AsyncClient) -> None:
    """People with the link may enter a table by invitation, until the host cancels all links."""
    host, friend = await node.join("Ann"), await node.join("Bob")
    table = await host.create("toy", 2, access="invited", watch="invited")
    made = await as_client(browser, host).post(f"/api/tables/{table}/invitation")
    assert made.status_code == 201
    token = made.json()["token"]
    assert made.json()["path"] == f"/table/{table}#{token}"
    with pytest.raises(Refused, match="private"):
        await friend.enter(table)
    friend.received.clear()
    await friend.enter(table, invitation=token)
    assert friend.view["table"]["phase"] == "open"

    assert (await browser.delete(f"/api/tables/{table}/invitation")).status_code == 204
    late = await node.join("Cleo")
    with pytest.raises(Refused, match="private"):
        await late.enter(table, invitation=token)


async def test_only_the_host_invites(node: Running, browser: httpx.AsyncClient) -> None:
    """Others are refused, and so is who is nobody."""
    host, guest = await node.join("Ann"), await node.join("Bob")
    table = await host.create("toy", 2)
    assert refusal(await browser.post(f"/api/tables/{table}/invitation")) == (401, "no_session")
    as_client(browser, guest)
    assert refusal(await browser.post(f"/api/tables/{table}/invitation")) == (403, "not_host")
    assert refusal(await browser.delete(f"/api/tables/{table}/invitation")) == (403, "not_host")


@pytest.mark.parametrize("table", ["abcdefgh", "x", "a" * 41, "%7Bx%7D:log", "abcd%00efgh", "%0a", "\u00fcberall"])
async def test_a_table_that_is_not_there_is_unknown(node: Running, browser: httpx.AsyncClient, table: str) -> None:
    """Whatever stands in its place in the address."""
    as_client(browser, await node.join("Ann"))
    assert (await browser.post(f"/api/tables/{table}/invitation")).status_code == 404
    assert (await browser.get(f"/api/tables/{table}/export")).status_code == 404


async def test_a_record_is_what_its_reader_saw(node: Running, browser: httpx.AsyncClient) -> None:
    """A seat reads its own hand and no other; a stranger reads what a spectator sees; nobody reads the log."""
    table, (ann, _) = await start_toy(node, "Ann", "Bob")
    hands = [player.hand for player in node.core.tables.awake[table].newest.state.players]
    path = f"/api/tables/{table}/export"
    anns = await as_client(browser, ann).get(path)
    assert anns.headers["content-disposition"] == f'attachment; filename="toy-{table}.json"'
    assert anns.json()["viewer"] == "0"
    assert anns.json()["view"] == ann.view
    assert all(card in anns.text for card in hands[0])
    assert not any(card in anns.text for card in hands[1])
    assert (await browser.get(path, params={"as": "spectator"})).json()["viewer"] == "spectator"
    assert refusal(await browser.get(path, params={"as": "1"})) == (403, "not_your_seat")
    assert refusal(await browser.get(path, params={"as": "log"})) == (409, "running")
    for nonsense in ("2", "-1", "9" * 5000, "\u0661", "everybody"):
        assert refusal(await browser.get(path, params={"as": nonsense})) == (422, "no_such_seat")
    browser.cookies.clear()
    stranger = await browser.get(path)
    assert stranger.json()["viewer"] == "spectator"
    assert not any(card in stranger.text for hand in hands for card in hand)


async def test_a_private_record_is_for_those_who_may_watch(node: Running, browser: httpx.AsyncClient) -> None:
    """A table that nobody may watch gives its record to those who sit there."""
    host, guest = await node.join("Ann"), await node.join("Bob")
    table = await host.create("toy", 2, watch="nobody", access="invited")
    path = f"/api/tables/{table}/export"
    assert (await as_client(browser, host).get(path)).status_code == 200
    assert refusal(await as_client(browser, guest).get(path)) == (403, "private")


async def test_who_watches_by_invitation_may_have_the_record_too(node: Running, browser: httpx.AsyncClient) -> None:
    """The token that opens the table opens its record, as a spectator; no other token does."""
    ann = await node.join("Ann")
    table = await ann.create("toy", 2, access="invited", watch="invited")
    token = (await as_client(browser, ann).post(f"/api/tables/{table}/invitation")).json()["token"]
    as_client(browser, await node.join("Cleo"))
    path = f"/api/tables/{table}/export"
    for nothing in ("", "wrong"):
        assert refusal(await browser.get(path, params={"invitation": nothing})) == (403, "private")
    assert (await browser.get(path, params={"invitation": token})).json()["viewer"] == "spectator"
