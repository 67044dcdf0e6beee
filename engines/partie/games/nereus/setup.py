"""The first position, and what follows once all ships have their corners."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.nereus.data import CREW, DATA, HOLDS, side
from partie.games.nereus.state import CORNER, KEEP, Bag, Day, Neutral, Options, Player, Science, State, Turn
from partie.games.nereus.tables import KIND, STORAGE_FOR
from partie.games.nereus.transition import Transition
from partie.kit import Chance


def setup(seats: int, options: Options, chance: Chance) -> State:
    """Everybody's things; the start player, who is drawn, chooses a corner first (S2, S3)."""
    printed = side(seats)
    first = chance.pick(range(seats))
    seat = DATA.seat
    storage = tuple(seat.treasure if index == STORAGE_FOR[seat.treasure][0] else "" for index in range(6))
    player = Player(
        ship="",
        gold=seat.gold,
        points=0,
        power=seat.power,
        holds={crew: ("",) * len(HOLDS[crew].slots) for crew in CREW},
        chest=("",) * len(DATA.chest.rewards),
        storage=storage,
    )
    bag: dict[str, int] = dict(DATA.treasures.colours.items())
    bag[seat.treasure] -= seats
    return State(
        options=options,
        step=CORNER,
        turns=0,
        day=Day(number=1, round=1, sun=first, hourglass=first, deck=tuple(printed.discovery)),
        sea={},
        rows={crew: ("",) * len(printed.rows[crew]) for crew in CREW},
        players=(player,) * seats,
        bag=Bag(bag, {}),
        science=Science(dict.fromkeys(KIND, 1)),
        gems=DATA.box.gems,
        turn=Turn(seat=first, crew=""),
        neutral=Neutral(printed.middle if seats == 2 and options.neutral else ""),
    )


def lay_out(transition: Transition) -> None:
    """A treasure for every space without a ship, then the science cards are dealt (S4, S6)."""
    ships = {player.ship for player in transition.players}
    if transition.neutral.ship:
        ships.add(transition.neutral.ship)
    sea: dict[str, tuple[str, ...]] = {}
    for field in transition.side.fields:
        if field not in ships:
            sea[field] = (transition.draw_treasure(),)
    transition.sea = sea
    transition.say("laid_out", count=len(sea))
    deal = DATA.science_deal
    for seat, player in enumerate(transition.players):
        cards = tuple(transition.draw_card() for _ in range(deal.dealt))
        transition.players[seat] = replace(player, science=cards)
    transition.say("dealt", count=deal.dealt)
    transition.step = KEEP
