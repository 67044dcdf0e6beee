"""What a table plays by: what is printed in its version, and what its options say. All else asks here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from msgspec import Struct

from partie.games.vinci.data import MOUNTAINS, NEIGHBOURS, PROVINCES, VERSIONS, Data, Province, Tile
from partie.games.vinci.state import Options, Options2, State, State2, Turn, Turn2


class Ruleset(Struct, frozen=True, eq=False):
    """The rules of a table; one object for the same version and options.

    ``overseas`` are the provinces that lie across water from each other: on one sea, or on seas that touch.
    ``survivors_return``, ``bonus_at_entry`` and what fictitious players have are what options choose. ``state`` and
    ``turn`` are the shapes of its version.
    """

    version: int
    data: Data
    overseas: Mapping[str, tuple[str, ...]]
    by_sea: Mapping[str, tuple[str, ...]]
    """What lies next to a province for those who cross seas."""
    terrain: Mapping[str, tuple[str, int]]
    """The terrain of a province, and the pieces that a conquest takes because of it (K2)."""
    easiest: int
    """The fewest pieces that any terrain takes."""
    plain: Mapping[str, int]
    """What a province brings without any tile (P1, K6)."""
    marked: Mapping[str, frozenset[str]]
    """The provinces by what tiles may score of them: that they are provinces, their terrain, a port, a mine."""
    bag: Mapping[str, int]
    """How many tiles of each kind there are."""
    survivors_return: bool
    bonus_at_entry: bool
    large_seas: frozenset[str]
    """The seas that touch others."""
    fictitious_points: int
    fictitious_population: int
    state: type[State]
    turn: type[Turn]

    def fictitious(self, seats: int) -> int:
        """How many fictitious players there are next to so many persons."""
        return self.data.fictitious.players.get(str(seats), 0)

    @property
    def tiles(self) -> Mapping[str, Tile]:
        """What is printed on the tiles."""
        return self.data.tiles

    @property
    def provinces(self) -> Mapping[str, Province]:
        """What is printed in the provinces."""
        return self.data.map.provinces


@lru_cache(maxsize=64)
def ruleset(options: Options) -> Ruleset:
    """The rules of a table with these options, which are of another type in each version."""
    if not isinstance(options, Options2):
        return _ruleset(1, _counts(1), Options2())
    return _ruleset(2, _counts(2) | (VERSIONS[2].box.meant if options.box == "meant" else {}), options)


def _counts(version: int) -> dict[str, int]:
    return {name: tile.count for name, tile in VERSIONS[version].tiles.items()}


@lru_cache(maxsize=64)
def _across(version: int) -> Mapping[str, tuple[str, ...]]:
    """The provinces that a province reaches over water, in the order of the map."""
    seas = VERSIONS[version].map.seas
    sailed = {}
    for sea in seas:
        found = [sea]
        for each in found:
            found += [near for near in seas[each].touches if near not in found]
        sailed[sea] = frozenset(found)
    waters = {name: frozenset().union(*(sailed[sea] for sea in found.seas)) for name, found in PROVINCES.items()}
    return MappingProxyType(
        {
            name: tuple(other for other in PROVINCES if other != name and not water.isdisjoint(PROVINCES[other].seas))
            for name, water in waters.items()
        }
    )


def _marked(provinces: Mapping[str, Province]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, province in provinces.items():
        for mark in ("every", province.terrain, *["port"] * province.port, *["mine"] * province.mine):
            found.setdefault(mark, set()).add(name)
    return {mark: frozenset(names) for mark, names in found.items()}


def _ruleset(version: int, bag: dict[str, int], options: Options2) -> Ruleset:
    data, overseas = VERSIONS[version], _across(version)
    theirs = data.fictitious
    return Ruleset(
        version=version,
        data=data,
        overseas=overseas,
        by_sea={name: (*NEIGHBOURS[name], *overseas[name]) for name in PROVINCES},
        terrain={
            name: (found.terrain, data.conquest.terrain[found.terrain]) for name, found in data.map.provinces.items()
        },
        easiest=min(data.conquest.terrain.values()),
        plain={name: data.scoring.mountain if name in MOUNTAINS else data.scoring.province for name in PROVINCES},
        marked=_marked(data.map.provinces),
        bag=MappingProxyType(bag),
        survivors_return=options.survivors_return,
        bonus_at_entry=options.tiles_at_entry,
        large_seas=frozenset(name for name, sea in data.map.seas.items() if sea.touches),
        fictitious_points=theirs.points_harder if options.fictitious_lead else theirs.points,
        fictitious_population=theirs.population_harder if options.fictitious_pieces else theirs.population,
        state=State2 if version == 2 else State,
        turn=Turn2 if version == 2 else Turn,
    )
