"""The people at a table, by all tabs on all nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise

from partie.redis.connect import Client
from tests.fixtures.redis import OwnRedis
from tests.server.features.presence.conftest import Watcher

MakeWatcher = Callable[..., Watcher]
SEATS = ("ann", "bob")


async def test_seated_persons_and_spectators_are_told_apart(watchers: MakeWatcher) -> None:
    """Seated ones are named, the others counted, each once however many tabs."""
    node = watchers("one")
    for person in ("ann", "ann", "cleo", "dora", "dora"):
        node.presence.join("abcd", person, SEATS)
    told = await node.until(lambda told: told.spectators == 2)
    assert (told.table, told.here) == ("abcd", ("ann",))
    assert node.presence.message("abcd") == told


async def test_all_nodes_see_the_people_of_all(watchers: MakeWatcher) -> None:
    """Everyone at a table is seen from every node that shows it."""
    one, other = watchers("one"), watchers("other")
    one.presence.join("abcd", "ann", SEATS)
    other.presence.join("abcd", "bob", SEATS)
    other.presence.join("abcd", "cleo", SEATS)
    for node in (one, other):
        told = await node.until(lambda told: len(told.here) == 2 and told.spectators == 1)
        assert told.here == SEATS
        assert node.presence.away("abcd") == {}


async def test_the_last_tab_counts(watchers: MakeWatcher) -> None:
    """A person stays as long as one tab on any node is open, and is away some time after the last."""
    one, other = watchers("one"), watchers("other")
    one.presence.join("abcd", "ann", SEATS)
    one.presence.join("abcd", "bob", SEATS)
    other.presence.join("abcd", "bob", SEATS)
    await one.until(lambda told: len(told.here) == 2)
    one.presence.leave("abcd", "bob")
    other.presence.join("abcd", "cleo", SEATS)
    await one.until(lambda told: told.spectators == 1)
    assert one.presence.away("abcd") == {}
    other.presence.leave("abcd", "bob")
    loop = asyncio.get_running_loop()
    left = loop.time()
    told = await one.until(lambda told: told.here == ("ann",))
    assert told.away == ()
    assert 0 <= one.presence.away("abcd")["bob"] < 600
    told = await one.until(lambda told: told.away == ("bob",))
    assert loop.time() - left >= 0.5
    assert one.presence.away("abcd")["bob"] >= 600


async def test_who_comes_back_is_here(watchers: MakeWatcher) -> None:
    """A reload is a short absence, which nobody need see as being away."""
    node = watchers("one")
    node.presence.join("abcd", "ann", SEATS)
    node.presence.join("abcd", "bob", SEATS)
    await node.until(lambda told: len(told.here) == 2)
    node.presence.leave("abcd", "bob")
    await node.until(lambda told: told.here == ("ann",))
    node.presence.join("abcd", "bob", SEATS)
    await node.until(lambda told: told.here == SEATS)
    assert all(told.away == () for _, told in node.told)
    assert node.presence.away("abcd") == {}


async def test_who_was_never_seen_is_absent_from_now_on(watchers: MakeWatcher) -> None:
    """Nobody is taken for long away only because Redis knows nothing of them."""
    node = watchers("one")
    node.presence.join("abcd", "ann", SEATS)
    await node.until(lambda told: told.here == ("ann",))
    assert node.presence.away("abcd")["bob"] < 600
    await node.until(lambda told: told.away == ("bob",))


async def test_absence_is_remembered_while_nobody_is_there(watchers: MakeWatcher) -> None:
    """The first person at a table learns for how long the others have been gone."""
    one = watchers("one")
    one.presence.join("abcd", "bob", SEATS)
    await one.until(lambda told: told.here == ("bob",))
    left = asyncio.get_running_loop().time()
    one.presence.leave("abcd", "bob")
    await one.until(lambda told: told.here == ())
    await one.presence.stop()
    other = watchers("other")
    other.presence.join("abcd", "ann", SEATS)
    told = await other.until(lambda told: told.here == ("ann",))
    passed = (asyncio.get_running_loop().time() - left) * 1000
    assert told.away == () or passed >= 600
    assert other.presence.away("abcd")["bob"] <= passed + 600


async def test_the_people_of_a_dead_node_go_with_it(watchers: MakeWatcher) -> None:
    """Its word expires, and those who had no other connection are away."""
    one, other = watchers("one"), watchers("other")
    one.presence.join("abcd", "ann", SEATS)
    other.presence.join("abcd", "bob", SEATS)
    other.presence.join("abcd", "cleo", SEATS)
    await one.until(lambda told: told.here == SEATS and told.spectators == 1)
    await other.die()
    told = await one.until(lambda told: told.away == ("bob",))
    assert (told.here, told.spectators) == (("ann",), 0)


async def test_a_node_that_ends_takes_its_word_back(watchers: MakeWatcher, redis: Client) -> None:
    """The others need not wait for it to expire."""
    one, other = watchers("one", away=60.0, beat=30.0), watchers("other", away=60.0, beat=30.0)
    one.presence.join("abcd", "ann", SEATS)
    other.presence.join("abcd", "bob", SEATS)
    await one.until(lambda told: told.here == SEATS)
    await other.presence.stop()
    await one.until(lambda told: told.here == ("ann",))
    assert await redis.zcard("partie:{abcd}:here") == 1
    assert await redis.pttl("partie:{abcd}:here") > 0
    assert await redis.ttl("partie:{abcd}:seen") > 3600


async def test_new_seats_change_who_is_a_spectator(watchers: MakeWatcher) -> None:
    """A person who takes a seat is named, and no longer a spectator."""
    node = watchers("one")
    node.presence.join("abcd", "ann", ())
    await node.until(lambda told: told.spectators == 1)
    node.presence.seated("abcd", ("ann",))
    told = await node.until(lambda told: told.here == ("ann",))
    assert told.spectators == 0


async def test_a_crowd_that_comes_and_goes_makes_few_messages(watchers: MakeWatcher) -> None:
    """Between two messages of a table lies the gap, and the last one tells how it is."""
    node = watchers("one", gap=0.15)
    for number in range(60):
        node.presence.join("abcd", f"person{number}", SEATS)
        await asyncio.sleep(0)
        if number % 3 == 0:
            node.presence.leave("abcd", f"person{number}")
    await node.until(lambda told: told.spectators == 40)
    moments = [moment for moment, _ in node.told]
    assert all(later - sooner >= 0.14 for sooner, later in pairwise(moments))


async def test_redis_away_changes_nobody(own_redis: OwnRedis) -> None:
    """While nothing can be learnt the last word stands, and people come back into view when Redis does."""
    node = Watcher(own_redis.url, "one", away=5.0, beat=0.1, gap=0.02)
    node.presence.join("abcd", "ann", SEATS)
    await node.until(lambda told: told.here == ("ann",))
    own_redis.kill()
    node.presence.join("abcd", "bob", SEATS)
    await node.failure()
    assert len(node.told) == 1
    own_redis.restart()
    await node.until(lambda told: told.here == SEATS)
    await node.close()


async def test_leaving_what_one_does_not_show_is_harmless(watchers: MakeWatcher) -> None:
    """Connections may be cut before they have shown anything."""
    node = watchers("one")
    node.presence.leave("abcd", "ann")
    node.presence.seated("abcd", SEATS)
    assert node.presence.away("abcd") == {}
    assert node.presence.message("abcd") is None
