"""Counted multisets."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.kit import RecordedChance
from partie.kit.pools import NotInPool, draw, merge, put, take, total
from partie.kit.values import canonical

POOLS = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 4))


@given(POOLS, st.sampled_from("abcd"), st.integers(0, 4))
def test_what_is_put_can_be_taken(pool: dict[str, int], item: str, count: int) -> None:
    """Taking undoes putting, the count changes by as much, and the old pool stays as it was."""
    before = dict(pool)
    more = put(pool, item, count)
    assert total(more) == total(pool) + count
    assert Counter(take(more, item, count)) == Counter(pool)
    assert pool == before


@given(POOLS, POOLS)
def test_pools_add_up(one: dict[str, int], other: dict[str, int]) -> None:
    """A merged pool holds what both hold."""
    assert Counter(merge(one, other)) == Counter(one) + Counter(other)


@given(POOLS, st.sampled_from("abcd"))
def test_equal_pools_have_equal_encodings(pool: dict[str, int], item: str) -> None:
    """What has run out is left out, whichever way the pool came about."""
    assert canonical(take(put(pool, item, 2), item, 2)) == canonical(merge(pool, {}))
    assert 0 not in put(pool, item, 0).values()


@given(POOLS, st.sampled_from("abcd"))
def test_no_more_is_taken_than_there_is(pool: dict[str, int], item: str) -> None:
    """The pool says what was wanted and what was there."""
    with pytest.raises(NotInPool, match=f"{pool.get(item, 0) + 1} of '{item}'"):
        take(pool, item, pool.get(item, 0) + 1)


def test_what_is_drawn_is_gone_from_the_pool() -> None:
    """The item, and all the others."""
    assert draw({"a": 1, "b": 2}, RecordedChance(("a",))) == ("a", {"b": 2})


@pytest.mark.parametrize("change", [take, put])
def test_a_negative_count_is_a_mistake(change: object) -> None:
    """Nobody takes by putting less than nothing."""
    assert callable(change)
    with pytest.raises(ValueError, match="cannot"):
        change({"a": 1}, "a", -1)
