"""Waiting work is served in turn over its owners."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.fair import _KEPT, FairQueue, Turn, Turns


def served(queue: FairQueue[int]) -> list[tuple[str, ...]]:
    """The owners in the order in which they are served."""
    return [queue.pop()[0] for _ in range(len(queue))]


def test_one_who_asks_for_much_waits_longest() -> None:
    """A single piece of work of somebody else is served second, whatever came before it."""
    queue: FairQueue[int] = FairQueue()
    for number in range(1000):
        queue.push(("ann",), number)
    queue.push(("bob",), 0)
    assert served(queue)[:3] == [("ann",), ("bob",), ("ann",)]


def test_the_work_of_one_owner_stays_in_its_order() -> None:
    """First come, first served within a path."""
    queue: FairQueue[int] = FairQueue()
    for number in range(5):
        queue.push(("ann", "table"), number)
    assert [queue.pop()[1] for _ in range(5)] == [0, 1, 2, 3, 4]


def test_many_persons_at_one_address_have_one_share() -> None:
    """Sixty guests of one address do not wait sixty times as little as somebody elsewhere."""
    queue: FairQueue[int] = FairQueue()
    for guest in range(60):
        for number in range(10):
            queue.push(("192.0.2.7", f"guest{guest}"), number)
    for number in range(10):
        queue.push(("192.0.2.8", "bob"), number)
    first = served(queue)[:20]
    assert Counter(address for address, _ in first) == {"192.0.2.7": 10, "192.0.2.8": 10}
    assert len({person for address, person in first if address == "192.0.2.7"}) == 10


def test_work_that_costs_more_counts_for_more() -> None:
    """A person whose piece cost nine more is served again after nine of another."""
    queue: FairQueue[int] = FairQueue()
    for person in ("ann", "bob"):
        for number in range(20):
            queue.push((person,), number)
    assert queue.pop()[0] == ("ann",)
    queue.charge(("ann",), 9.0)
    assert served(queue)[:11] == [("bob",)] * 10 + [("ann",)]


def test_a_pause_does_not_make_up_for_what_was_used() -> None:
    """A person who always asks again when nothing of theirs waits gets no more than those who wait."""
    queue: FairQueue[int] = FairQueue()
    for number in range(20):
        queue.push(("bob",), number)
    queue.push(("ann",), 0)
    order = []
    for _ in range(8):
        owner, _ = queue.pop()
        order.append(owner[0])
        if owner == ("ann",):
            queue.charge(owner, 1.0)
            queue.push(("ann",), 0)
    assert Counter(order)["ann"] <= 3


def test_a_newcomer_has_saved_up_nothing() -> None:
    """Somebody who comes late shares from then on, and does not get what others used before."""
    queue: FairQueue[int] = FairQueue()
    for number in range(60):
        queue.push(("ann",), number)
    for _ in range(40):
        queue.pop()
    for number in range(60):
        queue.push(("bob",), number)
    assert Counter(served(queue)[:20]) == {("ann",): 10, ("bob",): 10}


def test_names_that_come_once_are_forgotten() -> None:
    """A flood of random names does not fill the memory."""
    queue: FairQueue[int] = FairQueue()
    for number in range(5 * _KEPT):
        queue.push((f"guest{number}", "table"), number)
        queue.pop()
    assert len(queue._root._tags) <= _KEPT + 2
    assert len(queue._root._heap) <= 2


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=60))
def test_nothing_is_lost_and_nothing_comes_twice(pushed: list[tuple[str, str]]) -> None:
    """What goes in comes out, and of waiting names none is passed over by more than one piece of each other."""
    queue: FairQueue[int] = FairQueue()
    for number, owner in enumerate(pushed):
        queue.push(owner, number)
    left = Counter(first for first, _ in pushed)
    out = [queue.pop() for _ in pushed]
    assert sorted(item for _, item in out) == list(range(len(pushed)))
    assert all(pushed[item] == owner for owner, item in out)
    since: Counter[str] = Counter()
    for (name, _), _ in out:
        assert since[name] <= len(left) - 1
        left[name] -= 1
        since = Counter({other: since[other] + 1 for other in left if left[other] and other != name})
    with pytest.raises(IndexError):
        queue.pop()


# --- slots ----------------------------------------------------------------------------------------------------------


async def test_no_more_than_the_slots_are_taken_at_a_time() -> None:
    """And each that is given back goes to somebody who waits."""
    turns, within, most = Turns(3), 0, 0

    async def work(number: int) -> None:
        nonlocal within, most
        async with turns.take((f"person{number % 4}",)):
            within += 1
            most = max(most, within)
            await asyncio.sleep(0)
            within -= 1

    await asyncio.gather(*(work(number) for number in range(40)))
    assert most == 3


async def test_work_whose_asker_has_gone_takes_no_slot() -> None:
    """A thousand waits that are cancelled cost the one behind them nothing."""
    turns, done = Turns(1), []

    async def work(who: str, go_on: asyncio.Event) -> None:
        async with turns.take((who,)):
            done.append(who)
            await go_on.wait()

    first, now = asyncio.Event(), asyncio.Event()
    now.set()
    holding = asyncio.create_task(work("ann", first))
    await asyncio.sleep(0)
    flood = [asyncio.create_task(work("cat", now)) for _ in range(1000)]
    await asyncio.sleep(0)
    last = asyncio.create_task(work("bob", now))
    await asyncio.sleep(0)
    for one in flood:
        one.cancel()
    await asyncio.wait(flood)
    first.set()
    await asyncio.gather(holding, last)
    assert done == ["ann", "bob"]


async def test_a_slot_is_not_lost_to_work_that_is_cancelled_as_it_gets_it() -> None:
    """It goes to the next."""
    turns, holding, done = Turns(1), Turn(), []

    async def work(who: str) -> None:
        async with turns.take((who,)):
            done.append(who)

    turns.enter(holding, ("ann",))
    bob, cat = (asyncio.create_task(work(who)) for who in ("bob", "cat"))
    await asyncio.sleep(0)
    turns.leave(holding)
    bob.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await bob
    await cat
    assert done == ["cat"]


async def test_a_turn_that_several_wait_for_is_granted_at_the_turn_of_the_first() -> None:
    """It does not wait behind the flood of the one who asked first, and is granted once."""
    turns = Turns(1)
    holding, wanted = Turn(), Turn()
    turns.enter(holding, ("ann",))
    flood = [Turn() for _ in range(10)]
    for one in flood:
        turns.enter(one, ("ann",))
    turns.enter(wanted, ("ann",))
    turns.enter(wanted, ("bob",))
    turns.leave(holding)
    granted = [one for one in (*flood, wanted) if one.granted.done()]
    if wanted not in granted:
        turns.leave(granted[0])
    assert wanted.granted.done()
    turns.leave(wanted)
    assert sum(one.granted.done() for one in flood) <= 2
