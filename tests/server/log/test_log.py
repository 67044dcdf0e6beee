"""Reading logs, their ends and their snapshots."""

from __future__ import annotations

import pytest

from partie.log import ForeignEntry, Log
from partie.log.entry import log_key
from partie.log.log import PAGE
from partie.redis.connect import Client
from tests.server.log.steps import append_all, chain, essence, first, opened


async def test_a_log_is_read_in_pages_without_a_gap_or_a_repeat(log: Log, table: str) -> None:
    """More entries than a page holds come back each once and in order, from any place to any other."""
    entries = chain(2 * PAGE + 1)
    for begin in range(0, len(entries), 100):
        await append_all(log, table, entries[begin : begin + 100])
    assert essence(await log.read(table)) == essence(entries)
    assert essence(await log.read(table, after=PAGE)) == essence(entries[PAGE:])
    assert essence(await log.read(table, after=1, upto=PAGE + 1)) == essence(entries[1 : PAGE + 1])
    assert essence(await log.read(table, after=PAGE - 1, upto=PAGE)) == essence(entries[PAGE - 1 : PAGE])


async def test_reading_beyond_the_end_gives_nothing(log: Log, table: str) -> None:
    """A table that does not exist, or has not come so far, has no entries there."""
    assert await log.read(table) == []
    await append_all(log, table, chain(3))
    assert await log.read(table, after=3) == []
    assert await log.read(table, after=5, upto=9) == []


async def test_the_last_entries_of_many_tables_are_asked_at_once(log: Log, table: str) -> None:
    """In the order of the question, over all servers of a cluster; a table without log is at (0, "")."""
    tables = [f"{table}{number}" for number in range(40)]
    marks = []
    for number, name in enumerate(tables[:-1]):
        entries = chain(1 + number % 3)
        await append_all(log, name, entries)
        marks.append((entries[-1].seq, entries[-1].mark))
    before = log.counters.batches
    assert await log.last(tables) == [*marks, (0, "")]
    assert log.counters.batches - before <= 3
    assert await log.last([]) == []


async def test_an_entry_is_no_tombstone_whatever_its_body_says(log: Log, table: str) -> None:
    """A tombstone is known by the name of its field; a body that reads like that name is a body."""
    entry = first(b"buried")
    await append_all(log, table, [entry])
    assert await log.last([table]) == [(1, entry.mark)]
    assert essence(await log.read(table)) == essence([entry])


async def test_a_snapshot_is_kept_until_the_next(log: Log, table: str) -> None:
    """A table has at most one snapshot, the newest."""
    assert await log.load_snapshot(table) is None
    await log.save_snapshot(table, b"\x00old")
    await log.save_snapshot(table, b"\xffnew")
    assert await log.load_snapshot(table) == b"\xffnew"


async def test_two_logs_on_one_redis_see_the_same(any_redis: str, log: Log, table: str) -> None:
    """Nothing of a log is kept in the process."""
    entry = first()
    await append_all(log, table, [entry])
    async with opened(any_redis) as other:
        assert await other.read(table) == await log.read(table)
        assert await other.last([table]) == [(1, entry.mark)]


async def test_a_stream_that_the_log_did_not_write_is_named(log: Log, redis: Client, table: str) -> None:
    """Foreign entries are an error, not an entry with odd members."""
    await redis.xadd(log_key(table), {"something": "else"}, id="1-0")
    with pytest.raises(ForeignEntry, match="1-0"):
        await log.read(table)


async def test_a_foreign_stream_hides_no_other_from_the_question_for_the_last(
    log: Log, redis: Client, table: str
) -> None:
    """Its own answer is one that no log gives; the others are answered as ever."""
    entry = first()
    await append_all(log, table, [entry])
    await redis.xadd(log_key(table + "-foreign"), {"something": "else"}, id="1-0")
    assert await log.last([table + "-foreign", table]) == [(0, "?"), (1, entry.mark)]
