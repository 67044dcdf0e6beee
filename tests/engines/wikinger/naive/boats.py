"""The figures that can be brought over, found by trying every trip."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TypeAlias

Figures: TypeAlias = tuple[int, ...]
"""How many warriors, nobles, scouts, goldsmiths and fishermen."""


@cache
def crossings(most: Figures, boatmen: int, boats: int, *, advanced: bool) -> frozenset[tuple[Figures, int, int]]:
    """All that can be brought over where ``most`` could at best: the figures, and how many boatmen and boats went."""
    start = ((0,) * len(most), 0, 0)
    found, waiting = {start}, [start]
    while waiting:
        over, sent, used = waiting.pop()
        if sent == boatmen:
            continue
        left = tuple(every - there for every, there in zip(most, over, strict=True))
        trips = {(trip, 0) for trip in _alone(left)} if advanced else {(trip, 0) for trip in _full(left)}
        if advanced and used < boats:
            trips |= {(trip, 1) for trip in _full(left)}
        for trip, boat in trips:
            after = (tuple(map(sum, zip(over, trip, strict=True))), sent + 1, used + boat)
            if after not in found:
                found.add(after)
                waiting.append(after)
    return frozenset(found)


@cache
def _alone(left: Figures) -> frozenset[Figures]:
    """One figure."""
    return frozenset(trip for trip in _full(left) if sum(trip) == 1)


@cache
def _full(left: Figures) -> frozenset[Figures]:
    """Figures of one colour, or one figure of some colours."""
    each = product(*(range(min(count, 1) + 1) for count in left))
    alike = [
        tuple(number if other == colour else 0 for other in range(len(left)))
        for colour, count in enumerate(left)
        for number in range(1, count + 1)
    ]
    return frozenset(trip for trip in (*each, *alike) if any(trip))
