"""Decision tokens: the position that a seat's click was made for.

A seat is shown ``ask``, the event that put its current decision before it, and a move names it. Every event that
changes the game renews it, with one exception: where several seats may act, an action of another seat (a move, undo or
redo) leaves it unchanged if this seat's legal moves are the same afterwards. So simultaneous choices do not disturb
each other, and no click made for another position is ever executed.
"""

from __future__ import annotations

from typing import Any

from partie.table.context import AnyEngine
from partie.table.engine_calls import guarded
from partie.table.state import Table


def after_deed(engine: AnyEngine, table: Table, seat: int, seq: int, state: Any) -> tuple[int, ...]:
    """Return the tokens after ``seat`` alone led the game to ``state``, by a move, an undo or a redo."""
    play = table.play
    before = [
        () if other == seat else tuple(guarded(table.id, seq, engine.legal, play.state, other))
        for other in range(len(play.decision_tokens))
    ]
    if not any(before):
        return (seq,) * len(play.decision_tokens)
    return tuple(
        ask if other != seat and before[other] == tuple(guarded(table.id, seq, engine.legal, state, other)) else seq
        for other, ask in enumerate(play.decision_tokens)
    )


def renewed(table: Table, seq: int) -> tuple[int, ...]:
    """Return the tokens after an event that put another position before everyone."""
    return (seq,) * len(table.play.decision_tokens)
