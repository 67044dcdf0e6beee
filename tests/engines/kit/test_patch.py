"""Merge patches: the law that they rebuild, the shared table of vectors, and sharing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict, cast

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.kit import Value, View
from partie.kit.patch import Patch, apply_patch, diff, same
from partie.kit.values import MAX_INTEGER, canonical

Vector = TypedDict("Vector", {"name": str, "from": View, "patch": Patch, "to": View})

VECTORS = cast("list[Vector]", json.loads((Path(__file__).parents[2] / "patch-vectors.json").read_text("utf-8")))

KEYS = st.sampled_from(["a", "b", "c", "", "1", "10"])
VALUES: st.SearchStrategy[Value] = st.recursive(
    st.booleans() | st.integers(-2, 2) | st.integers(-MAX_INTEGER, MAX_INTEGER) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
VIEWS: st.SearchStrategy[View] = st.dictionaries(KEYS, VALUES, max_size=6)


@given(VIEWS, VIEWS)
def test_a_patch_turns_the_old_view_into_the_new(old: View, new: View) -> None:
    """``apply(diff(a, b), a)`` is ``b``, in type and value, and neither view is changed by it."""
    before = canonical([old, new])
    built = apply_patch(old, diff(old, new))
    assert same(built, new)
    assert canonical(built) == canonical(new)
    assert canonical([old, new]) == before


@given(VIEWS, VIEWS)
def test_a_patch_survives_another_messagepack(old: View, new: View) -> None:
    """The patch that went over the wire in another implementation's bytes does the same."""
    patch = diff(old, new)
    assert same(apply_patch(old, msgpack.unpackb(msgpack.packb(patch))), new)


@given(VIEWS)
def test_equal_views_have_an_empty_patch(view: View) -> None:
    """There is nothing to say between a view and its copy."""
    assert diff(view, json.loads(json.dumps(view))) == {}


@given(VIEWS, VIEWS, VIEWS)
def test_patches_follow_each_other(first: View, second: View, third: View) -> None:
    """Two patches in a row lead where one over both leads."""
    step = apply_patch(apply_patch(first, diff(first, second)), diff(second, third))
    assert same(step, apply_patch(first, diff(first, third)))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_vectors(vector: Vector) -> None:
    """The table that the browser client runs too: the patch given, and the one found, both lead to the target."""
    assert same(apply_patch(vector["from"], vector["patch"]), vector["to"])
    assert same(apply_patch(vector["from"], diff(vector["from"], vector["to"])), vector["to"])


def test_what_a_patch_does_not_touch_is_shared() -> None:
    """Applying copies only the maps on the way to a change."""
    old: View = {"still": {"a": 1}, "moved": {"x": 1, "deep": {"y": 2}}}
    moved: Patch = {"x": 2}
    new = apply_patch(old, {"moved": moved})
    assert new["still"] is old["still"]
    assert cast("View", new["moved"])["deep"] is cast("View", old["moved"])["deep"]


def test_a_shared_part_is_not_walked() -> None:
    """Parts that are the same object are equal without a look inside."""

    class Unseen(dict[str, Value]):
        def items(self) -> object:  # type: ignore[override]
            raise AssertionError("walked into a shared part")

    part: Value = Unseen(a=1)
    assert diff({"part": part, "n": 1}, {"part": part, "n": 2}) == {"n": 2}
