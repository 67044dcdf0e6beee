"""The neutral player of the game for two: a crew card, the leftmost free space, and a ship that the compass steers."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.nereus.data import CREW, DATA
from partie.games.nereus.state import NEUTRAL
from partie.games.nereus.tables import MEMBER, RAYS, SAILORS
from partie.games.nereus.transition import Transition

COMPASS = DATA.neutral.compass


def act(transition: Transition) -> None:
    """Turn a crew card, take the leftmost free space of its row, and sail if it is captain or pilot (N2, N3)."""
    neutral = transition.neutral
    crew = transition.chance.pick([crew for crew in CREW if crew not in neutral.played])
    transition.neutral = replace(neutral, played=(*neutral.played, crew))
    row = transition.rows[crew]
    index = row.index("")
    transition.rows = {**transition.rows, crew: (*row[:index], NEUTRAL, *row[index + 1 :])}
    space = transition.side.rows[MEMBER[crew]][index]
    transition.say("neutral_flipped", crew=crew, space=space.id)
    if crew in SAILORS:
        sail(transition, space.far)


def sail(transition: Transition, far: int) -> None:
    """Roll until the ship can move at all; it stops at the rim and takes the treasures there away (N4 to N7)."""
    neutral = transition.neutral
    compass = neutral.compass
    while True:
        pips = transition.chance.roll(DATA.neutral.die)
        compass = (compass + pips) % len(COMPASS)
        transition.say("neutral_rolled", pips=pips, direction=COMPASS[compass])
        path = RAYS[transition.side.name][neutral.ship][compass][:far]
        if path:
            break
    transition.neutral = replace(neutral, ship=path[-1], compass=compass)
    transition.say("neutral_sailed", start=neutral.ship, to=path[-1], path=" ".join((neutral.ship, *path)))
    for treasure in transition.clear_field(path[-1]):
        transition.to_bag(treasure)
        transition.say("neutral_took", treasure=treasure, field=path[-1])


def leave_explorers(transition: Transition) -> None:
    """The marker leaves the explorer's row before the fifth card is turned (N8)."""
    transition.rows = {
        crew: tuple("" if crew == "explorer" and owner == NEUTRAL else owner for owner in owners)
        for crew, owners in transition.rows.items()
    }
