"""The commands that make ratings and profiles anew from the logs."""

from __future__ import annotations

import asyncio
import random

import pytest
from redis.asyncio import Redis

from tests.fixtures.service import StartNode
from tests.server.cli.inside import run, run_json
from tests.server.hub.playing import play
from tests.server.hub.rated import account, kept, started

TOY = ("--engines", "tests.engines.toys:toy")


async def test_ratings_and_profiles_are_made_anew_from_the_logs(
    start_node: StartNode, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of a table that nobody noted, and when all that followed from the logs is gone."""
    node = await start_node()
    ann, bob = await account(node, "Ann"), await account(node, "Bob")
    people = node.hub.services.people
    ends = []
    for forgotten in (False, True):
        if forgotten:
            monkeypatch.setattr(node.hub.rater, "advanced", lambda _: None)
        table = await started(ann, bob)
        await play([ann, bob], random.Random(5))
        if not forgotten:
            await node.hub.rater.note(node.hub.tables[table].newest)
        ends.append(table)
    assert await kept(node, ends[1]) is None
    at = ("--redis-url", redis_server, *TOY)
    said = await asyncio.to_thread(run_json, "ratings", "rebuild", "toy", *at)
    assert said == {"tables": 2, "unreadable": []}
    before = {person: await people.ratings.of(person) for person in (ann.person, bob.person)}
    assert before[ann.person]["toy"].games == 2
    async with Redis.from_url(redis_server) as redis:
        derived = [key async for key in redis.scan_iter("partie:{ratings-*")]
        derived += [key async for key in redis.scan_iter("partie:person:*:games")]
        derived += [key async for key in redis.scan_iter("partie:person:*:played")]
        await redis.delete(*derived)
    assert await people.games.of(ann.person) == []
    assert "2 tables" in await asyncio.to_thread(run, "ratings", "rebuild", *at)
    assert "2 tables" in await asyncio.to_thread(run, "profiles", "rebuild", *at)
    assert {person: await people.ratings.of(person) for person in before} == before
    assert sorted(game.table for game in await people.games.of(bob.person)) == sorted(ends)
