"""Resetting a forgotten password by email, over HTTP."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest
from tenacity import wait_none

from partie.delivery import sending
from partie.people.recovery import words
from partie.people.sessions import COOKIE
from tests.fixtures.emails import Post
from tests.fixtures.service import Running, StartNode, until
from tests.server.conftest import MakeBrowser, refusal

ORIGIN = "https://games.example"
MAIL = "ann@mail.example"
ANN = {"login": "Ann", "password": "correct horse battery"}
NEW = "another password"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "_backoff", wait_none())


@pytest.fixture
async def node(start_node: StartNode, emails: Post) -> Running:
    """A node that sends emails."""
    return await start_node(smtp_url=emails.url, public_url=ORIGIN)


async def idle(node: Running) -> None:
    """Wait until the node has sent what it was asked for."""
    await until(lambda: not node.core.people.recovery._sending)


def token_in(emails: Post, kind: str) -> str:
    """The token of the link in the newest email."""
    found = re.search(rf"{ORIGIN}/account#{kind}\.(\S+)", emails.received[-1].get_content())
    assert found is not None
    return found[1]


async def become(browser: httpx.AsyncClient, **more: str) -> None:
    """A guest who creates an account."""
    assert (await browser.post("/api/session", json={"name": "Ann"})).status_code == 201
    assert (await browser.post("/api/account", json={**ANN, **more})).status_code == 201


async def confirm(node: Running, browser: httpx.AsyncClient, emails: Post) -> None:
    """Open the link of the newest email."""
    await idle(node)
    answer = await browser.post("/api/account/mail/confirm", json={"token": token_in(emails, "confirm")})
    assert (answer.status_code, answer.json()) == (200, {"mail": MAIL})


async def test_who_forgot_the_password_comes_back_by_email_and_is_the_only_one(
    node: Running, browser_of: MakeBrowser, emails: Post
) -> None:
    """From the address given with a new account to the connections that are cut."""
    here, phone, stranger = browser_of(node), browser_of(node), browser_of(node)
    await become(here, mail=MAIL, language="de")
    await idle(node)
    assert emails.received[-1]["Subject"] == words("de")["confirm.subject"]
    read = (await here.get("/api/account")).json()
    assert (read["mail"], read["mail_confirmed"], read["mail_offered"]) == (MAIL, False, True)
    await confirm(node, stranger, emails)
    assert (await here.get("/api/account")).json()["mail_confirmed"]
    line = await node.join(cookie=f"{COOKIE}={here.cookies[COOKIE]}")

    await phone.post("/api/session", json={"name": "Guest"})
    guest = phone.cookies[COOKIE]
    assert (await phone.post("/api/account/recovery", json={"name": "ann", "language": "de"})).status_code == 204
    await idle(node)
    assert emails.received[-1]["Subject"] == words("de")["reset.subject"]
    token = token_in(emails, "reset")
    assert (await phone.post("/api/account/recovery/link", json={"token": token})).json() == {"login": "Ann"}
    back = await phone.post("/api/account/recovery/password", json={"token": token, "password": NEW})
    assert (back.status_code, back.json()) == (201, {"person": line.person, "name": "Ann"})
    assert phone.cookies[COOKIE] != guest
    async with asyncio.timeout(10):
        await line.socket.wait_closed()
    assert line.socket.close_code == 4401
    assert (await here.get("/api/session")).status_code == 204
    assert (await phone.get("/api/account")).json()["login"] == "Ann"
    assert (await phone.put("/api/account/mail", json={"mail": ""})).status_code == 204, "the link proved who it is"


async def test_every_request_gets_the_same_answer(node: Running, browser_of: MakeBrowser, emails: Post) -> None:
    """Whether there is such an account or address, whether that is confirmed, and whether there were too many."""
    here, stranger = browser_of(node), browser_of(node)
    await become(here, mail=MAIL)
    answers = [await stranger.post("/api/account/recovery", json={"name": name}) for name in ("Ann", MAIL)]
    await confirm(node, here, emails)
    sent = len(emails.received)
    names = ["Ann", MAIL, "Nobody", "nobody@mail.example", "", *["Ann"] * 6]
    answers += [await stranger.post("/api/account/recovery", json={"name": name}) for name in names]
    await idle(node)
    assert len(emails.received) == sent + 5
    for answer in answers:
        del answer.headers["date"]
    assert {(answer.status_code, answer.content, str(answer.headers)) for answer in answers} == {
        (204, b"", str(answers[0].headers))
    }


async def test_a_link_that_is_used_or_expired_or_wrong_is_refused_with_a_code(
    node: Running, browser: httpx.AsyncClient, emails: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    await become(browser, mail=MAIL)
    await confirm(node, browser, emails)
    used_confirmation = token_in(emails, "confirm")
    assert refusal(await browser.post("/api/account/mail/confirm", json={"token": used_confirmation})) == (
        422,
        "bad_link",
    )
    tokens = []
    for _ in range(2):
        await browser.post("/api/account/recovery", json={"name": MAIL})
        await idle(node)
        tokens.append(token_in(emails, "reset"))

    async def tried(token: str) -> list[tuple[int, str]]:
        """What the routes of a reset link say to a token."""
        return [
            refusal(await browser.post("/api/account/recovery/link", json={"token": token})),
            refusal(await browser.post("/api/account/recovery/password", json={"token": token, "password": NEW})),
        ]

    now = node.core.clock.now
    with monkeypatch.context() as later:
        # Not `learn`: the node's next heartbeat would take it back.
        later.setattr(node.core.clock, "now", lambda: now() + 3_600_000)
        assert await tried(tokens[0]) == [(422, "bad_link")] * 2
    done = await browser.post("/api/account/recovery/password", json={"token": tokens[0], "password": NEW})
    assert done.status_code == 201
    for worthless in (*tokens, "nonsense", ""):
        assert await tried(worthless) == [(422, "bad_link")] * 2
    short = {"token": tokens[0], "password": "x"}
    assert refusal(await browser.post("/api/account/recovery/password", json=short)) == (422, "bad_password")


async def test_an_email_that_is_refused_is_reported_to_who_gave_the_address(
    node: Running, browser: httpx.AsyncClient, emails: Post
) -> None:
    await become(browser)
    emails.refusals.append("550 no such person")
    assert refusal(await browser.put("/api/account/mail", json={"mail": MAIL})) == (502, "not_sent_refused")
    assert (await browser.put("/api/account/mail", json={"mail": MAIL})).status_code == 204


async def test_a_node_that_sends_no_emails_says_so_and_refuses_all_of_it(
    start_node: StartNode, browser_of: MakeBrowser
) -> None:
    node = await start_node()
    browser = browser_of(node)
    assert (await browser.get("/api/account/recovery")).json() == {"mail_offered": False}
    await browser.post("/api/session", json={"name": "Ann"})
    assert refusal(await browser.post("/api/account", json={**ANN, "mail": MAIL})) == (409, "no_mail")
    assert (await browser.post("/api/account", json={**ANN, "mail": ""})).status_code == 201
    assert not (await browser.get("/api/account")).json()["mail_offered"]
    passkey = {"login": "Ann", "credential": {}, "mail": MAIL}
    for answer in (
        await browser.post("/api/account/passkey", json=passkey),
        await browser.put("/api/account/mail", json={"mail": MAIL}),
        await browser.post("/api/account/mail/confirm", json={"token": "x"}),
        await browser.post("/api/account/recovery", json={"name": "Ann"}),
        await browser.post("/api/account/recovery/link", json={"token": "x"}),
        await browser.post("/api/account/recovery/password", json={"token": "x", "password": NEW}),
    ):
        assert refusal(answer) == (409, "no_mail")
    assert (await browser.put("/api/account/mail", json={"mail": ""})).status_code == 204
    assert not (await browser.get("/api/account")).json()["mail_confirmed"]


async def test_a_node_that_sends_emails_says_so_to_everybody(node: Running, browser: httpx.AsyncClient) -> None:
    assert (await browser.get("/api/account/recovery")).json() == {"mail_offered": True}
