"""Boatmen and their boats: how many figures they can bring over, and where to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from partie.games.wikinger.data import ROWS, WHERE
from partie.games.wikinger.state import Player
from partie.kit.pools import put


def carried(figures: Mapping[str, int], trips: int) -> int:
    """The most figures that so many full trips can bring: each all of one colour, or one of every colour (L1)."""
    return _carried(tuple(sorted(figures.values())), trips)


@lru_cache(maxsize=4096)
def _carried(counts: tuple[int, ...], trips: int) -> int:
    most = 0
    for mixed in range(trips + 1):
        rest = sorted((max(0, count - mixed) for count in counts), reverse=True)
        most = max(most, sum(min(count, mixed) for count in counts) + sum(rest[: trips - mixed]))
    return most


def boats_needed(figures: Mapping[str, int], boatmen: int, boats: int) -> int:
    """The fewest full trips with which so many boatmen bring exactly these figures; -1 if they cannot.

    Every boatman carries at least one figure: one alone, or on a full trip as many as he likes of what it allows.
    """
    total = sum(figures.values())
    if boatmen > total:
        return -1
    for full in range(min(boats, boatmen) + 1):
        if total - carried(figures, full) <= boatmen - full:
            return full
    return -1


def can_carry(figures: Mapping[str, int], boatmen: int, boats: int) -> bool:
    """Whether at most so many boatmen, with at most so many full trips, can bring exactly these figures."""
    return boats_needed(figures, min(boatmen, sum(figures.values())), boats) >= 0


def crew(advanced: bool, player: Player) -> tuple[int, int]:
    """The boatmen of a player, and how many of them can make a full trip (L1, V8)."""
    boatmen = player.mainland.get("boatman", 0)
    return boatmen, min(boatmen, player.specials.count("boat")) if advanced else boatmen


def ferries(advanced: bool, player: Player, ferried: dict[str, int]) -> list[str]:
    """The places to which one more waiting figure can be brought, row by row."""
    boatmen, boats = crew(advanced, player)
    rows = (
        [row for row in ROWS if player.mainland.get(row) and can_carry(put(ferried, row), boatmen, boats)]
        if boatmen
        else []
    )
    if not rows:
        return []
    free = [place for place, spot in player.land.items() if not spot.figure and WHERE[place][0] in rows]
    return sorted(free, key=lambda place: (ROWS.index(WHERE[place][0]), WHERE[place][1]))
