"""Positions from played games of Glen More, with all legal moves and offers, for tests of the browser client."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from partie.games.glenmore import glenmore
from partie.games.glenmore.state import Options, State
from partie.kit import SeededChance

GAMES = 10
"""Games a number of seats."""


def shown(state: State) -> dict[str, Any]:
    """What the seat to act is sent; of the view only what the choices depend on."""
    seat = state.turn.seat
    view = msgspec.to_builtins(glenmore.view(state, seat))
    moves = msgspec.to_builtins(list(glenmore.legal(state, seat)))
    offers = msgspec.to_builtins(list(glenmore.offers(state, seat)))
    return {
        "view": {key: view[key] for key in ("step", "track", "turn")},
        "legal": moves,
        "offers": [{"target": offer["target"], "refusal": offer["refusal"]} for offer in offers if "refusal" in offer],
    }


def kind(state: State) -> tuple[str, ...]:
    """Positions with the same step and the same types of moves are of one kind."""
    moves = msgspec.to_builtins(list(glenmore.legal(state, state.turn.seat)))
    return (state.turn.step, *sorted({move["type"] for move in moves}))


def positions() -> str:
    """The first position of every kind, from games of two to five seats in which moves are drawn."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for seats in glenmore.seats:
        for game in range(GAMES):
            draw = random.Random(f"{seats} {game}")
            key = bytes([seats, game] * 16)
            event = 0
            state = glenmore.setup(seats, Options(), SeededChance(key, event))
            while glenmore.pending(state):
                if (here := kind(state)) not in found:
                    found[here] = shown(state)
                event += 1
                legal = list(glenmore.legal(state, state.turn.seat))
                move = draw.choice(legal)
                state = glenmore.apply(state, state.turn.seat, move, SeededChance(key, event))
    return msgspec.json.encode([found[each] for each in sorted(found)]).decode() + "\n"
