"""The positions on which the browser client's board of Vinci is tried are those of the engine."""

from __future__ import annotations

import json

from tests.tooling.vinci_choices import TARGET, positions


def test_the_choices_of_the_client_are_made_from_the_engine() -> None:
    """Whoever changes what the engine offers makes them anew."""
    assert TARGET.read_text(encoding="utf-8") == positions()


def test_the_choices_of_the_client_hold_every_kind_of_move() -> None:
    """A board on which one kind cannot be made would be found by no test else."""
    played = json.loads(TARGET.read_text(encoding="utf-8"))["positions"]
    assert {move["type"] for each in played for move in each["legal"]} == {
        *("choose_pair", "decline", "gather", "conquer", "end_conquest", "keep_part", "take_up", "put_down"),
        *("build_fort", "make_treaty", "end_turn", "place_survivors"),
    }
