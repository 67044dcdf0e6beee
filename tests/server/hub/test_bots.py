"""Practice bots at a table."""

from __future__ import annotations

import random

from tests.fixtures.service import StartNode
from tests.server.hub.test_play import play


async def test_somebody_alone_plays_a_game_against_a_bot_to_its_end(start_node: StartNode) -> None:
    """A bot in the other seat is ready at once, moves by itself, and is marked as a bot."""
    node = await start_node(bot_pause=(0.0, 0.0))
    ann = await node.join("Ann")
    await ann.enter(await ann.create("toy", 2))
    await ann.do({"type": "sit", "seat": 0})
    await ann.do({"type": "seat_bot", "seat": 1})
    await ann.ready()
    await play([ann], random.Random(5))
    assert ann.view["table"]["ending"] == "finished"
    assert ann.view["table"]["seats"]["1"]["bot"] is True
    assert {entry["seat"] for entry in ann.entries.values() if entry["kind"] == "moved"} == {0, 1}


async def test_two_nodes_that_both_let_the_bot_think_make_its_move_once(start_node: StartNode) -> None:
    """Their commands bear one id, so the log takes one of them."""
    one, two = await start_node(bot_pause=(0.0, 0.0)), await start_node(bot_pause=(0.0, 0.0))
    ann, bob = await one.join("Ann"), await two.join("Bob")
    table = await ann.create("toy", 3)
    for client in (ann, bob):
        await client.enter(table)
    await ann.do({"type": "sit", "seat": 0})
    await bob.do({"type": "sit", "seat": 1})
    await ann.do({"type": "seat_bot", "seat": 2})
    await ann.ready()
    await bob.ready()
    await play([ann, bob], random.Random(6))
    assert ann.view["result"] == bob.view["result"]
