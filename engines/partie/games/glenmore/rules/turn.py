"""A move is carried out, and what follows from it up to the next decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from partie.games.glenmore.data import GOOD, TILES, Counts
from partie.games.glenmore.land import cells_for
from partie.games.glenmore.rules import activating, laying, members, paying, price, taking, track
from partie.games.glenmore.state import (
    ACTIVATE,
    MOVE,
    OVER,
    PAY,
    PLACE,
    Activate,
    Buy,
    Collect,
    EndTurn,
    Enough,
    Give,
    Harvest,
    Move,
    Pass,
    PayChieftain,
    PayMember,
    Place,
    Player,
    Promote,
    Sell,
    State,
    Take,
    Turn,
    UseLochNess,
    Walk,
)
from partie.games.glenmore.transition import Transition
from partie.kit import Chance, Illegal
from partie.kit.transition import Description


def apply(state: State, seat: int, move: Move, chance: Chance, description: Description | None = None) -> State:
    """The state after the move, run on to the next decision. ``description``, if given, takes what happened.

    Raises :class:`Illegal`.
    """
    if state.turn.step == OVER:
        raise Illegal("game_over", "T4")
    if seat != state.turn.seat:
        raise Illegal("not_your_turn", "T1")
    transition = Transition(state, seat, chance, description)
    _ACTIONS[type(move)](transition, move)
    _run_on(transition)
    return transition.after()


def end_turn(transition: Transition, _: EndTurn) -> None:
    """Refill, scoring, the die, the next turn: all that needs nobody's decision."""
    transition.expect(ACTIVATE, MOVE, rule="A1")
    transition.say("ended_turn", seat=transition.seat)
    track.next_turn(transition)


_ACTIONS: Final[dict[type, Callable[[Transition, Any], None]]] = {
    Take: taking.take,
    Pass: taking.forced_pass,
    Give: paying.give,
    Buy: paying.buy,
    Enough: paying.enough,
    PayMember: paying.pay_member,
    PayChieftain: paying.pay_chieftain,
    Sell: paying.sell,
    Place: laying.place,
    Collect: laying.collect,
    Activate: activating.activate,
    Harvest: activating.harvest,
    UseLochNess: activating.use_loch_ness,
    Walk: members.walk,
    Promote: members.promote,
    EndTurn: end_turn,
}


def questions(player: Player, turn: Turn, warehouse: Counts) -> list[Move]:
    """What the payment or placing that is going on can go on with; one entry means nothing is to be asked."""
    if turn.step == PLACE:
        return [Place(cell) for cell in cells_for(player.land, player.members, TILES[turn.hand])]
    recipe = paying.due(turn)
    if recipe.high:
        return price.ways(recipe, turn.given, player, warehouse)
    return [*taking.payments_in_members(player, TILES[turn.paying])]


def _run_on(transition: Transition) -> None:
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
