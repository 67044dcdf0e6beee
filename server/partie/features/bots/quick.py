"""The quick bot: it takes what brings most at once, and does what the game advises where nothing brings anything.

A beginner plays like that: every turn does something, and what it costs is learned later. A game that advises nothing
leaves it the move after which its forecast looks best.
"""

from __future__ import annotations

from typing import Any

from partie.features.bots.near import best, worth_after
from partie.features.bots.worth import worth
from partie.kit import Chance, Seat
from partie.registry import AnyEngine


def quick(engine: AnyEngine, state: Any, seat: Seat, chance: Chance) -> Any:
    """A legal move of the seat; among equally good ones chance decides. Raises LookupError if there is none.

    The state is one that the seat cannot tell from the true one.
    """
    move = best(engine, state, seat, chance)
    advice = engine.advise(state, seat)
    if advice is None or worth_after(engine, state, seat, move) > worth(engine, state, seat):
        return move
    return advice
