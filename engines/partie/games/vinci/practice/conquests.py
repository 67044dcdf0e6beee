"""What a bot conquers, and when its empire declines."""

from __future__ import annotations

from typing import Final

from partie.games.vinci.data import NEIGHBOURS
from partie.games.vinci.effects import effects
from partie.games.vinci.empire import Attack, neighbours, provinces
from partie.games.vinci.rules import apply
from partie.games.vinci.scoring import income, target, worth
from partie.games.vinci.state import NEUTRAL, Conquer, Decline, EndConquest, Gather, Holding, Move, State
from partie.kit import NoChance

LITTLE: Final = 3
"""An expansion that adds fewer points to the turn is not worth one: a new civilization brings more."""

# What a conquest is worth in addition to its points, in points.
_WAY_ON: Final = 0.05

# What a point that a rival loses with a province is worth, in points.
_FROM_RIVAL: Final = -0.2
"""A robbed rival strikes back, while the others gain: that doesn't draw out a close race."""
_FROM_LEADER: Final = 4.0
"""Times the part of the target by which the rival is ahead: nobody runs away."""

_EFFORT: Final = 0.2
"""What a conquest costs in addition to its pieces, so that one for free is not worth everything."""


def expand(state: State, seat: int) -> Move:
    """Decline if an expansion would bring little; else gather all that can be spared, and conquer."""
    may_decline = not state.turn.acted and not state.last
    return Decline() if may_decline and _gain(state, seat) < LITTLE else _on(state, seat)


def _gain(state: State, seat: int) -> int:
    """What an expansion would add to the points of the turn."""
    before = _brings(state, seat)
    while not isinstance(move := _on(state, seat), EndConquest):
        state = apply(state, seat, move, NoChance())
    return _brings(state, seat) - before


def _brings(state: State, seat: int) -> int:
    return sum(points for _, points in income(state.land, state.players[seat], seat, state.turn.slain))


def _on(state: State, seat: int) -> Move:
    """The next step of an expansion."""
    if not state.turn.conquests:
        for name in provinces(state.land, seat):
            if state.land[name].pieces > 1:
                return Gather(name, state.land[name].pieces - 1)
    pieces = state.players[seat].hand + state.turn.levies
    prices = Attack(state.land, state.players, seat).prices(pieces)
    if not prices:
        return EndConquest()
    judge = _Judge(state, seat)
    values = {name: judge.value(name) / (price + _EFFORT) for name, price in prices.items()}
    best = max(values, key=values.__getitem__)
    return Conquer(best) if values[best] > 0 else EndConquest()


class _Judge:
    """What conquests are worth to a seat. Anything that all of them share is looked up once."""

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat
        self._effects = effects(state.players[seat].tiles)
        self._ruins = frozenset(provinces(state.land, seat, declined=True))
        own = provinces(state.land, seat)
        # Whether a piece would be left for another province once a general's are gone.
        self._can_hold_one_more = state.players[seat].hand + sum(state.land[name].pieces for name in own) > len(own)

    def value(self, province: str) -> float:
        """What a conquest brings, in points."""
        state, seat, who = self._state, self._seat, self._effects
        holding = state.land.get(province)
        value = float(-self._ruins_lost(province))
        if self._can_hold_one_more:
            value += worth(province, who.points)
            ways = [
                near for near in neighbours(province, who) if near not in state.land or state.land[near].owner != seat
            ]
            value += _WAY_ON * sum(worth(near, who.points) > 0 for near in ways)
        if holding is not None and holding.owner != seat:
            value += who.points.get("conquest", 0)
            if holding.owner != NEUTRAL:
                loss = worth(province, effects(_tiles(state, holding)).points)
                value += (_FROM_RIVAL + _FROM_LEADER * _ahead(state, seat, holding.owner)) * loss
        return value

    def _ruins_lost(self, province: str) -> int:
        """What the seat's ruins bring that a conquest would clear."""
        if not self._ruins:
            return 0
        points = effects(self._state.players[self._seat].ruins).points
        return sum(worth(name, points) for name in self._ruins & {province, *NEIGHBOURS[province]})


def _tiles(state: State, holding: Holding) -> tuple[str, ...]:
    """The tiles of the empire that holds a province."""
    owner = state.players[holding.owner]
    return owner.ruins if holding.declined else owner.tiles


def _ahead(state: State, seat: int, rival: int) -> float:
    """By what part of the target a rival has more points."""
    lead = state.players[rival].points - state.players[seat].points
    return max(0, lead) / target(len(state.players), state.options)
