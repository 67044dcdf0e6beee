"""Parts of views are compared with their types once, and what is said of them is what msgspec says of the whole."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType

from partie.kit.conformance.typed_parts import TypedParts
from partie.kit.values import Count, SeatKey, ViewPart, canonical


class Pile(ViewPart, frozen=True):
    """Cards that lie on each other."""

    cards: Count
    top: Annotated[str, Meta(pattern="^[a-z]+$")] | UnsetType = UNSET


class Tagged(ViewPart, frozen=True, tag="tagged"):
    """A part that says what it is."""

    number: int


class Listed(ViewPart, frozen=True, array_like=True):
    """A part without names."""

    number: int


class Table(ViewPart, frozen=True):
    """All that is shown."""

    piles: dict[SeatKey, Pile]
    deck: Pile
    round_: int = msgspec.field(name="round")
    rows: list[Pile] | UnsetType = UNSET
    tagged: Tagged | UnsetType = UNSET
    listed: Listed | UnsetType = UNSET
    usual: int = 3


SOUND: dict[str, Any] = {"piles": {"0": {"cards": 2}}, "deck": {"cards": 1, "top": "a"}, "round": 1, "usual": 3}


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"round": "1"},
        {"round": 1.0},
        {"round": True},
        {"round_": 1},
        {"deck": {}},
        {"deck": {"cards": -1}},
        {"deck": {"cards": 1, "top": "A"}},
        {"deck": {"cards": 1, "bottom": "a"}},
        {"deck": None},
        {"deck": object()},
        {"piles": {"00": {"cards": 2}}},
        {"piles": {"1": {"cards": "2"}}},
        {"piles": []},
        {"rows": [{"cards": 2}]},
        {"rows": [{"cards": 2}, {}]},
        {"tagged": {"type": "tagged", "number": 1}},
        {"tagged": {"number": 1}},
        {"tagged": {"type": "other", "number": 1}},
        {"listed": [1]},
        {"listed": {"number": 1}},
        {"usual": 4},
        {"more": 1},
    ],
)
def test_what_fits_is_what_msgspec_reads_and_writes_alike(change: dict[str, Any]) -> None:
    """Also when the parts have been seen before, and where a member with a default is left out."""
    parts = TypedParts()
    assert parts.fits(SOUND, Table)
    view = SOUND | change
    for shown in (view, view, {key: value for key, value in view.items() if key != "usual"}):
        assert parts.fits(shown, Table) == _is_read_and_written_alike(shown)


def _is_read_and_written_alike(view: dict[str, Any]) -> bool:
    try:
        return canonical(msgspec.to_builtins(msgspec.convert(view, Table))) == canonical(view)
    except (msgspec.ValidationError, TypeError):
        return False
