"""The component tables of ``data.toml``, read once and put into the forms the rules work with.

``data.toml`` holds the newest version of the rules; ``[version.1]`` there has what tables of version 1 do differently.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from partie.games.wikinger.state import Building, Figure, Options, Options2, Row, Special

Edge: TypeAlias = Literal["sea", "land", "any"]


class _Seat(Struct, frozen=True):
    seats: int
    points: int
    gold: dict[str, int]


class _Drawn(Struct, frozen=True):
    basic: int
    advanced: int


class _Rounds(Struct, frozen=True):
    rounds: int
    fields: int
    large: tuple[int, ...]
    drawn: _Drawn


class _Figures(Struct, frozen=True):
    counts: dict[Figure, int]


class Island(Struct, frozen=True):
    """A kind of island tile: what its left and right sides show, and the building on it, if any."""

    left: Edge
    right: Edge
    count: int = 0
    building: Building | None = None


class _Islands(Struct, frozen=True):
    tiles: dict[str, Island]


class _StartTiles(Struct, frozen=True):
    tile: str
    left: Edge
    right: Edge


class _Mainland(Struct, frozen=True):
    edge: Edge


class Ship(Struct, frozen=True):
    """A kind of ship tile: the lowest row it threatens, and what it is worth in gold or in points."""

    sail: Row
    count: int
    gold: int = 0
    points: int = 0


class _Ships(Struct, frozen=True):
    columns: int
    tiles: dict[str, Ship]


class _Specials(Struct, frozen=True):
    display: int
    counts: dict[Special, int]
    gold: int
    goldsmith: dict[str, int]
    figures: dict[str, Figure]
    building: int


class _Scoring(Struct, frozen=True):
    goldsmith: int
    noble: int
    scout: int
    scout_column: int
    gold: int
    gold_special: int
    boatmen: int
    islands: int
    longest: int
    fisherman_feeds: int
    oversupply: int
    oversupply_special: int
    undersupply: int


class Conduct(Struct, frozen=True):
    """What versions of the rules do differently."""

    zero_bids: bool
    """In an open auction the start player's "nothing" is a bid of 0."""
    basic_offer: bool
    """Without an auction, figures that are placed automatically are those of the basic game."""
    most_ferried: bool
    """In the last round boatmen bring as many figures as possible, and only as many of them leave as needed."""


class Data(Struct, frozen=True):
    """``data.toml`` without what it says of its sources."""

    seat: _Seat
    rounds: _Rounds
    figures: _Figures
    islands: _Islands
    start_tiles: _StartTiles
    mainland: _Mainland
    ships: _Ships
    specials: _Specials
    scoring: _Scoring
    conduct: Conduct


_TABLES: Final = tomllib.loads((Path(__file__).parent / "data.toml").read_text(encoding="utf-8"))

DATA: Final = msgspec.convert(_TABLES, Data)

_FIRST: Final = msgspec.convert(_TABLES["version"]["1"]["conduct"], Conduct)


def conduct(options: Options) -> Conduct:
    """What a table does by its version, which the type of its options tells."""
    return DATA.conduct if isinstance(options, Options2) else _FIRST


FIGURES: Final[tuple[Figure, ...]] = tuple(DATA.figures.counts)
"""The six colours in the order in which they are laid out."""

ROWS: Final[tuple[Row, ...]] = ("warrior", "noble", "scout", "goldsmith", "fisherman")
"""The rows of islands from top to bottom; ships lie above them."""

SHIPS: Final = DATA.ships.tiles
START: Final = DATA.start_tiles.tile

SPECIAL_BUILDINGS: Final[dict[Building, Special]] = {
    "farm": "special-farm",
    "church": "special-church",
    "tower": "special-tower",
    "hall": "special-hall",
}
"""The special tile of every building."""

BUILDING_OF: Final[dict[str, Building]] = {special: building for building, special in SPECIAL_BUILDINGS.items()}
"""The building of every special tile that has one."""

ISLANDS: Final[dict[str, Island]] = {
    **DATA.islands.tiles,
    START: Island(left=DATA.start_tiles.left, right=DATA.start_tiles.right),
    **{
        special: next(tile for tile in DATA.islands.tiles.values() if tile.building == building)
        for building, special in SPECIAL_BUILDINGS.items()
    },
}
"""All tiles that can lie in the rows of islands, start tile and special buildings included."""

SPACES: Final = tuple(f"field-{number}" for number in range(DATA.rounds.fields))
"""The ids of the spaces around the wheel."""


COLUMNS: Final = 40
"""More columns than all tiles of a game could begin."""

PLACES: Final = {(row, column): f"{row}-{column}" for row in ("ship", *ROWS) for column in range(1, COLUMNS + 1)}
"""The ids of all places by row and column; columns begin with 1."""

WHERE: Final = {place: key for key, place in PLACES.items()}
"""Row and column of every place."""
