"""The people online, seen from all nodes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import pairwise
from typing import Any, Never

import pytest

from partie import tasks
from partie.cluster.bus import Bus
from partie.cluster.messages import OnlineChanged, Renamed
from partie.features.presence.online import KEY, NAMED, SHOWN, Online, Place
from partie.metrics import Metrics
from partie.redis import store
from partie.redis.connect import Client, connect
from partie.redis.pubsub import PubSub
from partie.wire import client_out
from tests.fixtures.redis import OwnRedis

OPEN = Place("toy", "open", frozenset({"ann"}), open=True)


class Node:
    """The people online at one node, and what it sent."""

    def __init__(self, url: str, name: str, **times: float) -> None:
        self.client = connect(url)
        self.bus = Bus(self.client, PubSub(url))
        self.metrics = Metrics()
        self.nameless: set[str] = set()
        self.asked: list[str] = []
        self.online = Online(self.client, self.bus, name, self._names, self.metrics, **times)
        self.online.on_change = self._changed
        self.told: list[tuple[float, client_out.Online]] = []
        self._news = asyncio.Event()
        self._dead = False
        self._task = asyncio.create_task(self.bus.run())
        self.online.start()

    async def _names(self, persons: Iterable[str]) -> dict[str, str]:
        wanted = list(persons)
        self.asked += wanted
        return {person: person.title() for person in wanted if person not in self.nameless}

    def _changed(self, message: client_out.Online) -> None:
        self.told.append((asyncio.get_running_loop().time(), message))
        self._news.set()

    async def until(self, holds: Callable[[client_out.Online], bool]) -> client_out.Online:
        """Wait until the newest message is so."""
        async with asyncio.timeout(30):
            while not self.told or not holds(self.told[-1][1]):
                self._news.clear()
                await self._news.wait()
        return self.told[-1][1]

    async def shows(self, *wanted: str) -> client_out.Online:
        """Wait until just these persons are named, in this order."""
        return await self.until(lambda told: tuple(one.person for one in told.people) == wanted)

    async def die(self) -> None:
        """End without a word."""
        self._dead = True
        await tasks.end([self._task, *filter(None, [self.online.task])])
        await store.close(self.client)

    async def close(self) -> None:
        if not self._dead:
            await self.online.stop()
            await self.die()


MakeNode = Callable[..., Node]


@pytest.fixture
async def make(any_redis: str) -> AsyncIterator[MakeNode]:
    """Makes nodes with short times."""
    made: list[Node] = []

    def node(name: str, *, lifetime: float = 0.6, beat: float = 0.2, gap: float = 0.02) -> Node:
        made.append(Node(any_redis, name, lifetime=lifetime, beat=beat, gap=gap))
        return made[-1]

    yield node
    for one in made:
        await one.close()


async def test_people_are_seen_from_every_node(make: MakeNode) -> None:
    """With their names, and what they do where."""
    one, other = make("one"), make("other")
    one.online.enter("bob")
    other.online.place("abcd", OPEN)
    other.online.enter("ann", "abcd")
    other.online.enter("cleo", "abcd")
    for node in (one, other):
        told = await node.shows("ann", "bob", "cleo")
        assert told.people == (
            client_out.PersonOnline("ann", "Ann", "waiting", "abcd", "toy"),
            client_out.PersonOnline("bob", "Bob"),
            client_out.PersonOnline("cleo", "Cleo", "watching", "abcd", "toy"),
        )
        assert told.count == 3


async def test_a_game_that_starts_changes_what_its_people_do(make: MakeNode) -> None:
    """Waiting players play; spectators still watch; and an ended game is watched."""
    node = make("one")
    node.online.place("abcd", OPEN)
    node.online.enter("ann", "abcd")
    await node.until(lambda told: told.people[0].doing == "waiting")
    node.online.place("abcd", Place("toy", "running", frozenset({"ann"}), open=True))
    await node.until(lambda told: told.people[0].doing == "playing")
    node.online.place("abcd", Place("toy", "ended", frozenset({"ann"}), open=True))
    await node.until(lambda told: told.people[0].doing == "watching")


async def test_nobody_learns_who_sits_at_a_table_that_is_not_for_everybody(make: MakeNode) -> None:
    """Neither the table nor its game are sent, on any node."""
    one, other = make("one"), make("other")
    other.online.enter("bob")
    one.online.place("abcd", Place("toy", "running", frozenset({"ann"}), open=False))
    one.online.enter("ann", "abcd")
    told = await other.shows("bob", "ann")
    assert told.people[1] == client_out.PersonOnline("ann", "Ann", "playing")


async def test_of_several_tabs_on_several_nodes_the_game_is_shown(make: MakeNode) -> None:
    """A person counts once, and stays as long as one tab is open."""
    one, other = make("one"), make("other")
    one.online.enter("ann")
    one.online.enter("ann")
    other.online.place("abcd", OPEN)
    other.online.enter("ann", "abcd")
    told = await one.until(lambda told: told.people[0].doing == "waiting")
    assert told.count == 1
    one.online.leave("ann")
    other.online.enter("bob")
    await one.until(lambda told: told.count == 2)
    other.online.leave("ann", "abcd")
    told = await one.until(lambda told: told.people[0].doing == "lobby")
    assert told.people[0].person == "ann"


async def test_who_leaves_is_gone(make: MakeNode, any_redis: str) -> None:
    """Everywhere, and nothing is kept of it."""
    one, other = make("one"), make("other")
    one.online.enter("ann")
    other.online.enter("bob")
    await one.until(lambda told: told.count == 2)
    other.online.leave("bob")
    await one.shows("ann")
    client = connect(any_redis)
    assert await client.hlen(KEY) == 1
    assert await client.pttl(KEY) > 0
    await store.close(client)


async def test_the_people_of_a_dead_node_go_with_it(make: MakeNode) -> None:
    """Its word expires."""
    one, other = make("one"), make("other")
    one.online.enter("ann")
    other.online.enter("bob")
    await one.until(lambda told: told.count == 2)
    died = asyncio.get_running_loop().time()
    await other.die()
    await one.shows("ann")
    assert asyncio.get_running_loop().time() - died >= 0.3


async def test_a_node_that_ends_takes_its_word_back(make: MakeNode) -> None:
    """The others need not wait for it to expire."""
    one, other = make("one", lifetime=60.0), make("other", lifetime=60.0)
    one.online.enter("ann")
    other.online.enter("bob")
    await one.until(lambda told: told.count == 2)
    await other.online.stop()
    await one.shows("ann")


async def test_a_node_that_ends_before_the_answer_to_its_word_takes_it_back(
    make: MakeNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis has the word, and others may have seen it."""
    run, said = store.run, asyncio.Event()

    async def unanswered(*of_script: Any) -> Never:
        await run(*of_script)
        said.set()
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(store, "run", unanswered)
    other = make("other", lifetime=60.0)
    other.online.enter("bob")
    await said.wait()
    monkeypatch.undo()
    one = make("one", lifetime=60.0)
    one.online.enter("ann")
    await one.until(lambda told: told.count == 2)
    await other.online.stop()
    await one.shows("ann")


async def test_a_crowd_makes_few_and_bounded_messages(make: MakeNode) -> None:
    """Between two messages lies the gap; some persons are named, the others counted, and few names are requested."""
    one, other = make("one", gap=0.15), make("other", gap=0.15)
    one.online.enter("zoe")
    crowd = NAMED + 100
    for number in range(crowd):
        other.online.enter(f"person{number:03}")
        if number % 50 == 0:
            await asyncio.sleep(0)
    told = await one.until(lambda told: told.count == crowd + 1)
    assert len(told.people) == SHOWN
    moments = [moment for moment, _ in other.told]
    assert len(moments) < 5
    assert all(later - sooner >= 0.14 for sooner, later in pairwise(moments))
    assert len(set(one.asked)) <= SHOWN + 1


async def test_the_larger_the_crowd_the_longer_the_gap(make: MakeNode, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a message costs is its size times its readers, so many readers get few messages."""
    monkeypatch.setattr("partie.features.presence.online.CROWD", 2)
    node = make("one", gap=0.05)
    for number in range(8):
        node.online.enter(f"person{number}")
    await node.until(lambda told: told.count == 8)
    node.online.enter("ann")
    await node.until(lambda told: told.count == 9)
    (first, _), (second, _) = node.told[-2:]
    assert second - first >= 0.2


async def test_a_reload_is_not_told(make: MakeNode) -> None:
    """People who are back within the gap never left."""
    node = make("one", gap=0.1)
    node.online.enter("ann")
    node.online.enter("bob")
    await node.until(lambda told: told.count == 2)
    before = len(node.told)
    node.online.leave("bob")
    await asyncio.sleep(0)
    node.online.enter("bob")
    node.online.enter("cleo")
    await node.until(lambda told: told.count == 3)
    assert len(node.told) == before + 1


async def test_a_new_name_is_shown_and_a_forgotten_one_no_more(make: MakeNode) -> None:
    """A new name is sent at once; people without a name are not shown."""
    node = make("one")
    node.online.enter("ann")
    node.online.enter("bob")
    await node.shows("ann", "bob")
    node.online.renamed(Renamed("bob", "Robert"))
    await node.until(lambda told: told.people[1].name == "Robert")
    node.online.renamed(Renamed("bob", ""))
    await node.shows("ann")


async def test_a_word_that_is_none_of_ours_is_passed_over(make: MakeNode, any_redis: str) -> None:
    """Another version's, or of anybody who reaches Redis."""
    client = connect(any_redis)
    now, _ = await client.time()
    await client.hset(KEY, "stranger", f"{now * 1000} nonsense")
    node = make("one", lifetime=60.0)
    node.online.enter("ann")
    assert (await node.shows("ann")).count == 1
    await client.publish(OnlineChanged.channel, b"\xff")
    node.online.enter("bob")
    await node.shows("ann", "bob")
    await store.close(client)


async def test_redis_away_changes_nobody(own_redis: OwnRedis) -> None:
    """The last message stands, and people who came meanwhile are seen when Redis is back."""
    one, other = (Node(own_redis.url, name, lifetime=5.0, beat=0.1, gap=0.02) for name in ("one", "other"))
    one.online.enter("ann")
    other.online.enter("bob")
    await one.until(lambda told: told.count == 2)
    own_redis.kill()
    one.online.enter("cleo")
    told = await one.until(lambda told: told.count == 3)
    assert [person.person for person in told.people] == ["ann", "bob", "cleo"]
    own_redis.restart()
    other.online.enter("dora")
    await one.until(lambda told: told.count == 4)
    await one.close()
    await other.close()


async def test_who_is_nowhere_costs_nothing(make: MakeNode, redis: Client) -> None:
    """A node without people says nothing."""
    node = make("one", beat=0.01)
    node.online.leave("ann")
    other = make("other")
    other.online.enter("bob")
    await other.shows("bob")
    assert await redis.hlen(KEY) == 1
    assert node.told == []
