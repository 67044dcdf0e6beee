"""Proposals among people who are really there or really away, on several nodes."""

from __future__ import annotations

import pytest

from partie.client.client import Client, Refused
from partie.table import state
from partie.table.play import proposals
from tests.fixtures.service import Running, StartNode, start_toy, until


@pytest.fixture
async def nodes(start_node: StartNode, monkeypatch: pytest.MonkeyPatch) -> list[Running]:
    """Two nodes on which everything about being away goes a hundred times as fast."""
    monkeypatch.setattr(proposals, "AWAY_MS", 300)
    monkeypatch.setattr(proposals, "ABSENT_MS", 1_200)
    nodes = [await start_node(), await start_node()]
    for node in nodes:
        presence = node.features.presence.at_tables
        presence._away, presence._beat, presence._gap = 0.3, 0.1, 0.01
    return nodes


async def across(nodes: list[Running], client: Client) -> Client:
    """The client's person at the same table on the other node, having left the first one, which knows of both."""
    presence = nodes[0].features.presence.at_tables
    await client.close()
    await until(lambda: client.person in presence.away(client.table))
    back = await nodes[1].join(cookie=client.cookie)
    await back.enter(client.table)
    await until(lambda: client.person not in presence.away(client.table))
    return back


def away(client: Client) -> list[str]:
    """The people away, as the client heard last."""
    told = [message for message in client.received if message["t"] == "presence"]
    return list(told[-1].get("away", ())) if told else []


async def test_going_back_is_granted_by_those_who_are_there_on_whatever_node(nodes: list[Running]) -> None:
    """People who are away need not agree; people on another node must."""
    table, (ann, bob, cat) = await start_toy(nodes[0], "Ann", "Bob", "Cat")
    start = ann.cursor[0]  # type: ignore[index]
    bob = await across(nodes, bob)
    await cat.close()
    await ann.until(lambda: away(ann) == [cat.person])
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]
    asked = await ann.do({"type": "propose", "what": "undo", "to": start})
    await bob.until(lambda: bob.view.get("proposal", {}).get("waiting") == [1])
    await bob.do({"type": "answer", "proposal": asked["seq"], "grant": True})
    await ann.until(lambda: "proposal" not in ann.view)
    assert not ann.view["game"]["players"]["0"]["chosen"]
    assert nodes[0].core.tables.awake[table].newest.play.here == start


async def test_a_proposal_lapses_when_anybody_moves(nodes: list[Running]) -> None:
    """A consent that comes too late finds nothing to consent to."""
    _, (ann, bob, cat) = await start_toy(nodes[0], "Ann", "Bob", "Cat")
    bob = await across(nodes, bob)
    asked = await ann.do({"type": "propose", "what": "end"})
    await bob.until(lambda: "proposal" in bob.view)
    await cat.move(cat.turn["legal"][0])  # type: ignore[index]
    with pytest.raises(Refused) as refused:
        await bob.do({"type": "answer", "proposal": asked["seq"], "grant": True})
    assert refused.value.code == "no_proposal"
    assert not bob.over


async def test_a_proposal_lapses_by_the_clock_of_the_log(nodes: list[Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """A node whose clock is behind cannot carry it out after its time: the log refuses the append."""
    # Over before it was asked: were it one millisecond, a fast machine would answer within it.
    monkeypatch.setattr(state, "CONSENT_MS", -1)
    _, (ann, bob) = await start_toy(nodes[0], "Ann", "Bob")
    bob = await across(nodes, bob)
    asked = await ann.do({"type": "propose", "what": "end"})
    nodes[1].core.clock.now = lambda: 0  # type: ignore[method-assign]
    with pytest.raises(Refused) as refused:
        await bob.do({"type": "answer", "proposal": asked["seq"], "grant": True})
    assert refused.value.code == "not_now"
    nodes[1].core.clock.now = lambda: 1 << 50  # type: ignore[method-assign]
    with pytest.raises(Refused) as refused:
        await bob.do({"type": "answer", "proposal": asked["seq"], "grant": True})
    assert refused.value.code == "lapsed"


async def test_the_seat_of_somebody_who_is_away_is_freed_and_taken_by_another(nodes: list[Running]) -> None:
    """The others agree, and the newcomer sees the seat's secrets only from then on; the absent one is a spectator."""
    table, (ann, bob, cat) = await start_toy(nodes[0], "Ann", "Bob", "Cat")
    hand = set(cat.view["game"]["players"]["2"]["hand"])
    await cat.close()
    bob = await across(nodes, bob)
    with pytest.raises(Refused) as refused:
        await ann.do({"type": "propose", "what": "free_seat", "seat": 2})
    assert refused.value.code == "not_away"
    await ann.until(lambda: away(ann) == [cat.person])
    presence = nodes[0].features.presence.at_tables
    await until(lambda: presence.away(table).get(cat.person, 0) > 1_200)
    asked = await ann.do({"type": "propose", "what": "free_seat", "seat": 2})
    await bob.do({"type": "answer", "proposal": asked["seq"], "grant": True})
    back = await nodes[1].join(cookie=cat.cookie)
    await back.enter(table)
    assert "hand" not in back.view["game"]["players"]["2"]
    dan = await nodes[1].join("Dan")
    await dan.enter(table)
    seq = dan.cursor[0]  # type: ignore[index]
    await dan.do({"type": "sit", "seat": 2})
    await dan.until(lambda: dan.turn is not None)
    assert set(dan.view["game"]["players"]["2"]["hand"]) == hand
    past = await dan.ask({"t": "past", "seq": seq}, "past")
    assert "hand" not in past["view"]["game"]["players"]["2"]
