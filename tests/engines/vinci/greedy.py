"""A player who thinks no further than the turn: gathers, takes what brings most for its pieces, declines in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.kit import SeededChance
from engines.vinci import vinci
from engines.vinci.data import TILES
from engines.vinci.empire import cost, provinces, targets
from engines.vinci.peoples import people, signs
from engines.vinci.state import (
    ChoosePair,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    Gather,
    Move,
    Options,
    PutDown,
    State,
)


def play(seats: int, seed: int, random: int = 0) -> Iterator[tuple[State, Move, State]]:
    """A whole game, move by move; one in ``random`` moves is any legal one."""
    key = f"greedy {seats} {seed}".encode()
    state = vinci.setup(seats, Options(), SeededChance(key, 0))
    number = 0
    while pending := vinci.pending(state):
        (seat,) = pending
        number += 1
        moves = vinci.legal(state, seat)
        dice = SeededChance(key + b"choice", number)
        if random and not dice.pick(range(random)):
            move = moves[dice.pick(range(len(moves)))]
        else:
            move = best(state, seat, moves)
        after = vinci.apply(state, seat, move, SeededChance(key, number))
        yield state, move, after
        state = after


def best(state: State, seat: int, moves: Sequence[Move]) -> Move:
    """The move that this player makes."""
    if state.step == "choose":
        return max(moves, key=lambda move: _pair(state, move))
    if state.step == "expand":
        return _expand(state, seat, moves)
    for kind in (PutDown, EndTurn):
        found = [move for move in moves if isinstance(move, kind)]
        if found:
            return found[len(found) // 2]
    return moves[0]


def _pair(state: State, move: Move) -> int:
    assert isinstance(move, ChoosePair)
    pair = state.pairs[move.pair - 1]
    who = people(pair.tiles)
    pieces = sum(TILES[tile].population for tile in pair.tiles)
    worth = 2 * pieces + 3 * who.levies // 2 + 4 * sum(who.points.values()) + 3 * sum(who.attack.values())
    return worth - 4 * (move.pair - 1) + 2 * pair.points


def _expand(state: State, seat: int, moves: Sequence[Move]) -> Move:
    """Decline when hardly anything is left to conquer; else gather all that can be spared, and conquer."""
    player = state.players[seat]
    own = provinces(state.land, seat)
    spare = (
        player.hand + state.turn.levies + sum(state.land[name].pieces - 1 for name in own if state.land[name].pieces)
    )
    prices = sorted(cost(state.land, state.players, seat, people(player.tiles), name) for name in _within(state, seat))
    if Decline() in moves and (not prices or spare < sum(prices[:2])):
        return Decline()
    gathered = [
        move for move in moves if isinstance(move, Gather) and move.pieces == state.land[move.province].pieces - 1
    ]
    if gathered:
        return gathered[0]
    conquests = [move for move in moves if isinstance(move, Conquer)]
    return max(conquests, key=lambda move: _gain(state, seat, move.province)) if conquests else EndConquest()


def _within(state: State, seat: int) -> list[str]:
    return targets(state.land, seat, people(state.players[seat].tiles))


def _gain(state: State, seat: int, province: str) -> float:
    who = people(state.players[seat].tiles)
    worth = (signs(province)[0] != "mountain") + sum(who.points.get(sign, 0) for sign in signs(province))
    return worth - 0.4 * cost(state.land, state.players, seat, who, province)
