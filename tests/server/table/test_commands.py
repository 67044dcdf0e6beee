"""The commands, as frames bring them and as digests tell them apart."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from partie.table.commands import Command, Create, Do, Own, Sit


def test_every_command_has_a_tag_of_its_own() -> None:
    """By it a frame says which it is, and a digest differs from that of another with the same members."""
    tags = [kind.__struct_config__.tag for kind in get_args(Command)]
    assert len(tags) == len(set(tags)) == len(get_args(Do)) + len(get_args(Own))


def test_what_the_service_does_by_itself_cannot_come_in_a_frame() -> None:
    """Sending it is no command."""
    for kind in get_args(Own):
        with pytest.raises(msgspec.ValidationError, match="Invalid value"):
            msgspec.convert({"type": kind.__struct_config__.tag}, Do)


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "sit", "seat": 16},
        {"type": "sit", "seat": 0, "colour": "Red"},
        {"type": "sit", "seat": 0, "more": 1},
        {"type": "create", "game": "toy", "seats": 0},
        {"type": "create", "game": "toy", "seats": 2, "pace": {"kind": "live", "game": 1}},
    ],
)
def test_what_breaks_a_bound_or_has_a_member_more_is_no_command(frame: dict[str, object]) -> None:
    """So no handler has to ask."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(frame, Do)


def test_what_is_left_out_of_a_command_has_its_default() -> None:
    """As in every message."""
    assert msgspec.convert({"type": "create", "game": "toy", "seats": 2}, Do) == Create("toy", 2)
    assert msgspec.convert({"type": "sit", "seat": 1}, Do) == Sit(1)
