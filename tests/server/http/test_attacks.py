"""What somebody who means harm tries over HTTP and at the door of the websocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx
import msgpack
import pytest
from websockets.asyncio.client import connect

from tests.fixtures.service import Running, start_toy
from tests.server.conftest import MakeBrowser, refusal


async def test_a_code_that_several_try_at_once_is_good_for_one(node: Running, browser_of: MakeBrowser) -> None:
    """The others learn that it is invalid, and are signed in as nobody."""
    ann = browser_of(node)
    await ann.post("/api/session", json={"name": "Ann"})
    code = (await ann.post("/api/session/link")).json()["code"]
    thieves = [browser_of(node) for _ in range(6)]
    answers = await asyncio.gather(*[thief.post("/api/session/redeem", json={"code": code}) for thief in thieves])
    assert sorted(answer.status_code for answer in answers) == [201] + [422] * 5
    assert sum("set-cookie" in answer.headers for answer in answers) == 1


async def test_a_session_that_was_given_to_somebody_is_not_the_one_he_signs_in_with(
    node: Running, browser_of: MakeBrowser
) -> None:
    """Planting a cookie in another person's browser does not make anyone that person."""
    thief, victim = browser_of(node), browser_of(node)
    await thief.post("/api/session", json={"name": "Thief"})
    victim.cookies.update(thief.cookies)
    signed_in = (await victim.post("/api/session", json={"name": "Ann"})).json()
    assert victim.cookies["partie_session"] != thief.cookies["partie_session"]
    assert (await thief.get("/api/session")).json()["person"] != signed_in["person"]


@pytest.mark.parametrize("forged", ["", "x", "x.y", "a" * 5000, "ä", "session", "..", "x.A" * 60])
async def test_a_cookie_that_was_made_up_is_nobodys(node: Running, browser: httpx.AsyncClient, forged: str) -> None:
    """Neither over HTTP nor at the websocket; and the answers say so, which is no failure of the service."""
    cookie = b"partie_session=" + forged.encode("utf-8")
    answer = await browser.get("/api/session", headers={b"Cookie": cookie})
    assert (answer.status_code, answer.content) == (204, b"")
    assert refusal(await browser.post("/api/session/link", headers={b"Cookie": cookie})) == (401, "no_session")
    headers = {"Cookie": cookie.decode("latin-1"), "Origin": node.url}
    async with connect(node.url.replace("http", "ws") + "/ws", additional_headers=headers) as line:
        assert msgpack.unpackb(await line.recv())["code"] == "no_session"


async def test_a_page_of_another_service_gets_no_websocket(node: Running) -> None:
    """Its visitor's cookie comes along, so only the origin tells."""
    ann = await node.join("Ann")
    headers = {"Cookie": ann.cookie, "Origin": "http://evil.test"}
    async with connect(node.url.replace("http", "ws") + "/ws", additional_headers=headers) as line:
        assert msgpack.unpackb(await line.recv())["code"] == "foreign_origin"


async def test_nothing_that_changes_can_be_reached_by_a_link(node: Running, browser: httpx.AsyncClient) -> None:
    """Chat programs fetch every link they see, with or without cookies."""
    ann = await node.join("Ann")
    table = await ann.create("toy", 2)
    browser.headers["Cookie"] = ann.cookie
    for path in ("/api/session/link", "/api/session/redeem", f"/api/tables/{table}/invitation"):
        assert (await browser.get(path)).status_code in {404, 405}
    before = node.core.tables.awake[table].newest
    for path in (f"/table/{table}", f"/api/tables/{table}/export", f"/device#{'A' * 12}"):
        assert (await browser.get(path)).status_code in {200, 503}
    assert node.core.tables.awake[table].newest is before


async def test_who_signs_out_is_cut_off_at_every_table(node: Running, browser: httpx.AsyncClient) -> None:
    """The sockets of an ended session are closed, and its cookie opens none."""
    _, (ann, _) = await start_toy(node, "Ann", "Bob")
    browser.headers["Cookie"] = ann.cookie
    assert (await browser.delete("/api/session")).status_code == 204
    await ann._reader
    assert ann.socket.close_code == 4401
    headers = {"Cookie": ann.cookie, "Origin": node.url}
    async with connect(node.url.replace("http", "ws") + "/ws", additional_headers=headers) as line:
        assert msgpack.unpackb(await line.recv())["code"] == "no_session"


async def test_a_message_in_endless_pieces_is_cut_off(node: Running) -> None:
    """The limit of a frame holds for all pieces of a message together."""
    ann = await node.join("Ann")
    headers = {"Cookie": ann.cookie, "Origin": node.url}
    url = node.url.replace("http", "ws") + "/ws"
    # Compressed, so many pieces would be on their way that the close might be lost: a socket with unread data is reset.
    async with connect(url, additional_headers=headers, compression=None) as line:
        await line.send(msgpack.packb({"t": "hello", "wire": 1}))
        assert msgpack.unpackb(await line.recv())["t"] == "welcome"

        async def pieces() -> AsyncIterator[bytes]:
            while True:
                yield b"x" * 1000

        sending = asyncio.create_task(line.send(pieces()))
        await line.wait_closed()
        assert line.close_code == 1009
        await asyncio.wait([sending])
        assert sending.exception() is not None
