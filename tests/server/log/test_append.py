"""What the append script lets in, what it refuses, and what it says."""

from __future__ import annotations

import asyncio
import time

import msgspec
import pytest

from partie.log import Appended, Buried, Log, Lost, NotNow
from partie.log.entry import of_attempt
from partie.redis.connect import Client
from tests.server.log.steps import after, append_all, at_of, chain, essence, first

FAR = 10**9
"""Milliseconds, some eleven days."""


async def test_the_first_entry_of_a_table_has_number_one_and_no_predecessor(log: Log, table: str) -> None:
    """A log begins with seq 1 and an empty prev, and holds the entry as it was given."""
    entry = first(bytes(range(256)))
    at = at_of(await log.append(table, entry))
    assert await log.read(table) == [msgspec.structs.replace(entry, at=at)]


async def test_entries_follow_one_another_by_number_and_mark(log: Log, table: str) -> None:
    """Each entry that names the number and the mark before it is appended."""
    entries = chain(20)
    await append_all(log, table, entries)
    assert essence(await log.read(table)) == essence(entries)


@pytest.mark.parametrize("seq", [1, 2, 3, 5, 6, 1000])
async def test_an_entry_with_another_number_than_the_next_is_lost(log: Log, table: str, seq: int) -> None:
    """Neither a number that is taken nor one that leaves a gap is let in; the answer names the log's last entry."""
    entries = chain(3)
    await append_all(log, table, entries)
    stray = msgspec.structs.replace(after(entries[-1]), seq=seq)
    assert await log.append(table, stray) == Lost(3, entries[-1].mark)
    assert essence(await log.read(table)) == essence(entries)


async def test_an_entry_whose_predecessor_is_another_is_lost(log: Log, table: str) -> None:
    """The right number is not enough: a log that lost its tail and grew another is recognised by the mark."""
    entries = chain(3)
    await append_all(log, table, entries)
    stray = msgspec.structs.replace(after(entries[-1]), prev=entries[0].mark)
    assert await log.append(table, stray) == Lost(3, entries[-1].mark)


async def test_an_entry_for_an_empty_log_must_be_the_first(log: Log, table: str) -> None:
    """Where no log stands, only seq 1 without predecessor is let in."""
    entry = first()
    assert await log.append(table, msgspec.structs.replace(entry, prev=entry.mark)) == Lost(0, "")
    assert await log.append(table, after(entry)) == Lost(0, "")
    assert await log.read(table) == []


async def test_of_many_who_want_one_number_exactly_one_gets_it(log: Log, table: str) -> None:
    """In a race one entry is appended, and all others learn which one."""
    rivals = [first(str(number).encode()) for number in range(50)]
    outcomes = await asyncio.gather(*[log.append(table, rival) for rival in rivals])
    winners = [rival for rival, outcome in zip(rivals, outcomes, strict=True) if isinstance(outcome, Appended)]
    assert essence(await log.read(table)) == essence(winners)
    assert [outcome for outcome in outcomes if isinstance(outcome, Lost)] == [Lost(1, winners[0].mark)] * 49


async def test_the_same_entry_sent_again_is_told_its_first_stamp(log: Log, table: str) -> None:
    """A resend finds itself, also when others followed, and changes nothing."""
    entries = chain(4)
    stamps = await append_all(log, table, entries)
    assert await append_all(log, table, entries) == stamps
    assert essence(await log.read(table)) == essence(entries)


async def test_a_resend_finds_itself_even_when_its_time_is_over(log: Log, table: str) -> None:
    """What is in the log is appended, whatever not_after says by now."""
    entry = first()
    at = at_of(await log.append(table, entry))
    assert await log.append(table, entry, not_after=at - FAR) == Appended(at, entry.mark)


async def test_a_further_attempt_finds_what_an_earlier_one_appended(log: Log, table: str) -> None:
    """It is answered with the stamp and the mark that the log has, also once the log is archived."""
    entry = first()
    at = at_of(await log.append(table, entry))
    later = msgspec.structs.replace(entry, mark=of_attempt(entry.mark, 3))
    assert await log.append(table, later) == Appended(at, entry.mark)
    assert await log.archive(table, await log.read(table)) == "done"
    assert await log.append(table, later) == Appended(at, entry.mark)


async def test_an_attempt_after_a_loss_is_another_entry(log: Log, table: str) -> None:
    """Its time is another, and nodes that have read the lost one can tell by the mark."""
    entry, second = chain(2)
    await append_all(log, table, [entry, second])
    assert await log.cut(table, 1, b"2-0")
    again = msgspec.structs.replace(second, mark=of_attempt(second.mark, 1))
    assert await log.append(table, again) == Appended((await log.read(table))[1].at, again.mark)
    assert again.mark != second.mark


async def test_a_healed_entry_is_found_only_as_itself(log: Log, table: str) -> None:
    """Another attempt at the same entry has another time, so it is not what was lost."""
    entry = first()
    at = at_of(await log.append(table, msgspec.structs.replace(entry, mark=of_attempt(entry.mark, 1))))
    lost = msgspec.structs.replace(entry, at=at)
    assert await log.append(table, lost, keep_at=True) == Lost(1, of_attempt(entry.mark, 1))


async def test_stamps_are_of_redis_and_never_go_back(log: Log, redis: Client, table: str) -> None:
    """Entries are stamped with Redis's clock in milliseconds; a clock that was ahead holds the later ones up."""
    before = int(time.time() * 1000)
    entries = chain(3)
    stamps = [at_of(await log.append(table, entries[0]))]
    assert before <= stamps[0] <= int(time.time() * 1000)
    ahead = stamps[0] + FAR
    stamps.append(at_of(await log.append(table, msgspec.structs.replace(entries[1], at=ahead), keep_at=True)))
    stamps.append(at_of(await log.append(table, entries[2])))
    assert stamps[1:] == [ahead, ahead]
    assert [entry.at for entry in await log.read(table)] == stamps


async def test_not_before_holds_an_entry_back_until_its_time(log: Log, table: str) -> None:
    """Too early it is refused with Redis's time, and nothing is written."""
    entry = first()
    now = int(time.time() * 1000)
    outcome = await log.append(table, entry, not_before=now + FAR)
    assert isinstance(outcome, NotNow)
    assert now <= outcome.now < now + FAR
    assert await log.read(table) == []
    assert isinstance(await log.append(table, entry, not_before=now), Appended)


async def test_not_after_refuses_an_entry_that_comes_too_late(log: Log, table: str) -> None:
    """Too late it is refused with Redis's time, and nothing is written."""
    entry = first()
    now = int(time.time() * 1000)
    outcome = await log.append(table, entry, not_after=now - 1)
    assert isinstance(outcome, NotNow)
    assert outcome.now >= now
    assert await log.read(table) == []
    assert isinstance(await log.append(table, entry, not_after=now + FAR), Appended)


async def test_a_healed_entry_keeps_its_stamp(log: Log, table: str) -> None:
    """The tail that a fail-over lost is put back with the stamps that everybody has seen."""
    entries = [msgspec.structs.replace(entry, at=1000 * entry.seq) for entry in chain(3)]
    for entry in entries:
        assert await log.append(table, entry, keep_at=True) == Appended(entry.at, entry.mark)
    assert await log.read(table) == entries


async def test_a_buried_table_takes_nothing_any_more(log: Log, table: str) -> None:
    """A tombstone refuses every append, the very first entry included, and nothing of the table is left."""
    entries = chain(3)
    await append_all(log, table, entries)
    await log.save_snapshot(table, b"state")
    await log.bury(table)
    assert await log.append(table, after(entries[-1])) == Buried()
    assert await log.append(table, entries[0]) == Buried()
    assert await log.append(table, first()) == Buried()
    assert await log.read(table) == []
    assert await log.last([table]) == [(0, "")]
    assert await log.load_snapshot(table) is None


async def test_burying_twice_changes_nothing(log: Log, table: str) -> None:
    """Also a table that never was can be buried."""
    await log.bury(table)
    await log.bury(table)
    assert await log.append(table, first()) == Buried()


async def test_a_lost_script_is_loaded_again(log: Log, redis: Client, table: str) -> None:
    """Redis forgets its scripts at a restart or a flush; nobody notices."""
    entries = chain(3)
    await append_all(log, table, entries[:2])
    await redis.script_flush()
    await append_all(log, table, entries[2:])
    assert essence(await log.read(table)) == essence(entries)


async def test_large_and_empty_bodies_come_back_unchanged(log: Log, table: str) -> None:
    """A body is bytes, from none to more than one batch holds."""
    entries = chain(3)
    bodies = [b"", bytes(3 << 20), b"\r\n$5\r\n*1\r\n"]
    entries = [msgspec.structs.replace(entry, body=body) for entry, body in zip(entries, bodies, strict=True)]
    outcomes = await asyncio.gather(*[log.append(table, entry) for entry in entries])
    assert all(isinstance(outcome, Appended) for outcome in outcomes)
    assert [entry.body for entry in await log.read(table)] == bodies
