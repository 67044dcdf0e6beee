"""Ratings on a real Redis: a pure fold over outcomes, whichever node writes them, in whatever order, and how often."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.features.ratings import ratings
from partie.features.ratings.outcome import Outcome, RatedSeat, applied
from partie.features.ratings.rating import Rating
from partie.features.ratings.ratings import Ratings
from partie.features.ratings.skill import NEW
from partie.redis import store
from partie.redis.connect import Client, connect

PERSONS = ("ann", "bob", "cid", "dan")


async def everybody(persons: Iterable[str]) -> set[str]:
    """All are accounts, but for the guest."""
    return set(persons) - {"guest"}


def ended(*persons: str, table: str = "table1", at: int = 1000, mark: str = "ab12") -> Outcome:
    """A table that ended in the order of the persons."""
    seats = tuple(RatedSeat(seat, person, seat + 1) for seat, person in enumerate(persons))
    return Outcome(table, "toy", at, 7, mark, seats)


def folded(outcomes: Iterable[Outcome]) -> dict[str, Rating]:
    """The expected ratings after outcomes, computed in memory."""
    found: dict[str, Rating] = {}
    for one in sorted(outcomes, key=lambda one: (one.ended, one.table)):
        applied(one, found)
    return found


async def all_of(kept: Ratings) -> dict[str, Rating]:
    """Everybody's rating as it is kept."""
    return {person: found["toy"] for person in PERSONS if (found := await kept.of(person))}


OUTCOMES = st.lists(
    st.tuples(st.permutations(PERSONS), st.integers(2, 4), st.integers(1, 4)), min_size=1, max_size=7
).map(
    lambda drawn: [
        ended(*persons[:count], table=f"table{number}", at=at) for number, (persons, count, at) in enumerate(drawn)
    ]
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(OUTCOMES, st.data())
async def test_in_whatever_order_and_however_often_ends_are_written_the_ratings_are_the_same(
    redis_server: str, outcomes: list[Outcome], data: st.DataObject
) -> None:
    """Two nodes write them, each some of them twice; a rebuild changes nothing."""
    one, other = connect(redis_server), connect(redis_server)
    try:
        await one.flushall()
        writes = data.draw(st.permutations([*outcomes, *outcomes[:2]]))
        nodes = [Ratings(one, everybody), Ratings(other, everybody)]
        await asyncio.gather(*(nodes[number % 2].put(each) for number, each in enumerate(writes)))
        assert await all_of(nodes[0]) == folded(outcomes)
        before = {each.table: await nodes[0].of_table("toy", each.table) for each in outcomes}
        assert await nodes[1].rebuild("toy") == len(outcomes)
        assert await all_of(nodes[1]) == folded(outcomes)
        assert {each.table: await nodes[1].of_table("toy", each.table) for each in outcomes} == before
    finally:
        await store.close(one)
        await store.close(other)


async def test_a_node_that_dies_before_it_reckons_leaves_that_to_the_next(
    redis: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the middle of many; what was done stays done."""
    monkeypatch.setattr(ratings, "CHUNK", 2)
    outcomes = [ended("ann", "bob", table=f"table{number}", at=number // 4) for number in range(9)]
    dying = Ratings(redis, everybody)
    await redis.sadd(ratings.GAMES, "toy")
    for each in outcomes:
        await dying._add(each)
    assert await dying._step("toy", 2) == 4, "two outcomes of one millisecond are no progress"
    assert await dying._step("toy", 5) == 2
    assert await all_of(dying) == {}
    healthy = Ratings(redis, everybody)
    await healthy.settle("toy")
    assert await all_of(healthy) == folded(outcomes)


async def test_what_was_reckoned_is_shown_in_parts_and_a_node_may_die_between_them(
    redis: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it does, the next one shows the rest; no step takes more persons than it may."""
    monkeypatch.setattr(ratings, "CHUNK", 3)
    people = [f"person{number}" for number in range(10)]
    outcomes = [ended(*people[at : at + 2], table=f"table{at}", at=at) for at in range(9)]
    kept = Ratings(redis, everybody)
    for each in outcomes:
        await kept.put(each)
    run = store.run
    steps: list[int] = []
    deaths: set[int] = set()

    async def noting(client: Client, script: str, keys: list[str], *given: str | bytes | int) -> object:
        if script == ratings._SHOWN:
            steps.append(len(given) // 3)
            if len(steps) in deaths:
                raise asyncio.CancelledError
        return await run(client, script, keys, *given)

    monkeypatch.setattr(store, "run", noting)
    for done in range(4):
        await redis.delete(ratings._key("toy", "now"), ratings._key("toy", "ladder"))
        steps.clear()
        deaths.add(done + 1)
        with pytest.raises(asyncio.CancelledError):
            await Ratings(redis, everybody).rebuild("toy")
        deaths.clear()
        shown = [person for person in people if await kept.of(person)]
        assert len(shown) == ratings.CHUNK * done
        await Ratings(redis, everybody).settle("toy")
        assert {person: (await kept.of(person))["toy"] for person in people} == folded(outcomes)
        assert await redis.scard(ratings._key("toy", "stale")) == 0
        assert max(steps) <= ratings.CHUNK


async def test_a_person_who_has_no_outcome_any_more_is_shown_no_more_after_a_rebuild(redis: Client) -> None:
    """Also where nothing but the ladder tells of him."""
    kept = Ratings(redis, everybody)
    await kept.put(ended("ann", "bob"))
    await redis.hset(ratings._key("toy", "now"), "cid", await redis.hget(ratings._key("toy", "now"), "ann"))
    await kept.rebuild("toy")
    assert sorted(await all_of(kept)) == ["ann", "bob"]


async def test_a_closed_table_counts_for_nothing_until_it_is_opened_again(redis: Client) -> None:
    """Everything after it is computed again."""
    kept = Ratings(redis, everybody)
    first, second = ended("ann", "bob"), ended("bob", "cid", table="table2", at=2000)
    for each in (first, second):
        await kept.put(each)
    for _ in range(2):
        await kept.void("table1", void=True)
        assert await all_of(kept) == folded([replace(first, void=True), second])
    await kept.put(first)  # a node that wakes the table
    found = await kept.of_table("toy", "table1")
    assert found is not None
    assert found.void
    await kept.void("table1", void=False)
    assert await all_of(kept) == folded([first, second])


async def test_a_new_end_takes_the_place_of_one_that_the_log_lost(redis: Client) -> None:
    """And a table that has none any more is taken out, with those who played nothing else."""
    kept = Ratings(redis, everybody)
    await kept.put(ended("ann", "bob"))
    again = ended("bob", "cid", mark="cd34")
    await kept.put(again)
    assert await all_of(kept) == folded([again])
    await kept.drop("toy", "table1")
    assert await all_of(kept) == {}
    assert await kept.ladder("toy", 0, 10) == (0, [])


async def test_guests_are_not_rated_and_who_is_one_counts_at_the_end(redis: Client) -> None:
    """With fewer than two accounts nobody is; who becomes an account later does not change that."""
    kept = Ratings(redis, everybody)
    await kept.put(ended("ann", "guest", "bob"))
    assert await all_of(kept) == folded([replace(ended("ann", "x", "bob"), seats=ended("ann", "x", "bob").seats[::2])])
    alone = ended("ann", "guest", table="table2", at=2000)
    await kept.put(alone)

    async def grown_up(persons: Iterable[str]) -> set[str]:
        return set(persons)

    later = Ratings(redis, grown_up)
    before = await all_of(later)
    await later.put(alone)
    assert await all_of(later) == before
    assert await later.of("guest") == {}


async def test_the_ladder_shows_who_has_played_enough_and_nobody_who_was_erased(redis: Client) -> None:
    """The best first; who leaves stays in what others' ratings came of, and does not come back by a rebuild."""
    kept = Ratings(redis, everybody)
    await kept.put(ended("ann", "bob", table="first"))
    assert await kept.ladder("toy", 0, 10) == (0, [])
    assert await kept.place("toy", "ann") is None
    outcomes = [ended("ann", "bob", "cid", table=f"table{number}", at=2000 + number) for number in range(9)]
    for each in outcomes:
        await kept.put(each)
    total, rungs = await kept.ladder("toy", 0, 2)
    assert (total, [(rung.place, rung.person) for rung in rungs]) == (3, [(1, "ann"), (2, "bob")])
    assert [rung.person for rung in (await kept.ladder("toy", 2, 2))[1]] == ["cid"]
    assert await kept.place("toy", "cid") == 3
    course = await kept.course("toy", "ann")
    assert [at for at, _ in course] == [1000, *range(2000, 2009)]
    assert course[-1][1] == (await kept.of("ann"))["toy"]
    before = await all_of(kept)
    await kept.erase("ann")
    await kept.put(ended("cid", "bob", table="late", at=1500))
    await kept.rebuild("toy")
    assert [rung.person for rung in (await kept.ladder("toy", 0, 10))[1]] == ["bob", "cid"]
    assert (await all_of(kept))["bob"] != before["bob"] != NEW
