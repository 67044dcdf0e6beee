"""The list of legal moves, and the measure that each of them lessens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final

from partie.games.vinci.data import PROVINCES
from partie.games.vinci.effects import effects, population
from partie.games.vinci.empire import attack_of, empires, in_order, may_give_up, parts, provinces
from partie.games.vinci.flow import to_act
from partie.games.vinci.rules.expanding import too_few
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.scoring import rounds, scored
from partie.games.vinci.state import (
    CHOOSE,
    EXPAND,
    KEEP,
    OVER,
    REBIRTH,
    REGROUP,
    SURVIVE,
    BuildFort,
    ChoosePair,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    Gather,
    Infiltrate,
    KeepPart,
    MakeTreaty,
    Move,
    Options,
    PlaceSurvivors,
    PutDown,
    State,
    TakeUp,
    persons,
    spies,
    turn_order,
)


def legal(state: State, seat: int) -> Sequence[Move]:
    """All moves of the seat."""
    if state.step == OVER or seat != to_act(state):
        return ()
    if state.step == CHOOSE:
        affordable = state.players[seat].points // ruleset(state.options).data.pairs.price + 1
        return [ChoosePair(pair) for pair in range(1, min(len(state.pairs), affordable) + 1)]
    if state.step == EXPAND:
        return list(_expansion(state, seat))
    if state.step == KEEP:
        rules = ruleset(state.options)
        found = parts(rules, empires(state.land).active(seat), effects(rules, state.players[seat].tiles))
        return [KeepPart(part[0]) for part in found]
    if state.step == REGROUP:
        return list(_regrouping(state, seat))
    if state.step == REBIRTH:
        return [Decline(), EndTurn()]
    pieces = state.survivors[0][1]
    own = provinces(state.land, seat)
    return [PlaceSurvivors(name, number) for name in own for number in range(1, pieces + 1)]


def _expansion(state: State, seat: int) -> Iterator[Move]:
    turn, player = state.turn, state.players[seat]
    attack, pieces = attack_of(state, seat), player.hand + turn.levies
    yield from map(Conquer, attack.conquests(pieces))
    yield from map(Infiltrate, attack.infiltrations(pieces, spies(turn)))
    if not turn.conquests:
        for name in in_order(attack.own):
            yield from (Gather(name, number) for number in range(1, attack.own[name].pieces + 1))
        yield from _treaties(state, seat)
    if not turn.acted and (attack.own or may_give_up(ruleset(state.options), attack, player, turn)):
        yield Decline()
    yield EndConquest()


def _treaties(state: State, seat: int) -> Iterator[Move]:
    """Version 1 makes them when regrouping, and not with whom was attacked in the turn."""
    if state.turn.treaties:
        first = ruleset(state.options).data.conduct.treaties_first
        barred = {seat, *state.players[seat].friends, *(() if first else state.turn.attacked)}
        yield from (MakeTreaty(other) for other in range(len(state.players)) if other not in barred)


def _regrouping(state: State, seat: int) -> Iterator[Move]:
    turn, hand = state.turn, state.players[seat].hand
    own = provinces(state.land, seat)
    numbers = {name: state.land[name].pieces for name in own}
    empty = sum(not number for number in numbers.values())
    full = max(numbers.values())
    short = too_few(numbers.values(), hand)
    if not turn.putting:
        for name, number in numbers.items():
            yield from (TakeUp(name, taken) for taken in range(1, number + short))
    for name, number in numbers.items():
        for put in range(1, hand + 1):
            wanting = empty - (not number)
            if wanting <= hand - put or max(full, number + put) <= 1:
                yield PutDown(name, put)
    if turn.forts:
        yield from (BuildFort(name) for name in own if not state.land[name].fort)
    yield from _treaties(state, seat)
    if not hand and (not empty or full <= 1):
        yield EndTurn()


def domains(seats: int, options: Options) -> Mapping[str, Sequence[str | int]]:
    """The values that the types of the moves leave open.

    No empire has more pieces than the pair that brings most of them and lasts all the game.
    """
    rules, last = ruleset(options), rounds(seats, options)
    most = max(
        population(rules, seats, pair) + effects(rules, pair).growth * last
        for pair in combinations_with_replacement(rules.bag, 2)
    )
    return {
        "pair": range(1, rules.data.pairs.pairs + 1),
        "pieces": range(1, most + 1),
        "seat": range(seats + rules.fictitious(seats)),
    }


_ROUND: Final = 1_000_000_000
_TURN: Final = 100_000_000
_EXPAND: Final = 60_000_000
_CHOOSE: Final = 40_000_000
_RETURN: Final = 20_000_000
_PART: Final = 100_000
_REBIRTH: Final = 20_000
_REBORN: Final = 10_000


def progress(state: State) -> int:
    """A number that every move lessens: rounds and turns to come, then the stage of the turn.

    In the expansion a treaty lessens those that are left, gathering the pieces on the map and conquest the provinces
    of others; in the regrouping pieces are first only picked up and then only put down, and a split empire has fewer
    provinces after it.
    """
    if state.step == OVER:
        return 0
    order = turn_order(state)
    gone = (order.index(state.turn.seat) - order.index(state.first)) % len(order)
    total = _ROUND * (rounds(persons(state), state.options) + 1 - state.round) + _TURN * (len(order) - gone)
    if state.step == SURVIVE:
        return total + sum(pieces for _, pieces in state.survivors)
    turn, seat = state.turn, state.turn.seat
    if state.step == CHOOSE:
        return total + (_REBORN if scored(state) else _CHOOSE)
    if state.step == REBIRTH:
        return total + _REBIRTH
    own = provinces(state.land, seat)
    lying = sum(state.land[name].pieces for name in own)
    if state.step == EXPAND:
        base = total + (_RETURN if turn.returned else _EXPAND) + turn.treaties
        return base + (len(PROVINCES) - len(own) if turn.conquests else _PART + lying)
    total += _PART * len(own)
    if state.step == KEEP:
        return total + _PART - 1
    left = turn.forts + turn.treaties
    return total + left + (10 * state.players[seat].hand if turn.putting else 50_000 + 10 * lying)
