"""What the tiles of an empire do together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from partie.games.vinci.data import Tile
from partie.games.vinci.ruleset import Ruleset


class Effects(Struct, frozen=True):
    """The effects of an empire's tiles, those of the same kind added up."""

    points: dict[str, int]
    """By what brings them, as ``{"mine": 2}``."""
    worth: dict[str, int]
    """What each province brings with them (P1, P2)."""
    attack: dict[str, int]
    """By what it is against."""
    defence: dict[str, int]
    """By where it counts."""
    forts: int
    levies: int
    growth: int
    treaties: int
    spies: int
    crosses_seas: bool
    keeps_garrisons: bool
    spares_ruins: bool
    may_split: bool
    reborn: bool
    enters_anywhere: bool


@lru_cache(maxsize=4096)
def effects(rules: Ruleset, tiles: tuple[str, ...]) -> Effects:
    """The effects of these tiles by a table's rules (X22, X24)."""
    points: dict[str, int] = {}
    attack: dict[str, int] = {}
    defence: dict[str, int] = {}
    growth = 0
    printed = [rules.tiles[tile] for tile in tiles]
    kinds = [*printed, *_copied(printed)]
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
        worth=_worth(rules, points),
        attack=attack,
        defence=defence,
        forts=sum(kind.forts for kind in kinds),
        levies=sum(kind.levies for kind in kinds),
        growth=growth,
        treaties=sum(kind.treaties for kind in kinds),
        spies=sum(kind.spies for kind in kinds),
        crosses_seas=any(kind.crosses_seas for kind in kinds),
        keeps_garrisons=any(kind.keeps_garrisons for kind in kinds),
        spares_ruins=any(kind.spares_ruins for kind in kinds),
        may_split=any(kind.may_split for kind in kinds),
        reborn=any(kind.reborn for kind in kinds),
        enters_anywhere=any(kind.enters_anywhere for kind in kinds),
    )


def _worth(rules: Ruleset, points: Mapping[str, int]) -> dict[str, int]:
    worth = dict(rules.plain)
    for mark, number in points.items():
        for name in rules.marked.get(mark, ()):
            worth[name] += number
    return worth


def _copied(kinds: Sequence[Tile]) -> list[Tile]:
    """The second copies that a tile makes of the others, as far as these have an effect of their own."""
    return [kind for kind in kinds if not (kind.copies or kind.single)] * any(kind.copies for kind in kinds)


def population(rules: Ruleset, persons: int, tiles: Sequence[str], *, fictitious: bool = False) -> int:
    """The pieces of a new civilization: by the number of players, and what the tiles add, a copied one twice (C4).

    A fictitious player has others (N3).
    """
    kinds = [rules.tiles[tile] for tile in tiles]
    twice = any(kind.copies for kind in kinds)
    added = sum(kind.population * (2 if twice and not kind.copies else 1) for kind in kinds)
    basic = rules.fictitious_population if fictitious else rules.data.seat.population[str(persons)]
    return basic + added
