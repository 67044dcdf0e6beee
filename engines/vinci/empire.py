"""Who holds what, what lies next to it, and what a province costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engines.kit import Illegal
from engines.vinci.data import DATA, ENTRIES, NEIGHBOURS, ORDER, OVERSEAS, PROVINCES
from engines.vinci.peoples import People, people
from engines.vinci.state import NEUTRAL, Holding, Player

_CONQUEST: Final = DATA.conquest


def provinces(land: Mapping[str, Holding], seat: int, *, declined: bool = False) -> list[str]:
    """The provinces of a seat's active or declined empire, in the order of the map."""
    held = [name for name, holding in land.items() if holding.owner == seat and holding.declined == declined]
    return sorted(held, key=ORDER.__getitem__)


def neighbours(province: str, who: People) -> tuple[str, ...]:
    """What a people can reach from a province (K1, X14)."""
    return (*NEIGHBOURS[province], *OVERSEAS[province]) if who.crosses_seas else NEIGHBOURS[province]


def parts(land: Mapping[str, Holding], seat: int, who: People) -> list[list[str]]:
    """The connected parts of a seat's active empire, each in the order of the map (R3)."""
    left = dict.fromkeys(provinces(land, seat))
    found = []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for name in part:
            for near in neighbours(name, who):
                if near in left:
                    del left[near]
                    part.append(near)
        found.append(sorted(part, key=ORDER.__getitem__))
    return found


def targets(land: Mapping[str, Holding], seat: int, who: People) -> list[str]:
    """The provinces that a people could attack if it had pieces enough, in the order of the map (E1, K1)."""
    own = provinces(land, seat)
    if own:
        reached = {near for name in own for near in neighbours(name, who)}.difference(own)
    else:
        reached = set(PROVINCES) if who.enters_anywhere else set(ENTRIES)
    return sorted(reached, key=ORDER.__getitem__)


def check_target(
    land: Mapping[str, Holding], players: tuple[Player, ...], seat: int, who: People, province: str
) -> None:
    """Raise :class:`Illegal` if a people may not attack a province, whatever it costs."""
    if province not in PROVINCES:
        raise Illegal("no_such_province", "K1")
    holding = land.get(province)
    if holding is not None and holding.owner == seat and not holding.declined:
        raise Illegal("own_province", "K1", province=province)
    own = provinces(land, seat)
    if not own and not who.enters_anywhere and province not in ENTRIES:
        raise Illegal("no_entry", "E1", province=province)
    if own and not any(province in neighbours(name, who) for name in own):
        raise Illegal("out_of_reach", "K1", province=province)
    if holding is not None and living(holding) and seat in players[holding.owner].friends:
        raise Illegal("treaty", "X16", seat=holding.owner)


def living(holding: Holding) -> bool:
    """Whether a province belongs to an active empire."""
    return holding.owner != NEUTRAL and not holding.declined


def bill(
    land: Mapping[str, Holding], players: tuple[Player, ...], seat: int, who: People, province: str
) -> list[tuple[str, int]]:
    """What makes up the cost of a conquest, reason by reason; reductions are negative (K2, K6, E2).

    The sum may be below the fewest pieces that a conquest takes.
    """
    found = PROVINCES[province]
    lines: list[tuple[str, int]] = [(found.terrain, _CONQUEST.terrain[found.terrain])]
    holding = land.get(province)
    if holding is not None and holding.owner == seat:
        return lines
    if holding is not None:
        lines += _defence(holding, players, province)
    own = provinces(land, seat)
    if own or _CONQUEST.bonus_at_entry:
        if any(PROVINCES[near].terrain == "mountain" and near in own for near in NEIGHBOURS[province]):
            lines.append(("from_mountain", -_CONQUEST.mountain))
        lines += _attack(who, holding, province)
    return lines


def _defence(holding: Holding, players: tuple[Player, ...], province: str) -> Iterator[tuple[str, int]]:
    if holding.pieces:
        yield "defenders", _CONQUEST.defender * holding.pieces
    if holding.fort:
        yield "fort", _CONQUEST.fort
    if living(holding) and holding.pieces:
        defence = people(players[holding.owner].tiles).defence
        if "any" in defence:
            yield "militia", defence["any"]
        if "mountain" in defence and PROVINCES[province].terrain == "mountain":
            yield "mountaineers", defence["mountain"]


def _attack(who: People, holding: Holding | None, province: str) -> Iterator[tuple[str, int]]:
    applies = {
        "any": True,
        "active": holding is not None and living(holding),
        "coast": bool(PROVINCES[province].seas),
        "mountain": PROVINCES[province].terrain == "mountain",
    }
    for against, number in who.attack.items():
        if applies[against]:
            yield f"attack_{against}", -number


def cost(land: Mapping[str, Holding], players: tuple[Player, ...], seat: int, who: People, province: str) -> int:
    """The pieces that a conquest takes (K2, K4)."""
    return max(_CONQUEST.least, sum(number for _, number in bill(land, players, seat, who, province)))
