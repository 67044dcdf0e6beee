"""The values of a table, with their bounds."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from partie.table.values import COLOURS, LEVELS, Colour, Days, DelaySetting, Level, Live, TimeControl


def test_the_levels_of_bots_are_all_in_order() -> None:
    """None is missing in the list that goes from the weakest to the strongest."""
    assert get_args(Level) == LEVELS


def test_every_colour_of_ours_can_be_asked_for() -> None:
    """The bound of what a frame may name holds for them."""
    assert [msgspec.convert(colour, Colour) for colour in COLOURS] == list(COLOURS)


@pytest.mark.parametrize(
    "pace", [Live(game=5), Live(game=86_400, turn=3_600, falls="lost"), Days(days=30, vacation=60)]
)
def test_a_pace_comes_back_from_its_bytes(pace: TimeControl) -> None:
    """It says by its kind which it is."""
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(pace), type=TimeControl) == pace


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ({"kind": "live", "game": 4}, TimeControl),
        ({"kind": "days", "days": 31}, TimeControl),
        ({"kind": "days", "days": 1, "zone": "a b"}, TimeControl),
        ({"kind": "live", "game": 60, "days": 1}, TimeControl),
        ({"unit": "moves", "count": 0}, DelaySetting),
        ({"unit": "hours", "count": 1}, DelaySetting),
    ],
)
def test_what_is_out_of_bounds_is_no_value(value: dict[str, object], kind: type) -> None:
    """At the border, so that a table never meets it."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(value, kind)
