"""The move that needs no look-ahead: the one the game advises, else the one with the best forecast after it.

A move that would draw or uncover something has no known outcome; it is treated as if it changed nothing.
"""

from __future__ import annotations

from typing import Any, Final

from partie.features.bots.worth import worth
from partie.kit import Chance, ChanceForbidden, Illegal, NoChance, Seat
from partie.registry import AnyEngine

EXAMINED: Final = 100
"""Maximum number of moves that are tried out; of more, a random sample. A forecast may take 5 ms."""


def near(engine: AnyEngine, state: Any, seat: Seat, chance: Chance) -> Any:
    """Choose a legal move of the seat; chance decides between equal ones. Raises LookupError if there is none.

    The state must be one that the seat cannot distinguish from the true one.
    """
    advice = engine.advise(state, seat)
    return best(engine, state, seat, chance) if advice is None else advice


def best(engine: AnyEngine, state: Any, seat: Seat, chance: Chance) -> Any:
    """The move with the best forecast after it, ignoring the game's advice. Raises LookupError if there is none."""
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
    """The worth of the position to the seat after its move."""
    try:
        return worth(engine, engine.apply(state, seat, move, NoChance()), seat)
    except (ChanceForbidden, Illegal):
        # Illegal only in an engine whose legal moves depend on hidden information; the true table decides.
        return worth(engine, state, seat)
