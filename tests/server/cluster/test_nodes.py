"""A node that did not hear of the newest events, and people who come to it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import pytest
from redis.asyncio import Redis

from partie.client.client import Refused
from partie.live.actor import Actor
from partie.live.errors import PoisonedTable
from partie.log import Entry
from partie.log.entry import log_key
from partie.table import Newer
from tests.fixtures.service import Running, StartNode, start_toy, until
from tests.server.live.playing import play


def deafen(live: Actor) -> None:
    """Let a table hear neither the bell nor the poll."""
    live.heard = lambda _: None  # type: ignore[method-assign,assignment]


async def test_who_saw_more_than_a_node_knows_is_not_told_of_a_loss(start_node: StartNode) -> None:
    """The node reads the log before it takes the cursor for one that the log has lost."""
    one, two = await start_node(), await start_node()
    table, (ann, _) = await start_toy(one, "Ann", "Bob")
    cat = await two.join("Cat")
    await cat.enter(table)
    deafen(two.core.tables.awake[table])
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]
    back = await two.join(cookie=ann.cookie)
    back.table, back.cursor, back.view = table, ann.cursor, ann.view
    await back.enter(table, ann.cursor)
    await back.until(lambda: back.turn is not None)
    assert back.cursor == ann.cursor
    assert not back.rewound
    await cat.until(lambda: cat.cursor == ann.cursor)


async def test_a_node_that_follows_asks_redis_once_for_each_move(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is new is read at once; the end of the log is requested only when nothing follows."""
    one, two = await start_node(), await start_node()
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    cat = await two.join("Cat")
    await cat.enter(table)
    following = two.core.tables.awake[table]._worker
    asked: list[bool] = []
    last = two.core.log.last

    async def counted(tables: Sequence[str]) -> list[tuple[int, str] | None]:
        asked.append(asyncio.current_task() is following)
        return await last(tables)

    monkeypatch.setattr(two.core.log, "last", counted)
    for client in (ann, bob):
        await client.move(client.turn["legal"][0])  # type: ignore[index]
        await cat.until(lambda client=client: cat.cursor == client.cursor)  # type: ignore[misc]
    assert not any(asked)
    assert await two.core.tables.awake[table].compare()
    assert any(asked)


async def test_a_repeat_is_not_refused_by_a_node_that_has_not_heard_of_it(start_node: StartNode) -> None:
    """Before a node refuses it makes sure that it decides on the log's last event."""
    one, two = await start_node(), await start_node()
    ann, bob = await one.join("Ann"), await one.join("Bob")
    table = await ann.create("toy", 2)
    for client in (ann, bob):
        await client.enter(table)
    await bob.do({"type": "sit", "seat": 0})
    there = await two.join(cookie=ann.cookie)
    await there.enter(table)
    deafen(two.core.tables.awake[table])
    await bob.do({"type": "leave"})
    done = await ann.do({"type": "sit", "seat": 0}, command="sit-down-1")
    again = await there.do({"type": "sit", "seat": 0}, command="sit-down-1")
    assert again["seq"] == done["seq"]


async def test_who_saw_an_event_that_the_log_has_in_another_form_is_told_so(
    start_node: StartNode, redis_server: str
) -> None:
    """A cursor whose mark is not the log's was built on something that did not survive."""
    one = await start_node()
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    async with Redis.from_url(redis_server) as redis:
        short = await redis.dump(log_key(table))
        await ann.move(ann.turn["legal"][0])  # type: ignore[index]
        seen, view = ann.cursor, ann.view
        await one.stop()
        assert isinstance(short, bytes)
        await redis.restore(log_key(table), 0, short, replace=True)
    two = await start_node()
    other = await two.join(cookie=bob.cookie)
    await other.enter(table)
    await other.until(lambda: other.turn is not None)
    await other.move(other.turn["legal"][-1])  # type: ignore[index]
    back = await two.join(cookie=ann.cookie)
    back.table, back.cursor, back.view = table, seen, view
    await back.enter(table, seen)
    await back.until(lambda: bool(back.rewound))
    assert back.rewound[0]["lost"] == seen[0]  # type: ignore[index]
    await back.until(lambda: back.cursor == other.cursor)


async def test_people_told_to_move_go_on_at_another_node_and_lose_nothing(start_node: StartNode) -> None:
    """A node that is stopped tells its people so, and what it had taken from them is in the log."""
    one, two = await start_node(), await start_node()
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    await play([ann, bob], random.Random(1), 5)
    last = asyncio.create_task(ann.do({"type": "propose", "what": "end"}, command="the-last-thing"))
    await asyncio.sleep(0)
    one.node.should_exit = True
    for client in (ann, bob):
        await client.until(lambda client=client: any(message["t"] == "moved" for message in client.received))  # type: ignore[misc]
        (moved,) = [message for message in client.received if message["t"] == "moved"]
        assert 0 <= moved["retry_in"] < 100
    await one.task
    await asyncio.wait([last])
    backs = []
    for client in (ann, bob):
        back = await two.join(cookie=client.cookie)
        back.table, back.cursor, back.view = table, client.cursor, client.view
        await back.enter(table, client.cursor)
        backs.append(back)
    done = await backs[0].do({"type": "propose", "what": "end"}, command="the-last-thing")
    assert last.exception() is not None or last.result()["seq"] == done["seq"]
    await backs[1].until(lambda: "proposal" in backs[1].view)
    await backs[1].do({"type": "answer", "proposal": backs[1].view["proposal"]["seq"], "grant": True})
    await backs[0].until(lambda: backs[0].over)


async def test_a_stream_that_holds_something_else_does_not_stop_the_polling_of_others(
    start_node: StartNode, redis_server: str
) -> None:
    """The table is shown as broken; events of which no bell told still arrive at the other tables."""
    one, two = await start_node(), await start_node()
    spoilt, (cat, _) = await start_toy(one, "Cat", "Dan")
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    there = await two.join(cookie=bob.cookie)
    await there.enter(table)
    await there.until(lambda: there.turn is not None)
    async with Redis.from_url(redis_server) as redis:
        await redis.xadd(log_key(spoilt), {"what": "ever"})
    one.core.tables.poll_now.set()
    await cat.until(lambda: any(message["t"] == "gone" for message in cat.received))
    live = one.core.tables.awake[table]
    heard, live.heard = live.heard, lambda _: None  # type: ignore[method-assign,assignment]
    await there.move(there.turn["legal"][0])  # type: ignore[index]
    live.heard = heard  # type: ignore[method-assign]
    one.core.tables.poll_now.set()
    await ann.until(lambda: ann.cursor == there.cursor)


async def test_a_table_whose_stream_holds_something_else_is_broken(start_node: StartNode, redis_server: str) -> None:
    """People who enter it hear so, and need not wait."""
    node = await start_node()
    async with Redis.from_url(redis_server) as redis:
        await redis.xadd(log_key("some-table"), {"what": "ever"})
    ann = await node.join("Ann")
    with pytest.raises(Refused) as refused:
        await ann.enter("some-table")
    assert refused.value.code == "broken"


async def test_a_table_that_was_buried_is_gone_for_those_who_show_it(start_node: StartNode) -> None:
    """The poll finds the tombstone; nothing is put back in its place."""
    node = await start_node()
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await node.core.log.bury(table)
    node.core.tables.poll_now.set()
    for client in (ann, bob):
        await client.until(lambda client=client: any(message["t"] == "gone" for message in client.received))  # type: ignore[misc]
    await until(lambda: table not in node.core.tables.awake)
    again = await node.join("Cat")
    with pytest.raises(Refused) as refused:
        await again.enter(table)
    assert refused.value.code == "unknown"


async def test_whoever_compares_at_a_table_that_is_set_aside_is_answered(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether its worker fails or is ended from outside, with the wish in hand or behind another one."""
    (failing, _), (ended, _) = await start_toy(node, "Ann", "Bob"), await start_toy(node, "Cat", "Dan")
    first, second = node.core.tables.awake[failing], node.core.tables.awake[ended]
    reached = asyncio.Event()

    async def fail(*_: object) -> bool:
        raise Newer("of a newer build")

    async def hang(*_: object) -> bool:
        reached.set()
        await asyncio.Event().wait()
        return True

    monkeypatch.setattr(first, "_run", fail)
    assert not await first.compare()
    monkeypatch.setattr(second, "_run", hang)
    comparing = [asyncio.create_task(second.compare()) for _ in range(2)]
    await reached.wait()
    second.fail(PoisonedTable(ended))
    assert await asyncio.gather(*comparing) == [False, False]


async def test_what_is_heard_of_while_the_log_is_read_is_read_as_well(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for the next poll because two events came at once."""
    monkeypatch.setattr("partie.upkeep.rounds.POLL_SECONDS", 1e6)
    one, two = await start_node(), await start_node()
    ann, cat = await one.join("Ann"), await two.join("Cat")
    table = await ann.create("toy", 3)
    for client in (ann, cat):
        await client.enter(table)
    live, read = two.core.tables.awake[table], two.core.log.read
    twice = False

    async def late(which: str, after: int = 0) -> list[Entry]:
        nonlocal twice
        entries = list(await read(which, after=after))
        if entries and not twice:
            twice = True
            await ann.do({"type": "sit", "seat": 1})
            await until(lambda: live._machine._heard > entries[-1].seq)
        return entries

    monkeypatch.setattr(two.core.log, "read", late)
    await ann.do({"type": "sit", "seat": 0})
    await cat.until(lambda: cat.view["table"]["seats"]["1"].get("person") == ann.person)
    assert twice
