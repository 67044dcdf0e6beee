"""The law of simultaneous choices: the order in which seats choose makes no difference."""

from __future__ import annotations

from itertools import permutations

from partie.kit.chance import SeededChance
from partie.kit.conformance.subject import LawBroken, Move, Position, State, Subject
from partie.kit.engine import Event, Illegal
from partie.kit.values import canonical

ORDERS = 6
"""Number of orders of the choosing seats that are tried at one position."""


def choices_are_simultaneous(subject: Subject) -> None:
    """Where several seats must act, any order of their moves leads to the same state.

    Until the last of them, nothing is drawn or uncovered and the legal moves of the other seats do not change, so their
    pending decisions stay valid.

    Reason: moves made at the same time arrive in any order, and nobody may gain from a faster connection.
    """
    together = [
        Position(game, index)
        for game in subject.games
        for index, state in enumerate(game.states)
        if len(pending := subject.engine.pending(state)) > 1 and all(game.legal[index][seat] for seat in pending)
    ]
    for position in subject.some(together, subject.effort.positions, "together"):
        chance = subject.chance("choices", position.where)
        moves: dict[int, Move] = {}
        for seat in sorted(subject.engine.pending(position.state)):
            legal = position.game.legal[position.index][seat]
            moves[seat] = legal[chance.pick(range(len(legal)))]
        orders = subject.some(list(permutations(moves)), ORDERS, "orders", position.where)
        ends = {canonical(_played(subject, position, {seat: moves[seat] for seat in order})) for order in orders}
        if len(ends) > 1:
            raise LawBroken(f"the outcome depends on the order of the choices {moves}", position)


def _played(subject: Subject, position: Position, moves: dict[int, Move]) -> State:
    engine, state = subject.engine, position.state
    for number, (seat, move) in enumerate(moves.items()):
        waiting = list(moves)[number + 1 :]
        before = {other: [canonical(option) for option in engine.legal(state, other)] for other in waiting}
        chance = SeededChance(position.game.key, number)
        try:
            state = engine.apply(state, seat, move, chance)
        except Illegal as illegal:
            raise LawBroken(
                f"the move is refused after others chose: {illegal}", position, seat=seat, move=move
            ) from None
        if waiting and not Event(seat, move, chance.draws, chance.uncovered).open:
            raise LawBroken("the move uncovers or draws before all others have chosen", position, seat=seat, move=move)
        for other in waiting:
            if [canonical(option) for option in engine.legal(state, other)] != before[other]:
                raise LawBroken(f"the move changes the legal moves of seat {other}", position, seat=seat, move=move)
    return state
