"""Whole turns of a seat: which have the best forecast at their end, and how a turn is played to its end.

A turn is what a seat does until somebody else has to act or the engine counts the next turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

import msgspec

from partie.features.bots.near import near
from partie.features.bots.worth import worth
from partie.kit import Chance, ChanceForbidden, Illegal, NoChance, Seat
from partie.registry import AnyEngine

Moves: TypeAlias = tuple[Any, ...]
"""The moves of a turn in order, up to the first that draws or uncovers something."""

Enough: TypeAlias = Callable[[], bool]
"""Checked before every step of a look-ahead: whether the time is up."""

LONGEST: Final = 60
"""Maximum number of moves of a turn in a look-ahead; then it counts as over."""

_RIVALS: Final = 1.0
"""The weight of a point of the best rival against one of the seat's own."""

_encode: Final = msgspec.msgpack.Encoder().encode


class Width(msgspec.Struct, frozen=True):
    """The width of a search for turns: how many beginnings are followed per first move, and in all if that is more.

    The decisive point is often visible only at the end of a turn, so no first move is dropped.
    """

    branches: int
    followed: int
    looked_at: int
    """Maximum number of moves that are tried out. A forecast may take 5 ms, most take a fiftieth of that."""


WIDE: Final = Width(2, 8, 500)
NARROW: Final = Width(1, 1, 200)


class _Begun(msgspec.Struct, frozen=True):
    """A turn as far as it has been explored."""

    worth: float
    moves: Moves
    state: Any


def over(engine: AnyEngine, state: Any, seat: Seat, turn: int) -> bool:
    """Whether the seat's turn with that number is over."""
    return seat not in engine.pending(state) or engine.turn(state) != turn


def never() -> bool:
    """For a look-ahead without a time limit."""
    return False


def decisive(engine: AnyEngine, state: Any, seat: Seat, enough: Enough = never) -> bool:
    """Whether after some kind of move something is drawn or uncovered in this turn, if it goes on as advised.

    The game may say it instead. Such moves begin or end something, and no forecast at the end of the turn shows their
    worth. For others the advice is good enough. Only for games that advise moves. If ``enough`` stops it early, the
    answer is no for what is left.
    """
    said = engine.decisive(state, seat)
    if said is not None:
        return said
    kinds = {type(move): move for move in engine.legal(state, seat)}
    return any(_draws(engine, state, seat, move, enough) for move in kinds.values())


def _draws(engine: AnyEngine, state: Any, seat: Seat, move: Any, enough: Enough) -> bool:
    turn = engine.turn(state)
    try:
        for _ in range(LONGEST):
            if enough():
                break
            state = engine.apply(state, seat, move, NoChance())
            if over(engine, state, seat, turn):
                break
            move = engine.advise(state, seat)
    except ChanceForbidden:
        return True
    except Illegal:
        # Only in an engine whose legal moves depend on hidden information.
        pass
    return False


def promising(
    engine: AnyEngine, state: Any, seat: Seat, chance: Chance, width: Width = WIDE, enough: Enough = never
) -> list[Moves]:
    """Turns of the seat with different outcomes, the best first; every legal first move begins at least one.

    If the game advises moves, each turn goes on as advised. The advised move comes first, then the best turn with each
    other kind of first move, because what pays in the long run looks poor at the end of the turn. Chance orders equal
    ones. If the state is one that the seat cannot distinguish from the true one, hidden information has no influence.
    If ``enough`` stops it early, the turns found so far are returned.
    """
    advice = engine.advise(state, seat)
    first = _shuffled(engine.legal(state, seat), chance)
    if advice is None:
        found = sorted(_ends(engine, state, seat, first, width, enough), key=_least)
    else:
        first.remove(advice)
        others = islice(_advised(engine, state, seat, [advice, *first], enough), width.looked_at)
        found = _by_kind(list(others))
    begun = [each.moves[0] for each in found]
    return [each.moves for each in found] + [(move,) for move in first if move not in begun]


def _least(begun: _Begun) -> float:
    return -begun.worth


def _advised(engine: AnyEngine, state: Any, seat: Seat, first: Sequence[Any], enough: Enough) -> Iterator[_Begun]:
    """For each first move the turn that goes on as the game advises, up to what is drawn or uncovered."""
    turn = engine.turn(state)
    seen = set()
    for move in first:
        moves, after = [move], state
        try:
            while not enough():
                after = engine.apply(after, seat, moves[-1], NoChance())
                if over(engine, after, seat, turn) or len(moves) >= LONGEST:
                    break
                moves.append(engine.advise(after, seat))
            else:
                return
        except ChanceForbidden:
            pass
        except Illegal:
            continue
        known = (_encode(after), moves[-1])
        if known not in seen:
            seen.add(known)
            yield _Begun(worth(engine, after, seat, _RIVALS), tuple(moves), after)


def _by_kind(found: list[_Begun]) -> list[_Begun]:
    """The first turn, then the best with every other kind of first move, then the rest by their worth."""
    advised, others = found[:1], sorted(found[1:], key=_least)
    kinds: dict[type, _Begun] = {}
    for each in others:
        kinds.setdefault(type(each.moves[0]), each)
    best = list(kinds.values())
    return advised + best + [each for each in others if each not in best]


def _shuffled(moves: Sequence[Any], chance: Chance) -> list[Any]:
    return [moves[index] for index in chance.shuffle(range(len(moves)))]


def _ends(
    engine: AnyEngine, state: Any, seat: Seat, first: Sequence[Any], width: Width, enough: Enough
) -> Iterator[_Begun]:
    """The ends of turns that a stepwise search reaches: the best beginnings from each first move are followed."""
    turn = engine.turn(state)
    begun = [_Begun(worth(engine, state, seat, _RIVALS), (), state)]
    seen = {_encode(state)}
    left = width.looked_at
    while begun and left > 0:
        steps = list(islice(_steps(engine, seat, begun, first), left))
        left -= len(steps)
        further = []
        for each, move in steps:
            if enough():
                return
            moves = (*each.moves, move)
            try:
                after = engine.apply(each.state, seat, move, NoChance())
            except ChanceForbidden:
                yield _Begun(each.worth, moves, each.state)
                continue
            except Illegal:
                # Only in an engine whose legal moves depend on hidden information.
                continue
            known = _encode(after)
            if known in seen:
                continue
            seen.add(known)
            next_one = _Begun(worth(engine, after, seat, _RIVALS), moves, after)
            if over(engine, after, seat, turn) or len(moves) >= LONGEST:
                yield next_one
            else:
                further.append(next_one)
        begun = _followed(further, width)
    yield from begun


def _steps(
    engine: AnyEngine, seat: Seat, begun: Sequence[_Begun], first: Sequence[Any]
) -> Iterator[tuple[_Begun, Any]]:
    for each in begun:
        for move in engine.legal(each.state, seat) if each.moves else first:
            yield each, move


def _followed(begun: list[_Begun], width: Width) -> list[_Begun]:
    """The best beginnings, and some with every first move."""
    begun.sort(key=lambda each: -each.worth)
    taken: list[_Begun] = []
    others: list[_Begun] = []
    met: dict[Any, int] = {}
    for each in begun:
        move = each.moves[0]
        met[move] = met.get(move, 0) + 1
        (taken if met[move] <= width.branches else others).append(each)
    return taken + others[: max(0, width.followed - len(taken))]


def played(
    engine: AnyEngine,
    state: Any,
    seat: Seat,
    moves: Moves,
    chance: Chance,
    *,
    planning: bool = False,
    enough: Enough = never,
) -> Any:
    """The state after a turn that begins with these moves and goes on without look-ahead.

    With ``planning`` it goes on with the most promising moves for the whole turn, planned again whenever something was
    drawn. If ``enough`` stops it early, the state is one within the turn.
    """
    turn = engine.turn(state)
    planned = list(reversed(moves))
    for _ in range(LONGEST):
        if enough():
            break
        if not planned and planning:
            planned = list(reversed(_best(engine, state, seat, chance, enough)))
        guided = bool(planned)
        move = planned.pop() if guided else near(engine, state, seat, chance)
        try:
            state = engine.apply(state, seat, move, chance)
        except Illegal:
            if not guided:
                raise
            # This deal differs from the one that was planned for.
            planned, planning = [], False
            continue
        if over(engine, state, seat, turn):
            break
    return state


def _best(engine: AnyEngine, state: Any, seat: Seat, chance: Chance, enough: Enough) -> Moves:
    """The most promising turn of a narrow search, or just the next move if the game advises one."""
    advice = engine.advise(state, seat)
    if advice is not None:
        return (advice,)
    moves = engine.legal(state, seat)
    return (moves[0],) if len(moves) == 1 else promising(engine, state, seat, chance, NARROW, enough)[0]
