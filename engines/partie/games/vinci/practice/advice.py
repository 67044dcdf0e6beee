"""The bot's move in every step."""

from __future__ import annotations

from partie.games.vinci.practice import conquests, pairs, regrouping
from partie.games.vinci.state import CHOOSE, EXPAND, KEEP, REBIRTH, SURVIVE, Move, State


def advise(state: State, seat: int) -> Move:
    """What the bot does on the seat that is to act."""
    if state.step == CHOOSE:
        return pairs.choose(state, seat)
    if state.step == EXPAND:
        return conquests.expand(state, seat)
    if state.step == KEEP:
        return regrouping.keep(state, seat)
    if state.step == REBIRTH:
        return conquests.be_reborn(state, seat)
    if state.step == SURVIVE:
        return regrouping.survive(state, seat)
    return regrouping.regroup(state, seat)
