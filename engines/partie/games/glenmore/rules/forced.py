"""What a payment or a placing asks, and what has no alternative, which is done without asking."""

from __future__ import annotations

from partie.games.glenmore import price
from partie.games.glenmore.data import GOOD, TILES, Counts
from partie.games.glenmore.land import cells_for
from partie.games.glenmore.rules import laying, paying, taking
from partie.games.glenmore.state import (
    PAY,
    PLACE,
    Buy,
    Enough,
    Give,
    Move,
    PayChieftain,
    PayMember,
    Place,
    Player,
    Sell,
    Turn,
)
from partie.games.glenmore.transition import Transition


def questions(player: Player, turn: Turn, warehouse: Counts) -> list[Move]:
    """What the payment or placing that is going on can go on with; one entry means that there is nothing to ask."""
    if turn.step == PLACE:
        return [Place(cell) for cell in cells_for(player.land, player.members, TILES[turn.hand])]
    recipe = paying.due(turn)
    if recipe.high:
        return price.ways(recipe, turn.given, player, warehouse)
    return [*taking.payments_in_members(player, TILES[turn.paying])]


def run_on(transition: Transition) -> None:
    """Do what has no alternative: pay where there is one way, lay where there is one cell."""
    while transition.turn.step in (PAY, PLACE):
        turn = transition.turn
        if turn.step == PAY and 0 < paying.due(turn).high == sum(turn.given):
            paying.paid(transition)
            continue
        moves = questions(transition.player, turn, transition.warehouse)
        if len(moves) != 1:
            return
        _do_the_only(transition, moves[0])


def _do_the_only(transition: Transition, move: Move) -> None:
    match move:
        case Give(plot, good):
            transition.give(plot, GOOD[good])
        case Buy(good):
            transition.buy(GOOD[good])
        case Sell(plot, good):
            transition.sell(plot, GOOD[good])
        case Enough():
            paying.paid(transition)
        case PayMember(plot):
            paying.lose_member(transition, plot)
        case PayChieftain():
            paying.lose_chieftain(transition)
        case Place(cell):
            laying.lay(transition, TILES[transition.turn.hand], cell)
