"""A bot of one's own: takes a free seat at a table and makes, of the legal moves, the one that is offered first.

BOT_TOKEN=partie_b0t... python deploy/bot.py http://127.0.0.1:8000 TABLE
"""

import asyncio
import os
import sys

from partie.client.client import Client, Refused

PASSING = {"stale", "too_fast", "busy", "unavailable"}
"""Refusals after which one looks at the table anew and tries again."""


def choose(legal: list) -> dict:
    """Your idea goes here: ``legal`` is all that the seat may do; ``client.view`` would be all that it may see."""
    return legal[0]


async def sit(client: Client) -> None:
    """Take the first free seat."""
    seats = client.view["table"]["seats"]
    free = [int(seat) for seat, held in seats.items() if not held.get("person") and not held.get("bot")]
    await client.do({"type": "sit", "seat": min(free)})
    await client.ready()


async def play(url: str, table: str, token: str) -> dict:
    """Play a table to its end: its result. The token says which bot it is."""
    client = await Client.join(url, token=token)
    await client.enter(table)
    if all(held.get("person") != client.person for held in client.view["table"]["seats"].values()):
        await sit(client)
    while (turn := await client.my_turn()) is not None:
        try:
            reached = (await client.move(choose(turn["legal"])))["seq"]
        except Refused as refused:
            if refused.code not in PASSING:
                raise
            reached = turn["seq"] + (refused.code == "stale")
            await asyncio.sleep(0.25)
        await client.until(lambda seq=reached: client.over or (client.turn is not None and client.turn["seq"] >= seq))
    await client.close()
    return client.view.get("result", {})


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:], os.environ["BOT_TOKEN"])))
