"""The first position."""

from __future__ import annotations

from partie.games.vinci.data import DATA, PROVINCES, TILES
from partie.games.vinci.state import CHOOSE, NEUTRAL, Holding, Options, Pair, Player, State, Turn
from partie.games.vinci.transition import Transition
from partie.kit import Chance


def setup(seats: int, options: Options, chance: Chance) -> State:
    """Neutral pieces, six pairs of tiles; the start player, who is drawn, chooses first (A1 to A4)."""
    first = chance.pick(range(seats))
    state = State(
        options=options,
        step=CHOOSE,
        turns=1,
        round=0,
        first=first,
        land={name: Holding(NEUTRAL, 1) for name, found in PROVINCES.items() if found.terrain != "mountain"},
        bag={name: tile.count for name, tile in TILES.items()},
        pairs=(),
        players=(Player(DATA.seat.points),) * seats,
        turn=Turn(first),
    )
    transition = Transition(state, first, chance)
    for _ in range(DATA.pairs.pairs):
        transition.pairs = (*transition.pairs, Pair((transition.draw_tile(), transition.draw_tile())))
    return transition.after()
