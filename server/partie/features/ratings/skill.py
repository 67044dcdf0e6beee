"""The rating system: how a game changes the ratings of its players, and how a rating is shown. Pure.

A rating is a belief about a person's strength: its mean and its standard deviation, in millionths of the units of
``openskill``, as integers so that they are the same on every machine. The model treats a game of several players as
one game between each pair (Weng and Lin, "A Bayesian Approximation Method for Online Ranking", 2011, Bradley-Terry
with full pairs): nobody gains by the seating of others with the same place, and equal places are draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openskill.models import BradleyTerryFull

from partie.features.ratings.rating import Rating, Shown

_UNIT: Final = 1_000_000

PROVISIONAL: Final = 7 * _UNIT
"""A rating with a larger deviation says little yet: getting below takes some six games of two, or three of four."""

_MIDDLE: Final = 1500
_STEP: Final = 40
"""The displayed number of the initial mean, and that of one unit of difference."""

_MODEL: Final = BradleyTerryFull()


NEW: Final = Rating(round(_MODEL.mu * _UNIT), round(_MODEL.sigma * _UNIT))
"""The rating before the first game."""


def rated(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game that ended with these places, of which 1 is the best and several may share one."""
    teams = [[_MODEL.rating(mu=one.mu / _UNIT, sigma=one.sigma / _UNIT)] for one in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        Rating(round(team[0].mu * _UNIT), round(team[0].sigma * _UNIT), one.games + 1)
        for team, one in zip(after, before, strict=True)
    ]


def shown(rating: Rating) -> Shown:
    """The rating as displayed."""
    number = _MIDDLE + round(_STEP * (rating.mu - NEW.mu) / _UNIT)
    return Shown(number, round(_STEP * rating.sigma / _UNIT), rating.games, rating.sigma > PROVISIONAL)
