"""Tables that sleep and wake, and tables that cannot."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from partie.client.client import Client, Refused
from partie.isolation.watchdog import EngineStuck
from partie.live import tables
from partie.live.errors import TableGone
from partie.live.observer import LiveTable
from partie.live.request import Request
from partie.log.entry import log_key
from partie.upkeep import rounds
from partie.wire import client_in
from tests.fixtures.service import Running, start_toy
from tests.server.live.feeding import Fed, move
from tests.server.live.memory import Memory, Viewing, Watching, turns
from tests.server.live.playing import play
from tests.server.table.sitting import ANN, Sitting, running
from tests.server.table.toyplay import finish, in_turns


async def test_a_table_that_slept_wakes_as_it_was(node: Running) -> None:
    """The view, the history and the undo of a woken table are those it went to sleep with."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await play([ann, bob], random.Random(7), 12)
    await ann.until(lambda: ann.cursor == bob.cursor)
    view, entries, turn = ann.view, ann.entries, ann.turn
    for client in (ann, bob):
        await leave(client)
    live = node.core.tables.awake[table]
    await node.core.tables.sleep(live)
    assert table not in node.core.tables.awake
    await ann.enter(table)
    await ann.until(lambda: ann.turn is not None)
    assert (ann.view, ann.entries, ann.turn) == (view, entries, turn)


async def test_a_table_that_sleeps_is_let_go_of_without_the_collector_of_garbage(node: Running) -> None:
    """Its past is large and the collector walks seldom, so nothing of a table that sleeps points in a circle."""
    table, clients = await start_toy(node, "Ann", "Bob")
    for client in clients:
        await leave(client)
    live = node.core.tables.awake[table]
    gone = asyncio.Event()
    weakref.finalize(live, gone.set)
    gc.disable()
    try:
        await node.core.tables.sleep(live)
        del live
        async with asyncio.timeout(10):
            await gone.wait()
    finally:
        gc.enable()


async def test_a_poll_does_not_hold_the_tables_that_it_asked_about(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that fall asleep after it are let go of at once, and not when the next one comes."""
    monkeypatch.setattr(rounds, "POLL_SECONDS", 3600.0)
    table, clients = await start_toy(node, "Ann", "Bob")
    for client in clients:
        await leave(client)
    last, asked = node.core.log.last, asyncio.Event()

    async def noted(tables: Sequence[str]) -> list[tuple[int, str] | None]:
        found = await last(tables)
        if table in tables:
            asked.set()
        return found

    monkeypatch.setattr(node.core.log, "last", noted)
    node.core.tables.poll_now.set()
    await asked.wait()
    gone = asyncio.Event()
    weakref.finalize(node.core.tables.awake[table], gone.set)
    await node.core.tables.sleep(node.core.tables.awake[table])
    async with asyncio.timeout(10):
        await gone.wait()


async def leave(client: Client) -> None:
    """Show no table on a client any more."""
    await client.send({"t": "exit"})
    await client.ask({"t": "history", "before": 1}, "problem")


async def test_a_damaged_snapshot_is_ignored(node: Running, redis_server: str) -> None:
    """A snapshot is a cache: with a corrupted one the table comes out of its log as it was."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await play([ann, bob], random.Random(8), 12)
    await node.core.tables.sleep(node.core.tables.awake[table])
    async with Redis.from_url(redis_server) as redis:
        key = f"partie:{{{table}}}:snap"
        data = await redis.get(key)
        assert isinstance(data, bytes)
        await redis.set(key, data[:-3] + b"\x00\x00\x00")
    cat = await node.join("Cat")
    await cat.enter(table)
    assert cat.cursor == max(ann.cursor, bob.cursor)  # type: ignore[type-var]


async def test_there_is_no_table_of_an_unknown_id(node: Running) -> None:
    """Entering it is answered so, however often, and leaves nothing behind."""
    ann = await node.join("Ann")
    for _ in range(5):
        ann.received.clear()
        with pytest.raises(Refused) as refused:
            await ann.enter("no-such-table")
        assert refused.value.code == "unknown"
    assert not node.core.tables.awake


async def test_a_table_whose_log_cannot_be_folded_is_shown_as_broken_and_the_node_serves_on(
    node: Running, redis_server: str
) -> None:
    """A log that holds what cannot follow is set aside; other tables are untouched."""
    table, _ = await start_toy(node, "Ann", "Bob")
    async with Redis.from_url(redis_server) as redis:
        body = b"\x81\xa4kind\xa5moved"
        await redis.xadd(log_key("broken-table"), {"f": 1, "m": "00" * 8, "p": "", "at": 1, "b": body}, id="1-0")
    cat = await node.join("Cat")
    with pytest.raises(Refused) as refused:
        await cat.enter("broken-table")
    assert refused.value.code == "broken"
    await cat.enter(table)
    assert cat.view["table"]["phase"] == "running"


# --- without Redis ------------------------------------------------------------------------------------------------


async def test_a_table_is_loaded_once_however_many_ask(memory: Memory) -> None:
    """Also when the first caller does not wait for it."""
    memory.put(running())
    memory.log.answers.clear()
    asking = [asyncio.create_task(memory.tables.get("table-1")) for _ in range(5)]
    await turns()
    asking[0].cancel()
    memory.log.answers.set()
    found = await asyncio.gather(*asking[1:])
    assert {id(live) for live in found} == {id(memory.tables.awake["table-1"])}
    assert (memory.loads.begun, memory.loads.under_way) == (1, 0)
    assert memory.feed.listening == ["table-1"]
    assert memory.metrics.tables_awake._value.get() == 1


async def test_only_so_many_tables_are_loaded_at_a_time(memory: Memory) -> None:
    """The others wait, so that a crowd does not stop the rest."""
    memory.log.answers.clear()
    names = memory.fill("table", 2 * tables.LOADS, running())
    asking = [asyncio.create_task(memory.tables.get(name)) for name in names]
    await turns()
    assert memory.loads.under_way == tables.LOADS
    memory.log.answers.set()
    await asyncio.gather(*asking)
    assert (memory.loads.most, memory.loads.under_way) == (tables.LOADS, 0)
    assert sorted(memory.feed.listening) == sorted(names)


EVE, ADA = ("192.0.2.7", "eve"), ("192.0.2.8", "ada")


def ask(memory: Memory, names: Sequence[str], asker: tuple[str, str]) -> list[asyncio.Task[LiveTable]]:
    """Somebody asks for tables, all at once."""
    return [asyncio.create_task(memory.tables.get(name, asker)) for name in names]


async def test_tables_that_do_not_exist_take_no_slot(memory: Memory) -> None:
    """A thousand of them are answered while all slots are taken, and a node listens to nothing that it cannot show."""
    memory.log.answers.clear()
    loading = ask(memory, memory.fill("table", tables.LOADS, running()), EVE)
    await turns()
    unknown = ask(memory, [f"no-such-table-{number}" for number in range(1000)], EVE)
    answers = await asyncio.gather(*unknown, return_exceptions=True)
    assert {str(one) for one in answers} == {"unknown"}
    assert (memory.loads.begun, len(memory.feed.listening)) == (tables.LOADS, tables.LOADS)
    memory.log.answers.set()
    await asyncio.gather(*loading)


async def test_one_who_asks_for_many_tables_does_not_hold_up_another(memory: Memory) -> None:
    """The other's table is among the next that are loaded, not behind a hundred."""
    memory.log.answers.clear()
    flood = ask(memory, memory.fill("flood", 100, running()), EVE)
    await turns()
    (mine,) = ask(memory, memory.fill("mine", 1, running()), ADA)
    await turns()
    memory.log.answers.set()
    await asyncio.gather(mine, *flood)
    assert memory.loads.order.index("mine-0") <= tables.LOADS + 1


async def test_loads_that_wait_go_with_those_who_asked_for_them(memory: Memory) -> None:
    """A flood of connections that are cut at once leaves those loads that have begun, and no more."""
    memory.log.answers.clear()
    flood = ask(memory, memory.fill("flood", 100, running()), EVE)
    await turns()
    for one in flood:
        one.cancel()
    await asyncio.wait(flood)
    assert len(memory.tables._loading) == tables.LOADS
    memory.log.answers.set()
    (live,) = await asyncio.gather(*ask(memory, memory.fill("mine", 1, running()), ADA))
    assert live.id == "mine-0"
    assert memory.loads.begun == tables.LOADS + 1
    assert not memory.tables._loading


async def test_a_load_that_two_wait_for_stays_when_one_of_them_goes(memory: Memory) -> None:
    """It is served at the turn of the first to come, and a player who asks again after both have gone gets it, too."""
    memory.log.answers.clear()
    names = memory.fill("flood", 100, running())
    flood = ask(memory, names, EVE)
    await turns()
    (mine,) = ask(memory, names[-1:], ADA)
    await turns()
    for one in flood:
        one.cancel()
    await asyncio.wait(flood)
    assert names[-1] in memory.tables._loading
    mine.cancel()
    await asyncio.wait([mine])
    assert names[-1] not in memory.tables._loading
    (again,) = ask(memory, names[-1:], ADA)
    await turns()
    memory.log.answers.set()
    assert (await again).id == names[-1]
    assert memory.loads.begun == tables.LOADS + 1


async def test_a_load_does_not_begin_while_redis_is_silent(memory: Memory) -> None:
    """Whether there is such a table cannot be known."""
    memory.fill("table", 1, running())
    memory.log.silent = True
    with pytest.raises(TableGone, match="unavailable"):
        await memory.tables.get("table-0")
    assert memory.loads.begun == 0


async def test_what_is_heard_while_a_table_is_loaded_is_read_as_soon_as_it_is_there(memory: Memory) -> None:
    """Its log was read already."""
    log = memory.put(running())
    memory.log.answers.clear()
    asking = asyncio.create_task(memory.tables.get("table-1"))
    await turns()
    other = Fed(log)
    other.settle(move(other.history))
    memory.tables.heard("table-1", other.history.seq)
    memory.tables.heard("table-1", 1)
    memory.log.answers.set()
    live = await asking
    await turns()
    assert live.newest.seq == other.history.seq
    memory.tables.heard("never-heard-of", 7)
    assert not memory.tables._heard


@pytest.mark.parametrize(("trouble", "code"), [("silent", "unavailable"), ("left alone", "broken")])
async def test_a_table_that_cannot_be_loaded_now_is_tried_again(memory: Memory, trouble: str, code: str) -> None:
    """Nothing of it was marked."""
    memory.put(running())
    memory.log.silent = trouble == "silent"
    memory.loads.left_alone = {"table-1"} if trouble == "left alone" else set()
    for _ in range(2):
        with pytest.raises(TableGone) as gone:
            await memory.tables.get("table-1")
        assert gone.value.code == code
    memory.log.silent = False
    memory.loads.left_alone.clear()
    assert await memory.tables.get("table-1")


async def test_a_table_of_a_newer_build_is_for_another_node(memory: Memory) -> None:
    """This one serves on without it."""
    sitting = running()
    log = memory.put(sitting)
    log.entries[-1] = replace(log.entries[-1], format=1_000)
    with pytest.raises(TableGone) as gone:
        await memory.tables.get("table-1")
    assert gone.value.code == "newer"
    assert memory.metrics.quarantined._value.get() == 0


async def test_a_broken_table_is_not_loaded_again_before_it_is_repaired(memory: Memory) -> None:
    """Then it is looked at again."""
    log = memory.put(running())
    whole = list(log.entries)
    log.entries[-1] = replace(whole[-1], body=b"\xc1")
    for _ in range(2):
        with pytest.raises(TableGone) as gone:
            await memory.tables.get("table-1")
        assert gone.value.code == "broken"
    assert (memory.loads.begun, memory.metrics.quarantined._value.get()) == (1, 1)
    log.entries[:] = whole
    memory.tables.repaired("table-1")
    live = await memory.tables.get("table-1")
    log.cut(len(whole) - 1)
    memory.tables.repaired("table-1")
    assert await live.compare()
    assert log.entries == whole, "a table that is awake compares with its log"


async def test_a_table_in_whose_engine_a_node_ended_is_set_aside(memory: Memory) -> None:
    """Those that sleep are left alone when they are loaded."""
    await memory.wake(running())
    memory.tables.poisoned("never-heard-of")
    memory.tables.poisoned("table-1")
    assert not memory.tables.awake
    with pytest.raises(TableGone) as gone:
        await memory.tables.get("table-1")
    assert gone.value.code == "broken"


async def test_an_engine_that_does_not_come_back_from_a_question_sets_the_table_aside(memory: Memory) -> None:
    """One that only fails is counted."""
    live = await memory.wake(running())
    memory.tables.engine_failed(live.newest, ValueError("a mistake"))
    await turns()
    assert live.id in memory.tables.awake
    memory.tables.engine_failed(live.newest, EngineStuck("for ever"))
    await turns()
    assert live.id not in memory.tables.awake
    assert memory.metrics.engine_failures.labels("toy")._value.get() == 2


async def test_an_observer_that_raises_as_a_table_wakes_sets_it_aside(memory: Memory) -> None:
    """The caller hears of it."""

    class Failing(Watching):
        def woke(self, live: LiveTable, *, rewound: bool) -> None:
            raise ValueError("an observer's own mistake")

    memory.tables.hooks.observers.append(Failing())
    with pytest.raises(TableGone) as gone:
        await memory.wake(running())
    assert gone.value.code == "broken"
    assert not memory.tables.awake
    assert memory.feed.listening == []


async def test_what_nobody_has_shown_for_long_sleeps_with_a_snapshot(memory: Memory) -> None:
    """From which it wakes as it was. Tables on show stay awake."""
    live = await memory.wake(running())
    ann = Viewing(ANN)
    live.subscribers.add(ann, None)
    live.idle_since -= 100.0
    assert not await memory.tables.sleep_idle(60.0)
    live.subscribers.remove(ann)
    assert not await memory.tables.sleep_idle(60.0), "it was shown until now"
    live.idle_since -= 100.0
    assert await memory.tables.sleep_idle(60.0)
    assert (memory.tables.awake, memory.feed.listening) == ({}, [])
    assert memory.log.snapshots["table-1"][1] is None
    woken = await memory.tables.get("table-1")
    assert woken.newest == live.newest
    assert memory.metrics.loads.labels("snapshot")._value.get() == 1


async def test_a_log_that_is_away_keeps_no_table_awake(memory: Memory) -> None:
    """A snapshot is a cache."""
    live = await memory.wake(running())
    memory.log.silent = True
    await memory.tables.sleep(live)
    assert not memory.tables.awake
    assert not memory.log.snapshots


async def test_the_snapshot_of_a_game_that_has_ended_does_not_stand_for_ever() -> None:
    """But beyond the time when its log is archived, which folds it once more."""
    memory = Memory(archive_after=600)
    sitting, _ = in_turns()
    finish(sitting)
    live = await memory.wake(sitting)
    await memory.tables.sleep(live)
    assert memory.log.snapshots["table-1"][1] == 600 + tables.ENDED_SECONDS
    await memory.stop()


async def test_a_poll_finds_what_was_not_heard_of_and_what_is_another_history(memory: Memory) -> None:
    """Of many tables, some at a time; a log that cannot be asked holds up no other."""
    lives = []
    for number in range(tables.POLLED + 2):
        sitting = Sitting(table=f"table-{number}")
        sitting.must(ANN, client_in.Create("toy", 2))
        lives.append(await memory.wake(sitting))
    for live in lives[::2]:
        other = Fed(memory.log.logs[live.id], table=live.id)
        other.settle(Request(ANN, "sit-down", client_in.Sit(0)))
    cut = lives[1]
    memory.log.logs[cut.id].cut(0)
    await memory.tables.poll()
    for live in lives:
        await live.compare()
    assert [live.newest.seq for live in lives] == [2, 1] * (len(lives) // 2)
    assert memory.log.logs[cut.id].last.seq == 1
    memory.log.silent = True
    await memory.tables.poll()


async def test_what_the_log_has_counted_goes_into_the_metrics_once(memory: Memory) -> None:
    """By each poll what is new."""
    memory.log.counters.commands = 5
    for _ in range(2):
        await memory.tables.poll()
    memory.log.counters.commands = 7
    await memory.tables.poll()
    assert memory.metrics.log_commands._value.get() == 7
