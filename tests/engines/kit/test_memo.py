"""Sharing parts of views."""

from __future__ import annotations

import gc
import weakref

import pytest
from msgspec import Struct

from partie.kit import SPECTATOR, Value, Viewer
from partie.kit.memo import forget, shared


class Part(Struct, frozen=True, weakref=True):
    """A part of a state."""

    number: int


def test_the_same_part_gives_the_same_object() -> None:
    """Asked again for the same part and the same small arguments, the very dict comes back."""

    @shared()
    def view(part: Part, viewer: Viewer, own: bool) -> dict[str, Value]:
        return {"number": part.number, "own": own}

    part = Part(1)
    assert view(part, 0, True) is view(part, 0, True)
    assert view(part, SPECTATOR, True) is view(part, SPECTATOR, True)
    assert view(part, 0, True) is not view(part, 0, False)
    assert view(part, 0, True) is not view(part, 1, True)


def test_equal_parts_are_not_the_same_part() -> None:
    """Identity decides, which costs the same for a part of any size."""

    @shared()
    def view(part: Part) -> dict[str, Value]:
        return {"number": part.number}

    assert view(Part(1)) is not view(Part(1))


def test_one_is_not_true() -> None:
    """Equal small arguments of other types are other arguments."""

    @shared()
    def view(value: int) -> str:
        return repr(value)

    assert (view(1), view(True)) == ("1", "True")


def test_the_oldest_is_forgotten() -> None:
    """The memory holds no more than it may, and what was used of late stays."""
    calls: list[int] = []

    @shared(size=2)
    def view(part: Part) -> int:
        calls.append(part.number)
        return part.number

    parts = [Part(number) for number in range(3)]
    for part in (parts[0], parts[1], parts[0], parts[2], parts[0], parts[1]):
        assert view(part) == part.number
    assert calls == [0, 1, 2, 1]


def test_a_result_that_is_known_is_not_worked_out() -> None:
    """What was given to remember is what comes back for the same part, and no room is left for more than the size."""

    @shared(size=2)
    def view(part: Part) -> dict[str, Value]:
        return {"number": part.number}

    parts = [Part(number) for number in range(3)]
    known: list[dict[str, Value]] = [{"number": part.number} for part in parts]
    for part, result in zip(parts, known, strict=True):
        view.remember(part, result)
    assert view(parts[2]) is known[2]
    assert view(parts[1]) is known[1]
    assert view(parts[0]) is not known[0]


def test_a_remembered_part_lives_as_long_as_its_result() -> None:
    """No identity is used a second time while the memory still answers to it; forgotten parts are let go."""

    @shared(size=1)
    def view(part: Part) -> int:
        return part.number

    part = Part(1)
    alive = weakref.ref(part)
    view(part)
    del part
    gc.collect()
    assert alive() is not None
    view(Part(2))
    gc.collect()
    assert alive() is None


def test_arguments_are_given_by_position() -> None:
    """One call has one key."""

    @shared()
    def view(part: Part) -> int:
        return part.number

    with pytest.raises(TypeError, match="by its positional arguments"):
        view(part=Part(1))


def test_a_memory_holds_something() -> None:
    """A size of nothing is a mistake."""
    with pytest.raises(ValueError, match="must be positive"):
        shared(0)


def test_what_was_forgotten_is_let_go_and_built_anew() -> None:
    """A service whose tables fell asleep keeps no part of them."""

    @shared()
    def view(part: Part) -> dict[str, Value]:
        return {"number": part.number}

    part = Part(1)
    before = view(part)
    gone = weakref.ref(part)
    forget()
    assert view(part) is not before
    assert view(part) == before
    forget()
    del part
    gc.collect()
    assert gone() is None
