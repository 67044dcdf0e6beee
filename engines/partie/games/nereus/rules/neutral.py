"""The neutral player of the game for two: a crew card, the leftmost free space, and a ship that the compass steers."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.nereus.data import CREW, DATA
from partie.games.nereus.rules.doing import Doing
from partie.games.nereus.rules.sailing import SAILORS
from partie.games.nereus.state import NEUTRAL
from partie.games.nereus.tables import MEMBER, RAYS

COMPASS = DATA.neutral.compass


def act(doing: Doing) -> None:
    """Turn a crew card, take the leftmost free space of its row, and sail if it is captain or pilot (N2, N3)."""
    neutral = doing.neutral
    crew = doing.chance.pick([crew for crew in CREW if crew not in neutral.played])
    doing.neutral = replace(neutral, played=(*neutral.played, crew))
    row = doing.rows[crew]
    index = row.index("")
    doing.rows = {**doing.rows, crew: (*row[:index], NEUTRAL, *row[index + 1 :])}
    space = doing.side.rows[MEMBER[crew]][index]
    doing.say("neutral_flipped", crew=crew, space=space.id)
    if crew in SAILORS:
        sail(doing, space.far)


def sail(doing: Doing, far: int) -> None:
    """Roll until the ship can move at all; it stops at the rim and takes the treasures there away (N4 to N7)."""
    neutral = doing.neutral
    compass = neutral.compass
    while True:
        pips = doing.chance.roll(DATA.neutral.die)
        compass = (compass + pips) % len(COMPASS)
        doing.say("neutral_rolled", pips=pips, direction=COMPASS[compass])
        path = RAYS[doing.side.name][neutral.ship][compass][:far]
        if path:
            break
    doing.neutral = replace(neutral, ship=path[-1], compass=compass)
    doing.say("neutral_sailed", start=neutral.ship, to=path[-1], path=" ".join((neutral.ship, *path)))
    for treasure in doing.clear_field(path[-1]):
        doing.to_bag(treasure)
        doing.say("neutral_took", treasure=treasure, field=path[-1])


def leave_explorers(doing: Doing) -> None:
    """The marker leaves the explorer's row before the fifth card is turned (N8)."""
    doing.rows = {
        crew: tuple("" if crew == "explorer" and owner == NEUTRAL else owner for owner in owners)
        for crew, owners in doing.rows.items()
    }
