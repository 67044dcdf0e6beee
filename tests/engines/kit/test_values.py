"""What may stand in a view, and the one encoding."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import cast

import pytest

from partie.kit import View
from partie.kit.values import MAX_INTEGER, MAX_LIST, NotAView, canonical, check_view, state_hash, view_crc


def as_view(value: object) -> View:
    """A value that the type would not let through."""
    return cast("View", value)


def test_a_view_of_all_kinds_is_good() -> None:
    """Maps, strings, booleans, integers to the browser's limit and lists of these."""
    check_view({"a": {"b": "ä", "": True, "1": [1, "x", {"c": -MAX_INTEGER}]}, "d": MAX_INTEGER, "e": [0] * MAX_LIST})


@pytest.mark.parametrize(
    ("bad", "where"),
    [
        (None, "a view must be a map"),
        ([], "a view must be a map"),
        ({"a": None}, ".a: None is not allowed in a view: leave it out"),
        ({"a": 1.0}, ".a: float"),
        ({"a": b"x"}, ".a: bytes"),
        ({"a": (1,)}, ".a: tuple"),
        ({"a": {1, 2}}, ".a: set"),
        ({"a": {"b": [0, None]}}, r".a.b\[1\]: None"),
        ({"a": MAX_INTEGER + 1}, "not exact in a browser"),
        ({"a": -MAX_INTEGER - 1}, "not exact in a browser"),
        ({"a": [0] * (MAX_LIST + 1)}, "longer than"),
        ({1: "a"}, "1 is not a valid key"),
        ({"ä": "a"}, "'ä' is not a valid key"),
        ({"__proto__": {}}, "'__proto__' is not a valid key"),
        ({"a": [{"b": {"ü": 1}}]}, "'ü' is not a valid key"),
    ],
)
def test_everything_else_is_refused_with_its_place(bad: object, where: str) -> None:
    """The error names the member, so that the engine's author finds it."""
    with pytest.raises(NotAView, match=where):
        check_view(as_view(bad))


def test_the_encoding_does_not_depend_on_how_a_map_was_built() -> None:
    """Two equal maps, one encoding, one hash, one check sum."""
    one: View = {"a": 1, "b": {"c": 2, "d": 3}}
    other: View = {"b": {"d": 3, "c": 2}, "a": 1}
    assert canonical(one) == canonical(other)
    assert state_hash(one) == state_hash(other)
    assert view_crc(one) == view_crc(other)


def test_the_encoding_tells_types_apart() -> None:
    """1 and True are other bytes."""
    assert canonical({"a": 1}) != canonical({"a": True})


def test_a_check_sum_is_the_same_on_every_machine() -> None:
    """Pinned, for the browser computes it by itself: CRC-32 of the MessagePack with sorted members."""
    view: View = {"b": [1, True, "ä"], "a": {"n": MAX_INTEGER}}
    assert canonical(view).hex() == "82a16181a16ecf001fffffffffffffa1629301c3a2c3a4"
    assert view_crc(view) == 0xC7D6567C


def test_hashes_do_not_depend_on_the_hash_seed() -> None:
    """Processes that order their sets differently hash a state alike."""
    code = (
        "from partie.kit.playout import game_key, opening, play\n"
        "from partie.kit.values import state_hash\n"
        "from tests.engines.toys import toy\n"
        "key = game_key(1)\n"
        "start = opening(toy, 3, toy.options(), key)\n"
        "print(b''.join(state_hash(step.after) for step in play(toy, start, key)).hex())\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(said) == 1
    assert len(said.pop()) > 100
