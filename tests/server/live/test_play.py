"""A table played through real sockets and a real Redis."""

from __future__ import annotations

import asyncio
import random

import pytest

from partie.client.client import Refused
from tests.fixtures.service import Running, StartNode, start_toy
from tests.server.live.playing import play


async def test_a_game_is_played_to_its_end_by_clients_that_know_no_rules(node: Running) -> None:
    """Two clients that choose among the legal moves they are shown reach a result that both see."""
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await play([ann, bob], random.Random(1))
    assert ann.view["result"] == bob.view["result"]
    assert ann.view["table"]["phase"] == "ended"


async def test_a_late_spectator_sees_the_newest_view_and_the_history(node: Running) -> None:
    """A person who comes in the middle gets the whole table and the entries so far, and then every change."""
    table, clients = await start_toy(node, "Ann", "Bob")
    await play(clients, random.Random(2), 6)
    cat = await node.join("Cat")
    await cat.enter(table)
    assert cat.cursor == max(client.cursor for client in clients)  # type: ignore[type-var]
    assert sorted(cat.entries) == list(range(1, cat.cursor[0] + 1))  # type: ignore[index]
    await play(clients, random.Random(3))
    await cat.until(lambda: cat.over)
    assert cat.view["result"] == clients[0].view["result"]


async def test_a_spectator_never_gets_a_hidden_card(node: Running) -> None:
    """Before the bids are revealed a spectator's view has no card of a hand."""
    table, (ann, _) = await start_toy(node, "Ann", "Bob")
    cat = await node.join("Cat")
    await cat.enter(table)
    hand = [move["card"] for move in ann.turn["legal"]]  # type: ignore[index]
    assert hand
    assert not any(card in repr(cat.view) or card in repr(cat.entries) for card in hand)


async def test_a_click_made_for_another_position_is_refused_as_stale(node: Running) -> None:
    """A move names the ask that it answers; another ask is refused and nothing happens."""
    _, (ann, _) = await start_toy(node, "Ann", "Bob")
    before = ann.cursor
    with pytest.raises(Refused) as refused:
        await ann.do({"type": "move", "ask": ann.turn["ask"] - 1, "move": ann.turn["legal"][0]})  # type: ignore[index]
    assert refused.value.code == "stale"
    assert ann.cursor == before


async def test_a_repeated_command_is_answered_with_its_first_result(node: Running) -> None:
    """The same id and body are accepted again with the same number; another body under that id is refused."""
    _, (ann, _) = await start_toy(node, "Ann", "Bob")
    do = {"type": "move", "ask": ann.turn["ask"], "move": ann.turn["legal"][0]}  # type: ignore[index]
    first = await ann.do(do, command="a-command-1")
    ann._answers.clear()
    again = await ann.do(do, command="a-command-1")
    ann._answers.clear()
    assert again["seq"] == first["seq"]
    with pytest.raises(Refused) as refused:
        await ann.do({**do, "ask": 1}, command="a-command-1")
    assert refused.value.code == "id_reused"


async def test_people_of_one_table_sit_on_two_nodes(start_node: StartNode) -> None:
    """The bell carries a move made on one node to everyone on the other."""
    one, two = await start_node(), await start_node()
    ann = await one.join("Ann")
    bob = await two.join("Bob")
    table = await ann.create("toy", 2)
    await ann.enter(table)
    await bob.enter(table)
    await ann.do({"type": "sit", "seat": 0})
    await bob.do({"type": "sit", "seat": 1})
    await ann.ready()
    await bob.ready()
    await asyncio.gather(*[c.until(lambda c=c: c.view["table"]["phase"] == "running") for c in (ann, bob)])  # type: ignore[misc]
    await play([ann, bob], random.Random(4))
    await asyncio.gather(*[c.until(lambda c=c: c.over) for c in (ann, bob)])  # type: ignore[misc]
    assert ann.view["result"] == bob.view["result"]
    assert ann.cursor == bob.cursor


async def test_who_comes_back_on_another_node_goes_on_from_the_cursor(start_node: StartNode) -> None:
    """A client that lost its node names its cursor on another one and is sent what it missed."""
    one, two = await start_node(), await start_node()
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    cursor, view = ann.cursor, ann.view
    await ann.close()
    await bob.move(bob.turn["legal"][0])  # type: ignore[index]
    back = await two.join(cookie=ann.cookie)
    back.table, back.cursor, back.view = table, cursor, view
    await back.enter(table, cursor)
    await back.until(lambda: back.cursor == bob.cursor)
    assert back.person == ann.person
    assert back.view["table"] == bob.view["table"]
    await back.until(lambda: back.turn is not None)


async def test_who_always_wants_offers_gets_them_and_the_turn_with_the_update(node: Running) -> None:
    """Until the table is entered again; for everybody else updates, turns and offers stay messages of their own."""
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await play([ann, bob], random.Random(4), 4)
    asked = await ann.ask({"t": "offers", "always": True}, "offers")
    assert ann.turn is not None
    assert asked["ask"] == ann.turn["ask"]
    assert "offers" not in ann.turn
    for turns in range(1, 60):
        await play([ann, bob], random.Random(turns), 1)
        newest = max(client.cursor[0] for client in (ann, bob))  # type: ignore[index]
        await ann.until(lambda newest=newest: ann.cursor[0] >= newest)  # type: ignore[index, misc]
        # It came with the very update: nothing was waited for.
        assert ann.over or ann.turn["seq"] == newest
        if ann.over or (ann.turn.get("legal") and ann.turn["seq"] > asked["ask"]):
            break
    assert not ann.over
    told = ann.turn["offers"]
    assert told == (await ann.ask({"t": "offers"}, "offers"))["offers"]
    assert bob.turn is None or "offers" not in bob.turn
    await ann.enter(ann.table)
    await ann.until(lambda: ann.turn is not None and "offers" not in ann.turn)
