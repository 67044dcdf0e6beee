"""``partie drain``: sends the people of a node to the others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Annotated, Final

import typer

from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.tables import Reach, reach
from partie.cluster.bus import publish
from partie.cluster.messages import Drain
from partie.cluster.nodes import Card, listed

PATIENCE: Final = 15.0
"""Seconds until a node counts as one that did not hear: it sends its people away within two, and says so then."""


def command(
    nodes: Annotated[list[str] | None, typer.Argument(help="Names of nodes, as partie nodes lists them.")] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="All nodes: nobody can play until they are back.")] = False,
    back: Annotated[bool, typer.Option("--back", help="Take people in again.")] = False,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Send the people of nodes to the other nodes and take nobody in there, until --back or a restart."""
    if bool(nodes) == every:
        raise CommandFailed("nodes", "name nodes as partie nodes lists them, or say --all")
    cards = reach(redis_url, data_dir, lambda there: _drain(there, nodes or (), back=back))
    if as_json:
        print_json(cards)
        return
    for card in cards:
        done = "takes people in again" if back else f"takes nobody in, {card.connections} connections left"
        console().print(f"Node {card.name} {done}.", soft_wrap=True)


async def _drain(there: Reach, names: Sequence[str], *, back: bool) -> list[Card]:
    known = await listed(there.redis)
    for name in names:
        if not any(name in (card.name, card.node) for card in known):
            here = ", ".join(card.name for card in known) or "none"
            raise CommandFailed("unknown_node", f"there is no node {name}; there are: {here}")
    meant = [card for card in known if not names or card.name in names or card.node in names]
    if not meant:
        raise CommandFailed("unknown_node", "there is no node")
    if not back and names and all(card.draining or card in meant for card in known):
        raise CommandFailed("last_node", "no other node would be left to go to: say --all if you mean that")
    ids = tuple(card.node for card in meant)
    await publish(there.redis, Drain(ids, back))
    end = time.monotonic() + PATIENCE
    while True:
        now = {card.node: card for card in await listed(there.redis)}
        # One that has ended meanwhile has sent its people away too.
        left = [now[node] for node in ids if node in now]
        if all(card.draining is not back and (back or not card.connections) for card in left):
            return left
        if time.monotonic() > end:
            deaf = ", ".join(card.name for card in left if card.draining is back or card.connections)
            raise CommandFailed("not_drained", f"not everybody has gone after {PATIENCE:.0f} s: {deaf}")
        await asyncio.sleep(0.1)
