"""Positions from played games of Wikinger, with all legal moves and offers, for tests of the browser client."""

from __future__ import annotations

import random
from typing import Any, Final

import msgspec

from partie.games.wikinger import wikinger
from partie.games.wikinger.state import Options2, State
from partie.kit import SeededChance

GAMES = 3
"""Games a number of seats and a way to play."""

WAYS: Final = (Options2(), Options2(game="advanced"), Options2(game="advanced", auction="open", figures="automatic"))


def shown(state: State, seat: int) -> dict[str, Any]:
    """What the seat is sent; of the other players only their numbers."""
    view = msgspec.to_builtins(wikinger.view(state, seat))
    for other, player in view["players"].items():
        if other != str(seat):
            player["land"] = {}
    return {
        "seat": seat,
        "view": view,
        "legal": msgspec.to_builtins(list(wikinger.legal(state, seat))),
        "offers": msgspec.to_builtins(list(wikinger.offers(state, seat))),
    }


def kinds(state: State, seat: int) -> set[tuple[str, ...]]:
    """What is met in a position: its step with the refusals, prices and gains of its offers."""
    step: tuple[str, ...] = (state.options.game, state.step)
    met = {step}
    for offer in wikinger.offers(state, seat):
        told = [line.key for line in (*offer.price, *offer.gain)]
        refused = [offer.refusal.code] if offer.refusal is not None else []
        met |= {(*step, what) for what in (*told, *refused)}
    return met


def positions() -> str:
    """Positions in which something is met for the first time, from games of two to four seats."""
    met: set[tuple[str, ...]] = set()
    found: list[dict[str, Any]] = []
    for seats in wikinger.seats:
        for number, options in enumerate(WAYS):
            for game in range(GAMES):
                draw = random.Random(f"{seats} {number} {game}")
                key = bytes([seats, number, game, 7] * 8)
                event = 0
                state = wikinger.setup(seats, options, SeededChance(key, event))
                while pending := sorted(wikinger.pending(state)):
                    seat = pending[0]
                    here = kinds(state, seat)
                    if here - met:
                        met |= here
                        found.append(shown(state, seat))
                    event += 1
                    move = draw.choice(wikinger.legal(state, seat))
                    state = wikinger.apply(state, seat, move, SeededChance(key, event))
                end: tuple[str, ...] = (options.game, state.step)
                if end not in met:
                    met.add(end)
                    found.append(shown(state, 0))
    return msgspec.json.encode(found).decode() + "\n"
