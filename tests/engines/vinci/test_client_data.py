"""The printed data and the map of Vinci that the browser client is given."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist

import pytest

from partie.games.vinci.client_data import typescript
from partie.games.vinci.client_map import Arcs, Point, Ring, around, load, ring, sea_lines, shared
from partie.games.vinci.data import DATA, PROVINCES, SEAS

DRAWN = load()
WIDTH, HEIGHT = DRAWN["size"]
LAND = {name: ring(drawn["polygon"]) for name, drawn in DRAWN["provinces"].items()}
WATER = {name: [ring(points) for points in sea["rings"]] for name, sea in DRAWN["seas"].items()}
SHORT = 10
"""A border is one from this length on."""


def _inside(point: Point, polygon: Ring) -> bool:
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in around(polygon):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossed = not crossed
    return crossed


def _far(point: Point, polygon: Ring) -> float:
    """How far a point is from the line around an area."""
    return min(_to_side(point, one, other) for one, other in around(polygon))


def _to_side(point: Point, one: Point, other: Point) -> float:
    dx, dy = other[0] - one[0], other[1] - one[1]
    along = ((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, along))
    return dist(point, (one[0] + share * dx, one[1] + share * dy))


def test_every_province_and_sea_of_the_engine_is_drawn() -> None:
    """The map has the provinces and seas of the tables and no others."""
    assert list(LAND) == list(PROVINCES)
    assert list(WATER) == list(SEAS)


def test_provinces_have_a_drawn_border_where_the_tables_say_so() -> None:
    """Two provinces share a line of at least 10 exactly where one `borders` on the other."""
    lengths = shared(LAND)
    told = {frozenset((name, other)) for name, province in PROVINCES.items() for other in province.borders}
    assert {pair for pair, length in lengths.items() if length >= SHORT} == told
    assert [sorted(pair) for pair, length in lengths.items() if length < SHORT] == []


def test_provinces_lie_on_the_seas_that_the_tables_name() -> None:
    """A province and a sea share a coast exactly where the province names the sea."""
    coasts = {
        (name, sea)
        for sea, rings in WATER.items()
        for points in rings
        for name, land in LAND.items()
        if {frozenset(side) for side in around(points)} & {frozenset(side) for side in around(land)}
    }
    assert coasts == {(name, sea) for name, province in PROVINCES.items() for sea in province.seas}


def _on_the_edge(points: Ring) -> bool:
    return any(
        one[axis] == other[axis] in (0, end) for one, other in around(points) for axis, end in ((0, WIDTH), (1, HEIGHT))
    )


def test_land_and_sea_reach_the_edge_of_the_sheet_where_the_tables_say_so() -> None:
    """The `edge` of a province and of a sea is what is drawn."""
    assert {name for name, points in LAND.items() if _on_the_edge(points)} == {
        name for name, province in PROVINCES.items() if province.edge
    }
    assert {name for name, rings in WATER.items() if any(map(_on_the_edge, rings))} == {
        name for name, sea in SEAS.items() if sea.edge
    }


@pytest.mark.parametrize("name", PROVINCES)
def test_pieces_have_their_room_inside_the_province(name: str) -> None:
    """The centre lies inside with as much room around it as is said, but for rounding; a sign lies near."""
    drawn = DRAWN["provinces"][name]
    assert _inside(tuple(drawn["centre"]), LAND[name])
    assert _far(tuple(drawn["centre"]), LAND[name]) >= drawn["radius"] - 1
    assert ("sign" in drawn) == (PROVINCES[name].port or PROVINCES[name].mine)
    if "sign" in drawn:
        assert _inside(tuple(drawn["sign"]), LAND[name]) or _far(tuple(drawn["sign"]), LAND[name]) < 16


def _area(points: Ring) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in around(points))) / 2


def test_land_and_sea_cover_the_sheet_without_gap_or_overlap() -> None:
    """The areas add up to the sheet, islands taken from their sea, and no polygon crosses another's middle."""
    land = sum(map(_area, LAND.values()))
    water = sum(_area(rings[0]) - sum(map(_area, rings[1:])) for rings in WATER.values())
    assert land + water == pytest.approx(WIDTH * HEIGHT, abs=50)
    for one, other in combinations(LAND, 2):
        assert not _inside(tuple(DRAWN["provinces"][one]["centre"]), LAND[other])


def _drawn(arcs: Arcs, numbers: list[int]) -> Iterator[Ring]:
    for number in numbers:
        points = arcs.arcs[abs(number) - 1]
        yield points if number > 0 else points[::-1]


def test_every_ring_of_arcs_closes_and_every_border_has_two_sides() -> None:
    """Smoothed arcs follow each other without a gap; each is used once, or once each way by neighbours."""
    arcs = Arcs(LAND, (WIDTH, HEIGHT))
    used: dict[int, list[str]] = {}
    for name, numbers in arcs.rings.items():
        runs = list(_drawn(arcs, numbers))
        assert [run[-1] for run in runs] == [run[0] for run in [*runs[1:], runs[0]]]
        for number in numbers:
            used.setdefault(number, []).append(name)
    assert all(len(names) == 1 for names in used.values())
    between = {frozenset((used[number][0], used[-number][0])) for number in used if number > 0 and -number in used}
    assert between == set(shared(LAND))


def test_smoothing_keeps_centres_inside_and_moves_no_line_far() -> None:
    """What is smoothed is still the same map: no point of a line went far from where it was drawn."""
    arcs = Arcs(LAND, (WIDTH, HEIGHT))
    for name, numbers in arcs.rings.items():
        outline = [point for run in _drawn(arcs, numbers) for point in run[:-1]]
        assert _inside(tuple(DRAWN["provinces"][name]["centre"]), outline)
        assert max(_far(point, LAND[name]) for point in outline) < 9


def test_every_two_seas_that_touch_have_a_line_between_them() -> None:
    """The dotted lines are the borders of the seas, each once."""
    sides = [frozenset(side) for line in sea_lines(WATER) for side in pairwise(line)]
    owners = [
        {name for name, rings in WATER.items() if any(side in map(frozenset, around(r)) for r in rings)}
        for side in sides
    ]
    assert len(set(sides)) == len(sides)
    assert all(len(names) == 2 for names in owners)


def test_every_tile_of_the_box_is_in_it() -> None:
    """Each kind of civilization tile has a line of its own."""
    body = typescript()
    for tile in DATA.tiles:
        assert f"\n  {tile}: " in body
