"""What a bot conquers, with whom it makes peace, and when its empire declines."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from partie.games.vinci.data import NEIGHBOURS
from partie.games.vinci.effects import effects
from partie.games.vinci.empire import attack_of, provinces
from partie.games.vinci.legal import legal
from partie.games.vinci.rules import apply
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.scoring import brings, target
from partie.games.vinci.state import (
    EXPAND,
    NEUTRAL,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    Gather,
    Holding,
    Infiltrate,
    MakeTreaty,
    Move,
    State,
    persons,
    spies,
    with_spies,
)
from partie.kit import NoChance

LITTLE: Final = 3
"""An expansion that adds fewer points to the turn is not worth one: a new civilization brings more."""

PIECES_A_POINT: Final = 2.6
"""How many pieces a new civilization takes for each point of its first turn, and how many its tiles add on average."""
TILES_ADD: Final = 6

# What a conquest is worth in addition to its points, in points.
_WAY_ON: Final = 0.05

# What a point that a rival loses with a province is worth, in points.
_FROM_RIVAL: Final = -0.2
"""A robbed rival strikes back, while the others gain: that doesn't draw out a close race."""
_FROM_LEADER: Final = 4.0
"""Times the part of the target by which the rival is ahead: nobody runs away."""

_EFFORT: Final = 0.2
"""What a conquest costs in addition to its pieces, so that one for free is not worth everything."""

_SPIED: Final = 4
"""What a province costs at least for which espionage is kept, while there are others to be had."""


def expand(state: State, seat: int) -> Move:
    """Decline if an expansion would bring little; else gather all that can be spared, and conquer."""
    return Decline() if _may_decline(state, seat) and _gain(state, seat) < LITTLE else _on(state, seat)


def _may_decline(state: State, seat: int) -> bool:
    """Whether to consider a decline at the start of the turn: Rebirth declines at its end."""
    if state.turn.acted or state.last or Decline() not in legal(state, seat):
        return False
    rules = ruleset(state.options)
    waits = not provinces(state.land, seat) and brings(state, seat) >= LITTLE
    return not waits and not (effects(rules, state.players[seat].tiles).reborn and rules.data.conduct.rebirth_last)


def be_reborn(state: State, seat: int) -> Move:
    """Decline at the end of the turn if the next expansion would bring less than a new civilization does (X20)."""
    if state.last:
        return EndTurn()
    rules, player = ruleset(state.options), state.players[seat]
    who = effects(rules, player.tiles)
    turn = with_spies(replace(rules.turn(seat), levies=who.levies, acted=True), who.spies)
    grown = replace(player, hand=player.hand + who.growth)
    players = (*state.players[:seat], grown, *state.players[seat + 1 :])
    gain = _gain(replace(state, step=EXPAND, turn=turn, players=players), seat)
    fallen = apply(state, seat, Decline(), NoChance())
    lost = brings(state, seat) - brings(fallen, seat)
    new = (rules.data.seat.population[str(persons(state))] + TILES_ADD) / PIECES_A_POINT
    return Decline() if gain + lost < new else EndTurn()


def _gain(state: State, seat: int) -> int:
    """What an expansion would add to the points of the turn."""
    before = brings(state, seat)
    while not isinstance(move := _on(state, seat), EndConquest):
        state = apply(state, seat, move, NoChance())
    return brings(state, seat) - before


def _on(state: State, seat: int) -> Move:
    """The next step of an expansion."""
    if not state.turn.conquests:
        if state.turn.treaties:
            return MakeTreaty(_strongest(state, seat))
        for name in provinces(state.land, seat):
            if state.land[name].pieces > 1:
                return Gather(name, state.land[name].pieces - 1)
    return _conquest(state, seat) or EndConquest()


def _strongest(state: State, seat: int) -> int:
    """The rival with the largest civilization, on the map or about to come."""
    others = [move.seat for move in legal(state, seat) if isinstance(move, MakeTreaty)]
    lying = {other: sum(state.land[name].pieces for name in provinces(state.land, other)) for other in others}
    return max(others, key=lambda other: lying[other] + state.players[other].hand)


def _conquest(state: State, seat: int) -> Move | None:
    """What brings most for its pieces. Espionage is kept for what costs much, and so are the pieces for it."""
    attack, judge = attack_of(state, seat), _Judge(state, seat)
    pieces, left = state.players[seat].hand + state.turn.levies, spies(state.turn)
    costs = attack.costs()
    values = {name: judge.value(name) for name in costs}
    spied = [
        name
        for name in attack.infiltrations(pieces, left)
        if values[name] > 0 and costs[name] >= min(_SPIED, pieces + 1)
    ]
    kept = ruleset(state.options).data.conquest.espionage * min(left, len(spied))
    wanted = {name: values[name] / (cost + _EFFORT) for name, cost in costs.items() if cost <= pieces - kept}
    best = max(wanted, key=wanted.__getitem__, default=None)
    if best is not None and wanted[best] > 0:
        return Conquer(best)
    return Infiltrate(max(spied, key=lambda name: (values[name], costs[name]))) if spied else None


class _Judge:
    """What conquests are worth to a seat. Anything that all of them share is looked up once."""

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat
        self._rules = ruleset(state.options)
        self._effects = effects(self._rules, state.players[seat].tiles)
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
            value += who.worth[province]
            ways = [near for near in NEIGHBOURS[province] if near not in state.land or state.land[near].owner != seat]
            value += _WAY_ON * sum(who.worth[near] > 0 for near in ways)
        if holding is not None and holding.owner != seat:
            value += who.points.get("conquest", 0)
            if holding.owner != NEUTRAL:
                loss = effects(self._rules, _tiles(state, holding)).worth[province]
                value += (_FROM_RIVAL + _FROM_LEADER * _ahead(state, seat, holding.owner)) * loss
        return value

    def _ruins_lost(self, province: str) -> int:
        """What the seat's ruins bring that a conquest would clear."""
        if not self._ruins:
            return 0
        cleared = {province} if self._effects.spares_ruins else {province, *NEIGHBOURS[province]}
        worth = effects(self._rules, self._state.players[self._seat].ruins).worth
        return sum(worth[name] for name in self._ruins & cleared)


def _tiles(state: State, holding: Holding) -> tuple[str, ...]:
    """The tiles of the empire that holds a province."""
    owner = state.players[holding.owner]
    return owner.ruins if holding.declined else owner.tiles


def _ahead(state: State, seat: int, rival: int) -> float:
    """By what part of the target a rival has more points."""
    lead = state.players[rival].points - state.players[seat].points
    return max(0, lead) / target(persons(state), state.options)
