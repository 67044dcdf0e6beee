"""``partie drain``: moves the players of a node to the other nodes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Annotated, Final

import typer

from partie.cli._support.options import DATA_DIR, AllOption, DataDirOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.reach import Reach, reach
from partie.cluster.bus import publish
from partie.cluster.messages import Drain
from partie.cluster.nodes import Card, listed

PATIENCE: Final = 15.0
"""Seconds to wait for a node. A healthy one disconnects its clients within two, and reports that."""


def command(
    nodes: Annotated[list[str] | None, typer.Argument(help="Names of the nodes, as partie nodes lists them.")] = None,
    *,
    every: AllOption = False,
    back: Annotated[bool, typer.Option("--back", help="Accept connections again.")] = False,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Move players from a node to the other nodes.

    A drained node accepts no connections until you run it with --back, or restart the node. With --all nobody can play
    until the nodes are back.

    Example: partie drain web-1
    """
    if bool(nodes) == every:
        raise CommandFailed("nodes", "name at least one node, as `partie nodes` lists them, or use --all")
    cards = reach(redis_url, data_dir, lambda there: _drain(there, nodes or (), back=back))
    if as_json:
        print_json(cards)
        return
    for card in cards:
        done = "accepts connections again" if back else f"is drained, {card.connections} connections left"
        console().print(f"Node {card.name} {done}.", soft_wrap=True)


async def _drain(there: Reach, names: Sequence[str], *, back: bool) -> list[Card]:
    known = await listed(there.redis)
    for name in names:
        if not any(name in (card.name, card.node) for card in known):
            here = ", ".join(card.name for card in known) or "none"
            raise CommandFailed("unknown_node", f"unknown node {name}; running: {here}")
    meant = [card for card in known if not names or card.name in names or card.node in names]
    if not meant:
        raise CommandFailed("unknown_node", "no node is running")
    if not back and names and all(card.draining or card.silent or card in meant for card in known):
        raise CommandFailed("last_node", "no other node would be left for the players; use --all if you mean that")
    ids = tuple(card.node for card in meant)
    await publish(there.redis, Drain(ids, back))
    end = time.monotonic() + PATIENCE
    while True:
        now = {card.node: card for card in await listed(there.redis)}
        # A node that has stopped in the meantime has no clients either.
        left = [now[node] for node in ids if node in now]
        if all(card.draining is not back and (back or not card.connections) for card in left):
            return left
        if time.monotonic() > end:
            deaf = ", ".join(card.name for card in left if card.draining is back or card.connections)
            problem = "nodes did not respond within" if back else "clients were still connected after"
            raise CommandFailed("not_drained", f"{problem} {PATIENCE:.0f} s: {deaf}")
        await asyncio.sleep(0.1)
