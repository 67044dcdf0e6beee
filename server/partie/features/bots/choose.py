"""The choice of a bot's move by its level: how far it looks ahead, and for how long.

The bot works on a state that its seat cannot distinguish from the true one (``determinize``), so hidden information
has no influence: the choice is the same for all states that look alike to its seat.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Any, Final

from partie.features.bots.budget import Budget, Iterations, Seconds
from partie.features.bots.near import near
from partie.features.bots.quick import quick
from partie.features.bots.search import LONGEST, Plan, Search
from partie.features.bots.thought import Begun, Thought
from partie.features.bots.turns import decisive
from partie.kit import Seat, SeededChance
from partie.registry import AnyEngine
from partie.table.values import Level

PLANS: Final[dict[Level, Plan]] = {
    "careful": Plan(rounds=1, turns=3, deals=4),
    "deep": Plan(rounds=3, turns=12, deals=3, planning=True),
}
"""Careful looks at everyone's replies to a turn; deep also at what follows, with everyone planning whole turns."""

ADVISED: Final = Plan(rounds=LONGEST, turns=6, deals=3)
"""To the end of the game, if the game advises moves: advised moves are cheap to play, and good enough for a rollout.

Only the deep bot uses it, and only for a decisive move. It makes its other moves as advised, as the careful bot makes
all of its moves: the advice plans the turn.
"""

_TRIES: Final = 48
"""Number of tries the careful bot has per decision."""

FIRST: Final = Begun()
"""The beginning of a turn."""

_SECONDS: Final = {"quick": 0.0, "careful": 0.6, "deep": 2.0}


def choose(
    engine: AnyEngine,
    state: Any,
    seat: Seat,
    seed: str,
    level: Level = "quick",
    budget: Budget | None = None,
    begun: Begun = FIRST,
) -> Thought:
    """Choose a legal move of the seat. With the same seed and the same budget of iterations the choice is the same.

    Without a budget the level's own applies, which is a time, for the decision that is due in a turn as far as it has
    ``begun``. If that is used up before any look-ahead, the move is the one planned before, else the one that needs
    none. Raises LookupError if there is no move.
    """
    budget = budget or own_budget(level, made=begun.made)
    key = hashlib.sha256(seed.encode()).digest()
    chance = SeededChance(key, 0)
    imagined = engine.determinize(state, seat, chance)
    # What a seat may do follows from what it sees, so these are also the moves of the true state.
    moves = engine.legal(imagined, seat)
    if not moves:
        raise LookupError(f"seat {seat} has no move")
    if len(moves) == 1:
        return Thought(moves[0], why="only")
    if level == "quick":
        return Thought(quick(engine, imagined, seat, chance), why="near")
    at_once = Thought(near(engine, imagined, seat, chance), why="near")
    if engine.advise(imagined, seat) is None:
        plan = PLANS[level]
    elif level == "deep" and decisive(engine, imagined, seat, lambda: not budget.left(0)):
        plan = ADVISED
    else:
        return at_once
    planned = begun.then if begun.then and begun.then[0] in moves else ()
    thought = Search(engine, imagined, seat, key, plan, budget, planned).run()
    if thought is None and planned:
        return Thought(planned[0], then=planned[1:])
    return thought or at_once


def own_budget(level: Level, clock: Callable[[], float] = time.monotonic, made: int = 0) -> Budget:
    """The budget that a level has by default for a decision, starting now by that clock.

    Every further decision of a turn has a third of the time of the one before: the first has planned the turn. So a
    turn takes no longer than one decision and a half, however many it has.
    """
    allowed = Seconds(_SECONDS[level] * 3.0**-made, clock)
    return _Both(Iterations(_TRIES), allowed) if level == "careful" else allowed


class _Both:
    """Two budgets that must both allow another iteration."""

    def __init__(self, one: Budget, other: Budget) -> None:
        self._one = one
        self._other = other

    def left(self, done: int) -> bool:
        return self._one.left(done) and self._other.left(done)
