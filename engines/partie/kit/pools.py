"""Counted multisets: ``{item: how many}``, never changed in place, and without items whose count is 0.

Leaving out exhausted items gives equal pools equal encodings, so two states with different histories but equal content
have the same hash.
"""

from __future__ import annotations

from collections.abc import Mapping

from partie.kit.chance import Chance


class NotInPool(ValueError):
    """The pool holds fewer of an item than should be taken. An engine should have refused the move before."""


def total(pool: Mapping[str, int]) -> int:
    """Return how many items the pool holds, counted with their multiplicity."""
    return sum(pool.values())


def take(pool: Mapping[str, int], item: str, count: int = 1) -> dict[str, int]:
    """Return the pool without ``count`` of an item. Raises :class:`NotInPool` if it holds fewer."""
    if count < 0:
        raise ValueError(f"cannot take {count} of {item!r}; to add, use put")
    left = pool.get(item, 0) - count
    if left < 0:
        raise NotInPool(f"cannot take {count} of {item!r}: the pool has {pool.get(item, 0)}")
    return _with(pool, item, left)


def draw(pool: Mapping[str, int], chance: Chance) -> tuple[str, dict[str, int]]:
    """Draw a random item; return it and the pool without it."""
    item = chance.draw(pool)
    return item, take(pool, item)


def put(pool: Mapping[str, int], item: str, count: int = 1) -> dict[str, int]:
    """Return the pool with ``count`` more of an item."""
    if count < 0:
        raise ValueError(f"cannot put {count} of {item!r}; to remove, use take")
    return _with(pool, item, pool.get(item, 0) + count)


def merge(pool: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Return the pool with all items of another added."""
    result = {item: count for item, count in pool.items() if count}
    for item, count in other.items():
        if count:
            result[item] = result.get(item, 0) + count
    return result


def _with(pool: Mapping[str, int], item: str, count: int) -> dict[str, int]:
    result = {other: number for other, number in pool.items() if number and other != item}
    if count:
        result[item] = count
    return result
