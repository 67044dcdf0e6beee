"""A land: tiles on a grid, and where a further one may lie.

A cell is ``"x,y"``, x counted to the east and y to the south; the start village lies on ``"0,0"``. So the river
can only ever run in the column x = 0 and the road in the row y = 0 (P1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from partie.games.glenmore.data import RIVERS, ROADS, Tile

ORIGIN: Final = "0,0"

RULE: Final = {
    "occupied": "P3",
    "no_contact": "P3",
    "no_member_near": "P6",
    "river_interrupted": "P3",
    "road_interrupted": "P3",
    "river_only_at_its_end": "P2",
    "road_only_at_its_end": "P2",
    "edges_differ": "P2",
}
"""Why a tile may not lie on a cell, and the rule that says so."""


@cache
def around(cell: str) -> tuple[str, ...]:
    """The eight neighbours of a cell, row by row from the north-west."""
    x, y = map(int, cell.split(","))
    return tuple(f"{x + dx},{y + dy}" for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


@cache
def sides(cell: str) -> tuple[str, str, str, str]:
    """The cells to the north, east, south and west."""
    x, y = map(int, cell.split(","))
    return f"{x},{y - 1}", f"{x + 1},{y}", f"{x},{y + 1}", f"{x - 1},{y}"


@cache
def reading_order(cell: str) -> tuple[int, int]:
    """Sorts cells row by row from the north-west."""
    x, y = map(int, cell.split(","))
    return y, x


def by_cell(land: Mapping[str, str]) -> dict[str, str]:
    """The tiles by their cells."""
    return {cell: tile for tile, cell in land.items()}


def neighbours(land: Mapping[str, str], cell: str) -> list[str]:
    """The tiles on the eight cells around a cell."""
    tiles = by_cell(land)
    return [tiles[near] for near in around(cell) if near in tiles]


def fits(tiles: Mapping[str, str], cell: str, river: bool, road: bool) -> bool:
    """Whether a tile with these edges matches what lies on the four sides of an empty cell (P2, P3)."""
    north, east, south, west = map(tiles.get, sides(cell))
    if river:
        if (north and north not in RIVERS) or (south and south not in RIVERS):
            return False
    elif north in RIVERS or south in RIVERS:
        return False
    if road:
        if (east and east not in ROADS) or (west and west not in ROADS):
            return False
    elif east in ROADS or west in ROADS:
        return False
    return bool(north or east or south or west)


def near_members(land: Mapping[str, str], members: Iterable[str]) -> set[str]:
    """The cells that have a clan member on one of their eight neighbours."""
    cells: set[str] = set()
    for plot in members:
        cells.update(around(land[plot]))
    return cells


def ends(tiles: Mapping[str, str], line: frozenset[str], onward: int) -> tuple[str, str]:
    """The two cells at the ends of the river (``onward`` 2) or of the road (``onward`` 1)."""
    found = []
    for way in (onward, (onward + 2) % 4):
        cell = ORIGIN
        while tiles.get(cell) in line:
            cell = sides(cell)[way]
        found.append(cell)
    return found[0], found[1]


def _candidates(tiles: Mapping[str, str], near: set[str], river: bool, road: bool) -> Iterable[str]:
    if river:
        return [cell for cell in ends(tiles, RIVERS, 2) if cell in near]
    if road:
        return [cell for cell in ends(tiles, ROADS, 1) if cell in near]
    return near


def cells_for(land: Mapping[str, str], members: Iterable[str], tile: Tile) -> list[str]:
    """All cells where the tile may lie, row by row from the north-west."""
    tiles = by_cell(land)
    near = near_members(land, members)
    river, road = tile.river, tile.road
    found = [
        cell for cell in _candidates(tiles, near, river, road) if cell not in tiles and fits(tiles, cell, river, road)
    ]
    return sorted(found, key=reading_order)


def open_cells(land: Mapping[str, str]) -> list[str]:
    """The empty cells at the sides of the land, row by row from the north-west."""
    tiles = by_cell(land)
    return sorted({cell for used in tiles for cell in sides(used) if cell not in tiles}, key=reading_order)


def cells_within(steps: int) -> list[str]:
    """All cells that are at most so many steps from the start village, row by row from the north-west."""
    span = range(-steps, steps + 1)
    return [f"{x},{y}" for y in span for x in span if abs(x) + abs(y) <= steps]


class Room:
    """Whether a plain, a river or a road tile finds any place in a land, each found out once."""

    def __init__(self, land: Mapping[str, str], members: Iterable[str]) -> None:
        self._tiles = by_cell(land)
        self._near = near_members(land, members)
        self._known: dict[tuple[bool, bool], bool] = {}

    def for_tile(self, tile: Tile) -> bool:
        """Whether the tile could lie anywhere."""
        edges = (tile.river, tile.road)
        known = self._known.get(edges)
        if known is None:
            tiles = self._tiles
            known = any(
                cell not in tiles and fits(tiles, cell, *edges) for cell in _candidates(tiles, self._near, *edges)
            )
            self._known[edges] = known
        return known


def why_not(land: Mapping[str, str], members: Iterable[str], tile: Tile, cell: str) -> str:
    """Why the tile may not lie on the cell, as a key of :data:`RULE`; "" if it may."""
    tiles = by_cell(land)
    if cell in tiles:
        return "occupied"
    near = near_members(land, members)
    if cell not in near and not is_cell(cell):
        return "no_contact"
    north, east, south, west = map(tiles.get, sides(cell))
    if not (north or east or south or west):
        return "no_contact"
    if tile.river and north not in RIVERS and south not in RIVERS:
        return "river_only_at_its_end"
    if tile.road and east not in ROADS and west not in ROADS:
        return "road_only_at_its_end"
    if not tile.river and (north in RIVERS or south in RIVERS):
        return "river_interrupted"
    if not tile.road and (east in ROADS or west in ROADS):
        return "road_interrupted"
    if not fits(tiles, cell, tile.river, tile.road):
        return "edges_differ"
    return "" if cell in near else "no_member_near"


def is_cell(text: str) -> bool:
    """Whether the text names a cell in the one way cells are written, and not too far out to matter."""
    x, comma, y = text.partition(",")
    return bool(comma) and _is_coordinate(x) and _is_coordinate(y)


def _is_coordinate(text: str) -> bool:
    digits = text.removeprefix("-")
    return len(digits) in (1, 2) and digits.isascii() and digits.isdigit() and text == str(int(text))
