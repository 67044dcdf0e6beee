"""A player's area: where a tile fits, which figures are threatened, which islands are finished."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

from partie.games.wikinger.data import COLUMNS, DATA, ISLANDS, PLACES, ROWS, SHIPS, WHERE
from partie.games.wikinger.state import Spot
from partie.kit.memo import shared

_DEPTH: Final[dict[str, int]] = {row: number for number, row in enumerate(ROWS, 1)}
_READING_ORDER: Final = {PLACES[place]: number for number, place in enumerate(product(ROWS, range(1, COLUMNS + 1)))}
_FIRST_SHIPS: Final = DATA.ships.columns
_MAINLAND: Final = DATA.mainland.edge


@shared(size=256)
def fits(land: Mapping[str, Spot], tile: str) -> list[str]:
    """The places that a tile can be laid on, row by row from the left (P2 to P6)."""
    if tile in SHIPS:
        return _ship_places(land)
    return [place for place in reachable(land) if matches(land, place, tile)]


def _ship_places(land: Mapping[str, Spot]) -> list[str]:
    """The first three places in any order, then always the next one (P2)."""
    first = [PLACES["ship", column] for column in range(1, _FIRST_SHIPS + 1)]
    free = [place for place in first if place not in land]
    if free:
        return free
    column = _FIRST_SHIPS + 1
    while PLACES["ship", column] in land:
        column += 1
    return [PLACES["ship", column]]


@shared(size=256)
def reachable(land: Mapping[str, Spot]) -> list[str]:
    """The free places that touch the mainland or an island tile by a side, row by row from the left (P3)."""
    found = {PLACES[row, 1] for row in ROWS}
    for place in land:
        row, column = WHERE[place]
        if row == "ship":
            continue
        depth = _DEPTH[row]
        found.add(PLACES[row, column + 1])
        if column > 1:
            found.add(PLACES[row, column - 1])
        if depth > 1:
            found.add(PLACES[ROWS[depth - 2], column])
        if depth < len(ROWS):
            found.add(PLACES[ROWS[depth], column])
    return sorted(found - land.keys(), key=_READING_ORDER.__getitem__)


def matches(land: Mapping[str, Spot], place: str, tile: str) -> bool:
    """Whether sea meets sea and land meets land on both sides; free places match everything (P4, P5)."""
    row, column = WHERE[place]
    island = ISLANDS[tile]
    left = _MAINLAND if column == 1 else _edge(land, row, column - 1, "right")
    return _fit(left, island.left) and _fit(island.right, _edge(land, row, column + 1, "left"))


def _edge(land: Mapping[str, Spot], row: str, column: int, side: str) -> str:
    spot = land.get(PLACES[row, column])
    if spot is None:
        return "any"
    island = ISLANDS[spot.tile]
    return island.left if side == "left" else island.right


def _fit(one: str, other: str) -> bool:
    return one == other or "any" in (one, other)


@shared(size=256)
def threats(land: Mapping[str, Spot]) -> dict[int, int]:
    """For every column with a ship that nobody repels: how many rows from the warriors' down it threatens (L4, L5)."""
    found = {}
    for place, spot in land.items():
        ship = SHIPS.get(spot.tile)
        if ship is not None:
            column = WHERE[place][1]
            if not repels(land, column):
                found[column] = _DEPTH[ship.sail]
    return found


def repels(land: Mapping[str, Spot], column: int) -> bool:
    """Whether a warrior stands below the ship's place of a column (L5)."""
    spot = land.get(PLACES["warrior", column])
    return spot is not None and spot.figure == "warrior"


@shared(size=256)
def threatened(land: Mapping[str, Spot]) -> frozenset[str]:
    """The places of the island rows that ships threaten (L4)."""
    return frozenset(PLACES[row, column] for column, depth in threats(land).items() for row in ROWS[:depth])


@shared(size=256)
def standing(land: Mapping[str, Spot]) -> dict[str, tuple[list[int], int]]:
    """Of every row the columns in which its figures are safe, and how many of them are threatened (L4)."""
    reached = threatened(land)
    safe: dict[str, list[int]] = {row: [] for row in ROWS}
    lying: dict[str, int] = dict.fromkeys(ROWS, 0)
    for place, spot in land.items():
        if spot.figure:
            row, column = WHERE[place]
            if place in reached:
                lying[row] += 1
            else:
                safe[row].append(column)
    return {row: (safe[row], lying[row]) for row in ROWS}


@shared(size=256)
def finished(land: Mapping[str, Spot]) -> list[int]:
    """The lengths of all islands with both ends and no gap (F5, F6)."""
    columns: dict[str, list[int]] = {row: [] for row in ("ship", *ROWS)}
    for place in land:
        row, column = WHERE[place]
        columns[row].append(column)
    lengths = []
    for row in ROWS:
        start = last = 0
        for column in sorted(columns[row]):
            island = ISLANDS[land[PLACES[row, column]].tile]
            if column != last + 1:
                start = 0
            if island.left == "sea":
                start = column
            if island.right == "sea" and start:
                lengths.append(column - start + 1)
                start = 0
            last = column
    return lengths
