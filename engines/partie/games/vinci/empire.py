"""The holders of provinces, their neighbours, and what a province costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from partie.games.vinci.data import BY_SEA, DATA, ENTRIES, MOUNTAINS, NEIGHBOURS, ORDER, PROVINCES
from partie.games.vinci.effects import Effects, effects
from partie.games.vinci.state import NEUTRAL, Holding, Player
from partie.kit import Illegal

_CONQUEST: Final = DATA.conquest


def provinces(land: Mapping[str, Holding], seat: int, *, declined: bool = False) -> list[str]:
    """The provinces of a seat's active or declined empire, in the order of the map."""
    held = [name for name, holding in land.items() if holding.owner == seat and holding.declined == declined]
    return sorted(held, key=ORDER.__getitem__)


def neighbours(province: str, who: Effects) -> tuple[str, ...]:
    """What a civilization can reach from a province (K1, X14)."""
    return BY_SEA[province] if who.crosses_seas else NEIGHBOURS[province]


def parts(land: Mapping[str, Holding], seat: int, who: Effects) -> list[list[str]]:
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


def living(holding: Holding) -> bool:
    """Whether a province belongs to an active empire."""
    return holding.owner != NEUTRAL and not holding.declined


class Attack:
    """What a civilization could conquer. Its own provinces are looked up only once."""

    def __init__(self, land: Mapping[str, Holding], players: Sequence[Player], seat: int) -> None:
        self._land = land
        self._players = players
        self._seat = seat
        self._effects = effects(players[seat].tiles)
        self._own = frozenset(name for name, holding in land.items() if holding.owner == seat and not holding.declined)
        self._mountains = self._own & MOUNTAINS
        self._has_bonus = bool(self._own) or _CONQUEST.bonus_at_entry

    def targets(self) -> list[str]:
        """The provinces that could be attacked if there were pieces enough, in the order of the map (E1, K1)."""
        reached: set[str] = set()
        if self._own:
            for name in self._own:
                reached.update(neighbours(name, self._effects))
            reached -= self._own
        else:
            reached.update(PROVINCES if self._effects.enters_anywhere else ENTRIES)
        return sorted(reached, key=ORDER.__getitem__)

    def conquests(self, pieces: int) -> list[str]:
        """The provinces that may be conquered with so many pieces, in the order of the map."""
        return list(self.prices(pieces))

    def prices(self, pieces: int) -> dict[str, int]:
        """The same with what each of them costs."""
        costs = {name: self.cost(name) for name in self.targets() if self._friend(name) is None}
        return {name: cost for name, cost in costs.items() if cost <= pieces}

    def check(self, province: str) -> None:
        """Raise :class:`Illegal` if a province may not be attacked, whatever it costs."""
        if province not in PROVINCES:
            raise Illegal("no_such_province", "K1")
        if province in self._own:
            raise Illegal("own_province", "K1", province=province)
        if self._own.isdisjoint(neighbours(province, self._effects)):
            if self._own:
                raise Illegal("out_of_reach", "K1", province=province)
            if not self._effects.enters_anywhere and province not in ENTRIES:
                raise Illegal("no_entry", "E1", province=province)
        friend = self._friend(province)
        if friend is not None:
            raise Illegal("treaty", "X16", seat=friend)

    def _friend(self, province: str) -> int | None:
        """The seat whose treaty protects a province (X16)."""
        holding = self._land.get(province)
        if holding is None or not living(holding) or self._seat not in self._players[holding.owner].friends:
            return None
        return holding.owner

    def bill(self, province: str) -> list[tuple[str, int]]:
        """What makes up the cost of a conquest, reason by reason; reductions are negative (K2, K6, E2).

        The sum may be below the fewest pieces that a conquest takes.
        """
        terrain = PROVINCES[province].terrain
        lines: list[tuple[str, int]] = [(terrain, _CONQUEST.terrain[terrain])]
        holding = self._land.get(province)
        if holding is not None and holding.owner == self._seat:
            return lines
        if holding is not None:
            lines += self._defence(holding, province)
        if self._has_bonus:
            if not self._mountains.isdisjoint(NEIGHBOURS[province]):
                lines.append(("from_mountain", -_CONQUEST.mountain))
            lines += self._attack(holding, province)
        return lines

    def cost(self, province: str) -> int:
        """The pieces that a conquest takes (K2, K4)."""
        return max(_CONQUEST.least, sum([number for _, number in self.bill(province)]))

    def _defence(self, holding: Holding, province: str) -> Iterator[tuple[str, int]]:
        if holding.pieces:
            yield "defenders", _CONQUEST.defender * holding.pieces
        if holding.fort:
            yield "fort", _CONQUEST.fort
        if living(holding) and holding.pieces:
            defence = effects(self._players[holding.owner].tiles).defence
            if "any" in defence:
                yield "militia", defence["any"]
            if "mountain" in defence and province in MOUNTAINS:
                yield "mountaineers", defence["mountain"]

    def _attack(self, holding: Holding | None, province: str) -> Iterator[tuple[str, int]]:
        for against, number in self._effects.attack.items():
            if _applies(against, holding, province):
                yield f"attack_{against}", -number


def _applies(against: str, holding: Holding | None, province: str) -> bool:
    """Whether a tile that makes such conquests cheaper does so here."""
    match against:
        case "active":
            return holding is not None and living(holding)
        case "coast":
            return bool(PROVINCES[province].seas)
        case "mountain":
            return province in MOUNTAINS
        case _:
            return True
