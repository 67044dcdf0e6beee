"""Garbage that points at itself is found, and what stands is not walked through again and again."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from partie.upkeep.garbage import walk


class Circle:
    """Something that keeps itself alive."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def unfrozen() -> Iterator[None]:
    """Other tests have the collector as it was."""
    yield
    gc.unfreeze()


def forgotten(circle: Circle) -> weakref.ref[Circle]:
    """What tells whether it is still there."""
    return weakref.ref(circle)


def test_a_circle_that_came_since_the_last_walk_is_freed_by_the_next() -> None:
    walk(thorough=False)
    circle = forgotten(Circle())
    assert circle() is not None
    walk(thorough=False)
    assert circle() is None


def test_what_one_walk_found_in_use_the_next_one_leaves_out() -> None:
    held = Circle()
    walk(thorough=False)
    assert not any(each is held for generation in range(3) for each in gc.get_objects(generation))


def test_a_circle_that_fell_out_of_use_after_a_walk_is_freed_by_a_thorough_one() -> None:
    held = Circle()
    walk(thorough=False)
    circle = forgotten(held)
    del held
    walk(thorough=False)
    assert circle() is not None
    walk(thorough=True)
    assert circle() is None
