"""Accounts, over HTTP."""

from __future__ import annotations

import asyncio

import httpx

from partie.client.client import Client
from partie.people.sessions import COOKIE
from tests.fixtures.emails import Post
from tests.fixtures.service import Running, StartNode, start_toy
from tests.server.conftest import MakeBrowser, refusal

ANN = {"login": "Ann", "password": "correct horse battery"}


def wear(browser: httpx.AsyncClient, client: Client) -> None:
    """Let the browser be who the client is."""
    browser.cookies.clear()
    browser.cookies.set(COOKIE, client.cookie.partition("=")[2], domain="127.0.0.1")


async def test_an_account_takes_its_seat_along_to_another_node(
    start_node: StartNode, browser_of: MakeBrowser, emails: Post
) -> None:
    """The guest's table knows it again by the session that the password gives."""
    mail = {"smtp_url": emails.url, "public_url": "https://games.example"}
    one, other = await start_node(**mail), await start_node(**mail)
    table, clients = await start_toy(one, "Ann", "Bob")
    here, there = browser_of(one), browser_of(other)
    wear(here, clients[0])
    became = await here.post("/api/account", json={**ANN, "mail": "ann@example.org"})
    assert became.status_code == 201
    assert became.json() == {"person": clients[0].person, "name": "Ann"}
    back = await there.post("/api/account/session", json=ANN)
    assert back.json() == became.json()
    client = await other.join(cookie=f"{COOKIE}={there.cookies[COOKIE]}")
    await client.enter(table)
    assert client.view["table"]["seats"]["0"]["person"] == client.person
    account = (await there.get("/api/account")).json()
    assert (account["login"], account["mail"], account["password"]) == ("Ann", "ann@example.org", True)


async def test_the_line_of_the_session_before_is_cut_after_the_answer(
    node: Running, browser: httpx.AsyncClient
) -> None:
    """The page has its new cookie by then and comes back; a copy of the old one is nobody's."""
    client = await node.join("Ann")
    wear(browser, client)
    await browser.post("/api/account", json=ANN)
    async with asyncio.timeout(10):
        await client.socket.wait_closed()
    assert client.socket.close_code == 4401
    again = await node.join(cookie=f"{COOKIE}={browser.cookies[COOKIE]}")
    assert again.person == client.person
    wear(browser, client)
    assert (await browser.get("/api/session")).status_code == 204


async def test_refusals_have_codes(node: Running, browser_of: MakeBrowser) -> None:
    """Each says what was wrong."""
    ann, bob = browser_of(node), browser_of(node)
    assert refusal(await ann.post("/api/account", json=ANN)) == (401, "no_session")
    for browser, name in ((ann, "Ann"), (bob, "Bob")):
        await browser.post("/api/session", json={"name": name})
    assert refusal(await ann.post("/api/account", json={**ANN, "password": "x"})) == (422, "bad_password")
    await ann.post("/api/account", json=ANN)
    assert refusal(await ann.post("/api/account", json=ANN)) == (409, "has_account")
    assert refusal(await bob.post("/api/account", json=ANN)) == (409, "login_taken")
    wrong = {**ANN, "password": "another password"}
    assert refusal(await bob.post("/api/account/session", json=wrong)) == (403, "wrong_password")
    assert refusal(await bob.post("/api/account/session", json={**wrong, "login": "No"})) == (403, "wrong_password")
    assert refusal(await bob.post("/api/account/proof", json={"password": "x"})) == (409, "no_account")
    assert refusal(await bob.put("/api/account/mail", json={"mail": "b@example.org"})) == (409, "no_account")
    link = (await ann.post("/api/session/link")).json()["code"]
    moved = browser_of(node)
    await moved.post("/api/session/redeem", json={"code": link})
    for answer in (
        await moved.put("/api/account/password", json={"password": "another password"}),
        await moved.get("/api/account/export"),
        await moved.delete("/api/account"),
    ):
        assert refusal(answer) == (403, "not_proved")
    assert (await moved.post("/api/account/proof", json={"password": ANN["password"]})).status_code == 204
    assert (await moved.put("/api/account/password", json={"password": "another password"})).status_code == 204
    assert (await ann.get("/api/session")).status_code == 204


async def test_sessions_tell_their_devices_and_can_be_ended(node: Running, browser_of: MakeBrowser) -> None:
    """From any of them; none learns another's cookie."""
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"
    phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604.1"
    here, there = browser_of(node, **{"User-Agent": firefox}), browser_of(node, **{"User-Agent": phone})
    await here.post("/api/session", json={"name": "Ann"})
    await here.post("/api/account", json=ANN)
    await there.post("/api/account/session", json=ANN)
    listed = (await here.get("/api/account/sessions")).json()
    assert {(one["device"], one["this"]) for one in listed} == {("Firefox, Linux", True), ("Safari, iPhone", False)}
    assert there.cookies[COOKIE].partition(".")[0] not in str(listed)
    (other,) = [one["session"] for one in listed if not one["this"]]
    assert (await here.delete(f"/api/account/sessions/{other}")).status_code == 204
    assert refusal(await here.delete(f"/api/account/sessions/{other}")) == (404, "unknown")
    assert (await there.get("/api/session")).status_code == 204
    await there.post("/api/account/session", json=ANN)
    assert (await there.delete("/api/account/sessions")).status_code == 204
    assert (await here.get("/api/session")).status_code == 204


async def test_the_export_holds_ones_data_and_no_secret(
    start_node: StartNode, browser_of: MakeBrowser, emails: Post
) -> None:
    """A guest's too; the tables one sits at are named."""
    node = await start_node(smtp_url=emails.url, public_url="https://games.example")
    browser = browser_of(node)
    table, clients = await start_toy(node, "Ann", "Bob")
    wear(browser, clients[0])
    assert (await browser.get("/api/account/export")).status_code == 200
    await clients[0].say("players", "good luck")
    await clients[0].ask({"t": "block", "person": clients[1].person, "blocked": True}, "blocked")
    await browser.post("/api/account", json={**ANN, "mail": "ann@example.org"})
    answer = await browser.get("/api/account/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    data = answer.json()
    assert data["account"]["mail"] == "ann@example.org"
    assert [one["this"] for one in data["sessions"]] == [True]
    assert [one["table"] for one in data["tables"]] == [table]
    assert (data["blocked"], data["followable"]) == ([clients[1].person], True)
    assert [(one["table"], one["line"]["text"]) for one in data["chat"]] == [(table, "good luck")]
    for secret in ("argon2", browser.cookies[COOKIE].partition(".")[0]):
        assert secret not in answer.text


async def test_erasing_oneself_leaves_somebody_without_a_name(node: Running, browser: httpx.AsyncClient) -> None:
    """The log holds only the random id; the session ends, and the sign-in name is free."""
    table, clients = await start_toy(node, "Ann", "Bob")
    wear(browser, clients[0])
    await browser.post("/api/account", json=ANN)
    assert (await browser.delete("/api/account")).status_code == 204
    assert COOKIE not in browser.cookies
    assert refusal(await browser.post("/api/account/session", json=ANN)) == (403, "wrong_password")
    await clients[1].until(lambda: not clients[1].names.get(clients[0].person, ""))
    assert clients[1].table == table
