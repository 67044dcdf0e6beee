"""Bots by others: what a token opens, over HTTP and the socket, and what it never does."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from partie.client.client import Client, Refused
from partie.features.moderation.acts import Act
from tests.fixtures.service import Running, StartNode
from tests.server.conftest import MakeBrowser, browser, browser_of, refusal

__all__ = ["browser", "browser_of"]

ANN = {"login": "Ann", "password": "correct horse battery"}


@pytest.fixture
async def ann(browser: httpx.AsyncClient) -> httpx.AsyncClient:
    """The page of an account that has just signed in."""
    await browser.post("/api/session", json={"name": "Ann"})
    await browser.post("/api/account", json=ANN)
    return browser


async def made(ann: httpx.AsyncClient, name: str = "Robot") -> tuple[str, str]:
    """A bot of the account: its id and its token."""
    answer = await ann.post("/api/account/bots", json={"name": name})
    assert answer.status_code == 201
    return answer.json()["bot"], answer.json()["token"]


async def closed(client: Client) -> int | None:
    """With which code the line was closed."""
    async with asyncio.timeout(10):
        await client.socket.wait_closed()
    return client.socket.close_code


async def test_a_token_needs_no_origin_and_is_told_no_cookie(
    node: Running, ann: httpx.AsyncClient, browser_of: MakeBrowser
) -> None:
    """It says who it is over HTTP and the socket; a cookie next to it counts for nothing."""
    bot, token = await made(ann)
    program = browser_of(node, Authorization=f"Bearer {token}")
    del program.headers["Origin"]
    program.cookies.update(ann.cookies)
    answer = await program.get("/api/session")
    assert answer.json() == {"person": bot, "name": "Robot"}
    assert "set-cookie" not in answer.headers
    client = await node.join(token=token)
    assert client.person == bot
    foreign = {"Origin": "https://elsewhere.example"}
    assert refusal(await program.post("/api/session/link", headers=foreign)) == (403, "not_for_bots")


async def test_what_is_its_owners_to_do_a_bot_is_refused(
    node: Running, ann: httpx.AsyncClient, browser_of: MakeBrowser
) -> None:
    """Names, devices, accounts, passwords, order and invitations; and no bot is made a moderator."""
    bot, token = await made(ann)
    program = browser_of(node, Authorization=f"Bearer {token}")
    client = await node.join(token=token)
    table = await client.create("toy", 2)
    for answer in (
        await program.patch("/api/session", json={"name": "Ann"}),
        await program.delete("/api/session"),
        await program.post("/api/session/link"),
        await program.get("/api/account"),
        await program.post("/api/account", json={**ANN, "login": "Other"}),
        await program.put("/api/account/password", json={"password": "another password"}),
        await program.get("/api/account/export"),
        await program.get("/api/account/bots"),
        await program.post("/api/account/bots", json={"name": "Child"}),
        await program.post(f"/api/account/bots/{bot}/token"),
        await program.delete("/api/account"),
        await program.get("/api/moderation"),
        await program.post(f"/api/tables/{table}/invitation"),
    ):
        assert refusal(answer) == (403, "not_for_bots")
    assert (await program.get(f"/api/tables/{table}/export")).status_code == 200
    assert (await program.get(f"/api/people/{bot}")).json()["name"] == "Robot"
    await client.enter(table)
    with pytest.raises(Refused) as refused:
        await client.do({"type": "sit", "seat": 9})
    assert refused.value.code == "no_such_seat"


async def test_a_revoked_token_cuts_its_lines_on_every_node(
    start_node: StartNode, ann: httpx.AsyncClient, node: Running, browser_of: MakeBrowser
) -> None:
    """With a code of its own, by which a program knows that it need not come again."""
    other = await start_node()
    bot, token = await made(ann)
    clients = [await node.join(token=token), await other.join(token=token)]
    assert (await ann.delete(f"/api/account/bots/{bot}/token")).status_code == 204
    assert [await closed(client) for client in clients] == [4411, 4411]
    with pytest.raises(Refused) as refused:
        await node.join(token=token)
    assert refused.value.code == "bad_token"
    program = browser_of(node, Authorization=f"Bearer {token}")
    assert refusal(await program.get("/api/session")) == (401, "bad_token")
    again = (await ann.post(f"/api/account/bots/{bot}/token")).json()["token"]
    assert (await other.join(token=again)).person == bot


async def test_moderators_ban_a_bot_or_all_of_an_owner(
    node: Running, ann: httpx.AsyncClient, browser_of: MakeBrowser
) -> None:
    """The line says so and is closed; a ban of the bot is no ban of its owner."""
    moderation = node.features.moderation.moderation
    bot, token = await made(ann)
    _, other = await made(ann, "Other")
    clients = [await node.join(token=one) for one in (token, other)]
    await moderation.do(Act("ban", bot, why="loud"))
    assert await closed(clients[0]) == 4410
    program = browser_of(node, Authorization=f"Bearer {token}")
    assert refusal(await program.get("/api/session")) == (403, "banned")
    assert (await ann.get("/api/account")).status_code == 200
    await moderation.do(Act("ban", (await ann.get("/api/session")).json()["person"]))
    assert await closed(clients[1]) == 4410
    with pytest.raises(Refused) as refused:
        await node.join(token=other)
    assert refused.value.code == "banned"


async def test_erasing_the_account_cuts_its_bots(node: Running, ann: httpx.AsyncClient) -> None:
    """They are its own."""
    _, token = await made(ann)
    client = await node.join(token=token)
    assert (await ann.delete("/api/account")).status_code == 204
    assert await closed(client) == 4411


async def test_a_bot_has_limits_of_its_own(start_node: StartNode) -> None:
    """Tables at once, those it sits at among them, and commands a second."""
    node = await start_node(bot_tables=1, bot_commands_per_second=5)
    made = await node.core.people.tokens.make("", "Robot")
    ann, bot = await node.join("Ann"), await node.join(token=made.token)
    tables = [await ann.create("toy", 2) for _ in range(2)]
    await bot.enter(tables[0])
    await bot.do({"type": "sit", "seat": 0})
    await bot.do({"type": "sit", "seat": 1})
    await bot.enter(tables[1])
    for do in ({"type": "sit", "seat": 0}, {"type": "create", "game": "toy", "seats": 2}):
        with pytest.raises(Refused) as refused:
            await bot.do(do)
        assert refused.value.code == "too_many_tables"
        assert refused.value.message["params"] == {"most": 1}
    answers = await asyncio.gather(*(bot.do({"type": "sit", "seat": 9}) for _ in range(20)), return_exceptions=True)
    assert "too_fast" in {answer.code for answer in answers if isinstance(answer, Refused)}


async def test_the_list_is_the_owners_and_asks_for_proof(
    node: Running, ann: httpx.AsyncClient, browser_of: MakeBrowser
) -> None:
    """A stolen old session makes no tokens, but may end one; strangers' bots are unknown."""
    bot, _ = await made(ann)
    told = (await ann.get("/api/account/bots")).json()
    assert [(one["bot"], one["name"]) for one in told["bots"]] == [(bot, "Robot")]
    stranger = browser_of(node)
    await stranger.post("/api/session", json={"name": "Bob"})
    assert refusal(await stranger.delete(f"/api/account/bots/{bot}/token")) == (404, "unknown")
    assert refusal(await stranger.delete(f"/api/account/bots/{bot}")) == (404, "unknown")
    assert refusal(await stranger.post("/api/account/bots", json={"name": "Robot"})) == (409, "no_account")
    link = (await ann.post("/api/session/link")).json()["code"]
    moved = browser_of(node)
    await moved.post("/api/session/redeem", json={"code": link})
    assert refusal(await moved.post(f"/api/account/bots/{bot}/token")) == (403, "not_proved")
    assert (await moved.delete(f"/api/account/bots/{bot}/token")).status_code == 204
    assert "bots" in (await ann.get("/api/account/export")).json()
    assert (await ann.delete(f"/api/account/bots/{bot}")).status_code == 204
    assert (await ann.get("/api/account/bots")).json()["bots"] == []
