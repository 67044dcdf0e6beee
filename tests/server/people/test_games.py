"""What persons have played: written once however often, by whoever sees the end, and gone with the person."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.people import People, games
from server.people.games import Played, PlayedSeat
from server.redis.connect import Client
from tests.server.people.conftest import MakePeople
from tests.server.people.stored import everything

HERE = "192.0.2.7"


async def two(people: People) -> tuple[str, str]:
    """Two guests."""
    return (await people.sign_in("Ann", HERE))[0].person, (await people.sign_in("Bob", HERE))[0].person


def game(*persons: str, table: str = "table1", ended: int = 1000) -> Played:
    """A game that ended in the order of the persons."""
    seats = tuple(PlayedSeat(person, 10 - place, place) for place, person in enumerate(persons, 1))
    return Played(table, "toy", ended, 7, "ab12", open=True, seats=seats)


async def test_an_end_is_one_record_for_each_who_sat_there(make_people: MakePeople) -> None:
    """Two nodes may see it, one of them twice; bots have none. The newest comes first."""
    one, other = await make_people(), await make_people()
    ann, bob = await two(one)
    first, second = game(ann, bob, ""), game(bob, ann, table="table2", ended=2000)
    for node in (one, other, one):
        await node.games.put(first)
    await other.games.put(second)
    assert await one.games.of(ann) == await one.games.of(bob) == [second, first]


async def test_a_new_end_takes_the_place_of_one_that_the_log_lost(people: People) -> None:
    """And a table that has none any more is taken out."""
    ann, bob = await two(people)
    await people.games.put(game(ann, bob))
    other = replace(game(bob, ann), seq=5, mark="cd34")
    await people.games.put(other)
    assert await people.games.of(ann) == [other]
    await people.games.drop(other.table, [ann, bob])
    assert await people.games.of(ann) == []


async def test_of_many_games_the_newest_are_kept(
    people: People, redis: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older one that is written again is not kept either."""
    monkeypatch.setattr(games, "KEPT", 2)
    ann, _ = await two(people)
    one, two_, three = (game(ann, table=f"table{number}", ended=number) for number in (1, 2, 3))
    for played in (one, two_, three, one):
        await people.games.put(played)
    assert await people.games.of(ann) == [three, two_]
    assert await redis.hlen(f"partie:person:{{{ann}}}:games") == 2


async def test_games_end_with_their_person(people: People, redis: Client) -> None:
    """A guest's records have an end, an account's have none; of who was forgotten nothing is written."""
    ann, bob = await two(people)
    await people.games.put(game(ann, bob))
    assert await redis.ttl(f"partie:person:{{{ann}}}:games") > 0
    session = (await people.sign_in("Cleo", HERE))[0]
    await people.games.put(game(session.person))
    await people.accounts.become(session, "Cleo", "correct horse battery", HERE)
    assert await redis.ttl(f"partie:person:{{{session.person}}}:games") == -1
    await people.forget(ann)
    await people.forget(bob)
    await people.forget(session.person)
    await people.games.put(game(ann))
    left = await everything(redis)
    assert b":games" not in left
    assert b":played" not in left
