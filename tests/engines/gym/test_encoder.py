"""Observations say what the view says, each thing in its place."""

import json
import subprocess
import sys
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.games.nereus import nereus
from partie.kit import Engine
from partie.kit.gym import Encoder, Layout, Slot, make_layout
from partie.kit.gym.layout import STRAYS, Path
from tests.engines.gym import ALL, environment, played, small_layout
from tests.engines.toys import Toy


def found(view: Any, path: Path) -> Any:
    """What is in a view under a path; None if nothing is."""
    for key in path:
        parts = dict(enumerate(view)) if isinstance(view, list) else view
        if not isinstance(parts, dict) or key not in parts:
            return None
        view = parts[key]
    return view


def expected(layout: Layout, slot: Slot, view: Any) -> int | None:
    """What one place should hold, found the slow way; None for those of strays."""
    value = found(view, slot.path)
    match slot.kind:
        case "number" | "count":
            return value if type(value) is int else 0
        case "flag":
            return {True: 1, False: -1}[value] if isinstance(value, bool) else 0
        case "text":
            if not isinstance(value, str):
                return 0
            words = layout.vocabulary
            return words.index(value) + 1 if value in words else len(words) + 1
        case "length":
            return len(value) if isinstance(value, list) else 0
        case "present":
            return int(value is not None)
        case "seat":
            return 0
    return None


@pytest.mark.parametrize(("engine", "seats"), ALL)
def test_every_place_holds_what_the_view_has_under_its_path(engine: Engine[Any, Any], seats: int) -> None:
    layout = small_layout(engine, seats)
    game = environment(engine, seats)
    for number, agent in enumerate(played(game, 2, 80)):
        if number % 8 == 0:
            seat = game.possible_agents.index(agent)
            view = engine.view(game.position, seat)
            row = game.observe(agent)["observation"]
            for place, slot in enumerate(layout.slots):
                value = int(slot.path == (seat,)) if slot.kind == "seat" else expected(layout, slot, view)
                assert value is None or row[place] == value, slot


@pytest.mark.parametrize(("engine", "seats"), ALL)
def test_what_is_written_bit_by_bit_is_as_if_written_anew(engine: Engine[Any, Any], seats: int) -> None:
    """With strays, too: this layout comes from a game with fewer seats."""
    layout = small_layout(engine, engine.seats[0])
    game = environment(engine, seats)
    encoder = Encoder(layout)
    for _ in played(game, 3, 60):
        view = engine.view(game.position, 0)
        assert np.array_equal(
            encoder.encode(view), Encoder(layout).encode(msgspec.json.decode(msgspec.json.encode(view)))
        )


leaves = st.booleans() | st.integers(-2, 3) | st.sampled_from(["", "a", "b", "unknown"])
keys = st.sampled_from(["a", "b", "0", "1", "x"])
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=12
)
views = st.dictionaries(keys, values, max_size=4)


class Showing(Toy):
    """A toy game with views that somebody else makes up."""

    symmetric_information = True

    def __init__(self, *shown: Any) -> None:
        self.shown = shown

    def view(self, state: Any, viewer: Any) -> Any:
        return self.shown[state.round % len(self.shown)]


@given(shown=st.lists(views, min_size=1, max_size=4), told=st.lists(views, min_size=2, max_size=5))
def test_any_view_after_any_other_is_as_if_written_anew(shown: list[Any], told: list[Any]) -> None:
    layout = make_layout(Showing(*shown), 2, positions=1)
    encoder = Encoder(layout)
    for view in told:
        assert np.array_equal(encoder.encode(view), Encoder(layout).encode(view))


def leaves_of(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(leaves_of, value.values()))
    return sum(map(leaves_of, value)) if isinstance(value, list) else 1


@given(view=views)
def test_what_has_no_place_is_counted_among_the_strays(view: dict[str, Any]) -> None:
    layout = make_layout(Showing({"step": "none"}), 2, positions=1)
    assert Encoder(layout).encode(view)[-STRAYS:].sum() == leaves_of(view)


def test_a_constant_has_no_place_and_is_noticed_when_it_changes() -> None:
    shown = [{"board": {"size": 5}, "turn": turn} for turn in (1, 2)]
    layout = make_layout(Showing(*shown), 2, positions=1)
    assert [slot.kind for slot in layout.slots[:-STRAYS]] == ["seat", "seat", "number"]
    row = Encoder(layout).encode({"board": {"size": 5}, "turn": 7})
    assert list(row[:3]) == [0, 0, 7]
    assert not row[-STRAYS:].any()
    assert Encoder(layout).encode({"board": {"size": 6}, "turn": 7})[-STRAYS:].sum() == 1


def test_what_one_seat_has_shown_another_has_a_place_for() -> None:
    shown = [
        {"players": {"0": {"gold": 1, "land": {"a1": {"tile": "farm"}}}, "1": {"gold": 1, "land": {}}}},
        {"players": {"0": {"gold": 2, "land": {}}, "1": {"gold": 2, "land": {"b2": {"tile": "mine", "men": 2}}}}},
    ]
    paths = {(slot.kind, slot.path) for slot in make_layout(Showing(*shown), 2, positions=1).slots}
    for seat in ("0", "1"):
        for space in ("a1", "b2"):
            assert ("text", ("players", seat, "land", space, "tile")) in paths


def test_a_layout_can_be_kept_and_read_again() -> None:
    layout = small_layout(nereus, 2)
    again = msgspec.json.decode(msgspec.json.encode(layout), type=Layout)
    assert again == layout
    assert again.fingerprint == layout.fingerprint


def test_another_process_makes_the_same_layout() -> None:
    """Whatever the seed of its hashes."""
    script = (
        "import json; from partie.kit.gym import make_layout; from partie.games.nereus import nereus; "
        "print(json.dumps([make_layout(nereus, seats, positions=100).fingerprint for seats in (2, 3)]))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}
    ).stdout
    assert json.loads(printed) == [small_layout(nereus, seats).fingerprint for seats in (2, 3)]
    assert small_layout(nereus, 2).fingerprint != small_layout(nereus, 3).fingerprint
