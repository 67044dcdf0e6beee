"""So many in so much time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.limits import KEYS_KEPT, LocalLimit, Rate, network, take
from partie.people.errors import TooMany
from partie.redis.connect import Client
from tests.server.people.conftest import MakePeople


async def test_an_allowance_is_used_up_and_comes_back(redis: Client) -> None:
    """All of it may go at once; the refusal says when there is more, and the record ends when it is worked off."""
    rate = Rate(3, 60.0)
    assert [await take(redis, "doors", rate) for _ in range(3)] == [0, 0, 0]
    wait = await take(redis, "doors", rate)
    assert 19_000 < wait <= 20_000
    assert await take(redis, "windows", rate) == 0
    assert 0 < await redis.pttl("partie:limit:doors") <= 60_000


@given(
    st.integers(1, 30),
    st.lists(st.floats(0, 3, allow_nan=False), min_size=1, max_size=200),
)
def test_no_window_holds_more_than_the_allowance_and_what_came_back(count: int, pauses: list[float]) -> None:
    """In any time of t seconds at most the allowance and what t seconds bring back are taken."""
    limit = LocalLimit(Rate(count, 1.0))
    now = 0.0
    taken = []
    for pause in pauses:
        now += pause
        if limit.take("ann", now):
            taken.append(now)
    for first, begin in enumerate(taken):
        for last, end in enumerate(taken[first:], first):
            assert last - first + 1 <= count + (end - begin) * count + 1e-6


def test_a_rested_key_has_its_whole_allowance() -> None:
    """A second of rest brings a second's allowance back, and not more."""
    limit = LocalLimit(Rate(4, 1.0))
    assert [limit.take("ann", 0.0) for _ in range(5)] == [True] * 4 + [False]
    assert [limit.take("ann", 100.0) for _ in range(5)] == [True] * 4 + [False]


def test_the_memory_of_a_limit_is_bounded() -> None:
    """Keys that are worked off make room for others."""
    limit = LocalLimit(Rate(1, 1.0))
    for number in range(3 * KEYS_KEPT):
        assert limit.take(f"key{number}", float(number))
    assert len(limit._free_at) <= KEYS_KEPT


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("", "local"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_of_one_household_are_one(address: str, counts_as: str) -> None:
    """IPv6 by its network of 64 bits, IPv4 as it is however it is written."""
    assert network(address) == counts_as


async def test_names_and_codes_are_limited(make_people: MakePeople) -> None:
    """Each is news to everybody, so a person has thirty a minute, and others are not held up."""
    people = await make_people()
    ann, _ = await people.sign_in("Ann", "192.0.2.7")
    bob, _ = await people.sign_in("Bob", "192.0.2.7")
    for number in range(15):
        await people.rename(ann, f"Ann {number}")
        await people.make_link(ann)
    with pytest.raises(TooMany):
        await people.rename(ann, "Anna")
    with pytest.raises(TooMany):
        await people.make_link(ann)
    await people.rename(bob, "Robert")
