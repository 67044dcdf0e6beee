"""What a game is worth to each of its players, all of it at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from partie.kit.engine import Result

Reward: TypeAlias = Callable[[Result], Sequence[float]]
"""A function of the result, which returns a number for every player."""


def by_place(result: Result) -> list[float]:
    """1 for the first place down to -1 for the last, at equal distances; those who share places share their worth.

    The sum over all players is 0. A player alone gets 0: take the score for such games.
    """
    places = result.places
    if len(places) == 1:
        return [0.0]
    return [1 - 2 * (place - 1 + (places.count(place) - 1) / 2) / (len(places) - 1) for place in places]


def by_win(result: Result) -> list[float]:
    """1 for the winner, shared by several, and 0 for all others."""
    return [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(len(result.scores))]


def by_score(result: Result) -> list[float]:
    """The score itself."""
    return [float(score) for score in result.scores]
