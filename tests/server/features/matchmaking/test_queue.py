"""The laws of the queue: nobody twice, nobody lost, and all of one match want the same."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.features.matchmaking.queue import CHANNEL, Match, Queue, Waits
from partie.redis import store
from partie.redis.connect import Client, connect

WANTS = ("2/toy/none", "2/toy/quick", "3/toy/none")
PERSONS = ("ann", "bob", "cat", "dan", "eve")
NODES = ("one", "two")
LONG_MS = 600_000
"""Longer than any test takes on a busy machine."""


@dataclass
class World:
    """What the nodes say, and what they heard."""

    queues: dict[str, Queue]
    waits: dict[str, dict[str, Waits]] = field(default_factory=lambda: {node: {} for node in NODES})
    matches: dict[str, Match] = field(default_factory=dict)
    wishes: dict[str, Waits] = field(default_factory=dict)
    """By the names of wishes, what they were when they were made."""
    over: set[str] = field(default_factory=set)
    """Wishes that were taken back or fulfilled."""

    async def say(self, node: str) -> None:
        told = await self.queues[node].say(self.waits[node].values())
        for match in told.matches:
            if match.id not in self.matches:
                self.matches[match.id] = match
                for person in match.persons:
                    assert match.want in self.wishes[person].wants, "all of a match want the same"
            assert self.matches[match.id].persons == match.persons

    async def check(self, redis: Client) -> None:
        waiting = {store.text(person) for person in await redis.hkeys("partie:{seek}:waiting")}
        claims = Counter(person for match in self.matches.values() if not match.table for person in match.persons)
        assert not claims or max(claims.values()) == 1, "nobody is in two matches at once"
        assert not waiting & set(claims), "nobody waits who is in a match"
        for match in self.matches.values():
            assert len(set(match.persons)) == len(match.persons) == int(match.want[0])
        free = [one for node in NODES for one in self.waits[node].values() if one.person not in claims]
        for one in free:
            assert one.person in waiting, "nobody is lost"
        for want in WANTS:
            together = {one.person for one in free if want in one.wants and not one.held}
            assert len(together) < int(want[0]), "nobody waits for nothing"


Step = tuple[Any, ...]

step = st.one_of(
    st.tuples(
        st.just("seek"),
        st.sampled_from(PERSONS),
        st.sampled_from(NODES),
        st.lists(st.sampled_from(WANTS), min_size=1, unique=True).map(tuple),
        st.booleans(),
    ),
    st.tuples(st.just("free"), st.sampled_from(PERSONS)),
    st.tuples(st.just("drop"), st.sampled_from(PERSONS)),
    st.tuples(st.just("repeat"), st.sampled_from(NODES)),
    st.tuples(st.just("made"), st.integers(0, 5)),
)


@given(steps=st.lists(step, max_size=25))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nobody_is_matched_twice_or_lost_and_all_of_a_match_want_the_same(redis_server: str, steps: list[Step]) -> None:
    """Whatever people ask for, take back and repeat on two nodes, and whenever tables are made."""

    async def run() -> None:
        redis = connect(redis_server)
        for key in ("waiting", "matches", "inside"):
            await redis.delete(f"partie:{{seek}}:{key}")
        world = World({node: Queue(redis, node, lifetime_ms=LONG_MS) for node in NODES})
        for number, (kind, *about) in enumerate(steps):
            await act(world, kind, about, number)
            await world.check(redis)
        await store.close(redis)

    asyncio.run(run())


async def act(world: World, kind: str, about: list[Any], number: int) -> None:  # noqa: PLR0912  # one branch a step
    """One thing that happens."""
    claimed = {person for match in world.matches.values() if not match.table for person in match.persons}
    match kind:
        case "seek":
            person, node, wants, held = about
            if person in claimed:
                return
            for other in NODES:
                if world.waits[other].pop(person, None) is not None:
                    await world.say(other)
            one = Waits(person, f"seek-{number}", wants, held=held)
            world.waits[node][person] = world.wishes[person] = one
            await world.say(node)
        case "free":
            for node in NODES:
                held = world.waits[node].get(about[0])
                if held is not None and held.held:
                    world.waits[node][about[0]] = Waits(held.person, held.seek, held.wants)
                    await world.say(node)
        case "drop":
            for node in NODES:
                if world.waits[node].pop(about[0], None) is not None:
                    await world.say(node)
        case "repeat":
            await world.say(about[0])
        case "made":
            open_ = [match for match in world.matches.values() if not match.table]
            if about[0] < len(open_):
                made = open_[about[0]]
                await world.queues["one"].made(made.id, "table")
                world.matches[made.id] = Match(made.id, made.want, "table", made.persons)
                for node in NODES:
                    for person in made.persons:
                        world.waits[node].pop(person, None)
                    await world.say(node)


async def test_the_people_of_a_node_that_died_are_out_and_a_repeat_hears_of_the_match(any_redis: str) -> None:
    """A word expires; a match stands for whoever comes back through another node, before and after its table."""
    redis = connect(any_redis)
    dead = Queue(redis, "dead", lifetime_ms=0)
    one, two = (Queue(redis, node, lifetime_ms=LONG_MS) for node in NODES)
    want = ("2/toy/none",)
    await dead.say([Waits("ann", "seek-a", want)])
    await asyncio.sleep(0.002)
    told = await one.say([Waits("bob", "seek-b", want)])
    assert (told.matches, told.counts) == ((), {want[0]: 1})
    (match,) = (await two.say([Waits("cat", "seek-c", want)])).matches
    assert match.persons == ("bob", "cat")
    # The node that heard of it dies now; any other one is told as well.
    (orphan,) = (await one.say([])).matches
    assert orphan == match
    (again,) = (await one.say([Waits("cat", "seek-c", want)])).matches
    assert again == match
    await one.made(match.id, "table-1")
    await two.made(match.id, "table-2")
    (found,) = (await two.say([Waits("bob", "seek-b", want)])).matches
    assert found.table == "table-1"
    # Something new that bob asks for is no longer answered by it.
    fresh = await two.say([Waits("bob", "seek-d", want)])
    assert (fresh.matches, fresh.counts) == ((), {want[0]: 1})
    await store.close(redis)


async def test_two_who_do_not_want_to_meet_are_not_matched(any_redis: str) -> None:
    """The one that has been blocked is passed over, and both may still play with others."""
    redis = connect(any_redis)
    one = Queue(redis, "one", lifetime_ms=LONG_MS)
    want = ("2/toy/none",)
    ann, bob, cat = Waits("ann", "a", want, shuns=("bob",)), Waits("bob", "b", want), Waits("cat", "c", want)
    assert (await one.say([ann, bob])).matches == ()
    (match,) = (await one.say([ann, bob, cat])).matches
    assert "cat" in match.persons
    await store.close(redis)


async def test_two_wishes_of_one_person_on_two_nodes_are_both_answered_and_said_once(any_redis: str) -> None:
    """Repeating them in turn is no news, and the match that one of them got is the other's as well."""
    redis = connect(any_redis)
    one, two = (Queue(redis, node, lifetime_ms=LONG_MS) for node in NODES)
    want = ("2/toy/none",)
    first, second = Waits("ann", "a", want), Waits("ann", "b", want)
    first = replace(first, since=(await one.say([first])).since["ann"])
    second = replace(second, since=(await two.say([second])).since["ann"])
    news = redis.pubsub()
    await news.subscribe(CHANNEL)
    assert (await news.get_message(timeout=10))["type"] == "subscribe"
    for _ in range(2):
        await one.say([first])
        await two.say([second])
    await redis.publish(CHANNEL, "end")
    assert (await news.get_message(timeout=10))["data"] == b"end"
    await news.aclose()  # type: ignore[no-untyped-call]
    (match,) = (await one.say([first, Waits("bob", "c", want)])).matches
    await one.made(match.id, "table")
    for queue, wish in ((two, second), (one, first)):
        (told,) = (await queue.say([wish])).matches
        assert (told.id, told.table) == (match.id, "table")
    await store.close(redis)


async def test_who_asks_anew_before_the_table_is_made_is_told_of_it(any_redis: str) -> None:
    """Of a match nobody gets away, so it answers the newest wish."""
    redis = connect(any_redis)
    one = Queue(redis, "one", lifetime_ms=LONG_MS)
    want = ("2/toy/none",)
    (match,) = (await one.say([Waits("ann", "a", want), Waits("bob", "b", want)])).matches
    await one.say([Waits("ann", "c", want)])
    await one.made(match.id, "table")
    (told,) = (await one.say([Waits("ann", "c", want)])).matches
    assert told.table == "table"
    await store.close(redis)
