"""A move is carried out, and what follows from it up to the next decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from partie.games.vinci.rules import choosing, expanding
from partie.games.vinci.rules.doing import Doing
from partie.games.vinci.state import (
    OVER,
    SURVIVE,
    BuildFort,
    ChoosePair,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    Gather,
    KeepPart,
    MakeTreaty,
    Move,
    PlaceSurvivors,
    PutDown,
    State,
    TakeUp,
)
from partie.kit import Chance, Illegal
from partie.kit.doing import Tale


def apply(state: State, seat: int, move: Move, chance: Chance, tale: Tale | None = None) -> State:
    """The state after the move, run on to the next decision. ``tale``, if given, is told what happened.

    Raises :class:`Illegal`.
    """
    if state.step == OVER:
        raise Illegal("game_over", "F1")
    if seat != to_act(state):
        raise Illegal("not_your_turn", "T1")
    doing = Doing(state, seat, chance, tale)
    _DEEDS[type(move)](doing, move)
    return doing.after()


def to_act(state: State) -> int:
    """The seat that has to decide: the one on turn, or one with survivors to place."""
    return state.survivors[0][0] if state.step == SURVIVE else state.turn.seat


_DEEDS: Final[dict[type, Callable[[Doing, Any], None]]] = {
    ChoosePair: choosing.choose_pair,
    Decline: choosing.decline,
    Gather: expanding.gather,
    Conquer: expanding.conquer,
    EndConquest: expanding.end_conquest,
    KeepPart: expanding.keep_part,
    TakeUp: expanding.take_up,
    PutDown: expanding.put_down,
    BuildFort: expanding.build_fort,
    MakeTreaty: expanding.make_treaty,
    EndTurn: expanding.end_turn,
    PlaceSurvivors: expanding.place_survivors,
}
