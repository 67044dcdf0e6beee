"""What each move does: :func:`apply` hands it to the function of its phase, which stands in a module of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from partie.games.glenmore import flow
from partie.games.glenmore.rules import activating, forced, laying, members, paying, taking
from partie.games.glenmore.state import (
    OVER,
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
    Promote,
    Sell,
    State,
    Take,
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
    forced.run_on(transition)
    return transition.after()


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
    EndTurn: flow.end_turn,
}
