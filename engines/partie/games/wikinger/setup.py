"""The first position."""

from __future__ import annotations

from partie.games.wikinger.data import DATA, SHIPS
from partie.games.wikinger.flow import begin_round
from partie.games.wikinger.state import BUY, Auction, Options, Options2, Player, Spot, State, State2, Turn
from partie.games.wikinger.transition import Transition
from partie.kit import Chance


def setup(seats: int, options: Options, chance: Chance) -> State:
    """Everybody's gold and points; the start player is drawn, and the first round is laid out (A1 to A4)."""
    first = chance.pick(range(seats))
    player = Player(gold=DATA.seat.gold[str(seats)], points=DATA.seat.points)
    islands = {tile: kind.count for tile, kind in DATA.islands.tiles.items()}
    ships = {tile: ship.count for tile, ship in SHIPS.items()}
    shape: type[State] = State2 if isinstance(options, Options2) else State
    state = shape(
        options=options,
        step=BUY,
        turns=0,
        round=1,
        first=first,
        tiles=islands | ships,
        bag=dict(DATA.figures.counts.items()),
        stock=dict(DATA.specials.counts.items()) if options.advanced else {},
        box={},
        wheel=(Spot(""),) * DATA.rounds.fields,
        drawn={},
        display=(),
        auction=Auction(),
        players=(player,) * seats,
        turn=Turn(first),
    )
    transition = Transition(state, first, chance)
    begin_round(transition)
    return transition.after()
