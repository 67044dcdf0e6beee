"""The next game of a table that has ended."""

from __future__ import annotations

import asyncio

import pytest

from partie.client.client import Refused
from partie.table.lifecycle.reservations import RESERVED_MS
from tests.fixtures.service import Running, StartNode, start_toy
from tests.server.live.asking import next_table
from tests.server.live.playing import end


async def test_two_who_want_to_play_again_at_once_on_two_nodes_end_at_one_table(start_node: StartNode) -> None:
    """All that was agreed is kept, everybody moves up by a seat, and spectators learn where it goes on."""
    one, two = await start_node(), await start_node()
    ann, bob = await one.join("Ann"), await two.join("Bob")
    pace = {"kind": "live", "game": 300, "turn": 5}
    table = await ann.create("toy", 3, options={"rounds": 2}, watch="all", chat="shared", pace=pace)
    for seat, client in enumerate((ann, bob)):
        await client.enter(table)
        await client.do({"type": "sit", "seat": seat, "colour": ("hare", "duck")[seat]})
    await ann.do({"type": "seat_bot", "seat": 2, "level": "careful"})
    watcher = await two.join("Cat")
    await watcher.enter(table)
    for client in (ann, bob):
        await client.ready()
    await ann.until(lambda: ann.view["table"]["phase"] == "running")
    await end(ann, bob)
    first, second = await asyncio.gather(ann.do({"type": "again"}), bob.do({"type": "again"}))
    assert first["table"] == second["table"] != table
    await watcher.until(lambda: next_table(watcher) == first["table"])
    late = await one.join("Dan")
    await late.enter(table)
    await late.until(lambda: next_table(late) == first["table"])
    old = ann.view["table"]
    await ann.enter(first["table"])
    shown = ann.view["table"]
    for same in ("game", "options", "access", "watch", "chat", "pace"):
        assert shown[same] == old[same]
    assert shown["previous"] == table
    seats = shown["seats"]
    assert {seat: held.get("person") or held.get("kept") for seat, held in seats.items()} == {
        "0": bob.person,
        "1": None,
        "2": ann.person,
    }
    assert (seats["1"]["bot"], seats["1"]["level"], seats["1"]["ready"]) == (True, "careful", True)
    sitting, other = (ann, bob) if "person" in seats["2"] else (bob, ann)
    await other.enter(first["table"])
    await other.do({"type": "sit", "seat": 0 if other is bob else 2})
    for client in (sitting, other):
        await client.enter(first["table"])
        await client.ready()
    await ann.until(lambda: ann.view["table"]["phase"] == "running")
    assert [ann.view["table"]["seats"][seat]["colour"] for seat in "02"] == ["duck", "hare"]
    assert ann.names[bob.person] == "Bob"


async def test_a_seat_is_held_for_a_while_and_the_series_is_counted(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else takes it at first; who was invited to the private table needs no new invitation."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    while not ann.over:
        await asyncio.sleep(0)
        for client in (ann, bob):
            if client.turn is not None and client.turn["must"]:
                await client.move(client.turn["legal"][0])
    winners = ann.view["result"]["winners"]
    following = (await bob.do({"type": "again"}))["table"]
    cat = await node.join("Cat")
    await cat.enter(following)
    with pytest.raises(Refused) as refused:
        await cat.do({"type": "sit", "seat": 1})
    assert refused.value.code == "seat_kept"
    seats = cat.view["table"]["seats"]
    # Ann sat on seat 0 and is expected on seat 1; Bob has moved up to seat 0.
    assert seats["0"]["person"] == bob.person
    assert seats["1"]["kept"] == ann.person
    assert seats["0"].get("won", 0) == (1 in winners)
    now = node.core.clock.now
    monkeypatch.setattr(node.core.clock, "now", lambda: now() + RESERVED_MS)
    await cat.do({"type": "sit", "seat": 1})
    assert (await ann.do({"type": "again"}))["table"] == following
    assert table != following


async def test_only_who_sat_there_asks_for_the_next_game_and_only_after_the_end(node: Running) -> None:
    """Each refusal says why; a next table that was closed is passed over."""
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    with pytest.raises(Refused) as early:
        await ann.do({"type": "again"})
    assert early.value.code == "not_ended"
    await end(ann, bob)
    cat = await node.join("Cat")
    await cat.enter(ann.table)
    with pytest.raises(Refused) as foreign:
        await cat.do({"type": "again"})
    assert foreign.value.code == "not_seated"
    first = (await ann.do({"type": "again"}))["table"]
    other = await node.join(cookie=ann.cookie)
    await other.enter(first)
    await other.do({"type": "close"})
    with pytest.raises(Refused) as never:
        await other.do({"type": "again"})
    assert never.value.code == "never_started"
    second = (await bob.do({"type": "again"}))["table"]
    assert second not in ("", first)


async def test_a_private_table_s_people_are_let_in_to_its_next_game(start_node: StartNode) -> None:
    """Those who played are expected, those who watched by invitation are invited still, and nobody else is."""
    node = await start_node()
    ann, bob, cat = [await node.join(name) for name in ("Ann", "Bob", "Cat")]
    table = await ann.create("toy", 2, access="invited", watch="invited")
    token = await node.core.people.invite(table)
    for seat, client in enumerate((ann, bob)):
        await client.enter(table, invitation=token)
        await client.do({"type": "sit", "seat": seat})
    await cat.enter(table, invitation=token)
    for client in (ann, bob):
        await client.ready()
    await ann.until(lambda: ann.view["table"]["phase"] == "running")
    await end(ann, bob)
    following = (await ann.do({"type": "again"}))["table"]
    await cat.enter(following)
    back = await node.join(cookie=bob.cookie)
    await back.enter(following)
    await back.do({"type": "sit", "seat": 0})
    other = await node.join("Dan")
    with pytest.raises(Refused) as private:
        await other.enter(following)
    assert private.value.code == "private"


async def test_nobody_learns_by_asking_for_a_rematch_whether_a_private_table_has_ended(node: Running) -> None:
    """Those who may not see it get the same answer before and after."""
    ann, eve = await node.join("Ann"), await node.join("Eve")
    table = await ann.create("toy", 2, access="invited", watch="invited")
    await ann.enter(table)
    eve.table = table
    codes = []
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            await eve.do({"type": "again"})
        codes.append(refused.value.code)
        if len(codes) == 1:
            await ann.do({"type": "close"})
    assert codes == ["private", "private"]
