"""What each move does: :func:`apply` hands it to the function of its phase, which stands in a module of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from partie.games.wikinger.rules import auction, buying, ferrying
from partie.games.wikinger.state import (
    OVER,
    Bid,
    Buy,
    ChooseColour,
    EndFerrying,
    Exchange,
    Ferry,
    Move,
    Pass,
    Place,
    PlaceStart,
    Remove,
    State,
    TakeNone,
    TakeSpecial,
)
from partie.games.wikinger.transition import Transition
from partie.kit import Chance, Illegal
from partie.kit.transition import Description


def apply(state: State, seat: int, move: Move, chance: Chance, description: Description | None = None) -> State:
    """The state after the move, run on to the next decision. ``description``, if given, takes what happened.

    Raises :class:`Illegal`.
    """
    if state.step == OVER:
        raise Illegal("game_over", "F1")
    if seat != state.turn.seat:
        raise Illegal("not_your_turn", "B1")
    transition = Transition(state, seat, chance, description)
    _ACTIONS[type(move)](transition, move)
    return transition.after()


_ACTIONS: Final[dict[type, Callable[[Transition, Any], None]]] = {
    Bid: auction.bid,
    Pass: auction.pass_,
    Remove: auction.remove,
    ChooseColour: auction.choose_colour,
    Buy: buying.buy,
    PlaceStart: buying.place_start,
    Place: buying.place,
    TakeSpecial: buying.take_special,
    TakeNone: buying.take_none,
    Exchange: buying.exchange,
    Ferry: ferrying.ferry,
    EndFerrying: ferrying.end_ferrying,
}
