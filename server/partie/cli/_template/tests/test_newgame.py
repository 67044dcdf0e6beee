"""New Game keeps every law of engines, and its own rules."""

from __future__ import annotations

import pytest
from partie_newgame import State, Take, game

from partie.kit import Illegal
from partie.kit.chance import SeededChance
from partie.kit.conformance import conformance

TestNewGame = conformance(game)

CHANCE = SeededChance(b"newgame", 0)


def test_who_takes_the_last_match_wins() -> None:
    """N2: the result is there with the last match."""
    before = State(2, (6, 7))
    result = game.result(game.apply(before, 0, Take(2), CHANCE))
    assert result is not None
    assert result.winners == (0,)


def test_nobody_takes_more_than_are_left() -> None:
    """N1: the refusal says how many there are."""
    with pytest.raises(Illegal, match="too_many"):
        game.apply(State(2, (6, 7)), 0, Take(3), CHANCE)


def test_turns_are_counted_from_one() -> None:
    """N1: however many matches are taken."""
    first = State(5, (0, 0))
    second = game.apply(first, 0, Take(3), CHANCE)
    assert (game.turn(first), game.turn(second)) == (1, 2)
