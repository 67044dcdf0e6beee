"""Positions from played games of Waters of Nereus, with all legal moves and offers, for tests of the browser client."""

from __future__ import annotations

import itertools
import random
from typing import Any

import msgspec

from partie.games.nereus import nereus
from partie.games.nereus.state import Move, Options, Sail, State
from partie.kit import SeededChance

GAMES = 50
"""Games a number of seats."""

PUBLIC = ("points", "gold", "power", "gems", "cards", "holds", "done", "chest", "storage", "hand", "played")

LATE = ("end_turn", "decline")
"""Moves that end a turn: drawn seldom, so that a turn holds much."""


def shown(state: State, seat: int) -> dict[str, Any]:
    """What the seat is sent; of the view only what the choices depend on."""
    view = msgspec.to_builtins(nereus.view(state, seat))
    own = view["players"][str(seat)]
    kept = {key: own[key] for key in (*PUBLIC, "science", "chosen", "choice", "kept") if key in own}
    keys = ("step", "day", "round", "turn", "sea", "ships", "rows")
    offers = msgspec.to_builtins(list(nereus.offers(state, seat)))
    return {
        "seat": seat,
        "view": {**{key: view[key] for key in keys if key in view}, "players": {str(seat): kept}},
        "legal": msgspec.to_builtins(list(nereus.legal(state, seat))),
        "offers": [offer for offer in offers if "refusal" in offer or offer["move"]["type"] in ("sail", "drift")],
    }


def kinds(state: State, seat: int) -> set[tuple[str, ...]]:
    """What is met in a position: the pairs of types of moves, by step and crew member, and ways with tolls."""
    moves = nereus.legal(state, seat)
    types = sorted({move["type"] for move in msgspec.to_builtins(list(moves))})
    crew = state.turn.crew if state.step in ("ready", "block") else ""
    again = "" if seat in nereus.pending(state) else "again"
    sails = [move for move in moves if isinstance(move, Sail)]
    if any(move.tolls for move in sails):
        types.append("toll")
    if len({move.to for move in sails}) < len(sails):
        types.append("ways")
    return {(state.step, crew, again, *pair) for pair in itertools.combinations_with_replacement(types, 2)}


def drawn(state: State, seat: int, draw: random.Random) -> Move:
    """A type of move is drawn before the move, so that rare ones are met; ships sail to treasures."""
    moves: dict[str, list[Move]] = {}
    for move in nereus.legal(state, seat):
        moves.setdefault(msgspec.to_builtins(move)["type"], []).append(move)
    early = [each for each in sorted(moves) if each not in LATE]
    if "place" in early and draw.random() < 0.7:
        early = ["place"]
    kind = draw.choice(early if early and draw.random() < 0.9 else sorted(moves))
    found = moves[kind]
    rich = [move for move in found if isinstance(move, Sail) and state.sea.get(move.to)]
    return draw.choice(rich or found)


def positions() -> str:
    """Positions in which something is met for the first time, from games of two to four seats."""
    met: set[tuple[str, ...]] = set()
    found: list[dict[str, Any]] = []
    for seats in nereus.seats:
        for game in range(GAMES):
            draw = random.Random(f"{seats} {game}")
            key = bytes([seats, game] * 16)
            event = 0
            options = Options(chest_order="free" if game % 2 else "strict")
            state = nereus.setup(seats, options, SeededChance(key, event))
            while pending := sorted(nereus.pending(state)):
                for seat in range(seats):
                    here = kinds(state, seat)
                    if here - met:
                        met |= here
                        found.append(shown(state, seat))
                seat = draw.choice(pending)
                event += 1
                state = nereus.apply(state, seat, drawn(state, seat, draw), SeededChance(key, event))
    return msgspec.json.encode(found).decode() + "\n"
