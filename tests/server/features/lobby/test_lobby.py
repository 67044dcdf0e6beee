"""The lobbies of several nodes on one Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from partie.cluster.messages import Renamed
from partie.features.lobby.entries import SHARDS, _keys, shard_of
from partie.features.lobby.lobby import LATELY_SECONDS
from partie.redis.store import UNAVAILABLE
from partie.wire.client_out import LobbySeat
from tests.fixtures.redis import OwnRedis
from tests.server.features.lobby.conftest import Node, entry

MakeNode = Callable[..., Awaitable[Node]]


async def test_a_table_is_shown_on_all_nodes_with_names(nodes: MakeNode) -> None:
    """What one node shows, the people of all nodes see, and its changes too."""
    one, other = await nodes(), await nodes()
    one.lobby.show(entry("abcd", 1, persons=("ann", "")))
    for node in (one, other):
        await node.until(lambda held: "abcd" in held and held["abcd"].seats[0].name == "Ann")
    one.lobby.show(entry("abcd", 2, persons=("ann", "bob")))
    await other.until(lambda held: held["abcd"].seats[1].name == "Bob")
    late = await nodes()
    assert late.held == other.held


async def test_only_the_newest_of_quick_changes_is_written(nodes: MakeNode) -> None:
    """However often a table changes, every node ends at its newest state."""
    one, other = await nodes(), await nodes()
    for seq in range(1, 200):
        one.lobby.show(entry("abcd", seq))
    await other.until(lambda held: "abcd" in held and held["abcd"].seq == 199)


async def test_a_new_name_reaches_the_lobby(nodes: MakeNode) -> None:
    """The entry is the same, the name in it another; a forgotten person has none."""
    node = await nodes()
    node.lobby.show(entry("abcd", persons=("ann",)))
    await node.until(lambda held: "abcd" in held)
    node.lobby.renamed(Renamed("ann", "Anna"))
    await node.until(lambda held: held["abcd"].seats[0].name == "Anna")
    node.lobby.renamed(Renamed("ann", ""))
    await node.until(lambda held: held["abcd"].seats[0].name == "")


async def test_a_table_that_does_not_exist_is_taken_out_everywhere(nodes: MakeNode) -> None:
    """A ghost goes as soon as somebody meets it."""
    one, other = await nodes(), await nodes()
    one.lobby.show(entry("abcd"))
    await other.until(lambda held: "abcd" in held)
    await other.lobby.gone("abcd")
    for node in (one, other):
        await node.until(lambda held: "abcd" not in held)


async def test_a_rewound_table_goes_back(nodes: MakeNode) -> None:
    """All nodes follow the node that saw the log shortened."""
    one, other = await nodes(), await nodes()
    one.lobby.show(entry("abcd", 9))
    await other.until(lambda held: "abcd" in held)
    one.lobby.show(entry("abcd", 5), back=True)
    one.lobby.show(entry("efgh", 1))
    await other.until(lambda held: "efgh" in held and other.lobby.entries["abcd"].seq == 5)
    late = await nodes()
    assert late.held["abcd"].seq == 5


async def test_a_table_by_invitation_is_seen_by_its_people(nodes: MakeNode) -> None:
    """On every node its host and those who sit there have it in their lobby, and nobody else."""
    host, ann, guest = await nodes("bob"), await nodes("ann"), await nodes()
    host.lobby.show(entry("abcd", 1, persons=("ann",), host="bob", access="invited"))
    host.lobby.show(entry("efgh", 1))
    await ann.until(lambda held: held.keys() == {"abcd", "efgh"})
    await host.until(lambda held: held.keys() == {"abcd", "efgh"})
    await guest.until(lambda held: "efgh" in held)
    assert "abcd" not in guest.held


async def test_open_tables_of_a_host_are_counted_at_once(nodes: MakeNode) -> None:
    """A node knows of its own tables before Redis does, of those of others soon."""
    one, other = await nodes(), await nodes()
    one.lobby.show(entry("abcd", host="ann"))
    assert one.lobby.open_tables("ann") == 1
    await other.until(lambda held: "abcd" in held)
    assert other.lobby.open_tables("ann") == 1


async def test_tables_with_bots_are_counted_while_something_happens_there(nodes: MakeNode) -> None:
    """Of their host, open and running ones; a game that was left half an hour ago holds nobody up."""
    here = await nodes("ann")
    now = 0.0
    here.lobby._time = lambda: now
    bot = (LobbySeat(person="bot:0", bot=True), LobbySeat(person="ann"))

    def show(table: str, seq: int, phase: str = "running", host: str = "ann", seats: Any = bot) -> None:
        here.lobby.show(replace(entry(table, seq, phase, host=host), seats=seats))

    show("one", 1, "open")
    show("two", 5)
    show("ended", 9, "ended")
    show("people", 5, seats=bot[1:])
    show("cats", 5, host="cat")
    assert here.lobby.tables_with_bots("ann") == 2
    assert here.lobby.tables_with_bots("ann", besides="two") == 1
    now += LATELY_SECONDS - 1
    show("two", 6)
    show("one", 1, "open")
    now += 2
    assert here.lobby.tables_with_bots("ann") == 1
    await here.lobby._read()
    assert set(here.lobby._moved) == {"two"}


async def test_awake_tables_come_back_into_an_emptied_redis(
    own_redis: OwnRedis, nodes: MakeNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writes that fail are tried again, and a node with the table awake writes again what Redis has forgotten."""
    one, other = await nodes(url=own_redis.url), await nodes(url=own_redis.url)
    one.lobby.show(entry("abcd"))
    await other.until(lambda held: "abcd" in held)
    await one.client.flushall()
    own_redis.kill()
    one.lobby.show(entry("efgh"))
    with pytest.raises(UNAVAILABLE):
        await one.client.ping()
    own_redis.restart()
    await other.until(lambda held: held.keys() == {"abcd", "efgh"})
    late = await nodes(url=own_redis.url)
    await late.until(lambda held: held.keys() == {"abcd", "efgh"})


async def test_what_redis_has_is_read_anew_part_by_part(nodes: MakeNode) -> None:
    """Of whatever part they are, tables that came or went without a word are found, and all others stand."""
    one, other = await nodes(), await nodes()
    tables = [f"table-{number}" for number in range(3 * SHARDS)]
    for table in tables:
        one.lobby.show(entry(table))
    await other.until(lambda held: held.keys() == set(tables))
    for table in tables[:SHARDS]:
        one.lobby.asleep(table)
        key, _ = _keys(shard_of(table))
        await one.client.hdel(key, table)
    other.lobby._reload_now.set()
    await other.until(lambda held: held.keys() == set(tables[SHARDS:]))
    late = await nodes()
    assert late.held == other.held


async def test_a_callback_that_fails_does_not_end_the_lobby(nodes: MakeNode) -> None:
    """The next change is sent again."""
    node = await nodes()
    tell = node.lobby.on_change
    failed = asyncio.Event()

    def fail(_: object) -> None:
        failed.set()
        node.lobby.on_change = tell
        raise LookupError("somebody else's mistake")

    node.lobby.on_change = fail
    node.lobby.show(entry("abcd"))
    await failed.wait()
    node.lobby.show(entry("efgh"))
    await node.until(lambda held: "efgh" in held)
