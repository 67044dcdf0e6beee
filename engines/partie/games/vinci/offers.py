"""What could be done with every target: its move or the rule against it, its price and its gain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from partie.games.vinci import rules
from partie.games.vinci.effects import population
from partie.games.vinci.empire import attack_of
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.scoring import brings
from partie.games.vinci.state import (
    CHOOSE,
    EXPAND,
    REBIRTH,
    ChoosePair,
    Conquer,
    Decline,
    Infiltrate,
    Move,
    State,
    persons,
    spies,
)
from partie.kit import Illegal, Line, NoChance, Offer
from partie.kit.transition import refusal

TURN: Final = "turn"
"""The target of declining."""


def offers(state: State, seat: int) -> Sequence[Offer[Move]]:
    """An offer for every pair, or for every province in reach and the decline. Moving own pieces needs none.

    Where espionage could be used, a province has two offers: one for each way to conquer it.
    """
    if seat != state.turn.seat:
        return ()
    if state.step == CHOOSE:
        return list(_pairs(state, seat))
    if state.step == REBIRTH:
        return [_offer(state, seat, TURN, Decline())]
    return list(_conquests(state, seat)) if state.step == EXPAND else ()


def _pairs(state: State, seat: int) -> Iterator[Offer[Move]]:
    rules = ruleset(state.options)
    for number, pair in enumerate(state.pairs, 1):
        price = rules.data.pairs.price * (number - 1)
        gain = [Line("gain_pieces", {"pieces": population(rules, persons(state), pair.tiles)})]
        if pair.points:
            gain.append(Line("gain_points", {"points": pair.points}))
        if state.turn.returned and not rules.data.conduct.rebirth_last:
            gain.append(Line("gain_return"))
        cost = [Line("price_points", {"points": price})] if price else []
        move = ChoosePair(number)
        yield _offer(state, seat, f"pair-{number}", move, cost, gain)


def _conquests(state: State, seat: int) -> Iterator[Offer[Move]]:
    rules = ruleset(state.options)
    attack = attack_of(state, seat)
    by_espionage = [Line("price_espionage", {"pieces": rules.data.conquest.espionage})]
    for name in attack.targets():
        price = [Line(f"price_{reason}", {"pieces": number}) for reason, number in attack.bill(name).items()]
        yield _offer(state, seat, name, Conquer(name), price, _points(state, seat, Conquer(name)))
        if attack.infiltrates(spies(state.turn)):
            yield _offer(state, seat, name, Infiltrate(name), by_espionage, _points(state, seat, Infiltrate(name)))
    yield _offer(state, seat, TURN, Decline())


def _points(state: State, seat: int, move: Conquer | Infiltrate) -> list[Line]:
    """What a conquest changes in what the turn brings."""
    try:
        after = rules.apply(state, seat, move, NoChance())
    except Illegal:
        return []
    gain = brings(after, seat) - brings(state, seat)
    return [Line("gain_points", {"points": gain})] if gain else []


def _offer(
    state: State, seat: int, target: str, move: Move, price: Sequence[Line] = (), gain: Sequence[Line] = ()
) -> Offer[Move]:
    """The offer of a move, or why it is refused. Nothing is drawn to find out."""
    against = refusal(rules.apply, state, seat, move)
    return Offer(target, None if against else move, against, tuple(price), tuple(gain))
