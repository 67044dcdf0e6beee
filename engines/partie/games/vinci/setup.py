"""The first position."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.vinci.data import MOUNTAINS, PROVINCES
from partie.games.vinci.rules.fictitious import play_on
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.state import CHOOSE, NEUTRAL, Holding, Options, Player, State, State2, with_points
from partie.games.vinci.transition import Transition
from partie.kit import Chance


def setup(seats: int, options: Options, chance: Chance) -> State:
    """Neutral pieces, six pairs of tiles; the start player, who is drawn, chooses first (A1 to A4).

    With one person or two, fictitious players have seats after theirs, and the order of all turns is drawn (N1, N2).
    """
    rules = ruleset(options)
    fictitious = rules.fictitious(seats)
    order = chance.shuffle(range(seats + fictitious)) if fictitious else ()
    first = order[0] if order else chance.pick(range(seats))
    state = rules.state(
        options=options,
        step=CHOOSE,
        turns=1,
        round=0,
        first=first,
        land={name: Holding(NEUTRAL, 1) for name in PROVINCES if name not in MOUNTAINS},
        bag=dict(rules.bag),
        pairs=(),
        players=(_first(rules.data.seat.points),) * seats + (_first(rules.fictitious_points),) * fictitious,
        turn=rules.turn(first),
    )
    if isinstance(state, State2) and order:
        state = replace(state, persons=seats, order=order)
    transition = Transition(state, first, chance)
    for _ in range(rules.data.pairs.pairs):
        transition.pairs = (*transition.pairs, transition.draw_pair())
    play_on(transition)
    return transition.after()


def _first(points: int) -> Player:
    """A seat with so many points, and nothing else."""
    return with_points(Player(0), {"start": points})
