"""Clocks, dice and files of an engine's own are found while it runs, however they are called."""

from __future__ import annotations

import gc
import io
import os
import random
import secrets
import socket
import sys
import time
import uuid
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from time import monotonic_ns
from typing import Any

import pytest
from msgspec.structs import replace

from partie.kit import Chance
from partie.kit.conformance import QUICK, broken_laws
from partie.kit.conformance.outside import (
    calls_draw_only_from_chance,
    calls_read_no_clock,
    calls_touch_nothing_outside,
)
from tests.engines.toys import Toy
from tests.engines.toys.state import Move, State

LAWS = (calls_read_no_clock, calls_draw_only_from_chance, calls_touch_nothing_outside)
LEAST = replace(QUICK, positions=3)
OWN = random.Random(4)


def found(deed: Callable[[], Any]) -> dict[str, str]:
    """What the laws say, in their first line, of an engine that does something with every move."""

    class Doing(Toy):
        def apply(self, state: State, seat: int, move: Move, chance: Chance) -> State:
            deed()
            return super().apply(state, seat, move, chance)

    return {law: report.splitlines()[0] for law, report in broken_laws(Doing(), LEAST, LAWS).items()}


@pytest.mark.parametrize(
    "deed", [time.time, monotonic_ns, lambda: datetime.now(UTC), date.today, lambda: time.sleep(0), time.localtime]
)
def test_clocks_are_found(deed: Callable[[], Any]) -> None:
    """Also those that were imported by their names, and methods of dates."""
    (said,) = found(deed).items()
    assert said[0] == "calls_read_no_clock"
    assert said[1].startswith("calls_read_no_clock: apply reads a clock: ")


@pytest.mark.parametrize(
    "deed", [random.random, OWN.random, lambda: random.Random(1), lambda: os.urandom(1), uuid.uuid4, secrets.token_hex]
)
def test_dice_are_found(deed: Callable[[], Any]) -> None:
    """Whether they have a seed or not."""
    (said,) = found(deed).items()
    assert said[0] == "calls_draw_only_from_chance"
    assert "apply draws by itself: " in said[1]


@pytest.mark.parametrize(
    "deed",
    [
        lambda: Path(os.devnull).read_bytes(),
        lambda: open(os.devnull).close(),  # the function itself must be found
        lambda: print(end=""),
        lambda: sys.stdout.write(""),
        lambda: os.environ.get("HOME"),
        lambda: Path("/").exists(),
        lambda: socket.socket().close(),
    ],
)
def test_contacts_with_the_outside_are_found(deed: Callable[[], Any]) -> None:
    """Files, the environment, the terminal and the network."""
    (said,) = found(deed).items()
    assert said[0] == "calls_touch_nothing_outside"
    assert "apply reaches outside: " in said[1]


def test_what_is_found_is_said_with_its_line() -> None:
    """That of the engine, not of Python's own modules below it."""
    said = found(uuid.uuid4)["calls_draw_only_from_chance"]
    assert "tests/engines/kit/test_outside.py:" in said


@pytest.mark.parametrize(
    "deed",
    [
        lambda: Path("a") / "b",
        lambda: os.fspath("a"),
        lambda: io.StringIO().write("a"),
        lambda: datetime(2026, 1, 1, tzinfo=UTC).isoformat(),
        lambda: sorted(["b", "a"]),
    ],
)
def test_pure_functions_are_left_alone(deed: Callable[[], Any]) -> None:
    """Even those of the same modules."""
    assert found(deed) == {}


def test_modules_imported_at_the_first_call_are_left_alone() -> None:
    """An import reads files, but only once, and what it gives is always the same."""

    def late() -> None:
        sys.modules.pop("colorsys", None)
        import colorsys  # noqa: F401, PLC0415

    assert found(late) == {}


def test_collecting_garbage_is_nobodys_doing() -> None:
    """Tools of the tests measure how long it takes."""

    def measure(*_: Any) -> None:
        time.perf_counter()

    gc.callbacks.append(measure)
    try:
        assert found(lambda: [[] for _ in range(2_000)]) == {}
    finally:
        gc.callbacks.remove(measure)


def test_the_profile_function_of_others_is_put_back() -> None:
    """A profiler goes on after each call."""

    def profile(*_: Any) -> None:
        pass

    sys.setprofile(profile)
    try:
        found(lambda: None)
        assert sys.getprofile() is profile
    finally:
        sys.setprofile(None)
