"""What the tiles of an empire do together."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from partie.games.vinci.data import PROVINCES, TILES


class Effects(Struct, frozen=True):
    """The effects of an empire's tiles, those of the same kind added up."""

    points: dict[str, int]
    """By what brings them, as ``{"mine": 2}``."""
    attack: dict[str, int]
    """By what it is against."""
    defence: dict[str, int]
    """By where it counts."""
    forts: int
    levies: int
    growth: int
    treaties: int
    crosses_seas: bool
    keeps_garrisons: bool
    may_split: bool
    returns_at_once: bool
    enters_anywhere: bool


@lru_cache(maxsize=2048)
def effects(tiles: tuple[str, ...]) -> Effects:
    """The effects of these tiles. A tile that doubles acts on the other one's numbers, not on its own kind (X22)."""
    points: dict[str, int] = {}
    attack: dict[str, int] = {}
    defence: dict[str, int] = {}
    growth = 0
    kinds = [TILES[tile] for tile in tiles]
    factor = 2 if any(kind.doubles for kind in kinds) else 1
    for kind in kinds:
        for pool, key, number in (
            (points, kind.scores, kind.points),
            (attack, kind.against, kind.attack),
            (defence, kind.within, kind.defence),
        ):
            if number:
                pool[key] = pool.get(key, 0) + factor * number
        growth += factor * kind.growth
    return Effects(
        points=points,
        attack=attack,
        defence=defence,
        forts=sum(kind.forts for kind in kinds),
        levies=sum(kind.levies for kind in kinds),
        growth=growth,
        treaties=sum(kind.treaties for kind in kinds),
        crosses_seas=any(kind.crosses_seas for kind in kinds),
        keeps_garrisons=any(kind.keeps_garrisons for kind in kinds),
        may_split=any(kind.may_split for kind in kinds),
        returns_at_once=any(kind.returns_at_once for kind in kinds),
        enters_anywhere=any(kind.enters_anywhere for kind in kinds),
    )


def signs(province: str) -> tuple[str, ...]:
    """What tiles may score of a province: its terrain, a port, a mine."""
    found = PROVINCES[province]
    return (found.terrain, *(("port",) if found.port else ()), *(("mine",) if found.mine else ()))
