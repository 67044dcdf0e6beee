"""The quick bot: it takes the move with the most immediate gain, and follows the game's advice if none has any.

Beginners play like that: every turn achieves something, and its cost becomes clear later. If the game gives no advice,
the bot takes the move with the best forecast after it. If the game says what positions promise, it plays the turn that
leads to the best one.
"""

from __future__ import annotations

from typing import Any

from partie.features.bots.near import best, worth_after
from partie.features.bots.turns import NARROW, promising
from partie.features.bots.worth import worth
from partie.kit import Chance, Seat
from partie.registry import AnyEngine


def quick(engine: AnyEngine, state: Any, seat: Seat, chance: Chance) -> Any:
    """Choose a legal move of the seat; chance decides between equal ones. Raises LookupError if there is none.

    The state must be one that the seat cannot distinguish from the true one.
    """
    if engine.outlook(state, seat):
        return promising(engine, state, seat, chance, NARROW)[0][0]
    move = best(engine, state, seat, chance)
    advice = engine.advise(state, seat)
    if advice is None or worth_after(engine, state, seat, move) > worth(engine, state, seat):
        return move
    return advice
