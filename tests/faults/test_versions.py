"""Two nodes on one Redis while an upgrade is under way: another version of a game, another format of the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from partie.client.client import Client, Refused
from partie.table.upcasters import FORMAT, PLAIN
from tests.faults.killing import PARTIE, NodeVictim
from tests.faults.logs import log_of
from tests.fixtures.ports import free_port
from tests.fixtures.service import Running, StartNode, start_toy


def is_newer(client: Client) -> bool:
    """The client learned that another node has to show it the table."""
    return any(message["t"] == "gone" and message["code"] == "newer" for message in client.received)


@pytest.fixture
async def tomorrow(tmp_path: Path, redis_server: str) -> AsyncIterator[str]:
    """The URL of a node of tomorrow's build."""
    port = free_port()
    engine = "tests.faults.tomorrow:toy"
    command = [str(PARTIE), "serve", "--port", str(port), "--redis-url", redis_server, "--engines", engine]
    node = await asyncio.to_thread(NodeVictim, tmp_path, "tomorrow", port, command)
    yield f"http://127.0.0.1:{port}"
    await asyncio.to_thread(node.kill)


@pytest.fixture
async def today(start_node: StartNode) -> Running:
    return await start_node()


async def test_a_table_of_today_is_played_on_by_tomorrow_and_given_up_by_today(
    today: Running, tomorrow: str, redis_server: str
) -> None:
    """The newer node lifts what was written; what it writes the older one does not serve, and says so."""
    table, (ann, bob) = await start_toy(today, "Ann", "Bob")
    _, (cat, _) = await start_toy(today, "Cat", "Dan")
    there = await Client.join(tomorrow, cookie=ann.cookie)
    there.table, there.view, there.cursor = table, ann.view, ann.cursor
    await there.enter(table, ann.cursor)
    await there.until(lambda: there.turn is not None)
    accepted = await there.move(there.turn["legal"][0])  # type: ignore[index]
    log = await log_of(redis_server, table)
    assert [int(fields[b"f"]) for _, fields in log] == [PLAIN] * (accepted["seq"] - 1) + [FORMAT + 1]
    for client in (ann, bob):
        await client.until(partial(is_newer, client))
    # A node that took the table for broken would not come back to it; a page that hears of it goes to another node.
    over = await Client.join(tomorrow, cookie=bob.cookie)
    over.table, over.view, over.cursor = table, bob.view, bob.cursor
    await over.enter(table, bob.cursor)
    await over.until(lambda: over.turn is not None)
    await over.move(over.turn["legal"][0])  # type: ignore[index]
    await cat.move(cat.turn["legal"][0])  # type: ignore[index]
    for client in (there, over):
        await client.close()


async def test_a_table_of_tomorrow_is_not_served_by_today(today: Running, tomorrow: str) -> None:
    """What is written in a newer format is for the nodes that know it; the older node serves on."""
    ann = await Client.join(tomorrow, "Ann")
    table = await ann.create("toy", 2)
    here = await today.join(cookie=ann.cookie)
    with pytest.raises(Refused) as refused:
        await here.enter(table)
    assert refused.value.code == "newer"
    await start_toy(today, "Cat", "Dan")
    await ann.close()


async def test_new_tables_are_of_the_newest_version_that_all_nodes_play(today: Running, start_node: StartNode) -> None:
    """While an upgrade is under way every node can serve them; afterwards they are of the new version."""
    newer = await start_node(engines=("tests.faults.newer:toy",))
    table, (ann, _) = await start_toy(newer, "Ann", "Bob")
    assert ann.view["table"]["version"] == 1
    there = await today.join(cookie=ann.cookie)
    await there.enter(table)
    await there.until(lambda: there.turn is not None)
    await there.move(there.turn["legal"][0])  # type: ignore[index]
    await ann.until(lambda: ann.cursor == there.cursor)
    await today.stop()
    _, (cat, _) = await start_toy(newer, "Cat", "Dan")
    assert cat.view["table"]["version"] == 2
