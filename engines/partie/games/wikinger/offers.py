"""What could be done with every target: its move or the rule against it, its price and its gain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from partie.games.wikinger import wheel
from partie.games.wikinger.data import BUILDING_OF, DATA, FIGURES, PLACES, ROWS, SHIPS, SPACES, WHERE
from partie.games.wikinger.islands import fits, matches, reachable
from partie.games.wikinger.legal import ROW, SPECIAL_NAMED
from partie.games.wikinger.rules.buying import buildings, replace_tile, settle_in
from partie.games.wikinger.rules.ferrying import bring_over, endings, send_away
from partie.games.wikinger.scoring import large, settlement_of, small, total
from partie.games.wikinger.state import (
    BUY,
    COLOUR,
    EXCHANGE,
    FERRY,
    PLACE,
    REMOVE,
    SPECIAL,
    START,
    Buy,
    ChooseColour,
    Exchange,
    Ferry,
    Move,
    Place,
    PlaceStart,
    Player,
    Remove,
    State,
    TakeNone,
    TakeSpecial,
)
from partie.games.wikinger.transition import Transition
from partie.kit import Illegal, Line, NoChance, Offer, Refusal
from partie.kit.memo import shared

MAINLAND: Final = "mainland"
"""The target of sending boatmen away."""
TURN: Final = "turn"
"""The target of taking no special tile."""


def offers(state: State, seat: int) -> Sequence[Offer[Move]]:
    """An offer for every target of the present step. Bids have none: the auction says what can be bid."""
    if seat != state.turn.seat:
        return ()
    return list(_OFFERS[state.step](state, seat)) if state.step in _OFFERS else ()


def _refused(target: str, illegal: Illegal, price: Sequence[Line] = (), gain: Sequence[Line] = ()) -> Offer[Move]:
    return Offer(target, refusal=Refusal.of(illegal), price=tuple(price), gain=tuple(gain))


def _combinations(state: State, seat: int) -> Iterator[Offer[Move]]:
    player = state.players[seat]
    spaces = wheel.left(state.wheel)
    for space in spaces:
        cost = space - spaces[0]
        gold = min(cost, player.gold)
        price = []
        if gold:
            price.append(Line("price_gold", {"coins": gold}))
        if cost > gold:
            price.append(Line("price_points", {"points": cost - gold}))
        spot = state.wheel[space]
        places = fits(player.land, spot.tile) if player.started or spot.tile in SHIPS else ()
        gain = []
        if places:
            gain.append(Line("gain_places", {"count": len(places), "places": " ".join(places)}))
        elif player.started:
            price.append(Line("price_tile", {"tile": spot.tile}))
        if state.options.advanced and space == spaces[-1] and cost and state.display:
            gain.append(Line("gain_special", {"count": 1}))
        try:
            wheel.check(state.wheel, player, space)
        except Illegal as illegal:
            yield _refused(SPACES[space], illegal, price, gain)
        else:
            yield Offer(SPACES[space], Buy(space), price=tuple(price), gain=tuple(gain))


def _start_places(_state: State, _seat: int) -> Iterator[Offer[Move]]:
    for row in ROWS:
        yield Offer(PLACES[row, 1], PlaceStart(row))


def _places(state: State, seat: int) -> Iterator[Offer[Move]]:
    """Every place that could be thought of: those in reach, and in each of them both ways with a figure that fits."""
    player, tile, figure = state.players[seat], state.turn.tile, state.turn.figure
    if tile in SHIPS:
        for place in fits(player.land, tile):
            yield _placing(state, seat, place, stands=False)
        return
    for place in reachable(player.land):
        row, _ = WHERE[place]
        if row == figure and matches(player.land, place, tile):
            yield _placing(state, seat, place, stands=True)
        yield _placing(state, seat, place, stands=False)


def _placing(state: State, seat: int, place: str, *, stands: bool) -> Offer[Move]:
    row, column = WHERE[place]
    move = Place("ship" if row == "ship" else ROW[row], column, stands)
    gain = [] if stands else [Line("gain_waits", {"figure": state.turn.figure})]
    return _change(state, seat, place, move, partial(settle_in, move=move), gain=gain)


def _change(
    state: State,
    seat: int,
    target: str,
    move: Move,
    change: Callable[[Transition], None],
    price: Sequence[Line] = (),
    gain: Sequence[Line] = (),
) -> Offer[Move]:
    """The offer of a move that changes the area, with what that brings in the coming scorings as it would be now."""
    transition = Transition(state, seat, NoChance())
    try:
        change(transition)
    except Illegal as illegal:
        return _refused(target, illegal, price, gain)
    return Offer(target, move, price=tuple(price), gain=(*gain, *_gains(state, seat, transition.player)))


def _gains(state: State, seat: int, after: Player) -> list[Line]:
    gold_before, large_before, final_before = _standing(state.players, seat)
    found = []
    gold = total(small(after))[1] - gold_before
    if gold and state.round < DATA.rounds.rounds:
        found.append(Line("gain_small", {"coins": gold}))
    points, gold = (late - early for late, early in zip(total(large(after)), large_before, strict=True))
    if points or gold:
        found.append(Line("gain_large", {"points": points, "coins": gold}))
    final = _final(_instead(state.players, seat, after), seat) - final_before
    if final:
        found.append(Line("gain_final", {"points": final}))
    return found


@shared(size=64)
def _standing(players: tuple[Player, ...], seat: int) -> tuple[int, tuple[int, int], int]:
    """What small, large and final scoring would bring a seat now."""
    player = players[seat]
    return total(small(player))[1], total(large(player)), _final(players, seat)


def _instead(players: tuple[Player, ...], seat: int, after: Player) -> tuple[Player, ...]:
    """All players, one of them as he would be."""
    return (*players[:seat], after, *players[seat + 1 :])


def _final(players: tuple[Player, ...], seat: int) -> int:
    """The points of the final scoring for a seat."""
    return total(settlement_of(players, seat).items)[0]


def _specials(state: State, seat: int) -> Iterator[Offer[Move]]:
    player = state.players[seat]
    for special in dict.fromkeys(state.display):
        if special == "five-gold":
            gain = [Line("gain_gold", {"coins": DATA.specials.gold})]
        elif special in BUILDING_OF:
            gain = _building(state, seat, special)
        else:
            gain = _gains(state, seat, replace(player, specials=(*player.specials, special)))
        yield Offer(special, TakeSpecial(SPECIAL_NAMED[special]), gain=tuple(gain))
    yield Offer(TURN, TakeNone())


def _building(state: State, seat: int, special: str) -> list[Line]:
    """What a special building would bring on the best of the tiles that it can replace."""
    places = buildings(state.players[seat], special)
    if not places:
        return [Line("gain_later", {"special": special})]
    choices = [_replaced(state, seat, place, special) for place in places]
    return _gains(state, seat, max(choices, key=lambda after: _final(_instead(state.players, seat, after), seat)))


def _replaced(state: State, seat: int, place: str, special: str) -> Player:
    """The seat with a special building on a place."""
    transition = Transition(state, seat, NoChance())
    replace_tile(transition, place, special)
    return transition.player


def _exchanges(state: State, seat: int) -> Iterator[Offer[Move]]:
    special = state.turn.special
    for place in buildings(state.players[seat], special):
        row, column = WHERE[place]
        change = partial(replace_tile, spot=place, special=special)
        yield _change(state, seat, place, Exchange(ROW[row], column), change)


def _ferrying(state: State, seat: int) -> Iterator[Offer[Move]]:
    """Every tile without a figure whose colour waits, and the ways to end it."""
    player = state.players[seat]
    for row in ROWS:
        for column in sorted(WHERE[place][1] for place in player.land if WHERE[place][0] == row):
            place = PLACES[row, column]
            if player.mainland.get(row) and not player.land[place].figure:
                move = Ferry(row, column)
                yield _change(state, seat, place, move, partial(bring_over, move=move))
    for ending in endings(state):
        price = [Line("price_boatmen", {"count": ending.boatmen})] if ending.boatmen else []
        yield _change(state, seat, MAINLAND, ending, partial(send_away, move=ending), price)


def _figures(state: State, _seat: int) -> Iterator[Offer[Move]]:
    for figure in FIGURES:
        if state.drawn.get(figure):
            yield Offer(figure, Remove(figure) if state.step == REMOVE else ChooseColour(figure))


_OFFERS: Final[dict[str, Callable[[State, int], Iterator[Offer[Move]]]]] = {
    BUY: _combinations,
    START: _start_places,
    PLACE: _places,
    SPECIAL: _specials,
    EXCHANGE: _exchanges,
    FERRY: _ferrying,
    REMOVE: _figures,
    COLOUR: _figures,
}
