"""The commands that rebuild ratings and profiles from the logs."""

from __future__ import annotations

import asyncio
import random

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from tests.fixtures.service import StartNode, start_toy, until
from tests.server.cli.inside import run, run_json
from tests.server.features.ratings.rated import account, kept, started
from tests.server.live.playing import play

TOY = ("--engines", "tests.engines.toys:toy")


async def test_ratings_and_profiles_are_made_anew_from_the_logs(
    start_node: StartNode, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of a table that nobody noted, and when all that followed from the logs is gone."""
    node = await start_node()
    ann, bob = await account(node, "Ann"), await account(node, "Bob")
    people = node.core.people
    ends = []
    for forgotten in (False, True):
        if forgotten:
            monkeypatch.setattr(node.features.rater, "advanced", lambda *_, **__: None)
        table = await started(ann, bob)
        await play([ann, bob], random.Random(5))
        if not forgotten:
            await node.features.rater.note(node.core.tables.awake[table].newest)
        ends.append(table)
    assert await kept(node, ends[1]) is None
    at = ("--redis-url", redis_server, *TOY)
    said = await asyncio.to_thread(run_json, "ratings", "rebuild", "toy", *at)
    assert said == {"tables": 2, "unreadable": []}
    before = {person: await node.features.rater.ratings.of(person) for person in (ann.person, bob.person)}
    assert before[ann.person]["toy"].games == 2
    async with Redis.from_url(redis_server) as redis:
        derived = [key async for key in redis.scan_iter("partie:{ratings-*")]
        derived += [key async for key in redis.scan_iter("partie:person:*:games")]
        derived += [key async for key in redis.scan_iter("partie:person:*:played")]
        await redis.delete(*derived)
    assert await people.games.of(ann.person) == []
    assert "2 tables" in await asyncio.to_thread(run, "ratings", "rebuild", *at)
    assert "2 tables" in await asyncio.to_thread(run, "profiles", "rebuild", *at)
    assert {person: await node.features.rater.ratings.of(person) for person in before} == before
    assert sorted(game.table for game in await people.games.of(bob.person)) == sorted(ends)


async def test_rebuilt_profiles_hold_games_that_a_bot_ended_for_its_person(
    start_node: StartNode, redis_server: str
) -> None:
    """Those of a time that left them out come into the profiles of their players."""
    node = await start_node(bot_pause=(0.0, 0.0))
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await ann.do({"type": "seat_bot", "seat": 0})
    await play([bob], random.Random(5))
    games = node.core.people.games

    async def noted() -> bool:
        return bool(await games.of(bob.person))

    await until(noted)
    (game,) = await games.of(bob.person)
    assert [seat.person for seat in game.seats] == [ann.person, bob.person]
    old = replace(game, seats=tuple(replace(seat, person=seat.person.replace(ann.person, "")) for seat in game.seats))
    await games.drop(table, "toy", [ann.person, bob.person])
    await games.put(old)
    assert await games.of(ann.person) == []
    at = ("--redis-url", redis_server, *TOY)
    assert await asyncio.to_thread(run_json, "profiles", "rebuild", *at) == {"tables": 1, "unreadable": []}
    assert await games.of(ann.person) == await games.of(bob.person) == [game]
