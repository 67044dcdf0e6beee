"""Boatmen and their boats: how many figures they can bring over, and where to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

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


def fewest_boatmen(figures: Mapping[str, int], boats: int) -> int:
    """How many boatmen it takes at least to bring exactly these figures, with at most so many full trips."""
    return next(count for count in range(sum(figures.values()) + 1) if boats_needed(figures, count, boats) >= 0)


def largest(most: Mapping[str, int], boatmen: int, boats: int) -> int:
    """The most of these figures that so many boatmen can bring, so many of them on full trips."""
    return min(sum(most.values()), carried(most, boats) + boatmen - boats)


def leads_to_largest(figures: Mapping[str, int], most: Mapping[str, int], boatmen: int, boats: int) -> bool:
    """Whether figures belong to a set of ``most`` that is as large as these boatmen can bring (L3)."""
    rows = sorted((count, figures.get(row, 0)) for row, count in most.items())
    return _leads(tuple(rows), boatmen - boats, boats)


@lru_cache(maxsize=4096)
def _leads(rows: tuple[tuple[int, int], ...], single: int, boats: int) -> bool:
    """Some full trips carry one figure of every colour, each other one all of a colour; the rest comes one by one.

    Every row has the most that could come, and how many do; which row it is does not matter.
    """
    most = [count for count, _ in rows]
    wanted = min(sum(most), _carried(tuple(most), boats) + single) - single
    for mixed in range(boats + 1):
        alike = [min(count, mixed) for count in most]
        trips = min(boats - mixed, len(most))
        largest_rows = range(len(most) - trips, len(most))
        if sum(alike) + sum([most[at] - alike[at] for at in largest_rows]) < wanted:
            continue
        for alone in combinations(range(len(most)), trips):
            full = [count if at in alone else alike[at] for at, count in enumerate(most)]
            one_by_one = [figures - there for (_, figures), there in zip(rows, full, strict=True) if figures > there]
            if sum(one_by_one) <= single and sum(full) >= wanted:
                return True
    return False


def within_reach(player: Player, ferried: Mapping[str, int]) -> dict[str, int]:
    """The figures that came over, and those that wait for whom a tile of their row is free."""
    free = Counter(WHERE[place][0] for place, spot in player.land.items() if not spot.figure)
    return {row: ferried.get(row, 0) + min(player.mainland.get(row, 0), free[row]) for row in ROWS}


def crew(advanced: bool, player: Player) -> tuple[int, int]:
    """The boatmen of a player, and how many of them can make a full trip (L1, V8)."""
    boatmen = player.mainland.get("boatman", 0)
    return boatmen, min(boatmen, player.specials.count("boat")) if advanced else boatmen


def stays_possible(advanced: bool, player: Player, ferried: Mapping[str, int], brought: Mapping[str, int]) -> bool:
    """Whether as many figures as possible can still come over once these have been brought (L3)."""
    return leads_to_largest(brought, within_reach(player, ferried), *crew(advanced, player))


def ferries(advanced: bool, player: Player, ferried: dict[str, int], *, obliged: bool = False) -> list[str]:
    """The places to which one more waiting figure can be brought, row by row; ``obliged``: as many as possible come."""
    boatmen, boats = crew(advanced, player)
    rows = (
        [row for row in ROWS if player.mainland.get(row) and can_carry(put(ferried, row), boatmen, boats)]
        if boatmen
        else []
    )
    if obliged:
        most = within_reach(player, ferried)
        rows = [row for row in rows if leads_to_largest(put(ferried, row), most, boatmen, boats)]
    if not rows:
        return []
    free = [place for place, spot in player.land.items() if not spot.figure and WHERE[place][0] in rows]
    return sorted(free, key=lambda place: (ROWS.index(WHERE[place][0]), WHERE[place][1]))
