"""The move that needs no look ahead: what the game advises, else the one after which the forecast looks best.

A move that would draw or uncover cannot be looked behind; it counts as if it changed nothing.
"""

from __future__ import annotations

from typing import Any, Final

from partie.features.bots.worth import worth
from partie.kit import Chance, ChanceForbidden, Illegal, NoChance, Seat
from partie.registry import AnyEngine

EXAMINED: Final = 100
"""At most so many moves are played ahead; of more, so many at random. A forecast may take 5 ms."""


def near(engine: AnyEngine, state: Any, seat: Seat, chance: Chance) -> Any:
    """A legal move of the seat; among equally good ones chance decides. Raises LookupError if there is none.

    The state is one that the seat cannot tell from the true one.
    """
    advice = engine.advise(state, seat)
    return best(engine, state, seat, chance) if advice is None else advice


def best(engine: AnyEngine, state: Any, seat: Seat, chance: Chance) -> Any:
    """The move after which the forecast looks best, whatever the game advises. Raises LookupError if there is none."""
    moves = list(engine.legal(state, seat))
    if not moves:
        raise LookupError(f"seat {seat} has no move")
    if len(moves) == 1:
        return moves[0]
    if len(moves) > EXAMINED:
        moves = [moves[index] for index in chance.shuffle(range(len(moves)))[:EXAMINED]]
    worths = [worth_after(engine, state, seat, move) for move in moves]
    most = max(worths)
    return moves[chance.pick([index for index, worth in enumerate(worths) if worth == most])]


def worth_after(engine: AnyEngine, state: Any, seat: Seat, move: Any) -> float:
    """How the forecast looks to the seat after its move."""
    try:
        return worth(engine, engine.apply(state, seat, move, NoChance()), seat)
    except (ChanceForbidden, Illegal):
        # Illegal only in an engine whose legal moves hang on what is hidden; the true table decides.
        return worth(engine, state, seat)
