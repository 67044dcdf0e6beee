"""A bot in one file. It plays at a table that you name or to which it is invited, and makes the first legal move.

BOT_TOKEN=partie_b0t... python bot.py http://127.0.0.1:8000 [TABLE]
"""

import asyncio
import os
import sys

from partie.client.client import Client, Refused

PASSING = {"stale", "too_fast", "busy", "unavailable"}
"""Refusals that pass: read the table again and try once more."""


def choose(view: dict, legal: list) -> dict:
    """Your idea goes here: ``view`` is all that the seat may see, and ``legal`` all that it may do."""
    return legal[0]


async def invited(client: Client) -> dict:
    """Wait for an invitation, and return the newest."""
    await client.watch_invitations()
    await client.until(lambda: bool(client.invitations))
    return client.invitations[0]


async def play(url: str, table: str, token: str) -> dict:
    """Play at a table to its end, and return the result. The token says which bot it is."""
    client = await Client.join(url, token=token)
    invitation = {"table": table} if table else await invited(client)
    await client.enter(invitation["table"], invitation=invitation.get("token"))
    if client.seat is None:
        await client.sit()
        await client.ready()
    while (turn := await client.my_turn()) is not None:
        try:
            reached = (await client.move(choose(client.view["game"], turn["legal"])))["seq"]
        except Refused as refused:
            if refused.code not in PASSING:
                raise
            reached = turn["seq"] + (refused.code == "stale")
            await asyncio.sleep(0.25)
        await client.until(lambda seq=reached: client.over or (client.turn is not None and client.turn["seq"] >= seq))
    await client.close()
    return client.view.get("result", {})


if __name__ == "__main__":
    url, table = (*sys.argv[1:], "")[:2]
    print(asyncio.run(play(url, table, os.environ["BOT_TOKEN"])))
