"""What each move does: :func:`apply` hands it to the function of its phase, which stands in a module of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from partie.games.nereus.rules import cabin, cards, choosing, crew, sailing, turn
from partie.games.nereus.state import (
    CORNER,
    CREW,
    KEEP,
    OVER,
    Accept,
    Basic,
    ChooseCorner,
    ChooseCrew,
    Decline,
    Discard,
    Drift,
    EndTurn,
    Exchange,
    Explore,
    Gold,
    Improved,
    Keep,
    Move,
    Place,
    PlaceMarker,
    PlayCard,
    Sail,
    Salvage,
    Sell,
    Shift,
    State,
    UseGem,
)
from partie.games.nereus.transition import Transition
from partie.kit import Chance, Illegal
from partie.kit.transition import Description

_TOGETHER = (KEEP, CREW)


def apply(state: State, seat: int, move: Move, chance: Chance, description: Description | None = None) -> State:
    """The state after the move, run on to the next decision. ``description``, if given, takes what happened.

    Raises :class:`Illegal`.
    """
    if state.step == OVER:
        raise Illegal("game_over", "F1")
    if seat != state.turn.seat and state.step not in _TOGETHER:
        raise Illegal("not_your_turn", "S2" if state.step == CORNER else "C4")
    transition = Transition(state, seat, chance, description)
    _ACTIONS[type(move)](transition, move)
    return transition.after()


_ACTIONS: Final[dict[type, Callable[[Transition, Any], None]]] = {
    ChooseCorner: choosing.choose_corner,
    Keep: choosing.keep,
    ChooseCrew: choosing.choose_crew,
    Accept: turn.accept,
    Decline: turn.decline,
    PlaceMarker: turn.place_marker,
    Sail: sailing.sail,
    Explore: crew.explore,
    Basic: crew.basic,
    Gold: crew.gold,
    Improved: crew.improved,
    Shift: crew.shift,
    Discard: crew.discard,
    Place: cabin.place,
    Exchange: cabin.exchange,
    UseGem: cabin.use_gem,
    Sell: cabin.sell,
    PlayCard: cards.play_card,
    Salvage: cards.salvage,
    Drift: cards.drift,
    EndTurn: turn.end_turn,
}
