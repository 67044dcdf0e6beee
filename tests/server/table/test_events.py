"""Events as they stand in the log."""

from __future__ import annotations

from typing import get_args

import msgspec

from partie.table.events import KINDS, Event, Left, Moved, encode_event


def test_every_event_has_a_kind_by_which_it_is_told() -> None:
    """None is forgotten in the list of kinds, and no two share one."""
    assert set(KINDS) == set(get_args(Event))
    assert len(set(KINDS.values())) == len(KINDS)


def test_only_what_is_not_its_default_takes_room() -> None:
    """A log holds thousands of them."""
    plain = msgspec.msgpack.decode(encode_event(Left(id="an-id", person="ann", seat=2)))
    assert plain == {"kind": "left", "id": "an-id", "person": "ann", "seat": 2}


def test_an_event_is_open_when_nothing_was_drawn_and_nothing_uncovered() -> None:
    """Only then it can be taken back."""
    move = Moved(id="an-id", person="ann", seat=0, ask=1, move=msgspec.Raw(b"\xc0"))
    assert move.open
    assert not msgspec.structs.replace(move, draws=("amber-1",)).open
    assert not msgspec.structs.replace(move, uncovered=("hand",)).open
