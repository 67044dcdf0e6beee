"""What the rules look up again and again, made of the component tables once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from partie.games.nereus.data import COLOURS, CREW, DATA, HOLDS, SCIENCE, SIDES, SLOTS, Crew, Side, field, place, side
from partie.games.nereus.state import State

MEMBER: Final[dict[str, Crew]] = {crew: crew for crew in CREW}
"""Crew members by their names."""

SAILORS: Final = ("captain", "pilot")
"""The crew members whose action is to sail."""

SLOT_AT: Final[dict[str, tuple[str, str, int]]] = {}
"""Area, crew and place of every slot by its id."""

HOLD_IDS: Final[dict[str, tuple[str, ...]]] = {}
for _crew in CREW:
    HOLD_IDS[_crew] = tuple(f"hold-{_crew}-{number}" for number in range(1, len(HOLDS[_crew].slots) + 1))
    SLOT_AT.update({name: ("hold", _crew, index) for index, name in enumerate(HOLD_IDS[_crew])})
CHEST_IDS: Final = tuple(name for name, slot in SLOTS.items() if slot.area == "chest")
STORAGE_IDS: Final = tuple(name for name, slot in SLOTS.items() if slot.area == "storage")
SLOT_AT.update({name: ("chest", "", index) for index, name in enumerate(CHEST_IDS)})
SLOT_AT.update({name: ("storage", "", index) for index, name in enumerate(STORAGE_IDS)})

STORAGE_FOR: Final[dict[str, tuple[int, ...]]] = {
    colour: tuple(index for index, colours in enumerate(DATA.storage.slots) if colour in colours) for colour in COLOURS
}
"""The places of the storage that take a colour."""

FIXED_FOR: Final[dict[str, tuple[tuple[Crew, tuple[int, ...]], ...]]] = {
    colour: tuple(
        (crew, tuple(index for index, colours in enumerate(HOLDS[crew].slots) if colours == kind))
        for crew in CREW
        if HOLDS[crew].rule == "fixed"
        for kind in dict.fromkeys(HOLDS[crew].slots)
        if colour == "gem" or colour in kind
    )
    for colour in (*COLOURS, "gem")
}
"""The holds that ask for printed colours, and the places there that take a treasure, equal ones together."""

FREE_HOLDS: Final = tuple(crew for crew in CREW if HOLDS[crew].rule != "fixed")
"""The holds that look at each other's colours."""

CHEST_PLACE: Final[dict[str, int]] = {colour: index for index, colour in enumerate(COLOURS)}
KIND: Final[dict[str, str]] = {
    kind if copy == 1 else f"{kind}-{copy}": kind for kind, card in SCIENCE.items() for copy in range(1, card.count + 1)
}
"""The kind of every science card by the card's id. Ids tell equal cards apart in states; nobody sees them."""

KIND_ORDER: Final[dict[str, int]] = {kind: index for index, kind in enumerate(SCIENCE)}

SPACE_AT: Final[dict[str, tuple[Crew, int]]] = {
    space.id: (crew, index) for each in SIDES.values() for crew in CREW for index, space in enumerate(each.rows[crew])
}
"""Row and place of every action space by its id."""

_STEPS: Final = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Rows and columns one space on, clockwise from north like the compass."""

ORTHOGONAL: Final = (0, 2, 4, 6)
HEADINGS: Final = {"any": tuple(range(8)), "orthogonal": ORTHOGONAL, "diagonal": (1, 3, 5, 7)}
"""The directions that a space allows, as places on the compass."""


def _ray(size: int, water: frozenset[str], start: str, heading: int) -> tuple[str, ...]:
    row, column = place(start)
    down, right = _STEPS[heading]
    fields = []
    while 0 <= (row := row + down) < size and 0 <= (column := column + right) < size:
        if (name := field(row, column)) not in water:
            break
        fields.append(name)
    return tuple(fields)


RAYS: Final = {
    name: {
        start: tuple(_ray(each.size, frozenset(each.fields), start, heading) for heading in range(8))
        for start in each.fields
    }
    for name, each in SIDES.items()
}
"""By side and space: the spaces ahead in each of the eight directions, up to the rim."""

NEIGHBOURS: Final = {
    name: {start: tuple(rays[heading][0] for heading in ORTHOGONAL if rays[heading]) for start, rays in fields.items()}
    for name, fields in RAYS.items()
}
"""By side and space: the spaces that share a side with it."""


@lru_cache(maxsize=8)
def _side(seats: int) -> Side:
    return side(seats)


def side_of(state: State) -> Side:
    """The side of the board that the game is played on."""
    return _side(len(state.players))


def in_colour_order(treasures: tuple[str, ...]) -> list[str]:
    """The different colours among the treasures, in the order of the chest."""
    return [colour for colour in COLOURS if colour in treasures]


def kinds(cards: Iterable[str]) -> tuple[str, ...]:
    """The kinds of cards, in the order of the card table."""
    return tuple(sorted((KIND[card] for card in cards), key=KIND_ORDER.__getitem__))


def held(cards: Iterable[str], kind: str) -> str:
    """A card of the kind among the cards, "" if there is none."""
    return next((card for card in cards if KIND[card] == kind), "")
