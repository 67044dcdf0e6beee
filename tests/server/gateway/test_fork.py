"""Tables that go on from a position of another one, made and played through real nodes."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx
import pytest

from partie.client.client import Client, Message, Refused
from partie.kit import SPECTATOR
from partie.log.entry import archive_key
from partie.redis import store
from partie.redis.connect import connect
from partie.table.show.export import decode_log
from partie.table.verify import verify
from tests.engines.toys.view import unseen
from tests.fixtures.service import NO_TLS, Running, StartNode, start_toy, until
from tests.server.live.playing import end, play
from tests.server.upkeep.archiving import later, leave

POSITION = 8
"""An event of the toy game after which it runs, and hands are hidden."""


async def finished(node: Running) -> tuple[str, Client, Client]:
    """A table of two that was played to its end."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await play([ann, bob], random.Random(4))
    return table, ann, bob


def fork(seq: int = POSITION, others: tuple[str, ...] = ("free", "former")) -> Message:
    """The command of who sits down on the first seat."""
    return {"type": "fork", "seq": seq, "seat": 0, "others": list(others)}


async def start(made: str, host: Client, former: Client) -> None:
    """Let who sat on seat 1 before sit down at the fork, and both begin."""
    await host.enter(made)
    await former.enter(made)
    await former.do({"type": "sit", "seat": 1})
    for client in (host, former):
        await client.ready()
    for client in (host, former):
        await client.until(lambda client=client: client.view["table"]["phase"] == "running")  # type: ignore[misc]


async def code_of(client: Client, do: Message) -> str:
    """Why a command is refused."""
    with pytest.raises(Refused) as refused:
        await client.do(do)
    return refused.value.code


async def test_a_game_goes_on_from_a_position_on_another_node(start_node: StartNode) -> None:
    """The person who forks it sits there already, the other is expected, and both play it to its end."""
    one, two = await start_node(), await start_node()
    table, ann, bob = await finished(one)
    made = (await ann.do(fork(), command="fork-it-once"))["table"]
    again = await two.join(cookie=ann.cookie)
    await again.enter(table)
    assert (await again.do(fork(), command="fork-it-once"))["table"] == made != table
    there = await two.join(cookie=bob.cookie)
    await there.enter(made)
    frame = there.view["table"]
    assert frame["origin"] == {"table": table, "seq": POSITION}
    assert (frame["phase"], frame["host"], frame["access"]) == ("open", ann.person, "invited")
    assert "game" not in there.view
    assert [frame["seats"][seat].get("person") or frame["seats"][seat]["kept"] for seat in "01"] == [
        ann.person,
        bob.person,
    ]
    await until(lambda: made in two.features.lobby.lobby.entries)
    assert two.features.lobby.lobby.entries[made].origin == table
    await start(made, ann, there)
    history = one.core.tables.awake[table].history
    watcher = await two.join("Cat")
    await watcher.enter(made)
    assert watcher.view["game"] == history.view(history.past(POSITION), SPECTATOR)["game"]
    await play([ann, there], random.Random(5))
    assert ann.view["result"] == there.view["result"]
    games = two.core.people.games

    async def noted() -> bool:
        return {game.table: game.practice for game in await games.of(bob.person)} == {table: False, made: True}

    await until(noted)


async def test_nobody_is_sent_what_was_hidden_in_the_fork_or_lies_in_its_log(node: Running) -> None:
    """Not by its frames, not by its exports while it runs: nor do the hands of the finished game tell any of it."""
    table, ann, bob = await finished(node)
    made = (await ann.do(fork()))["table"]
    cat = await node.join("Cat")
    for client in (ann, bob, cat):
        client.received.clear()
    await cat.enter(made)
    await start(made, ann, bob)
    await cat.until(lambda: cat.view["table"]["phase"] == "running")
    history = node.core.tables.awake[made].history
    state: Any = history.newest.state
    old: Any = node.core.tables.awake[table].history.past(POSITION).state
    assert [player.hand for player in state.players] != [player.hand for player in old.players]
    for client, viewer in ((ann, 0), (bob, 1), (cat, SPECTATOR)):
        hidden = unseen(state, viewer)
        async with httpx.AsyncClient(verify=NO_TLS, base_url=node.url, headers={"Cookie": client.cookie}) as browser:
            assert (await browser.get(f"/api/tables/{made}/export?as=log")).status_code == 409
            export = (await browser.get(f"/api/tables/{made}/export")).text
        said = json.dumps([client.received, client.view], default=repr) + export
        held = {card for card in hidden if any(card in player.hand for player in state.players)}
        assert held
        assert not [card for card in held if f'"{card}"' in said]
        assert history.newest.seed.hex() not in said


async def test_only_who_may_see_a_table_and_its_end_plays_on_from_it(start_node: StartNode) -> None:
    """A private one is none of others' business, and a running one nobody's."""
    node = await start_node()
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    assert await code_of(ann, fork(ann.cursor[0])) == "not_ended"  # type: ignore[index]
    await end(ann, bob)
    for seq in (0, 1, 9_999):
        assert await code_of(ann, fork(seq)) == "no_such_position"
    assert await code_of(ann, fork(5, ("free",))) == "bad_seats"
    private = await ann.create("toy", 2, access="invited", watch="nobody")
    cat = await node.join("Cat")
    await cat.enter(table)
    cat.table = private
    assert await code_of(cat, fork()) == "private"


async def test_a_table_that_moderators_have_closed_is_not_played_on_from(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing more can be done with it."""
    table, ann, _ = await finished(node)
    monkeypatch.setattr(node.core.tables.hooks, "closed", lambda closed: closed == table)
    assert await code_of(ann, fork()) == "closed"


async def test_a_fork_is_archived_exported_and_proved_by_itself(start_node: StartNode, redis_server: str) -> None:
    """When the table that it goes on from is gone for good, nothing of it is missing."""
    node = await start_node(redis_server, archive_after=60)
    table, ann, bob = await finished(node)
    made = (await ann.do(fork()))["table"]
    await start(made, ann, bob)
    await play([ann, bob], random.Random(5))
    await leave(node, ann, bob)
    await node.core.log.bury(table)
    later(node)
    await node.wiring.archivist.sweep()
    redis = connect(redis_server)
    assert await redis.exists(archive_key(made)) == 1
    await store.close(redis)
    other = await start_node(redis_server)
    again = await other.join(cookie=ann.cookie)
    await again.enter(made)
    assert again.view["table"]["origin"] == {"table": table, "seq": POSITION}
    async with httpx.AsyncClient(verify=NO_TLS, base_url=other.url, headers={"Cookie": ann.cookie}) as browser:
        log = (await browser.get(f"/api/tables/{made}/export?as=log")).content
    assert verify(decode_log(log), other.core.registry).ending == "finished"
