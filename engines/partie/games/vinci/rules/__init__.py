"""What each move does: :func:`apply` hands it to the function of its phase, which stands in a module of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from partie.games.vinci.flow import to_act
from partie.games.vinci.rules import choosing, expanding, fictitious
from partie.games.vinci.state import (
    OVER,
    BuildFort,
    ChoosePair,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    Gather,
    Infiltrate,
    KeepPart,
    MakeTreaty,
    Move,
    PlaceSurvivors,
    PutDown,
    State,
    TakeUp,
)
from partie.games.vinci.transition import Transition
from partie.kit import Chance, Illegal
from partie.kit.transition import Description


def apply(state: State, seat: int, move: Move, chance: Chance, description: Description | None = None) -> State:
    """The state after the move, run on to the next decision. ``description``, if given, takes what happened.

    Raises :class:`Illegal`.
    """
    if state.step == OVER:
        raise Illegal("game_over", "F1")
    if seat != to_act(state):
        raise Illegal("not_your_turn", "T1")
    transition = Transition(state, seat, chance, description)
    _ACTIONS[type(move)](transition, move)
    fictitious.play_on(transition)
    return transition.after()


_ACTIONS: Final[dict[type, Callable[[Transition, Any], None]]] = {
    ChoosePair: choosing.choose_pair,
    Decline: choosing.decline,
    Gather: expanding.gather,
    Conquer: expanding.conquer,
    Infiltrate: expanding.infiltrate,
    EndConquest: expanding.end_conquest,
    KeepPart: expanding.keep_part,
    TakeUp: expanding.take_up,
    PutDown: expanding.put_down,
    BuildFort: expanding.build_fort,
    MakeTreaty: expanding.make_treaty,
    EndTurn: expanding.end_turn,
    PlaceSurvivors: expanding.place_survivors,
}
