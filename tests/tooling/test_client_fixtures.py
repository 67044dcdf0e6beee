"""The positions on which the browser client's boards are tried hold all that can be met."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tooling.client_fixtures import FOLDER

MOVES = {
    "glenmore/board/choices": {
        *("take", "pass", "give", "buy", "enough", "pay_member", "pay_chieftain", "sell"),
        *("place", "collect", "activate", "harvest", "use_loch_ness", "walk", "promote", "end_turn"),
    },
    "nereus/board/choices": {
        *("choose_corner", "keep", "choose_crew", "accept", "decline", "place_marker", "sail", "explore", "basic"),
        *("gold", "improved", "shift", "discard", "place", "exchange", "use_gem", "sell", "play_card", "salvage"),
        *("drift", "end_turn"),
    },
    "vinci/board/choices": {
        *("choose_pair", "decline", "gather", "conquer", "infiltrate", "end_conquest", "keep_part", "take_up"),
        *("put_down", "build_fort", "make_treaty", "end_turn", "place_survivors"),
    },
    "wikinger/board/choices": {
        *("bid", "pass", "remove", "choose_colour", "buy", "place_start", "place", "take_special", "take_none"),
        *("exchange", "ferry", "end_ferrying"),
    },
}
"""The types of moves of each game, by the fixture in which a board is tried with them."""


@pytest.mark.parametrize("name", MOVES)
def test_the_choices_of_the_client_hold_every_kind_of_move(name: str) -> None:
    """A board on which one kind cannot be made would be found by no test else."""
    fixture: Any = json.loads((FOLDER / f"{name}.fixture.json").read_text(encoding="utf-8"))
    positions = fixture if isinstance(fixture, list) else fixture["positions"]
    assert {move["type"] for position in positions for move in position["legal"]} == MOVES[name]
