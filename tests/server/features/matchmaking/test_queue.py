"""The laws of the queue: nobody twice, nobody lost, and all of one match want the same."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.cluster.messages import QueueChanged
from partie.features.matchmaking import queue as queue_module
from partie.features.matchmaking.matching import State
from partie.features.matchmaking.queue import Contended, Match, Queue, Waits
from partie.redis import store
from partie.redis.connect import Client, connect

WANTS = ("2/toy/none", "2/toy/quick", "3/toy/none")
PERSONS = ("ann", "bob", "cat", "dan", "eve")
NODES = ("one", "two")
LONG_MS = 600_000
"""Longer than any test takes on a busy machine."""

KEY = "partie:{seek}:queue"
"""A hash of the queue's version and its value."""

TURN = "partie:{seek}:turn"
"""The node that may write now, if not all may."""


async def written(redis: Client) -> State:
    """The queue as it stands in Redis."""
    value = cast("bytes | None", await redis.hget(KEY, "value"))
    return msgspec.msgpack.decode(value, type=State) if value else State()


@dataclass
class World:
    """What the nodes say, and what they heard."""

    queues: dict[str, Queue]
    waits: dict[str, dict[str, Waits]] = field(default_factory=lambda: {node: {} for node in NODES})
    matches: dict[str, Match] = field(default_factory=dict)
    searches: dict[str, Waits] = field(default_factory=dict)
    """By person, the newest search as it was when it began."""
    over: set[str] = field(default_factory=set)
    """Wishes that were taken back or fulfilled."""

    async def say(self, node: str) -> None:
        told = await self.queues[node].publish(self.waits[node].values())
        for match in told.matches:
            if match.id not in self.matches:
                self.matches[match.id] = match
                for person in match.persons:
                    assert match.want in self.searches[person].wants, "all of a match want the same"
            assert self.matches[match.id].persons == match.persons

    async def check(self, redis: Client) -> None:
        waiting = set((await written(redis)).waiting)
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
        st.just("search"),
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
        await redis.delete(KEY)
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
        case "search":
            person, node, wants, held = about
            if person in claimed:
                return
            for other in NODES:
                if world.waits[other].pop(person, None) is not None:
                    await world.say(other)
            one = Waits(person, f"search-{number}", wants, held=held)
            world.waits[node][person] = world.searches[person] = one
            await world.say(node)
        case "free":
            for node in NODES:
                held = world.waits[node].get(about[0])
                if held is not None and held.held:
                    world.waits[node][about[0]] = Waits(held.person, held.search, held.wants)
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
    """A word expires; a match stands for people who come back through another node, before and after its table."""
    redis = connect(any_redis)
    dead = Queue(redis, "dead", lifetime_ms=0)
    one, two = (Queue(redis, node, lifetime_ms=LONG_MS) for node in NODES)
    want = ("2/toy/none",)
    await dead.publish([Waits("ann", "search-a", want)])
    await asyncio.sleep(0.002)
    told = await one.publish([Waits("bob", "search-b", want)])
    assert (told.matches, told.counts) == ((), {want[0]: 1})
    (match,) = (await two.publish([Waits("cat", "search-c", want)])).matches
    assert match.persons == ("bob", "cat")
    # The node that heard of it dies now; any other one hears of it as well.
    (orphan,) = (await one.publish([])).matches
    assert orphan == match
    (again,) = (await one.publish([Waits("cat", "search-c", want)])).matches
    assert again == match
    await one.made(match.id, "table-1")
    await two.made(match.id, "table-2")
    (found,) = (await two.publish([Waits("bob", "search-b", want)])).matches
    assert found.table == "table-1"
    # Something new that bob asks for is no longer answered by it.
    fresh = await two.publish([Waits("bob", "search-d", want)])
    assert (fresh.matches, fresh.counts) == ((), {want[0]: 1})
    await store.close(redis)


async def test_two_who_do_not_want_to_meet_are_not_matched(any_redis: str) -> None:
    """The one that has been blocked is passed over, and both may still play with others."""
    redis = connect(any_redis)
    one = Queue(redis, "one", lifetime_ms=LONG_MS)
    want = ("2/toy/none",)
    ann, bob, cat = Waits("ann", "a", want, shuns=("bob",)), Waits("bob", "b", want), Waits("cat", "c", want)
    assert (await one.publish([ann, bob])).matches == ()
    (match,) = (await one.publish([ann, bob, cat])).matches
    assert "cat" in match.persons
    await store.close(redis)


async def test_two_searches_of_one_person_on_two_nodes_are_both_answered_and_said_once(any_redis: str) -> None:
    """Repeating them in turn is no news, and the match that one of them got is the other's as well."""
    redis = connect(any_redis)
    one, two = (Queue(redis, node, lifetime_ms=LONG_MS) for node in NODES)
    want = ("2/toy/none",)
    first, second = Waits("ann", "a", want), Waits("ann", "b", want)
    first = replace(first, since=(await one.publish([first])).since["ann"])
    second = replace(second, since=(await two.publish([second])).since["ann"])
    news = redis.pubsub()
    await news.subscribe(QueueChanged.channel)
    assert (await news.get_message(timeout=10))["type"] == "subscribe"
    for _ in range(2):
        await one.publish([first])
        await two.publish([second])
    await redis.publish(QueueChanged.channel, "end")
    assert (await news.get_message(timeout=10))["data"] == b"end"
    await news.aclose()  # type: ignore[no-untyped-call]
    (match,) = (await one.publish([first, Waits("bob", "c", want)])).matches
    await one.made(match.id, "table")
    for queue, search in ((two, second), (one, first)):
        (told,) = (await queue.publish([search])).matches
        assert (told.id, told.table) == (match.id, "table")
    await store.close(redis)


async def test_who_asks_anew_before_the_table_is_made_is_told_of_it(any_redis: str) -> None:
    """Nobody leaves a match, so it answers the newest search."""
    redis = connect(any_redis)
    one = Queue(redis, "one", lifetime_ms=LONG_MS)
    want = ("2/toy/none",)
    (match,) = (await one.publish([Waits("ann", "a", want), Waits("bob", "b", want)])).matches
    await one.publish([Waits("ann", "c", want)])
    await one.made(match.id, "table")
    (told,) = (await one.publish([Waits("ann", "c", want)])).matches
    assert told.table == "table"
    await store.close(redis)


async def test_nodes_that_say_at_once_lose_nobody_and_match_nobody_twice(any_redis: str) -> None:
    """The overtaken one goes on from what the other wrote, and gets its turn in the end."""
    clients = [connect(any_redis) for _ in range(6)]
    queues = [Queue(redis, f"node-{number}", lifetime_ms=LONG_MS) for number, redis in enumerate(clients)]
    want, other = ("2/toy/none",), ("3/toy/none",)

    async def arrive(number: int) -> None:
        """People who come to a node one after another: those of odd numbers look for two others."""
        here: list[Waits] = []
        for one in range(10):
            here.append(Waits(f"p-{number}-{one}", f"search-{number}-{one}", other if one % 2 else want))
            await queues[number].publish(here)

    await asyncio.gather(*map(arrive, range(len(queues))))
    state = await written(clients[0])
    persons = Counter(person for match in state.matches.values() for person in match.persons)
    assert set(persons) == {f"p-{number}-{one}" for number in range(6) for one in range(10)}
    assert set(persons.values()) == {1}
    assert Counter(match.want for match in state.matches.values()) == {want[0]: 15, other[0]: 10}

    # All of them note a table for each match: the first one stands, for all.
    async def make(number: int) -> None:
        for match in state.matches.values():
            await queues[number].made(match.id, f"table-{number}")

    await asyncio.gather(*map(make, range(len(queues))))
    told = [await queue.publish([]) for queue in queues]
    assert all(one.matches == () for one in told)
    assert all(match.table for match in (await written(clients[0])).matches.values())
    for redis in clients:
        await store.close(redis)


async def test_a_node_that_is_overtaken_each_time_gets_its_turn(any_redis: str) -> None:
    """However fast the others write."""
    redis = connect(any_redis)
    slow, fast = (Queue(redis, node, lifetime_ms=LONG_MS) for node in NODES)
    swap, overtaken = slow._swap, 0

    async def overtake() -> bool:
        """One try of the other node; whether it could write."""
        known = await fast._swap()
        name = f"fast-{overtaken}"
        return (await fast._swap(known.version, name, known.value, LONG_MS, 0, QueueChanged.channel)).version == name

    async def late(*new: store.Argument) -> Any:
        nonlocal overtaken
        if new:
            overtaken += await overtake()
        return await swap(*new)

    slow._swap = late  # type: ignore[method-assign]
    told = await slow.publish([Waits("ann", "a", ("2/toy/none",))])
    assert set(told.since) == set((await written(redis)).waiting) == {"ann"}
    assert overtaken == queue_module.PATIENCE + 1
    assert await overtake(), "a turn ends when it was used"
    await store.close(redis)


async def test_a_word_that_cannot_be_written_is_given_up(any_redis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an error that counts as one of Redis; nothing of it stands."""
    monkeypatch.setattr(queue_module, "TRIES", 3)
    redis = connect(any_redis)
    await redis.set(TURN, "another")
    with pytest.raises(Contended) as failed:
        await Queue(redis, "one").publish([Waits("ann", "a", ("2/toy/none",))])
    assert isinstance(failed.value, store.UNAVAILABLE)
    assert await written(redis) == State()
    await store.close(redis)


@pytest.mark.parametrize("others", [False, True])
async def test_a_word_that_is_sent_twice_counts_once(any_redis: str, *, others: bool) -> None:
    """redis-py repeats a command whose connection died before the answer; others may have written between."""
    redis = connect(any_redis)
    one, two = (Queue(redis, node, lifetime_ms=LONG_MS) for node in NODES)
    want = ("2/toy/none",)
    swap = one._swap

    async def repeated(*new: store.Argument) -> Any:
        if new:
            await swap(*new)
            if others:
                one._swap = swap  # type: ignore[method-assign]
                await two.publish([Waits("cat", "c", want), Waits("dan", "d", want)])
        return await swap(*new)

    one._swap = repeated  # type: ignore[method-assign]
    told = await one.publish([Waits("ann", "a", want), Waits("bob", "b", want)])
    assert ("ann", "bob") in [match.persons for match in told.matches]
    persons = Counter(person for match in (await written(redis)).matches.values() for person in match.persons)
    assert persons == Counter(["ann", "bob", "cat", "dan"] if others else ["ann", "bob"])
    await store.close(redis)


async def test_a_repeated_word_is_not_written(redis_server: str) -> None:
    """So the words with which all nodes answer to news do not overtake one another."""
    redis = connect(redis_server)
    one, two = (Queue(redis, node, lifetime_ms=LONG_MS) for node in NODES)
    await one.publish([Waits("ann", "a", ("3/toy/none",))])
    await two.publish([Waits("bob", "b", ("3/toy/none",))])
    version = await redis.hget(KEY, "version")
    assert (await one.publish([Waits("ann", "a", ("3/toy/none",))])).counts == {"3/toy/none": 2}
    assert await redis.hget(KEY, "version") == version
    assert await redis.pttl(KEY) > LONG_MS
    await store.close(redis)


async def test_a_value_that_cannot_be_read_counts_as_none(redis_server: str) -> None:
    """Waiting people are announced again, and nobody waits for ever because of it."""
    redis = connect(redis_server)
    await redis.hset(KEY, mapping={"version": "other", "value": b"\xc1"})
    told = await Queue(redis, "one").publish([Waits("ann", "a", ("2/toy/none",))])
    assert set(told.since) == {"ann"}
    assert set((await written(redis)).waiting) == {"ann"}
    await store.close(redis)
