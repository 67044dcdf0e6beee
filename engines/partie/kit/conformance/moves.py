"""Laws of moves: listed moves are accepted, all others are refused, and moves survive encoding."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from partie.kit.actions import Actions, OutsideDomain
from partie.kit.chance import SeededChance
from partie.kit.conformance.domains import MoveDomain
from partie.kit.conformance.subject import LawBroken, Move, Position, Subject
from partie.kit.engine import Illegal
from partie.kit.values import canonical

CHANGED = 400
"""Number of moves with one field changed, tried at one position."""

EARLIER = 150
"""Number of moves of other positions, tried at one position."""


def legal_moves_are_accepted(subject: Subject) -> None:
    """``apply`` accepts every move that ``legal`` lists; the list is stable and without duplicates.

    Reason: the page offers what ``legal`` lists. A listed move that is refused looks like a fault of the page.
    """
    engine = subject.engine
    for position in subject.positions("legal"):
        for seat, moves in enumerate(position.game.legal[position.index]):
            encoded = [canonical(move) for move in moves]
            if len(set(encoded)) != len(encoded):
                raise LawBroken("there are duplicate legal moves", position, seat=seat)
            if [canonical(move) for move in engine.legal(position.state, seat)] != encoded:
                raise LawBroken("the legal moves differ when computed twice", position, seat=seat)
            for move in moves:
                try:
                    engine.apply(position.state, seat, move, subject.chance("legal", position.index))
                except Illegal as illegal:
                    raise LawBroken(
                        f"the move is listed but refused: {illegal}", position, seat=seat, move=move
                    ) from None


def other_moves_are_refused(subject: Subject) -> None:
    """``apply`` refuses, with a rule, every move that ``legal`` does not list for the seat.

    The law tries the legal moves of all seats and of other positions, legal moves with one field changed over its
    domain, and moves that hypothesis generates from the type.

    Reason: clients can send anything. A move that ``apply`` lets through is in the log for ever, even if nobody was
    offered it.
    """
    domain = MoveDomain(subject.engine.move, subject.moves)
    made = domain.made(subject.effort.made)
    for position in subject.positions("others"):
        listed = [move for moves in position.game.legal[position.index] for move in moves]
        changed = [other for move in listed for other in domain.changed(move)]
        candidates = _distinct(
            [
                *listed,
                *subject.some(changed, CHANGED, position.where),
                *subject.some(subject.moves, EARLIER, position.where),
                *made,
            ]
        )
        for seat, legal in enumerate(position.game.legal[position.index]):
            _check_others(subject, position, seat, {canonical(move) for move in legal}, candidates)


def _distinct(moves: Iterable[Move]) -> dict[bytes, Move]:
    return {canonical(move): move for move in moves}


def _check_others(
    subject: Subject, position: Position, seat: int, legal: set[bytes], candidates: dict[bytes, Move]
) -> None:
    for encoded, move in candidates.items():
        if encoded in legal:
            continue
        try:
            subject.engine.apply(position.state, seat, move, SeededChance(b"others", 0))
        except Illegal as illegal:
            if not isinstance(illegal.code, str) or not isinstance(illegal.rule, str):
                raise LawBroken("the refusal has no code or no rule", position, seat=seat, move=move) from None
            continue
        except Exception as error:
            raise LawBroken(f"the move raises {error!r} instead of Illegal", position, seat=seat, move=move) from error
        raise LawBroken("the move is not listed but accepted", position, seat=seat, move=move)


def moves_survive_the_wire(subject: Subject) -> None:
    """Every legal move is decoded as itself from its bytes by ``engine.move``, frozen and tagged by ``type``.

    Reason: a move comes from a browser and is stored in the log. A move that is decoded as another one
    is another one.
    """
    decoder = msgspec.msgpack.Decoder(subject.engine.move)
    for move in subject.moves:
        encoded = canonical(move)
        try:
            back = decoder.decode(encoded)
        except msgspec.ValidationError as error:
            raise LawBroken(f"a legal move can't be decoded: {error}", move=move) from None
        if back != move or type(back) is not type(move) or canonical(back) != encoded:
            raise LawBroken(f"a legal move is decoded as {back}", move=move)
        config = type(move).__struct_config__
        if not config.frozen or config.tag_field != "type":
            raise LawBroken(f"{type(move).__name__} must be declared with frozen=True and tag_field='type'")


def domains_hold_all_moves(subject: Subject) -> None:
    """Every value of a legal move is in its domain where the engine or the type declares one; numbers lead back to it.

    Reason: programs that learn to play know a move by its number in :mod:`partie.kit.actions`. One without a number is
    a move that they can never choose.
    """
    numberings: dict[tuple[int, bytes], Actions] = {}
    for game in subject.games:
        at = game.seats, canonical(game.options)
        actions = numberings.get(at)
        if actions is None:
            actions = numberings[at] = Actions(subject.engine, game.seats, game.options)
        for index, seats in enumerate(game.legal):
            for move in {canonical(move): move for moves in seats for move in moves}.values():
                _check_number(actions, Position(game, index), move)


def _check_number(actions: Actions, position: Position, move: Move) -> None:
    try:
        back = actions.move(actions.number(move))
    except OutsideDomain as outside:
        if outside.field and outside.field not in actions.seen:
            raise LawBroken(str(outside), position, move=move) from None
        return
    if canonical(back) != canonical(move):
        raise LawBroken(f"the number of the move is that of {back}", position, move=move)
