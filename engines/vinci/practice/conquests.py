"""What a practice bot conquers, and when its empire declines."""

from __future__ import annotations

from typing import Final

from engines.kit import NoChance
from engines.vinci.data import NEIGHBOURS
from engines.vinci.empire import cost, neighbours, provinces, targets
from engines.vinci.peoples import people
from engines.vinci.rules import apply
from engines.vinci.rules.legal import may_conquer
from engines.vinci.scoring import income, worth
from engines.vinci.state import NEUTRAL, Conquer, Decline, EndConquest, Gather, Move, State

LITTLE: Final = 3
"""An expansion that adds fewer points to the turn is not worth one: a new people brings more."""

# What a conquest is worth beside its points, in points.
_FROM_RIVAL: Final = 0.1
_FROM_LEADER: Final = 0.2
_WAY_ON: Final = 0.05

_EFFORT: Final = 0.2
"""What a conquest takes beside its pieces, so that one for nothing is not worth everything."""


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
    who = people(state.players[seat].tiles)
    values = {
        name: _value(state, seat, name) for name in targets(state.land, seat, who) if may_conquer(state, seat, name)
    }
    best = max(values, key=values.__getitem__, default="")
    return Conquer(best) if best and values[best] > 0 else EndConquest()


def _value(state: State, seat: int, province: str) -> float:
    """What a conquest brings for each of its pieces."""
    player, holding = state.players[seat], state.land.get(province)
    who = people(player.tiles)
    price = cost(state.land, state.players, seat, who, province)
    value = float(-_ruins_lost(state, seat, province))
    if _can_hold_one_more(state, seat):
        value += worth(province, who.points)
        ways = [near for near in neighbours(province, who) if near not in state.land or state.land[near].owner != seat]
        value += _WAY_ON * sum(worth(near, who.points) > 0 for near in ways)
    if holding is not None and holding.owner != seat:
        value += who.points.get("conquest", 0)
        if holding.owner != NEUTRAL:
            value += _FROM_LEADER if holding.owner == _leader(state, seat) else _FROM_RIVAL
    return value / (price + _EFFORT)


def _can_hold_one_more(state: State, seat: int) -> bool:
    """Whether a piece would be left for another province once a general's are gone."""
    own = provinces(state.land, seat)
    return state.players[seat].hand + sum(state.land[name].pieces for name in own) > len(own)


def _ruins_lost(state: State, seat: int, province: str) -> int:
    """What the own ruins bring that a conquest would clear."""
    points = people(state.players[seat].ruins).points
    ruins = {*provinces(state.land, seat, declined=True)} & {province, *NEIGHBOURS[province]}
    return sum(worth(name, points) for name in ruins)


def _leader(state: State, seat: int) -> int:
    """The rival with most points."""
    return max((other for other in range(len(state.players)) if other != seat), key=lambda at: state.players[at].points)
