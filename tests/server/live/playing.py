"""Clients that play by what they are shown, as tests let them."""

from __future__ import annotations

import asyncio
import random

from partie.client.client import Client, Message, Refused


async def play(clients: list[Client], rng: random.Random, moves: int = 10_000) -> int:
    """Let everyone make random moves until the game is over, or so many were made; how many were."""
    made = 0
    while made < moves and not await settled(clients):
        client = rng.choice([client for client in clients if must(client)])
        try:
            await client.move(rng.choice(client.turn["legal"]))  # type: ignore[index]
            made += 1
        except Refused as refused:
            if refused.code not in {"stale", "ended"}:
                raise
    return made


def must(client: Client) -> bool:
    """Whether the client's seat has to act."""
    return client.turn is not None and client.turn["must"]


async def settled(clients: list[Client]) -> bool:
    """Wait until somebody has to act (false) or the game is over (true)."""
    waits = [asyncio.create_task(client.until(lambda c=client: c.over or must(c))) for client in clients]  # type: ignore[misc]
    _, waiting = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waiting:
        wait.cancel()
    await asyncio.gather(*waits, return_exceptions=True)
    over = any(client.over for client in clients)
    if over:
        await asyncio.gather(*[client.until(lambda c=client: c.over) for client in clients])  # type: ignore[misc]
    return over


def can(client: Client, kind: str) -> bool:
    """Whether the client's seat has a move of that kind."""
    return client.turn is not None and any(move["type"] == kind for move in client.turn.get("legal", ()))


def step(far: int) -> Message:
    """Walk to a field."""
    return {"type": "step", "to": f"field-{far}"}


async def end(*clients: Client) -> None:
    """End the game that the clients play by agreement."""
    done = await clients[0].do({"type": "propose", "what": "end"})
    for client in clients[1:]:
        await client.until(lambda client=client: "proposal" in client.view)  # type: ignore[misc]
        await client.do({"type": "answer", "proposal": done["seq"], "grant": True})
    for client in clients:
        await client.until(lambda client=client: client.over)  # type: ignore[misc]
