"""The component tables of ``data.toml``, read once and put into the forms the rules work with."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, Literal, TypeAlias

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
    least: int
    bonus_at_entry: bool


class _Rounds(Struct, frozen=True):
    rounds: int


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
    scores: Literal["", "farmland", "pasture", "mine", "port", "conquest", "empire"] = ""
    """What brings its points."""
    points: int = 0
    against: Literal["", "any", "active", "coast", "mountain"] = ""
    """Which conquests its attack makes cheaper."""
    attack: int = 0
    within: Literal["", "any", "mountain"] = ""
    """Which own provinces its defence makes more expensive."""
    defence: int = 0
    forts: int = 0
    levies: int = 0
    growth: int = 0
    treaties: int = 0
    crosses_seas: bool = False
    keeps_garrisons: bool = False
    may_split: bool = False
    returns_at_once: bool = False
    enters_anywhere: bool = False
    doubles: bool = False


class _Sea(Struct, frozen=True):
    edge: bool


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
    """``data.toml`` without what it says of its sources."""

    seat: _Seat
    pairs: _Pairs
    conquest: _Conquest
    rounds: _Rounds
    scoring: _Scoring
    tiles: dict[str, Tile]
    map: _Map


DATA: Final = msgspec.convert(tomllib.loads((Path(__file__).parent / "data.toml").read_text(encoding="utf-8")), Data)

TILES: Final = DATA.tiles
SEAS: Final = DATA.map.seas
PROVINCES: Final = DATA.map.provinces
ORDER: Final = {province: number for number, province in enumerate(PROVINCES)}
"""The order in which provinces are listed."""

NEIGHBOURS: Final = {
    name: tuple(sorted({*province.borders, *province.straits}, key=ORDER.__getitem__))
    for name, province in PROVINCES.items()
}
"""The provinces across a land border or a strait."""

OVERSEAS: Final = {
    name: tuple(other for other in PROVINCES if other != name and set(province.seas) & set(PROVINCES[other].seas))
    for name, province in PROVINCES.items()
}
"""The provinces on the shore of the same sea."""

BY_SEA: Final = {name: (*NEIGHBOURS[name], *OVERSEAS[name]) for name in PROVINCES}
"""What lies next to a province for those who cross seas."""

MOUNTAINS: Final = frozenset(name for name, province in PROVINCES.items() if province.terrain == "mountain")

ENTRIES: Final = frozenset(
    name for name, province in PROVINCES.items() if province.edge or any(SEAS[sea].edge for sea in province.seas)
)
"""Where a new civilization may enter: on the edge of the board, or across one sea that touches it (E1)."""
