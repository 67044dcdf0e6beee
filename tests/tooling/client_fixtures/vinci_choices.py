"""Positions from played games of Vinci, with all legal moves and offers, for tests of the browser client."""

from __future__ import annotations

import itertools
import random
from typing import Any

import msgspec

from partie.games.vinci import vinci
from partie.games.vinci.state import Move, Options, Options2, State
from partie.kit import SeededChance

GAMES = 3
"""Games a number of seats."""

OLDER = (0, 2)
"""Games of three seats by version 1 of the rules."""

WEIGHTS = {
    "conquer": 12,
    "infiltrate": 8,
    "gather": 2,
    "decline": 1,
    "end_conquest": 1,
    "end_turn": 1,
    "build_fort": 8,
    "make_treaty": 8,
}
"""How often a type of move is drawn against others, so that a turn holds much."""


def shown(state: State, seat: int) -> dict[str, Any]:
    """What the seat is sent; the map is the same everywhere and stands beside the positions."""
    view = msgspec.to_builtins(vinci.view(state, seat))
    return {
        "seat": seat,
        "view": {key: value for key, value in view.items() if key != "board"},
        "legal": msgspec.to_builtins(list(vinci.legal(state, seat))),
        "offers": msgspec.to_builtins(list(vinci.offers(state, seat))),
    }


def kinds(state: State, seat: int) -> set[tuple[str, ...]]:
    """What is met in a position: pairs of types of moves, refusals and reasons of prices, by step."""
    types = {move["type"] for move in msgspec.to_builtins(list(vinci.legal(state, seat)))}
    for offer in vinci.offers(state, seat):
        if offer.refusal is not None:
            types.add(offer.refusal.code)
        types |= {line.key for line in offer.price}
    if state.turn.levies:
        types.add("levies")
    if any(not holding.pieces for holding in state.land.values()):
        types.add("empty")
    if state.turn.putting:
        types.add("putting")
    return {(state.step, *pair) for pair in itertools.combinations_with_replacement(sorted(types), 2)}


def drawn(state: State, seat: int, draw: random.Random) -> Move:
    """A type of move is drawn before the move, so that rare ones are met."""
    moves: dict[str, list[Move]] = {}
    for move in vinci.legal(state, seat):
        moves.setdefault(msgspec.to_builtins(move)["type"], []).append(move)
    types = sorted(moves)
    (kind,) = draw.choices(types, [WEIGHTS.get(each, 4) for each in types])
    return draw.choice(moves[kind])


def positions() -> str:
    """Positions in which something is met for the first time, from games of one to six seats in both versions.

    What is printed stands beside them, by the version.
    """
    met: set[tuple[str, ...]] = set()
    found: list[dict[str, Any]] = []
    boards: dict[int, Any] = {}
    for version, seats, game in [
        *itertools.product((2,), vinci.seats, range(GAMES)),
        *((1, 3, game) for game in OLDER),
    ]:
        draw = random.Random(f"{seats} {game}")
        key = bytes([seats, game] * 16)
        event = 0
        engine = vinci.at(version)
        options = Options2(survivors_return=game % 2 == 1) if version > 1 else Options()
        state = engine.setup(seats, options, SeededChance(key, event))
        boards.setdefault(version, msgspec.to_builtins(engine.view(state, 0))["board"])
        while pending := sorted(engine.pending(state)):
            (seat,) = pending
            here = {(str(version), *kind) for kind in kinds(state, seat)}
            if here - met:
                met |= here
                found.append({"version": version} | shown(state, seat))
            event += 1
            state = engine.apply(state, seat, drawn(state, seat, draw), SeededChance(key, event))
    return msgspec.json.encode({"boards": boards, "positions": found}).decode() + "\n"
