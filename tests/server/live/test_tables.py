"""Tables that sleep and wake, and tables that cannot."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from collections.abc import Sequence

import pytest
from redis.asyncio import Redis

from partie.client.client import Client, Refused
from partie.log.entry import log_key
from partie.upkeep import rounds
from tests.fixtures.service import Running, start_toy
from tests.server.live.playing import play


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
