"""Looking ahead in a game of chance and secrets: a determinized search over whole turns, as a race.

The seat's most promising turns are tried against each other. Every try deals anew what the seat cannot know
(determinization) and plays on for some rounds with moves that need no look ahead (a rollout); how far ahead the seat
then is, tells how it went. All turns are tried in the same deals, with the same chance, so that they differ by what
they are worth and hardly by luck (common random numbers). After some deals the worse half falls out, after as many
again half of those that are left (sequential halving, Karnin, Koren and Somekh 2013), and whoever is clearly behind at
any time: time goes where the choice is close. The race is over when all that are left begin with the same move.

There is an answer as soon as one turn has been tried once, and better ones replace it. The budget is asked before every
move that is looked behind, so nothing more is begun when it is spent.
"""

from __future__ import annotations

import math
from statistics import fmean, stdev
from typing import Any, Final

from msgspec import Struct

from partie.features.bots.budget import Budget
from partie.features.bots.thought import Thought
from partie.features.bots.turns import Moves, played, promising
from partie.features.bots.worth import leads, points
from partie.kit import Seat, SeededChance
from partie.registry import AnyEngine

LONGEST: Final = 2_000
"""Turns of a rollout, also in a game that never ends."""

_CONCLUSIVE: Final = 8
"""Deals after which it shows whether one turn is clearly better than another."""

_CLEAR: Final = 3.0
"""So many standard errors ahead is clearly better."""

_PART: Final = 10
"""One in so many outcomes is left out at either end of what is expected."""


class Plan(Struct, frozen=True):
    """How to look ahead.

    ``rounds``: a rollout ends after so many turns of everybody, the present one among them, or with the game where the
    engine forecasts nothing. Of the ``turns`` that are tried at most two in three are the best ones of different first
    moves, the others are the best that are left. ``deals`` are tried before the first half falls out. ``planning``: in
    a rollout everybody plans whole turns.
    """

    rounds: int
    turns: int
    deals: int
    planning: bool = False


class _Runner:
    """A turn in the race: in each deal how far ahead it led, and how many points the seat had then."""

    __slots__ = ("leads", "moves", "points")

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.leads: list[float] = []
        self.points: list[float] = []

    def mean(self, deals: int) -> float:
        """How far ahead it led in the first deals."""
        return sum(self.leads[:deals]) / deals


class Search:
    """One thought. The state is the true one or any that the seat cannot tell from it: all of them are alike."""

    def __init__(self, engine: AnyEngine, state: Any, seat: Seat, key: bytes, plan: Plan, budget: Budget) -> None:
        self._engine = engine
        self._state = state
        self._seat = seat
        self._key = key
        self._plan = plan
        self._budget = budget
        self._runners: list[_Runner] = []
        self._count = 0

    def _chosen(self) -> list[Moves]:
        """The turns that are tried, the most promising first."""
        state = self._engine.determinize(self._state, self._seat, SeededChance(self._key, 0))
        found = promising(self._engine, state, self._seat, SeededChance(self._key, 0), enough=self._enough)
        firsts: dict[Any, Moves] = {}
        for moves in found:
            firsts.setdefault(moves[0], moves)
        best = list(firsts.values())
        others = [moves for moves in found if moves is not firsts[moves[0]]]
        cut = math.ceil(self._plan.turns * 2 / 3)
        return (best[:cut] + others + best[cut:])[: self._plan.turns]

    def run(self) -> Thought | None:
        """The first move of the turn that came out best. None if there was no time to try any."""
        self._runners = [_Runner(moves) for moves in self._chosen()]
        left = self._raced()
        if not left:
            return None
        deals = min(len(runner.leads) for runner in left)
        best = max(left, key=lambda runner: runner.mean(deals))
        own = sorted(best.points)
        cut = len(own) // _PART
        expected = (math.floor(own[cut]), math.ceil(own[-1 - cut]))
        return Thought(best.moves[0], expected, self._other(best.moves[0]))

    def _enough(self) -> bool:
        """Whether the budget is spent."""
        return not self._budget.left(self._count)

    def _raced(self) -> list[_Runner]:
        """Those that are left when the budget is spent, or one first move has won. None if none was tried."""
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
        """The best of the other first moves, by the longest of their tries."""
        others = [runner for runner in self._runners if runner.leads and runner.moves[0] != move]
        if not others:
            return next(runner.moves[0] for runner in self._runners if runner.moves[0] != move)
        return max(others, key=lambda runner: (len(runner.leads), runner.mean(len(runner.leads)))).moves[0]

    def _try(self, runner: _Runner, deal: int) -> bool:
        """Follow a turn in a deal; False if the budget was spent before that was done."""
        engine, seat = self._engine, self._seat
        state, everybody, last, ahead = self._state, 0, LONGEST, []
        for turn in range(LONGEST):
            # Every turn of every deal has a chance of its own, so that it is the same whatever was done before.
            chance = SeededChance(self._key, (deal + 1) * LONGEST + turn)
            if not turn:
                state = engine.determinize(state, seat, chance)
                everybody = len(engine.forecast(state, seat))
                # Without forecasts nothing is seen before the end.
                last = min(self._plan.rounds * everybody or LONGEST, LONGEST)
            mover = min(engine.pending(state)) if turn else seat
            moves = () if turn else runner.moves
            planning = self._plan.planning
            state = played(engine, state, mover, moves, chance, planning=planning, enough=self._enough)
            if self._enough():
                return False
            over = turn + 1 == last or not engine.pending(state)
            if over or (everybody and (turn + 1) % everybody == 0):
                ahead.append(leads(engine, state, points(engine, state, seat)).get(seat, 0.0))
            if over:
                break
        runner.leads.append(sum(ahead) / len(ahead))
        runner.points.append(points(engine, state, seat).get(seat, 0.0))
        self._count += 1
        return True


def _open(left: list[_Runner]) -> list[_Runner]:
    """Those that are not clearly behind the best one, as far as can be told after so many deals."""
    deals = len(left[0].leads)
    if deals < _CONCLUSIVE:
        return left
    best = max(left, key=lambda runner: runner.mean(deals))
    return [runner for runner in left if runner is best or not _clear(best, runner)]


def _clear(best: _Runner, other: _Runner) -> bool:
    """Whether the lead of one over the other is no matter of luck, or none: it is the same in every deal."""
    gaps = [one - two for one, two in zip(best.leads, other.leads, strict=True)]
    return fmean(gaps) >= _CLEAR * stdev(gaps) / math.sqrt(len(gaps))
