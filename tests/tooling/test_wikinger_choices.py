"""The positions on which the browser client's board of Wikinger is tried are those of the engine."""

from __future__ import annotations

import json

from tests.tooling.wikinger_choices import TARGET, positions


def test_the_choices_of_the_client_are_made_from_the_engine() -> None:
    """Whoever changes what the engine offers makes them anew."""
    assert TARGET.read_text(encoding="utf-8") == positions()


def test_the_choices_of_the_client_hold_every_kind_of_move() -> None:
    """A board on which one kind cannot be made would be found by no test else."""
    found = {move["type"] for each in json.loads(TARGET.read_text(encoding="utf-8")) for move in each["legal"]}
    assert found == {
        *("bid", "pass", "remove", "choose_colour", "buy", "place_start", "place", "take_special", "take_none"),
        *("exchange", "ferry", "end_ferrying"),
    }
