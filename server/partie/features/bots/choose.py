"""Which move a bot makes, by its level: how far it looks, and for how long.

It holds a state that its seat cannot tell from the true one (``determinize``), so nothing hidden guides it: the choice
is the same for all states that its seat cannot tell apart.
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
from partie.features.bots.thought import Thought
from partie.features.bots.turns import decisive
from partie.kit import Seat, SeededChance
from partie.registry import AnyEngine
from partie.table.values import Level

PLANS: Final[dict[Level, Plan]] = {
    "careful": Plan(rounds=1, turns=8, deals=2),
    "deep": Plan(rounds=3, turns=12, deals=3, planning=True),
}
"""What everybody may answer to a turn; and what comes of it later, too, when everybody plans whole turns."""

ADVISED: Final = Plan(rounds=LONGEST, turns=6, deals=3)
"""To the end of the game, where it advises moves: these cost little, and are good enough to play on with.

The deep bot alone does so, and only when it has a decisive move to make. Its other moves are made as advised, and all
of the careful bot's: the advice plans the turn.
"""

_TRIES: Final = 24
"""How many tries the careful bot has for a decision."""

_SECONDS: Final = {"quick": 0.0, "careful": 0.3, "deep": 2.0}


def choose(
    engine: AnyEngine, state: Any, seat: Seat, seed: str, level: Level = "quick", budget: Budget | None = None
) -> Thought:
    """A legal move of the seat; with an equal budget of iterations the same for the same seed.

    Without a budget it takes the level's own, which is a time. When that is spent before anything was looked ahead, the
    move is the one that needs no look ahead. Raises LookupError if there is no move.
    """
    budget = budget or own_budget(level)
    key = hashlib.sha256(seed.encode()).digest()
    chance = SeededChance(key, 0)
    imagined = engine.determinize(state, seat, chance)
    # What a seat may do follows from what it sees, so the moves are those of the true state.
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
    return Search(engine, imagined, seat, key, plan, budget).run() or at_once


def own_budget(level: Level, clock: Callable[[], float] = time.monotonic) -> Budget:
    """What a level spends on a move if nothing else is said, begun now by that clock."""
    allowed = Seconds(_SECONDS[level], clock)
    return _Both(Iterations(_TRIES), allowed) if level == "careful" else allowed


class _Both:
    """What two budgets allow."""

    def __init__(self, one: Budget, other: Budget) -> None:
        self._one = one
        self._other = other

    def left(self, done: int) -> bool:
        return self._one.left(done) and self._other.left(done)
