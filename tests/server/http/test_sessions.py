"""Sessions over HTTP."""

from __future__ import annotations

import httpx
import pytest

from partie.http.openapi import document
from partie.people.sessions import COOKIE
from tests.fixtures.service import Running, StartNode
from tests.server.conftest import MakeBrowser, refusal


async def test_a_name_makes_a_guest(browser: httpx.AsyncClient) -> None:
    """The cookie that comes with it says who one is from then on; to be nobody before is no mistake."""
    before = await browser.get("/api/session")
    assert (before.status_code, before.content) == (204, b"")
    assert before.headers["cache-control"] == "no-store"
    made = await browser.post("/api/session", json={"name": " Ann "})
    assert made.status_code == 201
    assert made.json()["name"] == "Ann"
    assert (await browser.get("/api/session")).json() == made.json()


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_pages(browser: httpx.AsyncClient) -> None:
    """On plain http it is not marked secure, for it would not come back."""
    made = await browser.post("/api/session", json={"name": "Ann"})
    cookie = made.headers["set-cookie"].lower()
    assert cookie.startswith(f"{COOKIE}=")
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert "secure" not in cookie
    assert made.headers["cache-control"] == "no-store"


async def test_behind_https_the_cookie_is_secure(start_node: StartNode, browser_of: MakeBrowser) -> None:
    """The word of a proxy on scheme and address counts, if the proxy is trusted."""
    trusting, wary = await start_node(), await start_node(trusted_proxies=("192.0.2.1",))
    answers = [
        await browser_of(node, **{"X-Forwarded-Proto": "https"}).post("/api/session", json={"name": "Ann"})
        for node in (trusting, wary)
    ]
    assert ["secure" in answer.headers["set-cookie"].lower() for answer in answers] == [True, False]


async def test_reading_the_session_renews_the_cookie_and_changes_nothing(browser: httpx.AsyncClient) -> None:
    """The browser keeps the same cookie for as long again."""
    made = await browser.post("/api/session", json={"name": "Ann"})
    read = await browser.get("/api/session")
    assert read.headers["set-cookie"] == made.headers["set-cookie"]


async def test_a_session_is_good_on_every_node(start_node: StartNode, browser_of: MakeBrowser) -> None:
    """And after a restart of all of them, which is the same: nodes remember nothing."""
    one, other = browser_of(await start_node()), browser_of(await start_node())
    made = await one.post("/api/session", json={"name": "Ann"})
    other.cookies.update(one.cookies)
    assert (await other.get("/api/session")).json() == made.json()


async def test_a_name_can_be_changed(browser: httpx.AsyncClient) -> None:
    """The person stays the same."""
    person = (await browser.post("/api/session", json={"name": "Ann"})).json()["person"]
    assert (await browser.patch("/api/session", json={"name": "Anna"})).json() == {"person": person, "name": "Anna"}
    assert (await browser.get("/api/session")).json()["name"] == "Anna"


async def test_a_name_cannot_be_changed_all_the_time(browser: httpx.AsyncClient) -> None:
    """The refusal is one that the document of all answers names."""
    await browser.post("/api/session", json={"name": "Ann"})
    changed = 0
    while (answer := await browser.patch("/api/session", json={"name": f"Ann {changed}"})).status_code == 200:
        changed += 1
    assert refusal(answer) == (429, "too_many")
    assert changed >= 30
    assert "429" in document("1")["paths"]["/api/session"]["patch"]["responses"]


async def test_a_name_that_cannot_be_shown_is_refused(browser: httpx.AsyncClient) -> None:
    """With a code and a sentence."""
    assert refusal(await browser.post("/api/session", json={"name": " "})) == (422, "bad_name")
    assert COOKIE not in browser.cookies


async def test_signing_out_ends_the_session(browser: httpx.AsyncClient) -> None:
    """The cookie is taken away, and a copy of it is worth nothing."""
    await browser.post("/api/session", json={"name": "Ann"})
    copy = browser.cookies[COOKIE]
    assert (await browser.delete("/api/session")).status_code == 204
    assert COOKIE not in browser.cookies
    browser.cookies.set(COOKIE, copy)
    assert (await browser.get("/api/session")).status_code == 204


async def test_a_code_brings_one_to_another_device(node: Running, browser_of: MakeBrowser) -> None:
    """Once; the path leads the other device to the page where it is redeemed, the code stays in the browser."""
    here, there, third = browser_of(node), browser_of(node), browser_of(node)
    ann = (await here.post("/api/session", json={"name": "Ann"})).json()
    link = (await here.post("/api/session/link")).json()
    assert link["path"] == f"/device#{link['code']}"
    assert link["expires"] > 1e12
    assert (await there.post("/api/session/redeem", json={"code": link["code"]})).json() == ann
    assert (await there.get("/api/session")).json() == ann
    assert (await here.get("/api/session")).json() == ann
    assert refusal(await third.post("/api/session/redeem", json={"code": link["code"]})) == (422, "bad_code")


async def test_who_is_nobody_gets_no_code(browser: httpx.AsyncClient) -> None:
    """There is nobody to move."""
    assert refusal(await browser.post("/api/session/link")) == (401, "no_session")
    assert refusal(await browser.patch("/api/session", json={"name": "Ann"})) == (401, "no_session")
    assert refusal(await browser.delete("/api/session")) == (401, "no_session")


async def test_an_address_has_so_many_sessions_an_hour(start_node: StartNode, browser_of: MakeBrowser) -> None:
    """The refusal says when to come again; visitors behind a proxy are told apart."""
    node = await start_node(sessions_per_hour=2)
    for _ in range(2):
        browser = browser_of(node, address="192.0.2.7")
        assert (await browser.post("/api/session", json={"name": "Ann"})).status_code == 201
    answer = await browser_of(node, address="192.0.2.7").post("/api/session", json={"name": "Ann"})
    assert refusal(answer) == (429, "too_many")
    assert 0 < answer.json()["retry_in"] <= 30 * 60 * 1000
    assert 0 < int(answer.headers["retry-after"]) <= 30 * 60
    other = browser_of(node, address="192.0.2.8")
    assert (await other.post("/api/session", json={"name": "Bob"})).status_code == 201


@pytest.mark.parametrize("trusted", ["*", "private", "127.0.0.0/8"])
async def test_no_visitor_behind_a_proxy_passes_a_limit_by_a_claimed_address(
    start_node: StartNode, browser_of: MakeBrowser, trusted: str
) -> None:
    """The proxy appends the visitor's address to what that claimed; the limit counts that one."""
    node = await start_node(trusted_proxies=(trusted,), sessions_per_hour=3)
    answers = []
    for number in range(4):
        browser = browser_of(node, **{"X-Forwarded-For": f"198.51.100.{number}, 203.0.113.7"})
        answers.append((await browser.post("/api/session", json={"name": "Ann"})).status_code)
    assert answers == [201, 201, 201, 429]
