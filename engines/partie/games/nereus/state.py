"""The state of a game of Waters of Nereus and its moves. Nothing here changes once it is built.

Ids: a space of the sea is its column's letter and its row's number, ``a1`` in the north-west. The spaces of a crew
row are ``captain-1``, ``captain-2``, ... from the left. The slots of a cabin are ``hold-captain-1``, ...,
``chest-white``, ..., ``storage-1`` to ``storage-6``; gems of the storage lie on ``gems``.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from partie.games.nereus.ids import CardId, FieldId, OwnerId, PlaceId, SpaceId

Crew: TypeAlias = Literal["captain", "pilot", "boatswain", "purser", "merchant", "scientist", "explorer"]
Colour: TypeAlias = Literal["white", "yellow", "green", "red", "violet", "black"]
Treasure: TypeAlias = Literal["white", "yellow", "green", "red", "violet", "black", "gem"]

CORNER: Final = "corner"
"""Choose the corner to start from."""
KEEP: Final = "keep"
"""All at once: keep three of five science cards."""
CREW: Final = "crew"
"""All at once: choose a crew member."""
OFFER: Final = "offer"
"""Phase III: pay for an extra turn, or decline."""
MARKER: Final = "marker"
"""Free actions, then place the marker."""
READY: Final = "ready"
"""The marker lies; free actions are still possible before the crew's actions begin."""
BLOCK: Final = "block"
"""The crew's actions have begun and come in one go."""
DISCARD: Final = "discard"
"""Discard one science card, within the block."""
FREE: Final = "free"
"""The crew's actions are over: free actions, then end the turn."""
OVER: Final = "over"

Step: TypeAlias = Literal["corner", "keep", "crew", "offer", "marker", "ready", "block", "discard", "free", "over"]

NEUTRAL: Final = "neutral"
"""The owner of the neutral ship and its markers; other owners are their seat's number as text."""

GEM: Final = "gem"
GEMS: Final = "gems"

CHANGES: Final = 24
"""How often a seat may choose in one simultaneous choice, the first time included. It only keeps a log finite."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table."""

    explorer_price: Literal["space", "rank", "linear"] = "space"
    chest_order: Literal["strict", "free"] = "strict"
    neutral: bool = True


class _Move(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class ChooseCorner(_Move, frozen=True, tag="choose_corner"):
    """Put your ship onto a free corner space."""

    field: FieldId


class Keep(_Move, frozen=True, tag="keep"):
    """Keep three of the science cards dealt, in the order of the card table; the others go back."""

    cards: tuple[CardId, ...]


class ChooseCrew(_Move, frozen=True, tag="choose_crew"):
    """Choose the crew member of this round, or choose another one while somebody has not chosen."""

    crew: Crew


class Accept(_Move, frozen=True, tag="accept"):
    """Pay for an extra turn with this crew member."""

    crew: Crew


class Decline(_Move, frozen=True, tag="decline"):
    """Do without the extra turn."""


class PlaceMarker(_Move, frozen=True, tag="place_marker"):
    """Place the marker on a free space of the row."""

    space: SpaceId


class Sail(_Move, frozen=True, tag="sail"):
    """Captain or pilot: sail to a space and pay exactly these owners of crossed ships, by the cheapest way."""

    to: FieldId
    tolls: tuple[OwnerId, ...]


class Explore(_Move, frozen=True, tag="explore"):
    """Explorer: take a treasure from a neighbouring space."""

    field: FieldId
    treasure: Colour


class Basic(_Move, frozen=True, tag="basic"):
    """The basic action of boatswain, purser, merchant or scientist; ``choice`` where the space gives one."""

    choice: Literal["all", "power", "card"]


class Gold(_Move, frozen=True, tag="gold"):
    """The gold action of boatswain, purser, merchant or scientist; ``choice`` where there is one."""

    choice: Literal["all", "power", "card"]


class Improved(_Move, frozen=True, tag="improved"):
    """The improved action of boatswain, purser, merchant or scientist."""


class Shift(_Move, frozen=True, tag="shift"):
    """Boatswain: move a treasure from a slot of the cabin to another one."""

    slot: PlaceId
    to: PlaceId


class Discard(_Move, frozen=True, tag="discard"):
    """Discard a science card."""

    card: CardId


class Place(_Move, frozen=True, tag="place"):
    """Place a treasure of the hand into the cabin."""

    treasure: Colour
    to: PlaceId


class Exchange(_Move, frozen=True, tag="exchange"):
    """Give two equal treasures of the storage for a gem."""

    treasure: Colour


class UseGem(_Move, frozen=True, tag="use_gem"):
    """Move a gem out of the storage to another slot of the cabin."""

    to: PlaceId


class Sell(_Move, frozen=True, tag="sell"):
    """Sell a treasure or a gem of the storage."""

    treasure: Treasure


class PlayCard(_Move, frozen=True, tag="play_card"):
    """Play a science card that needs no target."""

    card: CardId


class Salvage(_Move, frozen=True, tag="salvage"):
    """Play the science card that takes a treasure from any space."""

    field: FieldId
    treasure: Colour


class Drift(_Move, frozen=True, tag="drift"):
    """Play the science card that moves the ship by one space for gold."""

    to: FieldId


class EndTurn(_Move, frozen=True, tag="end_turn"):
    """End the turn; treasures in hand are lost."""


Move: TypeAlias = (
    ChooseCorner
    | Keep
    | ChooseCrew
    | Accept
    | Decline
    | PlaceMarker
    | Sail
    | Explore
    | Basic
    | Gold
    | Improved
    | Shift
    | Discard
    | Place
    | Exchange
    | UseGem
    | Sell
    | PlayCard
    | Salvage
    | Drift
    | EndTurn
)


class Player(Struct, frozen=True):
    """What belongs to one seat.

    ``holds`` has the slots of every hold that is not complete, "" where a slot is empty; ``chest`` and ``storage``
    likewise. ``science`` is the hidden hand of cards, in the order in which they came. ``kept`` and ``choice`` are
    what was chosen in a simultaneous choice that others have not made yet. ``returned`` are the cards that the
    seat gave back, until the pile is first drawn from: so long it knows that nobody else can have them.
    """

    ship: str
    gold: int
    points: int
    power: int
    holds: dict[str, tuple[str, ...]]
    chest: tuple[str, ...]
    storage: tuple[str, ...]
    gems: int = 0
    done: tuple[str, ...] = ()
    """Complete holds, in the order of the crew."""
    hand: tuple[str, ...] = ()
    """Treasures that are not placed yet, in the order in which they came."""
    science: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    """Crew members of this day whose cards lie open."""
    choice: str = ""
    kept: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    tries: int = CHANGES


class Turn(Struct, frozen=True):
    """How far the turn of one seat has come. The three flags tell which actions of the block are left."""

    seat: int
    crew: str
    space: int = -1
    """The place of the marker in its row, from 0."""
    basic: bool = False
    gold: bool = False
    improved: bool = False
    shifts: int = 0
    """Treasures that the boatswain may still move."""
    extra: bool = False
    """Whether it is an extra turn of phase III."""
    done: tuple[str, ...] = ()
    """While an extra turn is on offer: the holds that were complete when it was offered."""


class Neutral(Struct, frozen=True):
    """The neutral ship: its space ("" where nobody plays for it), the direction on the compass, its cards of today."""

    ship: str
    compass: int = 0
    played: tuple[str, ...] = ()


class Bag(Struct, frozen=True):
    """Treasures in the bag, and how many of each colour still leave the game instead of going back into it."""

    treasures: dict[str, int]
    owed: dict[str, int]


class Science(Struct, frozen=True):
    """The science pile by counting; its order is decided when a card is drawn. Discards lie open."""

    pile: dict[str, int]
    discards: tuple[str, ...] = ()


class Day(Struct, frozen=True):
    """Where the game is: the day and the round in it (1 to 4), who holds sun and hourglass, the discovery cards.

    ``queue`` are the owners whose turn is still to come in this round or in phase III, the next one first;
    ``prices`` what an extra turn costs each of them in phase III.
    """

    number: int
    round: int
    sun: int
    hourglass: int
    deck: tuple[str, ...]
    """Discovery cards that were not turned yet, those that nobody will see included."""
    card: str = ""
    queue: tuple[str, ...] = ()
    prices: tuple[int, ...] = ()
    phase: Literal["setup", "action", "explorer"] = "setup"


class State(Struct, frozen=True):
    """A position.

    ``sea`` has the treasures of every space that is not empty. ``rows`` has the owner of the marker on every space
    of each crew row, "" where it is free. ``turns`` counts the turns that have begun.
    """

    options: Options
    step: Step
    turns: int
    day: Day
    sea: dict[str, tuple[str, ...]]
    rows: dict[str, tuple[str, ...]]
    players: tuple[Player, ...]
    bag: Bag
    science: Science
    gems: int
    """Gems of the supply; below 0 when substitutes are in use."""
    turn: Turn
    neutral: Neutral
