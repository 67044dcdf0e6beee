"""The component tables of ``data.toml``, read once for every version of the rules.

``data.toml`` holds the newest version; ``[version.1]`` there holds what tables of version 1 have in its place.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

Terrain: TypeAlias = Literal["farmland", "pasture", "hills", "forest", "mountain"]
Colour: TypeAlias = Literal["yellow", "red", "blue"]


class _Seat(Struct, frozen=True):
    seats: tuple[int, int]
    points: int
    population: dict[str, int]
    target: dict[str, int]


class _Pairs(Struct, frozen=True):
    pairs: int
    price: int


class _Conquest(Struct, frozen=True):
    terrain: dict[Terrain, int]
    defender: int
    fort: int
    mountain: int
    from_fort: int
    espionage: int
    least: int


class _Conduct(Struct, frozen=True):
    """When things happen that versions see differently."""

    treaties_first: bool
    """Treaties are made before the first conquest, with anybody, and bind both."""
    pieces_wait: bool
    """A civilization that has pieces and no province waits with them in hand."""
    old_ruins_leave: bool
    """Where a civilization is gone without a decline, its player's ruins go, too."""
    rebirth_last: bool
    """Rebirth is a decline after the turn was scored, else the new civilization enters in the turn of the decline."""


class _Box(Struct, frozen=True):
    meant: dict[str, int]
    """How many tiles of some kinds the author meant to be in the box."""


class _Rounds(Struct, frozen=True):
    rounds: int
    grows: bool
    """A higher target than the printed one brings more rounds."""


class _Fictitious(Struct, frozen=True):
    """What the game itself plays against one or two persons."""

    players: dict[str, int]
    """How many there are, by the number of persons."""
    points: int
    points_harder: int
    population: int
    population_harder: int
    die: tuple[int, ...]
    worth: int
    """An empire that brings fewer points considers a decline,"""
    spare: int
    """if it has at most so many pieces to spare;"""
    spare_with_general: int
    off_with_general: int
    """with a general so many, and so much is taken off the die."""


class _Scoring(Struct, frozen=True):
    province: int
    mountain: int


class Tile(Struct, frozen=True):
    """A kind of civilization tile."""

    colour: Colour
    count: int
    population: int
    stays: bool = False
    """It goes on scoring for the declined empire."""
    column: bool = False
    """A ruin is printed on it, but it leaves all the same."""
    scores: Literal["", "farmland", "pasture", "mountain", "mine", "port", "every", "conquest", "empire"] = ""
    """What brings its points."""
    points: int = 0
    against: Literal["", "any", "active", "coast", "shore", "mountain"] = ""
    """Which conquests its attack makes cheaper; ``shore``: those along a coast or across a sea."""
    attack: int = 0
    within: Literal["", "any", "mountain"] = ""
    """Which own provinces its defence makes more expensive."""
    defence: int = 0
    forts: int = 0
    levies: int = 0
    growth: int = 0
    treaties: int = 0
    spies: int = 0
    """Conquests a turn at the price of espionage."""
    crosses_seas: bool = False
    keeps_garrisons: bool = False
    """All pieces stay in the ruins."""
    spares_ruins: bool = False
    """The empire may touch its player's ruins."""
    may_split: bool = False
    reborn: bool = False
    """A decline takes no turn."""
    enters_anywhere: bool = False
    doubles: bool = False
    """It doubles the numbers of the other tile."""
    copies: bool = False
    """It is a second copy of the other tile."""
    single: bool = False
    """A copy of it has no effect of its own."""


class _Sea(Struct, frozen=True):
    edge: bool
    touches: tuple[str, ...] = ()
    """The seas that a civilization on its way may go on to."""


class Province(Struct, frozen=True):
    """A land province: its terrain and signs, and what it borders on."""

    terrain: Terrain
    port: bool = False
    mine: bool = False
    edge: bool = False
    """It lies on the edge of the board."""
    borders: tuple[str, ...] = ()
    straits: tuple[str, ...] = ()
    seas: tuple[str, ...] = ()


class _Map(Struct, frozen=True):
    seas: dict[str, _Sea]
    provinces: dict[str, Province]


class Data(Struct, frozen=True):
    """``data.toml`` in one version, without what it says of its sources."""

    seat: _Seat
    pairs: _Pairs
    conquest: _Conquest
    conduct: _Conduct
    rounds: _Rounds
    scoring: _Scoring
    box: _Box
    fictitious: _Fictitious
    tiles: dict[str, Tile]
    map: _Map


def _read() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "data.toml").read_text(encoding="utf-8"))


def _merged(whole: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """A table with the entries of another one, table by table."""
    return whole | {
        key: _merged(whole[key], value) if isinstance(value, dict) and key in whole else value
        for key, value in other.items()
    }


def _versions() -> dict[int, Data]:
    newest = _read()
    older = newest.pop("version")
    found = {int(version): _merged(newest, changes) for version, changes in older.items()}
    return {version: msgspec.convert(tables, Data) for version, tables in {**found, len(found) + 1: newest}.items()}


VERSIONS: Final = _versions()
"""What is printed, by the version of the rules."""

DATA: Final = VERSIONS[max(VERSIONS)]

TILES: Final = DATA.tiles
PROVINCES: Final = DATA.map.provinces
"""Their terrain may be another in an older version; borders, coasts, ports and mines are the same in all."""
SEAS: Final = DATA.map.seas
ORDER: Final = {province: number for number, province in enumerate(PROVINCES)}
"""The order in which provinces are listed."""

NEIGHBOURS: Final = {
    name: tuple(sorted({*province.borders, *province.straits}, key=ORDER.__getitem__))
    for name, province in PROVINCES.items()
}
"""The provinces across a land border or a strait."""

ALONG_A_COAST: Final = {
    name: tuple(near for near in reached if not set(PROVINCES[name].seas).isdisjoint(PROVINCES[near].seas))
    for name, reached in NEIGHBOURS.items()
}
"""The neighbours of a province that lie on a sea of its own."""

MOUNTAINS: Final = frozenset(name for name, province in PROVINCES.items() if province.terrain == "mountain")

ENTRIES: Final = frozenset(
    name for name, province in PROVINCES.items() if province.edge or any(SEAS[sea].edge for sea in province.seas)
)
"""Where a new civilization may enter: on the edge of the board, or across one sea that touches it (E1)."""
