"""What could be done with every target: its move or the rule against it, its price and its gain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from partie.games.vinci import rules
from partie.games.vinci.data import DATA
from partie.games.vinci.empire import Attack
from partie.games.vinci.rules.choosing import population
from partie.games.vinci.scoring import income
from partie.games.vinci.state import CHOOSE, EXPAND, ChoosePair, Conquer, Decline, Move, State
from partie.kit import Illegal, Line, NoChance, Offer
from partie.kit.transition import refusal

TURN: Final = "turn"
"""The target of declining."""


def offers(state: State, seat: int) -> Sequence[Offer[Move]]:
    """An offer for every pair, or for every province in reach and the decline. Moving own pieces needs none."""
    if seat != state.turn.seat:
        return ()
    if state.step == CHOOSE:
        return list(_pairs(state, seat))
    return list(_conquests(state, seat)) if state.step == EXPAND else ()


def _pairs(state: State, seat: int) -> Iterator[Offer[Move]]:
    for number, pair in enumerate(state.pairs, 1):
        price = DATA.pairs.price * (number - 1)
        gain = [Line("gain_pieces", {"pieces": population(len(state.players), pair.tiles)})]
        if pair.points:
            gain.append(Line("gain_points", {"points": pair.points}))
        if state.turn.returned:
            gain.append(Line("gain_return"))
        cost = [Line("price_points", {"points": price})] if price else []
        move = ChoosePair(number)
        yield _offer(state, seat, f"pair-{number}", move, cost, gain)


def _conquests(state: State, seat: int) -> Iterator[Offer[Move]]:
    attack = Attack(state.land, state.players, seat)
    for name in attack.targets():
        price = [Line(f"price_{reason}", {"pieces": number}) for reason, number in attack.bill(name)]
        yield _offer(state, seat, name, Conquer(name), price, _points(state, seat, Conquer(name)))
    yield _offer(state, seat, TURN, Decline())


def _points(state: State, seat: int, move: Conquer) -> list[Line]:
    """What a conquest changes in what the turn brings."""
    try:
        after = rules.apply(state, seat, move, NoChance())
    except Illegal:
        return []
    then, now = (
        sum(points for _, points in income(each.land, each.players[seat], seat, each.turn.slain))
        for each in (after, state)
    )
    return [Line("gain_points", {"points": then - now})] if then != now else []


def _offer(
    state: State, seat: int, target: str, move: Move, price: Sequence[Line] = (), gain: Sequence[Line] = ()
) -> Offer[Move]:
    """The offer of a move, or why it is refused. Nothing is drawn to find out."""
    against = refusal(rules.apply, state, seat, move)
    return Offer(target, None if against else move, against, tuple(price), tuple(gain))
