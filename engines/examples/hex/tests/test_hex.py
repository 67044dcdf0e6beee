"""Hex keeps every law of the kit, and its own rules."""

from __future__ import annotations

import pytest

from partie.kit import Illegal
from partie.kit.chance import SeededChance
from partie.kit.conformance import conformance
from partie_hex import Options, Place, State, Swap, game

TestHex = conformance(game)

CHANCE = SeededChance(b"hex", 0)


def played(*fields: str, size: int = 3) -> State:
    """The position after stones on these fields, placed in turn."""
    state = game.setup(2, Options(size=size), CHANCE)
    for field in fields:
        state = game.apply(state, state.turn, Place(field), CHANCE)
    return state


def test_a_chain_between_both_edges_wins() -> None:
    """H2: the first player joins the rows, the second the columns."""
    assert played("b1", "a1", "b2", "a2", "b3").winner == 0
    assert played("c1", "a2", "c3", "b2", "a1", "c2").winner == 1


def test_stones_that_touch_at_no_edge_do_not_join() -> None:
    """H2: fields that lie across the long diagonal do not touch."""
    assert played("a1", "c1", "b2", "c2", "c3").winner == -1


def test_the_second_player_may_take_the_first_stone_at_once() -> None:
    """H3: it is mirrored and changes its colour."""
    state = game.apply(played("a2"), 1, Swap(), CHANCE)
    assert (state.stones, state.turn) == ({"b1": 1}, 0)
    with pytest.raises(Illegal, match="no_swap"):
        game.apply(played("a2", "b2"), 0, Swap(), CHANCE)


def test_a_field_has_one_stone() -> None:
    """H1: a taken field is refused, and so is one that is not there."""
    for field, code in (("a1", "taken"), ("d1", "no_field")):
        with pytest.raises(Illegal, match=code):
            game.apply(played("a1"), 1, Place(field), CHANCE)


def test_turns_are_counted_from_one() -> None:
    """The winning one stays the last."""
    assert [game.turn(played(*fields)) for fields in ((), ("b1",), ("b1", "a1", "b2", "a2", "b3"))] == [1, 2, 5]
