"""Positions of Waters of Nereus as the service shows them, for tests of the browser client."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from partie.games.nereus import nereus
from partie.games.nereus.state import Options, State
from partie.kit import SeededChance
from tests.tooling.client_fixtures.nereus_choices import drawn

SEED = 11

Holds = Callable[[State, list[dict[str, Any]]], bool]
"""Whether a position, with the moves that the seat to act may make, is what is wanted."""

WANTED: dict[str, tuple[int, Holds]] = {
    "keep": (4, lambda state, _: state.step == "keep" and bool(state.players[1].kept)),
    "crew": (4, lambda state, _: state.step == "crew" and state.day.number == 2 and bool(state.players[2].choice)),
    "sail": (4, lambda state, legal: state.day.number > 1 and any(move.get("tolls") for move in legal)),
    "stow": (4, lambda state, legal: state.day.number > 2 and _many(legal, "place") > 2 and _many(legal, "sell") > 0),
    "offer": (4, lambda state, legal: state.step == "offer" and _many(legal, "accept") > 0),
    "neutral": (2, lambda state, _: state.step == "marker" and state.day.number == 2),
    "over": (3, lambda state, _: state.step == "over"),
}
"""By their names: the number of seats, and what is met first in a game of so many."""


def _many(legal: list[dict[str, Any]], kind: str) -> int:
    return sum(move["type"] == kind for move in legal)


def game(seats: int) -> Iterator[tuple[State, int]]:
    """A game from its beginning to its end, each position with a seat that is to act."""
    draw = random.Random(SEED)
    key = bytes([SEED] * 32)
    state = nereus.setup(seats, Options(), SeededChance(key, 0))
    for event in itertools.count(1):
        acting = sorted(nereus.pending(state))
        seat = acting[0] if acting else 0
        yield state, seat
        if not acting:
            return
        mover = draw.choice(acting)
        state = nereus.apply(state, mover, drawn(state, mover, draw), SeededChance(key, event))


def shown(state: State, seat: int) -> dict[str, Any]:
    """What the seat is sent, without what is printed."""
    view = msgspec.to_builtins(nereus.view(state, seat))
    view["board"] = {key: view["board"][key] for key in ("size", "extra_turn")}
    return {
        "seat": seat,
        "view": view,
        "legal": msgspec.to_builtins(list(nereus.legal(state, seat))),
        "offers": msgspec.to_builtins(list(nereus.offers(state, seat))),
    }


def positions() -> str:
    """The wanted positions, each the first of its kind in the game of so many seats."""
    found: dict[str, Any] = {}
    for name, (seats, holds) in WANTED.items():
        for state, seat in game(seats):
            if holds(state, msgspec.to_builtins(list(nereus.legal(state, seat)))):
                found[name] = shown(state, seat)
                break
    return msgspec.json.encode(found).decode() + "\n"
