"""The holders of provinces, their neighbours, and what a province costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from partie.games.vinci.data import ALONG_A_COAST, ENTRIES, MOUNTAINS, NEIGHBOURS, ORDER, PROVINCES
from partie.games.vinci.effects import Effects, effects
from partie.games.vinci.ruleset import Ruleset, ruleset
from partie.games.vinci.state import NEUTRAL, Holding, Player, State, Turn, spies
from partie.kit import Illegal
from partie.kit.memo import shared

Holdings: TypeAlias = Mapping[str, Holding]
"""Provinces, and how they are held."""

_NONE: Final[Holdings] = {}


class Empires(Struct, frozen=True, eq=False):
    """The provinces by the empires to which they belong. An empire is the same object until something changes in it."""

    all: Mapping[tuple[int, bool], Holdings]
    """By the owner, and whether they are declined."""

    def active(self, seat: int) -> Holdings:
        """The active empire of a seat."""
        return self.all.get((seat, False), _NONE)

    def declined(self, seat: int) -> Holdings:
        """The declined empire of a seat."""
        return self.all.get((seat, True), _NONE)

    def changed(self, before: Holdings, changes: Mapping[str, Holding | None]) -> Empires:
        """The empires once some provinces of the land before are held otherwise, or by nobody."""
        found: dict[tuple[int, bool], dict[str, Holding]] = {}
        for province, holding in changes.items():
            old = before.get(province)
            if old is not None:
                empire = old.owner, old.declined
                if empire not in found:
                    found[empire] = dict(self.all[empire])
                del found[empire][province]
            if holding is not None:
                empire = holding.owner, holding.declined
                if empire not in found:
                    found[empire] = dict(self.all.get(empire, _NONE))
                found[empire][province] = holding
        return Empires({**self.all, **found})


@shared(size=64)
def empires(land: Holdings) -> Empires:
    """The empires of a land."""
    found: dict[tuple[int, bool], dict[str, Holding]] = {}
    for name, holding in land.items():
        found.setdefault((holding.owner, holding.declined), {})[name] = holding
    return Empires(found)


def in_order(names: Iterable[str]) -> list[str]:
    """Provinces in the order of the map."""
    return sorted(names, key=ORDER.__getitem__)


def provinces(land: Holdings, seat: int, *, declined: bool = False) -> list[str]:
    """The provinces of a seat's active or declined empire, in the order of the map."""
    found = empires(land)
    return in_order(found.declined(seat) if declined else found.active(seat))


def neighbours(rules: Ruleset, who: Effects) -> Mapping[str, tuple[str, ...]]:
    """What a civilization can reach from each province (K1, X14)."""
    return rules.by_sea if who.crosses_seas else NEIGHBOURS


def parts(rules: Ruleset, own: Iterable[str], who: Effects) -> list[list[str]]:
    """The connected parts of a civilization's provinces, each in the order of the map (R3)."""
    left, reached = dict.fromkeys(in_order(own)), neighbours(rules, who)
    found = []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for name in part:
            for near in reached[name]:
                if near in left:
                    del left[near]
                    part.append(near)
        found.append(in_order(part))
    return found


def living(holding: Holding) -> bool:
    """Whether a province belongs to an active empire."""
    return holding.owner != NEUTRAL and not holding.declined


class _Lift(NamedTuple):
    """How many pieces an attack out of a province saves. Of two that save the same, one with a mountain is named."""

    pieces: int
    mountain: bool
    lines: dict[str, int]


class Attack:
    """What a civilization could conquer. ``own`` are its provinces and ``ruins`` those of its declined empire."""

    def __init__(self, rules: Ruleset, land: Holdings, empires: Empires, players: Sequence[Player], seat: int) -> None:
        self._rules = rules
        self._conquest = rules.data.conquest
        self._land = land
        self._players = players
        self._seat = seat
        self._effects = effects(rules, players[seat].tiles)
        self._reached = neighbours(rules, self._effects)
        self.own, self.ruins = empires.active(seat), empires.declined(seat)
        self._lifts = self._find_lifts()
        self._friends = self._find_friends()
        self._has_bonus = bool(self.own) or rules.bonus_at_entry
        self._bonus = self._effects.attack if self._has_bonus else {}

    def targets(self) -> list[str]:
        """The provinces that could be attacked if there were pieces enough, in the order of the map (E1, K1)."""
        if self.own:
            near = map(self._reached.__getitem__, self.own)
            return in_order(set().union(*near) - self.own.keys())
        return in_order(PROVINCES if self._effects.enters_anywhere else ENTRIES)

    def conquests(self, pieces: int) -> list[str]:
        """The provinces that may be conquered with so many pieces, in the order of the map."""
        return list(self.prices(pieces))

    def prices(self, pieces: int) -> dict[str, int]:
        """The same with what each of them costs."""
        if pieces < self.lower_bound():
            return {}
        return {name: cost for name, cost in self.costs().items() if cost <= pieces}

    def lower_bound(self) -> int:
        """The fewest pieces for which any conquest could be had but by espionage: the easiest terrain, all help."""
        help_of_neighbours = max([lift.pieces for lift in self._lifts.values()], default=0)
        return self._rules.easiest - help_of_neighbours - sum(self._bonus.values())

    def costs(self) -> dict[str, int]:
        """What each target costs that no treaty protects."""
        return {name: self.cost(name) for name in self.open()}

    def infiltrations(self, pieces: int, spies: int) -> list[str]:
        """The provinces that may be conquered by espionage with so many pieces, in the order of the map (X8)."""
        return self.open() if self.infiltrates(spies) and self._conquest.espionage <= pieces else []

    def infiltrates(self, spies: int) -> bool:
        """Whether any conquest may go by espionage, with so many of them left in the turn (X8, E2)."""
        return spies > 0 and self._has_bonus

    def check_spies(self, spies: int) -> None:
        """Raise :class:`Illegal` if no conquest may go by espionage."""
        if not spies:
            raise Illegal("no_spy_left", "X8")
        if not self._has_bonus:
            raise Illegal("no_spy_at_entry", "E2")

    def check(self, province: str) -> None:
        """Raise :class:`Illegal` if a province may not be attacked, whatever it costs."""
        if province not in PROVINCES:
            raise Illegal("no_such_province", "K1")
        if province in self.own:
            raise Illegal("own_province", "K1", province=province)
        if self.own.keys().isdisjoint(self._reached[province]):
            if self.own:
                raise Illegal("out_of_reach", "K1", province=province)
            if not self._effects.enters_anywhere and province not in ENTRIES:
                raise Illegal("no_entry", "E1", province=province)
        friend = self._friend(province)
        if friend is not None:
            raise Illegal("treaty", "X16", seat=friend)

    def open(self) -> list[str]:
        """The targets that no treaty protects."""
        targets = self.targets()
        return [name for name in targets if self._friend(name) is None] if self._friends else targets

    def _find_friends(self) -> set[int]:
        """The seats that must not be attacked (X16)."""
        found = {owner for owner, player in enumerate(self._players) if self._seat in player.friends}
        if self._rules.data.conduct.treaties_first:  # by version 1 a treaty binds only the seat that was named
            found.update(self._players[self._seat].friends)
        return found

    def _friend(self, province: str) -> int | None:
        """The seat whom a treaty protects in a province (X16)."""
        holding = self._land.get(province)
        return holding.owner if holding is not None and holding.owner in self._friends and living(holding) else None

    def bill(self, province: str) -> dict[str, int]:
        """What makes up the cost of a conquest, reason by reason; reductions are negative (K2, K6, E2).

        The sum may be below the fewest pieces that a conquest takes.
        """
        terrain, pieces = self._rules.terrain[province]
        lines = {terrain: pieces}
        holding = self._land.get(province)
        if holding is not None:
            if holding.owner == self._seat and not self._effects.spares_ruins:
                return lines
            if holding.pieces:
                lines["defenders"] = self._conquest.defender * holding.pieces
            if holding.fort:
                lines["fort"] = self._conquest.fort
            if holding.pieces and living(holding):
                defence = effects(self._rules, self._players[holding.owner].tiles).defence
                if "any" in defence:
                    lines["militia"] = defence["any"]
                if "mountain" in defence and province in MOUNTAINS:
                    lines["mountaineers"] = defence["mountain"]
        if province in self._lifts:
            lines |= self._lifts[province].lines
        for against, number in self._bonus.items():
            if self._applies(against, holding, province):
                lines[f"attack_{against}"] = -number
        return lines

    def cost(self, province: str) -> int:
        """The pieces that a conquest takes (K2, K4)."""
        return max(self._conquest.least, sum(self.bill(province).values()))

    def _find_lifts(self) -> dict[str, _Lift]:
        """The provinces next to own mountains and forts, and the best help that they get from one (K6, X9)."""
        found: dict[str, _Lift] = {}
        for name, holding in self.own.items():
            if holding.fort or name in MOUNTAINS:
                lift = self._lift(name in MOUNTAINS, holding.fort)
                for near in NEIGHBOURS[name]:
                    if near not in found or lift[:2] > found[near][:2]:
                        found[near] = lift
        return found

    def _lift(self, mountain: bool, fort: bool) -> _Lift:
        lines = {"from_mountain": -self._conquest.mountain} if mountain else {}
        if fort and self._conquest.from_fort:
            lines["from_fort"] = -self._conquest.from_fort
        return _Lift(-sum(lines.values()), mountain, lines)

    def _applies(self, against: str, holding: Holding | None, province: str) -> bool:
        """Whether a tile that makes such conquests cheaper does so here."""
        match against:
            case "active":
                return holding is not None and living(holding)
            case "coast":
                return bool(PROVINCES[province].seas)
            case "shore":
                return self._along_a_shore(province)
            case "mountain":
                return province in MOUNTAINS
            case _:
                return True

    def _along_a_shore(self, province: str) -> bool:
        """Whether an attack goes along a coast, or by those who cross seas over water (X10, X14)."""
        if not self.own.keys().isdisjoint(ALONG_A_COAST[province]):
            return True
        return self._effects.crosses_seas and not self.own.keys().isdisjoint(self._rules.overseas[province])


def attack_of(state: State, seat: int) -> Attack:
    """What the civilization of a seat could conquer now."""
    return Attack(ruleset(state.options), state.land, empires(state.land), state.players, seat)


def may_give_up(rules: Ruleset, attack: Attack, player: Player, turn: Turn) -> bool:
    """Whether a civilization without a province may make room for another one at the start of its turn (C7)."""
    if not rules.data.conduct.pieces_wait:
        return False
    pieces = player.hand + turn.levies
    return rules.survivors_return or not (attack.conquests(pieces) or attack.infiltrations(pieces, spies(turn)))
