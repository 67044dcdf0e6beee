"""Lobby entries in Redis: the newer wins, and all of them end."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from partie.features.lobby.entries import LIFETIME, Entries, shard_of
from partie.redis.connect import Client
from partie.wire.client_out import LobbyEntry, LobbySeat
from tests.server.features.lobby.conftest import entry

TABLES = ("abcd", "efgh", "ijkl", "mnop")


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(writes=st.lists(st.tuples(st.sampled_from(TABLES), st.integers(1, 9)), min_size=1, max_size=20), data=st.data())
async def test_any_order_of_writes_converges_to_the_newest(
    redis: Client, writes: list[tuple[str, int]], data: st.DataObject
) -> None:
    """Whatever comes first, last, twice or at once: each table stands at its largest seq."""
    for table in TABLES:
        await Entries(redis).drop(table)
    shuffled = data.draw(st.permutations(writes))
    half = len(shuffled) // 2
    entries = Entries(redis)
    for table, seq in shuffled[:half]:
        await entries.put(entry(table, seq))
    await asyncio.gather(*(entries.put(entry(table, seq)) for table, seq in shuffled[half:]))
    newest = {table: max(seq for name, seq in writes if name == table) for table, _ in writes}
    assert {one.table: one.seq for one in await entries.all()} == newest


async def test_what_is_written_is_read(redis: Client) -> None:
    """All of an entry comes back, but names, which are looked up where they are shown."""
    seats = (LobbySeat("ann", "Ann", colour="stag", pending=True), LobbySeat("bot:1", "", bot=True), LobbySeat())
    written = LobbyEntry("abcd", 7, "toy", "running", seats, 1234, "ann", "invited", "nobody", 3)
    entries = Entries(redis)
    assert await entries.put(written)
    (read,) = await entries.all()
    assert read.seats[0] == LobbySeat("ann", "", colour="stag", pending=True)
    assert (read.seats[1:], read.at, read.host, read.access, read.watch, read.watching) == (
        seats[1:],
        1234,
        "ann",
        "invited",
        "nobody",
        3,
    )


async def test_an_older_write_is_refused_and_a_rewound_log_may_go_back(redis: Client) -> None:
    """Going back takes the word of a node that has seen the log shortened."""
    entries = Entries(redis)
    assert await entries.put(entry("abcd", 9))
    assert not await entries.put(entry("abcd", 5))
    assert await entries.put(entry("abcd", 5), back=True)
    assert [one.seq for one in await entries.all()] == [5]


async def test_entries_of_a_shard_go_in_one_step_each_by_its_own_number(redis: Client) -> None:
    """An older one among them is not shown, and takes none of the others with it."""
    entries = Entries(redis)
    one, *others = (f"table-{number}" for number in range(200))
    other = next(table for table in others if shard_of(table) == shard_of(one))
    await entries.put(entry(one, 9))
    assert await entries.put_all([(entry(one, 5), False), (entry(other, 3), False)]) == [False, True]
    assert {found.table: found.seq for found in await entries.all()} == {one: 9, other: 3}
    assert await entries.put_all([(entry(one, 5), True)]) == [True]


async def test_a_dropped_table_is_gone(redis: Client) -> None:
    """Others stay, and dropping what is not there is no harm."""
    entries = Entries(redis)
    await entries.put(entry("abcd"))
    await entries.put(entry("efgh"))
    await entries.drop("abcd")
    await entries.drop("abcd")
    assert [one.table for one in await entries.all()] == ["efgh"]


@pytest.mark.parametrize("phase", ["open", "running", "ended"])
async def test_an_entry_ends_unless_it_is_renewed(redis: Client, monkeypatch: pytest.MonkeyPatch, phase: str) -> None:
    """The same entry written again lives as long again; an entry that nobody renews falls out by itself."""
    entries = Entries(redis)
    monkeypatch.setitem(LIFETIME, phase, 0.05)
    await entries.put(entry("abcd", 2, phase))
    await entries.put(entry("efgh", 2, phase))
    monkeypatch.setitem(LIFETIME, phase, 3600)
    await entries.put(entry("abcd", 2, phase))
    async with asyncio.timeout(10):
        while len(found := await entries.all()) > 1:
            pass
    assert [one.table for one in found] == ["abcd"]
    left = [key async for key in redis.scan_iter("partie:{lobby-*")]
    assert len(left) == 2


def test_lifetimes_fit_what_they_are_for() -> None:
    """An open table is found for the day after which it is ended, a running one for a week."""
    assert LIFETIME["open"] > 24 * 3600
    assert LIFETIME["running"] == 7 * 24 * 3600
    assert LIFETIME["ended"] < LIFETIME["open"]


async def test_what_cannot_be_read_is_left_out(redis: Client) -> None:
    """An entry of a newer build hides itself and no other."""
    entries = Entries(redis)
    await entries.put(entry("abcd"))
    (key,) = [key async for key in redis.scan_iter("partie:{lobby-*}:tables")]
    await redis.hset(key, "newer", b"3 \x93\x01\x02\x03")
    assert [one.table for one in await entries.all()] == ["abcd"]
