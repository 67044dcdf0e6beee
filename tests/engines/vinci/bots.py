"""Whole games in which every seat plays as the game advises."""

from __future__ import annotations

from collections.abc import Iterator

from partie.games.vinci import vinci
from partie.games.vinci.state import Move, Options, Options2, State
from partie.kit import SeededChance


def play(seats: int, seed: int, random: int = 0, options: Options | None = None) -> Iterator[tuple[State, Move, State]]:
    """A whole game, move by move; one in ``random`` moves is any legal one. The options tell the version."""
    key = f"practice {seats} {seed}".encode()
    state = vinci.setup(seats, options or Options2(), SeededChance(key, 0))
    number = 0
    while pending := vinci.pending(state):
        (seat,) = pending
        number += 1
        dice = SeededChance(key + b"choice", number)
        if random and not dice.pick(range(random)):
            moves = vinci.legal(state, seat)
            move = moves[dice.pick(range(len(moves)))]
        else:
            move = vinci.advise(state, seat)
        after = vinci.apply(state, seat, move, SeededChance(key, number))
        yield state, move, after
        state = after
