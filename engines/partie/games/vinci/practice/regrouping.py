"""How a bot spreads its pieces."""

from __future__ import annotations

from partie.games.vinci.data import NEIGHBOURS
from partie.games.vinci.effects import effects
from partie.games.vinci.empire import empires, parts, provinces
from partie.games.vinci.legal import legal
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.state import (
    BuildFort,
    EndTurn,
    KeepPart,
    MakeTreaty,
    Move,
    PlaceSurvivors,
    PutDown,
    State,
    TakeUp,
)


def keep(state: State, seat: int) -> KeepPart:
    """The part that brings most."""
    rules = ruleset(state.options)
    who = effects(rules, state.players[seat].tiles)
    found = parts(rules, empires(state.land).active(seat), who)
    return KeepPart(max(found, key=lambda part: sum(who.worth[name] for name in part))[0])


def survive(state: State, seat: int) -> PlaceSurvivors:
    """One by one, where they are most wanted."""
    return PlaceSurvivors(_most_wanting(state, seat), 1)


def regroup(state: State, seat: int) -> Move:
    """A piece for every province, the others to where most would be lost; then forts and treaties."""
    own, hand = provinces(state.land, seat), state.players[seat].hand
    rich = max(own, key=lambda name: state.land[name].pieces)
    if sum(not state.land[name].pieces for name in own) > hand and state.land[rich].pieces > 1:
        return TakeUp(rich, state.land[rich].pieces - 1)
    if hand:
        return PutDown(_most_wanting(state, seat), 1)
    moves = legal(state, seat)
    forts = [move for move in moves if isinstance(move, BuildFort)]
    if forts:
        return max(forts, key=lambda move: _at_stake(state, seat, move.province))
    treaties = [move for move in moves if isinstance(move, MakeTreaty)]
    if treaties:
        return max(treaties, key=lambda move: len(provinces(state.land, move.seat)))
    return EndTurn()


def _most_wanting(state: State, seat: int) -> str:
    """An empty province if there is one, else the one with fewest pieces for what is at stake."""
    own = provinces(state.land, seat)
    empty = [name for name in own if not state.land[name].pieces]
    return max(empty or own, key=lambda name: _at_stake(state, seat, name) / max(1, state.land[name].pieces))


def _at_stake(state: State, seat: int, province: str) -> float:
    """What would be lost with a province, by how many others border on it."""
    rules = ruleset(state.options)
    who = effects(rules, state.players[seat].tiles)
    near = sum(name not in state.land or state.land[name].owner != seat for name in NEIGHBOURS[province])
    return (0.1 + who.worth[province]) * (0.2 + near)
