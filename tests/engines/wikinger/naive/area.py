"""An area as a grid: where a tile may lie, who is threatened, which islands are finished."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Place: TypeAlias = tuple[int, int]
"""Row and column: ships lie in row 0, warriors stand in row 1, nobles in 2, scouts in 3, goldsmiths in 4, fishermen
in 5."""
Grid: TypeAlias = dict[Place, tuple[str, str]]
"""The tile of every place and the figure on it, "" for none."""

ROWS: Final = ("ship", "warrior", "noble", "scout", "goldsmith", "fisherman")
BUILDINGS: Final = ("farm", "church", "tower", "hall")
SIDES: Final = {
    "left": "~#",
    "start": "~#",
    "right": "#~",
    **dict.fromkeys(BUILDINGS, "##"),
    **{f"special-{building}": "##" for building in BUILDINGS},
}
"""What the left and the right side of an island tile show: sea or land."""
SAILS: Final = {"ship-red": 2, "ship-green": 3, "ship-yellow": 4, "ship-blue": 5}
"""The last row that a ship threatens."""
WIDE: Final = 45
"""More columns than tiles."""


def open_places(grid: Grid, tile: str) -> set[Place]:
    """All places on which a tile may be laid."""
    if tile in SAILS:
        ships = {column for row, column in grid if row == 0}
        first = {1, 2, 3} - ships
        return {
            (0, column) for column in first or range(1, WIDE) if column not in ships and (first or column - 1 in ships)
        }
    every = [(row, column) for row in range(1, 6) for column in range(1, WIDE)]
    return {place for place in every if place not in grid and _touches(grid, place) and _suits(grid, place, tile)}


def _touches(grid: Grid, place: Place) -> bool:
    row, column = place
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return column == 1 or any(near in grid and near[0] > 0 for near in around)


def _suits(grid: Grid, place: Place, tile: str) -> bool:
    row, column = place
    if column == 1 and SIDES[tile][0] != "~":
        return False
    before, behind = grid.get((row, column - 1)), grid.get((row, column + 1))
    if before is not None and SIDES[before[0]][1] != SIDES[tile][0]:
        return False
    return behind is None or SIDES[behind[0]][0] == SIDES[tile][1]


def repelled(grid: Grid, column: int) -> bool:
    """Whether a warrior stands right below the place of a ship."""
    return (1, column) in grid and grid[1, column][1] == "warrior"


def threatened(grid: Grid) -> set[Place]:
    """All places below ships that nobody repels, down to the row of the sail."""
    ships = [(column, tile) for (row, column), (tile, _) in grid.items() if row == 0 and not repelled(grid, column)]
    return {(row, column) for column, tile in ships for row in range(1, SAILS[tile] + 1)}


def islands(grid: Grid) -> list[int]:
    """The lengths of all finished islands: in a row written as sea and land, from sea over land to sea."""
    lengths = []
    for row in range(1, 6):
        last = max((column for there, column in grid if there == row), default=0)
        line = "".join(SIDES[grid[row, column][0]] if (row, column) in grid else "  " for column in range(1, last + 1))
        lengths += [len(island) // 2 for island in re.findall(r"~#+~", line)]
    return lengths
