"""A move costs no more function calls than the file says, so that a slower one is seen in the change that brings it."""

from __future__ import annotations

import msgspec
import pytest

from tests.golden import calls

SLACK = 0.05
"""What may change unannounced."""

NOTED = msgspec.json.decode(calls.FILE.read_bytes(), type=dict[str, int])


@pytest.fixture(scope="module")
def found() -> dict[str, int]:
    """The calls of a move of each game, measured now."""
    return calls.measured_apart()


@pytest.mark.parametrize("game", sorted(NOTED))
def test_a_move_takes_as_many_calls_as_noted(found: dict[str, int], game: str) -> None:
    """More of them, or fewer, are noted with the change that brings them."""
    assert found[game] == pytest.approx(NOTED[game], rel=SLACK), (
        f"a move of {game} takes {found[game]} calls, not {NOTED[game]}; "
        "if this is meant: python -m tests.golden.calls --write"
    )


def test_every_game_is_noted(found: dict[str, int]) -> None:
    """None is left out."""
    assert found.keys() == NOTED.keys()


def test_calls_are_counted_and_comprehensions_are_not() -> None:
    """The service's own functions, and what they call in C."""
    counted = calls.Calls()
    with counted.counting():
        msgspec.json.encode(1)
    assert counted.made == 0
    with counted.counting():
        calls.GAMES[0].at(calls.GAMES[0].version)
    assert counted.made >= 1
