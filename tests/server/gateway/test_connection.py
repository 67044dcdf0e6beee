"""Commands that come at odd times, twice, to the wrong table, or too many at once."""

from __future__ import annotations

import asyncio

import msgpack
import pytest
from redis.asyncio import Redis

from partie.client.client import Refused
from partie.live import actor as live_tables
from tests.fixtures.redis import OwnRedis
from tests.fixtures.service import Running, StartNode, start_toy, until


async def test_a_repeated_create_is_answered_alike_when_no_more_tables_are_allowed(start_node: StartNode) -> None:
    """The table that the first try made is no further one."""
    node = await start_node(open_tables=2)
    ann = await node.join("Ann")
    await ann.create("toy", 2)
    table = await ann.create("toy", 2, command="make-a-table")
    ann._answers.clear()
    assert await ann.create("toy", 2, command="make-a-table") == table
    with pytest.raises(Refused) as refused:
        await ann.create("toy", 2)
    assert refused.value.code == "too_many_tables"


async def test_tables_made_all_at_once_are_no_more_than_allowed(start_node: StartNode) -> None:
    """Those under way count as well."""
    node = await start_node(open_tables=3)
    ann = await node.join("Ann")
    made = await asyncio.gather(*[ann.create("toy", 2) for _ in range(8)], return_exceptions=True)
    assert sum(isinstance(one, str) for one in made) == 3
    assert {one.code for one in made if isinstance(one, Refused)} == {"too_many_tables"}


async def test_one_id_at_two_tables_names_two_commands(node: Running) -> None:
    """Ids are remembered by table; at one table an id names one command."""
    ann = await node.join("Ann")
    tables = [await ann.create("toy", 2), await ann.create("toy", 3)]
    for table in tables:
        await ann.enter(table)
        ann._answers.clear()
        await ann.do({"type": "sit", "seat": 1}, command="the-same-id")
        await ann.until(lambda: ann.view["table"]["seats"]["1"].get("person") == ann.person)


async def test_text_that_is_no_utf_8_is_answered_wherever_it_stands(node: Running) -> None:
    """In the frame's own members, and in a move, which is read at the table."""
    _, (ann, _) = await start_toy(node, "Ann", "Bob")
    await ann.socket.send(b"\x82\xa1t\xa5enter\xa5table\xa4abc\xff")
    await ann.until(lambda: any(message["t"] == "problem" for message in ann.received))
    (problem,) = [message for message in ann.received if message["t"] == "problem"]
    assert problem["code"] == "malformed"
    assert ann.turn is not None
    packed = msgpack.packb({"type": "bid", "card": "amber"}).replace(b"amber", b"ambe\xff")
    frame = {"t": "command", "id": "no-such-move", "table": ann.table}
    do = msgpack.packb({"type": "move", "ask": ann.turn["ask"], "move": None})[:-1] + packed
    answer = ann._answers["no-such-move"] = asyncio.get_running_loop().create_future()
    await ann.socket.send(msgpack.packb(frame | {"do": None})[:-1] + do)
    assert (await answer)["code"] == "no_such_move"
    assert node.core.metrics.engine_failures.labels("toy")._value.get() == 0


async def test_a_table_can_be_played_without_being_shown(node: Running) -> None:
    """The command is answered, and nothing else is sent."""
    ann, bob = await node.join("Ann"), await node.join("Bob")
    table = await ann.create("toy", 2)
    bob.table = table
    accepted = await bob.do({"type": "sit", "seat": 1})
    assert accepted["seq"] == 2
    assert bob.cursor is None


async def test_two_tabs_of_one_person_are_both_asked_and_both_follow(node: Running) -> None:
    """A move in one tab ends the turn in the other; the other's late click is stale."""
    table, (ann, _) = await start_toy(node, "Ann", "Bob")
    tab = await node.join(cookie=ann.cookie)
    await tab.enter(table)
    await tab.until(lambda: tab.turn is not None)
    old = tab.turn
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]
    await tab.until(lambda: tab.cursor == ann.cursor and tab.turn != old)
    assert tab.turn == ann.turn
    assert tab.view == ann.view
    assert old is not None
    with pytest.raises(Refused) as refused:
        await tab.do({"type": "move", "ask": old["ask"], "move": old["legal"][1]})
    assert refused.value.code == "stale"


async def test_what_a_full_inbox_cannot_take_is_refused_as_busy(
    start_node: StartNode, own_redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Redis hangs commands wait, as many as there is room for; the others are refused at once."""
    monkeypatch.setattr(live_tables, "INBOX", 4)
    node = await start_node(own_redis.url)
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    own_redis.hang()
    do = {"type": "move", "ask": ann.turn["ask"], "move": ann.turn["legal"][0]}  # type: ignore[index]
    first = asyncio.create_task(ann.do(do))
    await until(lambda: node.core.tables.awake[ann.table]._busy)
    others = [asyncio.create_task(bob.do({"type": "leave"})) for _ in range(6)]
    done, _ = await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)
    for one in done:
        with pytest.raises(Refused) as refused:
            one.result()
        assert refused.value.code == "busy"
    own_redis.resume()
    assert (await first)["seq"]
    answers = await asyncio.gather(*others, return_exceptions=True)
    codes = [answer.code for answer in answers if isinstance(answer, Refused)]
    assert sorted(codes) == ["busy"] * 2 + ["started"] * 4


async def test_who_comes_by_an_invitation_while_redis_is_gone_is_told_so(
    start_node: StartNode, own_redis: OwnRedis
) -> None:
    """The table cannot be shown for now, and nobody is left waiting."""
    node = await start_node(own_redis.url)
    ann = await node.join("Ann")
    table = await ann.create("toy", 2)
    own_redis.kill()
    with pytest.raises(Refused) as refused:
        await ann.enter(table, invitation="anything")
    assert refused.value.code == "unavailable"
    await asyncio.to_thread(own_redis.restart)


async def test_a_bot_moves_although_redis_was_gone_when_it_wanted_to(
    start_node: StartNode, own_redis: OwnRedis
) -> None:
    """It tries again, for nobody else would remind it."""
    node = await start_node(own_redis.url, bot_pause=(0.3, 0.3))
    ann = await node.join("Ann")
    await ann.enter(await ann.create("toy", 2))
    await ann.do({"type": "sit", "seat": 0})
    await ann.ready()
    await ann.do({"type": "seat_bot", "seat": 1})
    await ann.until(lambda: ann.view["table"]["phase"] == "running")
    own_redis.kill()
    refusals = node.core.metrics.bot_retries._value
    await until(lambda: refusals.get() > 0)
    await asyncio.to_thread(own_redis.restart)
    await ann.until(lambda: ann.view["game"]["players"]["1"]["chosen"])


async def test_no_persons_name_stands_in_a_tables_keys_and_forgetting_ends_the_rest(
    node: Running, redis_server: str
) -> None:
    """Logs, snapshots and lobby entries name persons by id; the one record with the name is deleted."""
    table, (ann, bob) = await start_toy(node, "Wilhelmina", "Bob")
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]
    await node.core.tables._save(node.core.tables.awake[table])
    async with Redis.from_url(redis_server) as redis:
        found = {key: await redis.dump(key) async for key in redis.scan_iter(count=1000)}
        named = [key for key, value in found.items() if b"Wilhelmina" in (value or b"")]
        assert [key.split(b":")[1] for key in named] == [b"person"]
        await node.core.people.forget(ann.person)
        found = {key: await redis.dump(key) async for key in redis.scan_iter(count=1000)}
        assert not [key for key, value in found.items() if b"Wilhelmina" in (value or b"")]
    await bob.until(lambda: bob.names.get(ann.person) == "")
    await ann._reader
    assert msgpack.packb("Wilhelmina") not in msgpack.packb(bob.view)
    await bob.move(bob.turn["legal"][0])  # type: ignore[index]
