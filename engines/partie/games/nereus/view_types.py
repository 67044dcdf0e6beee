"""The types of a view, for clients: what :mod:`partie.games.nereus.view` shows has exactly these members."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from partie.games.nereus.data import DATA, Directions, HoldRule
from partie.games.nereus.ids import CardId, ColourId, CrewId, DiscoveryId, FieldId, OwnerId, SlotId, SpaceId
from partie.games.nereus.state import Colour, Crew, Step, Treasure
from partie.kit.values import Count, NumberKey, Positive, SeatKey, SeatNumber, ViewPart, shaped

Marker: TypeAlias = Annotated[str, shaped("[0-3]|neutral|")]
"""The owner of the marker on a space, "" where it is free."""

Slot: TypeAlias = Literal["", Treasure]
"""What lies in a slot, "" where it is empty."""

Direction: TypeAlias = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
DayNumber: TypeAlias = Annotated[int, Meta(ge=1, le=DATA.days.days)]


class Space(ViewPart, frozen=True):
    """What is printed on a space of a crew row: how far it sails and in which directions, what it costs and brings."""

    number: Positive
    far: Positive | UnsetType = UNSET
    directions: Directions | UnsetType = UNSET
    points: int | UnsetType = UNSET
    moves: int | UnsetType = UNSET
    gold: int | UnsetType = UNSET
    pay: int | UnsetType = UNSET
    power: int | UnsetType = UNSET
    cards: int | UnsetType = UNSET
    either: bool | UnsetType = UNSET
    """Power or a card, not both."""
    colours: list[Colour] | UnsetType = UNSET
    """What the explorer may lift."""


class Effect(ViewPart, frozen=True):
    """What a gold action or an improved action adds."""

    pay: int | UnsetType = UNSET
    far: int | UnsetType = UNSET
    moves: int | UnsetType = UNSET
    treasures: int | UnsetType = UNSET
    gold: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    power: int | UnsetType = UNSET
    cards: int | UnsetType = UNSET
    discards: int | UnsetType = UNSET
    bends: bool | UnsetType = UNSET
    any_colour: bool | UnsetType = UNSET


class Hold(ViewPart, frozen=True):
    """A hold: the points for all of it, how its slots depend on each other, and the colours that each takes."""

    points: int
    rule: HoldRule
    slots: dict[SlotId, list[Colour]]


class Reward(ViewPart, frozen=True):
    """What a treasure in a slot of the chest brings at once."""

    gold: Count
    points: Count
    treasures: Count


class Card(ViewPart, frozen=True):
    """A kind of science card: how many there are, its points, and whether it counts at the end of the game."""

    count: Positive
    points: Count
    end: bool


class Board(ViewPart, frozen=True):
    """Everything printed; it never changes.

    ``size`` is the length of a side of the sea. ``gold`` and ``improved`` are those actions of the crew, the former by
    number. ``extra_turn`` are the prices of the explorer's spaces, unless these depend on the order of the markers.
    ``chest`` and ``storage`` have the slots of a cabin, and what they bring or take.
    """

    size: Positive
    corners: list[FieldId]
    spaces: dict[SpaceId, Space]
    gold: dict[CrewId, dict[NumberKey, Effect]]
    improved: dict[CrewId, Effect]
    extra_turn: dict[SpaceId, Count]
    holds: dict[CrewId, Hold]
    chest: dict[SlotId, Reward]
    storage: dict[SlotId, list[Colour]]
    gem_slots: Count
    power_limit: Count
    treasure_price: Count
    gem_price: Count
    cards: dict[CardId, Card]


class Discovery(ViewPart, frozen=True):
    """The discovery cards: how many are left, and the one that lies open."""

    left: Count
    card: DiscoveryId | UnsetType = UNSET


class Bag(ViewPart, frozen=True):
    """Treasures in the bag, and how many of each colour leave the game instead of going back into it."""

    treasures: dict[ColourId, Count]
    owed: dict[ColourId, Count] | UnsetType = UNSET


class Science(ViewPart, frozen=True):
    """The science cards of the pile, counted, and those of the discard pile by kind."""

    pile: Count
    discards: dict[CardId, Positive]


class Player(ViewPart, frozen=True):
    """What belongs to one seat.

    ``cards`` counts science cards. ``holds`` has those that are not complete, ``done`` those that are; ``played`` are
    the crew members of this day. ``chosen`` tells whether a simultaneous choice is made. Only its own seat sees
    ``kept``, ``choice`` and ``returned``, and, before the end of the game, ``science``.
    """

    points: int
    gold: Count
    power: Count
    gems: Count
    cards: Count
    holds: dict[CrewId, dict[SlotId, Slot]]
    done: dict[CrewId, bool]
    chest: dict[SlotId, Slot]
    storage: dict[SlotId, Slot]
    hand: dict[ColourId, Positive]
    played: dict[CrewId, bool]
    chosen: bool | UnsetType = UNSET
    science: dict[CardId, Positive] | UnsetType = UNSET
    kept: dict[CardId, Positive] | UnsetType = UNSET
    choice: Crew | UnsetType = UNSET
    returned: dict[CardId, Positive] | UnsetType = UNSET


class Neutral(ViewPart, frozen=True):
    """The neutral player: the direction on its compass, and its crew members of this day."""

    compass: Direction
    played: dict[CrewId, bool]


class Turn(ViewPart, frozen=True):
    """How far a turn has come; ``extra``: it is an extra turn of phase III.

    Once the marker lies on ``space``, ``basic``, ``gold`` and ``improved`` tell which actions are left, ``shifts`` how
    many treasures may still be moved.
    """

    seat: SeatNumber
    extra: bool
    crew: Crew | UnsetType = UNSET
    space: SpaceId | UnsetType = UNSET
    basic: bool | UnsetType = UNSET
    gold: bool | UnsetType = UNSET
    improved: bool | UnsetType = UNSET
    shifts: Count | UnsetType = UNSET


class Queued(ViewPart, frozen=True):
    """A turn that is still to come, and in phase III what it costs."""

    owner: OwnerId
    price: Count | UnsetType = UNSET


class Final(ViewPart, frozen=True):
    """The items of a seat's score; ``counted`` are the science cards that did, with their points."""

    score: int
    counted: dict[CardId, Count]
    points: int
    cards: Count
    gold: Count


class View(ViewPart, frozen=True):
    """The table as one viewer sees it.

    ``sea`` has the treasures of every space, ``ships`` the space of every ship, ``rows`` the owner of the marker on
    every space of a crew row. ``unseen`` are the science cards that this viewer has not seen. ``chose`` are the seats
    that have chosen a crew member in this round, in the order of their turns; ``queue`` the turns still to come.
    ``turn`` is missing during simultaneous choices and once the game is over, ``final`` until then.
    """

    step: Step
    day: DayNumber
    round: Count
    phase: Literal["setup", "action", "explorer"]
    sun: SeatNumber
    hourglass: SeatNumber
    discovery: Discovery
    board: Board
    sea: dict[FieldId, list[Colour]]
    ships: dict[OwnerId, FieldId]
    rows: dict[CrewId, dict[SpaceId, Marker]]
    bag: Bag
    science: Science
    unseen: dict[CardId, Count]
    players: dict[SeatKey, Player]
    gems: Count
    neutral: Neutral | UnsetType = UNSET
    turn: Turn | UnsetType = UNSET
    chose: dict[CrewId, list[SeatNumber]] | UnsetType = UNSET
    queue: dict[NumberKey, Queued] | UnsetType = UNSET
    final: dict[SeatKey, Final] | UnsetType = UNSET
