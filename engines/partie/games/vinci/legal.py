"""The list of legal moves, and the measure that each of them lessens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from partie.games.vinci.data import DATA, PROVINCES
from partie.games.vinci.effects import effects
from partie.games.vinci.empire import Attack, parts, provinces
from partie.games.vinci.flow import to_act
from partie.games.vinci.rules.expanding import too_few
from partie.games.vinci.state import (
    CHOOSE,
    EXPAND,
    KEEP,
    OVER,
    REGROUP,
    SURVIVE,
    BuildFort,
    ChoosePair,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    Gather,
    KeepPart,
    MakeTreaty,
    Move,
    PlaceSurvivors,
    PutDown,
    State,
    TakeUp,
)


def legal(state: State, seat: int) -> Sequence[Move]:
    """All moves of the seat."""
    if state.step == OVER or seat != to_act(state):
        return ()
    if state.step == CHOOSE:
        affordable = state.players[seat].points // DATA.pairs.price + 1
        return [ChoosePair(pair) for pair in range(1, min(len(state.pairs), affordable) + 1)]
    if state.step == EXPAND:
        return list(_expansion(state, seat))
    if state.step == KEEP:
        return [KeepPart(part[0]) for part in parts(state.land, seat, effects(state.players[seat].tiles))]
    if state.step == REGROUP:
        return list(_regrouping(state, seat))
    pieces = state.survivors[0][1]
    own = provinces(state.land, seat)
    return [PlaceSurvivors(name, number) for name in own for number in range(1, pieces + 1)]


def _expansion(state: State, seat: int) -> Iterator[Move]:
    turn, player = state.turn, state.players[seat]
    own = provinces(state.land, seat)
    yield from map(Conquer, Attack(state.land, state.players, seat).conquests(player.hand + turn.levies))
    if not turn.conquests:
        for name in own:
            yield from (Gather(name, number) for number in range(1, state.land[name].pieces + 1))
    if own and not turn.acted:
        yield Decline()
    yield EndConquest()


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
    if turn.treaties:
        for other in range(len(state.players)):
            if other != seat and other not in turn.attacked and other not in state.players[seat].friends:
                yield MakeTreaty(other)
    if not hand and (not empty or full <= 1):
        yield EndTurn()


_ROUND: Final = 1_000_000_000
_TURN: Final = 100_000_000
_EXPAND: Final = 60_000_000
_CHOOSE: Final = 40_000_000
_RETURN: Final = 20_000_000
_PART: Final = 100_000


def progress(state: State) -> int:
    """A number that every move lessens: rounds and turns to come, then the stage of the turn.

    In the expansion gathering lessens the pieces on the map and conquest the provinces of others; in the
    regrouping pieces are first only picked up and then only put down, and a split empire has fewer provinces after it.
    """
    if state.step == OVER:
        return 0
    seats = len(state.players)
    gone = (state.turn.seat - state.first) % seats
    total = _ROUND * (DATA.rounds.rounds + 1 - state.round) + _TURN * (seats - gone)
    if state.step == SURVIVE:
        return total + sum(pieces for _, pieces in state.survivors)
    turn, seat = state.turn, state.turn.seat
    if state.step == CHOOSE:
        return total + _CHOOSE
    own = provinces(state.land, seat)
    lying = sum(state.land[name].pieces for name in own)
    if state.step == EXPAND:
        base = total + (_RETURN if turn.returned else _EXPAND)
        return base + (len(PROVINCES) - len(own) if turn.conquests else _PART + lying)
    total += _PART * len(own)
    if state.step == KEEP:
        return total + _PART - 1
    left = turn.forts + turn.treaties
    return total + left + (10 * state.players[seat].hand if turn.putting else 50_000 + 10 * lying)
