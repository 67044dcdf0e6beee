"""Looking ahead in a game with chance and hidden information: a determinized search over whole turns, run as a race.

The seat's most promising turns compete. Every try redeals what the seat cannot know (determinization) and plays on
for some rounds with moves that need no look-ahead (a rollout); the seat's lead at its end is the result. All turns are
tried in the same deals, with the same chance, so that they differ by their worth and hardly by luck (common random
numbers). After some deals the worse half is dropped, after as many again half of the rest (sequential halving, Karnin,
Koren and Somekh 2013), and any turn clearly behind is dropped at once: time goes where the choice is close. The race
ends when all remaining turns begin with the same move.

There is an answer as soon as one turn has been tried once, and better ones replace it. The budget is checked before
every move that is tried out, so nothing new begins once it is used up.
"""

from __future__ import annotations

import math
from statistics import fmean, stdev
from typing import Any, Final

from msgspec import Struct

from partie.features.bots.budget import Budget
from partie.features.bots.thought import Thought
from partie.features.bots.turns import Moves, played, promising
from partie.features.bots.worth import leads, points, prospects
from partie.kit import Seat, SeededChance
from partie.registry import AnyEngine

LONGEST: Final = 2_000
"""Maximum number of turns of a rollout, even if the game never ends."""

_CONCLUSIVE: Final = 8
"""Number of deals from which on one turn can count as clearly better than another."""

_CLEAR: Final = 3.0
"""Lead in standard errors that counts as clearly better."""

_PART: Final = 10
"""One outcome in this many is left out at either end of the expected range."""


class Plan(Struct, frozen=True):
    """The parameters of a search.

    ``rounds``: the length of a rollout in turns of everybody, including the present one; if the engine has no forecast,
    it runs to the end of the game. ``turns`` are tried, of which up to two in three are the best ones with different
    first moves, and the others the best of the rest. ``deals`` are tried before the first half is dropped.
    ``planning``: in a rollout everybody plans whole turns.
    """

    rounds: int
    turns: int
    deals: int
    planning: bool = False


class _Runner:
    """A turn in the race: for each deal its mean lead over the rounds, and the seat's points at the end."""

    __slots__ = ("leads", "moves", "points")

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.leads: list[float] = []
        self.points: list[float] = []

    def mean(self, deals: int) -> float:
        """The mean lead in the first ``deals`` deals."""
        return sum(self.leads[:deals]) / deals


class Search:
    """One search. The state is the true one or any that the seat cannot distinguish from it; the result is the same."""

    def __init__(
        self,
        engine: AnyEngine,
        state: Any,
        seat: Seat,
        key: bytes,
        plan: Plan,
        budget: Budget,
        planned: Moves = (),
    ) -> None:
        self._engine = engine
        self._state = state
        self._seat = seat
        self._key = key
        self._plan = plan
        self._budget = budget
        self._planned = planned
        self._runners: list[_Runner] = []
        self._count = 0

    def _chosen(self) -> list[Moves]:
        """The turns to try, the most promising first."""
        state = self._engine.determinize(self._state, self._seat, SeededChance(self._key, 0))
        found = promising(self._engine, state, self._seat, SeededChance(self._key, 0), enough=self._enough)
        if self._planned:
            # The turn that was planned before has been compared with many others already.
            found = [self._planned, *(moves for moves in found if moves != self._planned)]
        firsts: dict[Any, Moves] = {}
        for moves in found:
            firsts.setdefault(moves[0], moves)
        best = list(firsts.values())
        others = [moves for moves in found if moves is not firsts[moves[0]]]
        cut = math.ceil(self._plan.turns * 2 / 3)
        return (best[:cut] + others + best[cut:])[: self._plan.turns]

    def run(self) -> Thought | None:
        """The first move of the best turn; None if there was no time to try any."""
        self._runners = [_Runner(moves) for moves in self._chosen()]
        left = self._raced()
        if not left:
            return None
        deals = min(len(runner.leads) for runner in left)
        best = max(left, key=lambda runner: runner.mean(deals))
        own = sorted(best.points)
        cut = len(own) // _PART
        expected = (math.floor(own[cut]), math.ceil(own[-1 - cut]))
        return Thought(best.moves[0], expected, self._other(best.moves[0]), then=best.moves[1:])

    def _enough(self) -> bool:
        """Whether the budget is used up."""
        return not self._budget.left(self._count)

    def _raced(self) -> list[_Runner]:
        """The turns left when the budget is used up or one first move has won. Empty if none was tried."""
        left = self._runners
        deal, halve = 0, self._plan.deals
        while any(runner.moves[0] != left[0].moves[0] for runner in left):
            for runner in left:
                if self._enough() or not self._try(runner, deal):
                    return [runner for runner in left if runner.leads]
            deal += 1
            if deal == halve:
                halve *= 2
                left = sorted(left, key=lambda runner: -runner.mean(deal))[: max(2, math.ceil(len(left) / 2))]
            left = _open(left)
        return left

    def _other(self, move: Any) -> Any:
        """The best of the other first moves, by those of their turns that were tried most."""
        others = [runner for runner in self._runners if runner.leads and runner.moves[0] != move]
        if not others:
            return next(runner.moves[0] for runner in self._runners if runner.moves[0] != move)
        return max(others, key=lambda runner: (len(runner.leads), runner.mean(len(runner.leads)))).moves[0]

    def _try(self, runner: _Runner, deal: int) -> bool:
        """Play a turn and its rollout in a deal; False if the budget ran out before the end."""
        engine, seat = self._engine, self._seat
        state, everybody, last, ahead = self._state, 0, LONGEST, []
        for turn in range(LONGEST):
            # Every turn of every deal has chance of its own, so that it is the same whatever happened before.
            chance = SeededChance(self._key, (deal + 1) * LONGEST + turn)
            if not turn:
                state = engine.determinize(state, seat, chance)
                everybody = len(engine.forecast(state, seat))
                # Without forecasts nothing is known before the end.
                last = min(self._plan.rounds * everybody or LONGEST, LONGEST)
            mover = min(engine.pending(state)) if turn else seat
            moves = () if turn else runner.moves
            planning = self._plan.planning
            state = played(engine, state, mover, moves, chance, planning=planning, enough=self._enough)
            if self._enough():
                return False
            over = turn + 1 == last or not engine.pending(state)
            if over or (everybody and (turn + 1) % everybody == 0):
                ahead.append(leads(engine, state, prospects(engine, state, seat)).get(seat, 0.0))
            if over:
                break
        runner.leads.append(sum(ahead) / len(ahead))
        runner.points.append(points(engine, state, seat).get(seat, 0.0))
        self._count += 1
        return True


def _open(left: list[_Runner]) -> list[_Runner]:
    """The turns that are not clearly behind the best one, as far as the deals so far can tell."""
    deals = len(left[0].leads)
    if deals < _CONCLUSIVE:
        return left
    best = max(left, key=lambda runner: runner.mean(deals))
    return [runner for runner in left if runner is best or not _clear(best, runner)]


def _clear(best: _Runner, other: _Runner) -> bool:
    """Whether one turn's lead over another is more than luck; also true if the gap is the same in every deal."""
    gaps = [one - two for one, two in zip(best.leads, other.leads, strict=True)]
    return fmean(gaps) >= _CLEAR * stdev(gaps) / math.sqrt(len(gaps))
