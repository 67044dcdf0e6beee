"""The heartbeat stores when the service was there, and returns the tables whose deadlines have passed."""

from __future__ import annotations

import asyncio

from partie.features.clocks.pulses import Pulses
from partie.redis.connect import Client

TABLES = [f"table-{number}" for number in range(100)]
"""Enough for some in every shard."""

LONG_AGO = 1


async def test_a_heartbeat_returns_what_is_due_in_every_shard(redis: Client) -> None:
    """Until it is postponed, or has no deadline any more."""
    pulses = Pulses(redis)
    await asyncio.gather(*(pulses.note(table, 1, LONG_AGO) for table in TABLES))
    beat = await pulses.beat()
    assert sorted(beat.due) == sorted(TABLES)
    assert beat.silences == ()
    postponed, without, *others = TABLES
    await pulses.postpone(postponed, beat.now + 60_000)
    await pulses.note(without, 2, None)
    assert sorted((await pulses.beat()).due) == sorted(others)


async def test_a_deadline_of_an_older_event_is_not_stored(redis: Client) -> None:
    """Two nodes may store theirs in any order."""
    pulses = Pulses(redis)
    later = (await pulses.beat()).now + 60_000
    await pulses.note("table", 7, later)
    await pulses.note("table", 6, LONG_AGO)
    assert (await pulses.beat()).due == ()


async def test_a_silence_in_one_shard_is_one_of_the_service(redis: Client) -> None:
    """In a cluster one server may have been away; such silences are joined where they overlap."""
    pulses = Pulses(redis)
    now = (await pulses.beat()).now
    for shard, since in ((0, now - 9_000), (3, now - 20_000)):
        await redis.set(f"partie:{{clocks-{shard}}}:beat", since)
    beat = await pulses.beat()
    [(since, until)] = beat.silences
    assert since == now - 20_000
    assert now <= until <= beat.now
