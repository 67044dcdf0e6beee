"""Fingerprints of states."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from partie.table.keep.fingerprint import WIDTH, differing, fingerprint


class State(Struct, frozen=True):
    """A state with three fields."""

    deck: tuple[str, ...]
    turn: int
    hands: dict[str, int]


STATE = State(("amber", "jet"), 3, {"0": 2})


def test_a_fingerprint_reckoned_from_the_one_before_is_the_same_as_anew() -> None:
    """Only what is another object is encoded again."""
    after = replace(STATE, turn=4)
    known = fingerprint(STATE)
    assert len(known) == 3 * WIDTH
    assert fingerprint(after, STATE, known) == fingerprint(after) != known
    assert fingerprint(replace(STATE, hands={"0": 2}), STATE, known) == known


def test_the_fields_that_differ_are_named() -> None:
    """A field that the other node has more is one without a name here."""
    known = fingerprint(STATE)
    assert differing(STATE, known, known) == ()
    assert differing(STATE, known, fingerprint(replace(STATE, deck=(), turn=1))) == ("deck", "turn")
    assert differing(STATE, known, known + bytes(WIDTH)) == ("?",)


def test_a_state_that_is_no_struct_has_one_too() -> None:
    """It is one field."""
    assert len(fingerprint(("a", 1))) == WIDTH
    assert differing(("a", 1), fingerprint(("a", 1)), fingerprint(("a", 2))) == ("state",)
