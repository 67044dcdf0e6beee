"""The requests of clients of tests, and the answers."""

from __future__ import annotations

import asyncio
import secrets
import urllib.request
from typing import Any

from partie.client.client import Client, Message
from tests.fixtures.service import Running


def gone(client: Client) -> list[str]:
    """The messages about tables that the client cannot be shown."""
    return [message["code"] for message in client.received if message["t"] == "gone"]


async def past(client: Client, seq: int, perspective: Any = None, answer: str = "past") -> Message:
    """A past position, or why it is not shown."""
    question = {"t": "past", "seq": seq} | ({} if perspective is None else {"eyes": perspective})
    return await client.ask(question, answer)


async def wish(client: Client, message: Message) -> str:
    """Ask for something that is answered by done, or refused: the code."""
    id_ = secrets.token_hex(8)
    told = client._answers.setdefault(id_, asyncio.get_running_loop().create_future())
    await client.send({**message, "id": id_})
    answer = await told
    return "" if answer["t"] == "done" else str(answer["code"])


async def listening(client: Client, table: str = "") -> Client:
    """The client, at the table if one is named, with its chat shown."""
    if table:
        await client.enter(table)
    client.chat.clear()
    await client.send({"t": "chat"})
    await client.until(lambda: bool(client.chat))
    return client


async def call(node: Running, client: Client, method: str, path: str) -> bytes:
    """Ask something over HTTP as the client's person."""
    headers = {"Cookie": client.cookie, "Origin": node.url}
    request = urllib.request.Request(node.url + path, method=method, headers=headers)

    def ask() -> bytes:
        with urllib.request.urlopen(request, timeout=30) as answer:
            data: bytes = answer.read()
            return data

    return await asyncio.to_thread(ask)


def next_table(client: Client) -> str:
    """The next table that a client heard of; empty if none."""
    return next((message["next"] for message in client.received if message["t"] == "next_game"), "")
