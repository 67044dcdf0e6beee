"""The law of offers: they match the legal moves, and the seat sees their targets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from partie.kit.conformance.subject import LawBroken, Position, Subject
from partie.kit.values import canonical


def offers_are_legal(subject: Subject) -> None:
    """Every offered move is legal, its target is in the seat's view, and it is offered once.

    An offer has a move or a refusal, never both. An engine that offers some moves of a type must offer all the legal
    ones: on a board, a move that is not offered looks impossible.

    Reason: a board shows what is offered as possible, and all else as impossible.
    """
    engine = subject.engine
    offered_types = {
        type(offer.move)
        for position in _positions(subject)
        for seat in range(position.game.seats)
        for offer in engine.offers(position.state, seat)
        if offer.move is not None
    }
    for position in _positions(subject):
        for seat in range(position.game.seats):
            _check_offers(subject, position, seat, offered_types)


def _positions(subject: Subject) -> Iterator[Position]:
    return subject.positions("offers", 4 * subject.effort.positions)


def _check_offers(subject: Subject, position: Position, seat: int, offered_types: set[type]) -> None:
    offers = subject.engine.offers(position.state, seat)
    legal = {canonical(move): move for move in position.game.legal[position.index][seat]}
    shown = _texts(subject.engine.view(position.state, seat)) if offers else set()
    offered: set[bytes] = set()
    for offer in offers:
        if (offer.move is None) == (offer.refusal is None):
            raise LawBroken(f"{offer.target} must have either a move or a refusal", position, seat=seat)
        if offer.target not in shown:
            raise LawBroken(f"the target {offer.target} does not occur in the seat's view", position, seat=seat)
        if offer.move is not None:
            encoded = canonical(offer.move)
            if encoded not in legal:
                raise LawBroken("the move is offered but not legal", position, seat=seat, move=offer.move)
            if encoded in offered:
                raise LawBroken("the move is offered twice", position, seat=seat, move=offer.move)
            offered.add(encoded)
    for encoded, move in legal.items():
        if type(move) in offered_types and encoded not in offered:
            raise LawBroken(
                "the move is legal but not offered, although others of its type are", position, seat=seat, move=move
            )


def _texts(value: Any) -> set[str]:
    """Return all strings of a view, including its keys."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set(value).union(*map(_texts, value.values()))
    if isinstance(value, list):
        return set().union(*map(_texts, value))
    return set()
