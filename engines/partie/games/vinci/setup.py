"""The first position."""

from __future__ import annotations

from partie.games.vinci.data import MOUNTAINS, PROVINCES
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.state import CHOOSE, NEUTRAL, Holding, Options, Player, State
from partie.games.vinci.transition import Transition
from partie.kit import Chance


def setup(seats: int, options: Options, chance: Chance) -> State:
    """Neutral pieces, six pairs of tiles; the start player, who is drawn, chooses first (A1 to A4)."""
    rules = ruleset(options)
    first = chance.pick(range(seats))
    state = rules.state(
        options=options,
        step=CHOOSE,
        turns=1,
        round=0,
        first=first,
        land={name: Holding(NEUTRAL, 1) for name in PROVINCES if name not in MOUNTAINS},
        bag=dict(rules.bag),
        pairs=(),
        players=(Player(rules.data.seat.points),) * seats,
        turn=rules.turn(first),
    )
    transition = Transition(state, first, chance)
    for _ in range(rules.data.pairs.pairs):
        transition.pairs = (*transition.pairs, transition.draw_pair())
    return transition.after()
