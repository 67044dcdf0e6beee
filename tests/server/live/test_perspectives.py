"""The perspectives of people when seats change hands, and the right to look at all."""

from __future__ import annotations

import json

import pytest

from partie.client.client import Client, Refused
from partie.net.protocol import TransportSocket
from tests.fixtures.service import Running, start_toy, until
from tests.server.live.asking import call
from tests.server.live.away import free
from tests.server.live.lines import connection_of
from tests.server.live.watch import plain


async def test_who_lost_a_seat_while_his_line_was_stuck_does_not_see_his_substitutes_hand(node: Running) -> None:
    """A question that he asks meanwhile is answered for a spectator."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    stuck = connection_of(node, bob)
    assert isinstance(stuck.socket, TransportSocket)
    stuck.socket._protocol.pause_writing()
    await free(node, ann, 1, bob)
    cat = await node.join("Cat")
    await cat.enter(table)
    seat = await cat.do({"type": "sit", "seat": 1})
    past = await bob.ask({"t": "past", "seq": seat["seq"]}, "past")
    stuck.socket._protocol.resume_writing()
    assert not past["view"]["game"]["players"]["1"].get("hand")


async def test_who_takes_his_own_seat_again_holds_what_the_service_holds(node: Running) -> None:
    """No patch leads from what he saw on the seat before it was freed."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    cursor, view = bob.cursor, bob.view
    for client in (ann, bob):
        await client.move(client.turn["legal"][0])  # type: ignore[index]
    await bob.close()
    await free(node, ann, 1, bob)
    back = await node.join(cookie=bob.cookie)
    await back.enter(table)
    await back.do({"type": "sit", "seat": 1})
    again = await node.join(cookie=bob.cookie)
    again.table, again.cursor, again.view = table, cursor, view
    await again.enter(table, cursor)
    live = node.core.tables.awake[table]
    await again.until(lambda: again.cursor == (live.newest.seq, live.newest.mark))
    assert again.view == plain(live.subscribers.frames.view(1, live.newest))


async def test_who_came_to_see_a_table_that_is_closed_to_spectators_is_gone_when_the_game_starts(node: Running) -> None:
    """Anybody may look at an open table with free seats; from the start on only those who play."""
    ann, bob, cat = [await node.join(name) for name in ("Ann", "Bob", "Cat")]
    table = await ann.create("toy", 2, watch="nobody")
    for client in (ann, bob, cat):
        await client.enter(table)
    await ann.do({"type": "sit", "seat": 0})
    await bob.do({"type": "sit", "seat": 1})
    await ann.ready()
    await bob.ready()
    await cat.until(lambda: any(message["t"] == "gone" for message in cat.received))
    assert "game" not in cat.view
    (gone,) = [message for message in cat.received if message["t"] == "gone"]
    assert (gone["table"], gone["code"]) == (table, "private")
    assert connection_of(node, cat).table is None


async def test_who_watches_by_an_invitation_that_is_taken_back_is_gone(node: Running) -> None:
    """The host and those who play stay."""
    ann, bob, cat = [await node.join(name) for name in ("Ann", "Bob", "Cat")]
    table = await ann.create("toy", 2, access="invited", watch="invited")
    await ann.enter(table)
    with pytest.raises(Refused) as refused:
        await cat.enter(table)
    assert refused.value.code == "private"
    cat.received.clear()
    token = json.loads(await call(node, ann, "POST", f"/api/tables/{table}/invitation"))["token"]
    for client in (bob, cat):
        await client.enter(table, invitation=token)
    await bob.do({"type": "sit", "seat": 1})
    await call(node, ann, "DELETE", f"/api/tables/{table}/invitation")
    await cat.until(lambda: any(message["t"] == "gone" for message in cat.received))
    await until(lambda: connection_of(node, cat).table is None)
    assert connection_of(node, bob).table is not None
    with pytest.raises(Refused) as refused:
        await cat.do({"type": "sit", "seat": 0})
    assert refused.value.code == "not_invited"


async def test_who_enters_a_table_twice_and_leaves_it_is_no_longer_here(node: Running) -> None:
    """A connection counts once, however often it asks to be brought up to date."""
    presence = node.features.presence.at_tables
    presence._gap = 0.01
    table, (ann, _) = await start_toy(node, "Ann", "Bob")
    cat = await node.join("Cat")
    for _ in range(3):
        await cat.enter(table)
    await ann.until(lambda: spectators(ann) == 1)
    await cat.send({"t": "exit"})
    await ann.until(lambda: spectators(ann) == 0)
    assert cat.person not in presence._rooms[table].tabs


def spectators(client: Client) -> int | None:
    """How many watch, as the client heard last."""
    told = [message.get("spectators", 0) for message in client.received if message["t"] == "presence"]
    return told[-1] if told else None
