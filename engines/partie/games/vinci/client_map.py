"""The map of Vinci as lines that are drawn: every border once, smoothed, so that neighbours always fit.

The polygons of ``map.json`` meet in the same points. Between two meeting places of three areas a border
is one *arc*; a province is a ring of arcs, some of them backwards. All seas are one area here, so a coast runs on
where one sea ends and the next begins.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any, TypeAlias

Point: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[float, float]
Ring: TypeAlias = list[Point]

SOURCE = Path(__file__).parent / "map.json"
SMOOTHINGS = 2


def load() -> dict[str, Any]:
    """The map as it is kept with the engine."""
    drawn: dict[str, Any] = json.loads(SOURCE.read_text(encoding="utf-8"))
    return drawn


def ring(points: Iterable[Sequence[int]]) -> Ring:
    """A polygon as points that can be looked up."""
    return [(x, y) for x, y in points]


def clockwise(points: Ring) -> Ring:
    """A polygon the one way round, so that neighbours take their border in opposite directions."""
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in around(points))
    return points if area > 0 else points[::-1]


def around(points: Ring) -> list[tuple[Point, Point]]:
    """The sides of a polygon."""
    return list(zip(points, [*points[1:], points[0]], strict=True))


def shared(polygons: Mapping[str, Ring]) -> dict[frozenset[str], float]:
    """How long the border of any two areas is."""
    owners: dict[frozenset[Point], set[str]] = defaultdict(set)
    for name, points in polygons.items():
        for side in around(points):
            owners[frozenset(side)].add(name)
    lengths: dict[frozenset[str], float] = defaultdict(float)
    for ends, names in owners.items():
        if len(names) == 2:
            one, other = ends
            lengths[frozenset(names)] += dist(one, other)
    return dict(lengths)


class Arcs:
    """The borders of all provinces, each once, and every province's ring of them."""

    def __init__(self, polygons: Mapping[str, Ring], size: Point) -> None:
        self._size = size
        self._next: dict[Point, set[Point]] = defaultdict(set)
        self._sides: dict[frozenset[Point], int] = defaultdict(int)
        for points in polygons.values():
            for one, other in around(points):
                self._next[one].add(other)
                self._next[other].add(one)
                self._sides[frozenset((one, other))] += 1
        self._moved = self._smooth()
        self._numbers: dict[tuple[Point, ...], int] = {}
        self.rings = {name: self._ring(clockwise(points)) for name, points in polygons.items()}
        self.arcs = [self._placed(arc) for arc in self._numbers]

    def _framed(self, point: Point) -> bool:
        """Whether a point lies on the edge of the sheet, where it has to stay."""
        return point[0] in (0, self._size[0]) or point[1] in (0, self._size[1])

    def _cornered(self, point: Point) -> bool:
        """Whether a point is a corner of the sheet."""
        return point[0] in (0, self._size[0]) and point[1] in (0, self._size[1])

    def _along(self, point: Point) -> list[Point]:
        """The points next to one on the line that runs on through it: the coast, where a border meets it."""
        near = sorted(self._next[point])
        if len(near) == 2:
            return near
        coast = [other for other in near if self._sides[frozenset((point, other))] == 1]
        return coast if len(coast) == 2 else []

    def _smooth(self) -> dict[Point, Place]:
        """Every point between its neighbours on the line, twice; then coasts run straight through where borders end."""
        moved: dict[Point, Place] = {point: (float(point[0]), float(point[1])) for point in self._next}
        free = {point: near for point in self._next if not self._framed(point) and (near := self._along(point))}
        for _ in range(SMOOTHINGS):
            moved |= {point: _between(moved, point, near, 0.5) for point, near in free.items()}
        ends = {point: near for point, near in free.items() if len(self._next[point]) > 2}
        return moved | {point: _between(moved, point, near, 0) for point, near in ends.items()}

    def _is_end(self, one: Point, point: Point, other: Point) -> bool:
        """Whether an arc ends at a point: others meet there, or the edge of the sheet begins or turns."""
        if len(self._next[point]) > 2 or self._cornered(point):
            return True
        return self._framed(point) and not (self._framed(one) and self._framed(other))

    def _ring(self, points: Ring) -> list[int]:
        """A polygon as the numbers of its arcs from 1 on, negative where one is taken backwards."""
        count = len(points)
        ends = [at for at in range(count) if self._is_end(points[at - 1], points[at], points[(at + 1) % count])]
        if not ends:
            return [self._number([*points, points[0]])]
        runs = pairwise([*ends, ends[0] + count])
        return [self._number([points[at % count] for at in range(start, end + 1)]) for start, end in runs]

    def _number(self, points: Ring) -> int:
        arc = tuple(points)
        back = self._numbers.get(arc[::-1])
        return -back if back is not None else self._numbers.setdefault(arc, len(self._numbers) + 1)

    def _placed(self, arc: tuple[Point, ...]) -> Ring:
        """An arc in whole numbers; what lies on the edge of the sheet is straight."""
        if all(self._framed(point) for point in arc):
            arc = (arc[0], arc[-1])
        found = [(round(x), round(y)) for x, y in (self._moved[point] for point in arc)]
        if arc[0] == arc[-1]:
            # A line that closes begins halfway between two points, where its curve passes.
            (x, y), (next_x, next_y) = found[0], found[1]
            start = (round((x + next_x) / 2), round((y + next_y) / 2))
            return [start, *found[1:], start]
        return [point for at, point in enumerate(found) if at == 0 or point != found[at - 1]]


def _between(moved: Mapping[Point, Place], point: Point, near: Sequence[Point], own: float) -> Place:
    """A point moved towards the middle of two others; it keeps a share of its own place."""
    (x, y), (left_x, left_y), (right_x, right_y) = moved[point], moved[near[0]], moved[near[1]]
    return (
        x * own + (left_x + right_x) / 2 * (1 - own),
        y * own + (left_y + right_y) / 2 * (1 - own),
    )


def sea_lines(seas: Mapping[str, Sequence[Ring]]) -> list[Ring]:
    """Where one sea ends and another begins."""
    owners: dict[frozenset[Point], set[str]] = defaultdict(set)
    for name, rings in seas.items():
        for points in rings:
            for side in around(points):
                owners[frozenset(side)].add(name)
    between = [tuple(sorted(side)) for side, names in owners.items() if len(names) == 2]
    near: dict[Point, list[Point]] = defaultdict(list)
    for one, other in sorted(between):
        near[one].append(other)
        near[other].append(one)
    lines: list[Ring] = []
    used: set[frozenset[Point]] = set()
    for start in sorted(near):
        if len(near[start]) == 2:
            continue
        for first in near[start]:
            line = [start, first]
            if frozenset(line) in used:
                continue
            used.add(frozenset(line))
            while len(near[line[-1]]) == 2:
                line.append(next(point for point in near[line[-1]] if point != line[-2]))
                used.add(frozenset(line[-2:]))
            lines.append(line)
    return lines


def nearest(one: Ring, other: Ring) -> tuple[Point, Point]:
    """The points of two coasts that lie nearest to each other."""
    return min(((a, b) for a in one for b in other), key=lambda pair: (dist(*pair), pair))
