"""Archived logs: one compressed value and a tombstone, read as before."""

from __future__ import annotations

import asyncio
from pathlib import Path

from partie.log import Appended, Buried, Log, Lost
from partie.log.entry import archive_key, log_key
from partie.log.log import PAGE
from partie.redis.connect import Client
from partie.redis.embedded import Embedded
from tests.server.log.steps import after, append_all, chain, essence, first, opened

CUTS = 12
"""Places at which the file is cut, spread over the step that archives."""


async def test_an_archived_log_reads_as_before(log: Log, redis: Client, table: str) -> None:
    """All of it, its tail, a part of it and its end; and one value and a tombstone are all that stands for it."""
    await append_all(log, table, chain(40))
    await log.save_snapshot(table, b"state")
    entries, last = await log.read(table), await log.last([table])
    assert await log.archive(table, entries) == "done"
    assert await log.read(table) == entries
    assert await log.read(table, after=30) == entries[30:]
    assert await log.read(table, after=10, upto=20) == entries[10:20]
    assert await log.read(table, after=40) == []
    assert await log.last([table]) == last
    assert await log.load_snapshot(table) is None
    assert await redis.xlen(log_key(table)) == 1
    assert await log.archive(table, entries) == "archived"


async def test_an_archived_log_takes_nothing_any_more(log: Log, table: str) -> None:
    """What comes late is answered as the log would have answered, and appended never."""
    entries = chain(3)
    stamps = await append_all(log, table, entries)
    await log.archive(table, await log.read(table))
    assert await log.append(table, entries[-1]) == Appended(stamps[-1], entries[-1].mark)
    assert await log.append(table, after(entries[-1])) == Buried()
    assert await log.append(table, first()) == Lost(3, entries[-1].mark)
    assert essence(await log.read(table)) == essence(entries)


async def test_a_log_that_grew_meanwhile_is_left_alone(log: Log, table: str) -> None:
    """An event that came between the reading and the archiving is not lost; nor is what never was archived."""
    entries = chain(3)
    assert await log.archive(table, entries) == "missing"
    await append_all(log, table, entries[:2])
    read = await log.read(table)
    await append_all(log, table, entries[2:])
    assert await log.archive(table, read) == "grown"
    assert essence(await log.read(table)) == essence(entries)
    await log.bury(table)
    assert await log.archive(table, read) == "buried"
    assert await log.read(table) == []


async def test_a_log_that_is_archived_while_it_is_read_is_read_whole(log: Log, table: str) -> None:
    """Between two pages of a long log the stream may give way to the archive."""
    await append_all(log, table, chain(PAGE + 10))
    whole = await log.read(table)
    reads = [asyncio.create_task(log.read(table)) for _ in range(20)]
    archiving = asyncio.create_task(log.archive(table, whole))
    late = []
    while not archiving.done():
        late.append(await log.read(table))
    assert await archiving == "done"
    assert all(read == whole for read in [*await asyncio.gather(*reads), *late])


async def test_burying_takes_the_archive_too(log: Log, redis: Client, table: str) -> None:
    """Nothing is left of an archived table that is deleted for good."""
    await append_all(log, table, chain(3))
    await log.archive(table, await log.read(table))
    await log.bury(table)
    assert await log.read(table) == []
    assert await redis.exists(archive_key(table)) == 0


async def test_a_crash_at_any_byte_of_the_step_loses_nothing(tmp_path: Path, table: str) -> None:
    """Wherever Redis's file ends after a crash while a log was archived, the log is there, whole."""
    folder = tmp_path / "redis"
    with Embedded(folder) as embedded:
        async with opened(embedded.url) as log:
            await append_all(log, table, chain(30))
            whole = await log.read(table)
            file = max(folder.rglob("*.aof"), key=lambda path: path.stat().st_mtime_ns)
            before = file.stat().st_size
            assert await log.archive(table, whole) == "done"
    written = file.read_bytes()
    assert len(written) > before
    forms = set()
    for number in range(CUTS + 1):
        file.write_bytes(written[: before + (len(written) - before) * number // CUTS])
        with Embedded(folder) as embedded:
            async with opened(embedded.url) as log:
                assert await log.read(table) == whole
                forms.add(await log.archive(table, whole))
    assert forms == {"done", "archived"}
