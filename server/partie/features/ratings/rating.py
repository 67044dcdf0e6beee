"""Ratings as values: as they are computed and stored, and as they are shown."""

from __future__ import annotations

from msgspec import Struct


class Rating(Struct, frozen=True):
    """The mean and the deviation in millionths, and the number of games behind them."""

    mu: int
    sigma: int
    games: int = 0


class Shown(Struct, frozen=True):
    """A rating as displayed: its number, and the margin within which it is true two times out of three.

    ``provisional``: it is too uncertain to compare with others.
    """

    number: int
    spread: int
    games: int
    provisional: bool
