"""Rated tables of people with accounts."""

from __future__ import annotations

import httpx

from partie.client.client import Client
from partie.features.ratings.outcome import Outcome
from tests.fixtures.service import NO_TLS, Running

PASSWORD = "correct horse battery"


async def account(node: Running, name: str) -> Client:
    """Somebody with an account."""
    async with httpx.AsyncClient(verify=NO_TLS, base_url=node.url, headers={"Origin": node.url}) as browser:
        await browser.post("/api/session", json={"name": name})
        made = await browser.post("/api/account", json={"login": name, "password": PASSWORD})
        assert made.status_code == 201, made.text
        cookie = "; ".join(f"{key}={value}" for key, value in browser.cookies.items())
    return await node.join(cookie=cookie)


async def seated(*clients: Client, is_rated: bool = True) -> str:
    """A rated table at which they sit."""
    done = await clients[0].do({"type": "create", "game": "toy", "seats": len(clients), "rated": is_rated})
    table: str = done["table"]
    for seat, client in enumerate(clients):
        await client.enter(table)
        await client.do({"type": "sit", "seat": seat})
    return table


async def started(*clients: Client) -> str:
    """A rated table whose game has begun."""
    table = await seated(*clients)
    for client in clients:
        await client.ready()
    for client in clients:
        await client.until(lambda client=client: client.view["table"]["phase"] == "running")  # type: ignore[misc]
    return table


async def kept(node: Running, table: str) -> Outcome | None:
    """The outcome, once it is noted."""
    return await node.features.rater.ratings.of_table("toy", table)
