"""The component tables of ``data.toml``, read once and put into the forms the rules work with."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

Colour: TypeAlias = Literal["white", "yellow", "green", "red", "violet", "black"]
Crew: TypeAlias = Literal["captain", "pilot", "boatswain", "purser", "merchant", "scientist", "explorer"]
Directions: TypeAlias = Literal["any", "orthogonal", "diagonal"]
SideName: TypeAlias = Literal["small", "large"]
HoldRule: TypeAlias = Literal["fixed", "different", "equal"]
Area: TypeAlias = Literal["hold", "chest", "storage"]


class _Space(Struct, frozen=True, forbid_unknown_fields=True):
    far: int = 0
    directions: Directions = "any"
    points: int = 0
    moves: int = 0
    gold: int = 0
    pay: int = 0
    power: int = 0
    cards: int = 0
    either: bool = False
    colours: tuple[Colour, ...] = ()


class Space(Struct, frozen=True):
    """An action space: what its basic action asks for and brings."""

    id: str
    """As ``"pilot-2"``: the second space from the left in the pilot's row."""
    crew: Crew
    number: int
    """From the left, beginning with 1."""
    far: int = 0
    """Spaces that captain and pilot may sail; the neutral ship sails them all."""
    directions: Directions = "any"
    points: int = 0
    moves: int = 0
    """Treasures that the boatswain may move."""
    gold: int = 0
    """Gold that the purser brings."""
    pay: int = 0
    """Gold that the merchant takes."""
    power: int = 0
    cards: int = 0
    either: bool = False
    """Power or a card, not both."""
    colours: tuple[Colour, ...] = ()
    """What the explorer may lift."""


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """What a gold action or an improved action adds."""

    pay: int = 0
    far: int = 0
    bends: bool = False
    moves: int = 0
    treasures: int = 0
    """Random ones, out of the bag."""
    gold: int = 0
    points: int = 0
    power: int = 0
    cards: int = 0
    discards: int = 0
    any_colour: bool = False


class Hold(Struct, frozen=True):
    """A crew member's hold: what it asks for, and the points for all of it."""

    rule: HoldRule
    slots: tuple[tuple[Colour, ...], ...]
    points: int


class Reward(Struct, frozen=True, forbid_unknown_fields=True):
    """What a treasure laid into the chest brings at once."""

    gold: int = 0
    points: int = 0
    treasures: int = 0


class Slot(Struct, frozen=True):
    """A place in the cabin for one treasure. The places of storage that take gems only are counted, not named."""

    id: str
    """As ``"hold-captain-1"``, ``"chest-white"``, ``"storage-6"``."""
    area: Area
    colours: tuple[Colour, ...]
    """The colours it takes."""
    crew: str = ""
    """The crew member to whose hold it belongs, if to any."""


class Science(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of science card. Cards of one kind cannot be told apart."""

    count: int
    end: bool = False
    """Counts at the end of the game; others are played in their holder's turn."""
    treasures: int = 0
    salvage: int = 0
    """Treasures taken from any one space."""
    pay: int = 0
    far: int = 0
    points: int = 0
    chest: str = ""
    storage: str = ""
    holds: tuple[Crew, ...] = ()


class _Box(Struct, frozen=True):
    seats: int
    crew_cards: int
    gems: int
    completion_tokens: int
    coins: dict[str, int]
    discovery_cards: int
    science_cards: int


class _Colours(Struct, frozen=True):
    colours: dict[Colour, int]


class _Seat(Struct, frozen=True):
    gold: int
    treasure: Colour
    power: int
    power_limit: int


class _Days(Struct, frozen=True):
    days: int
    rounds: int


class _ScienceDeal(Struct, frozen=True):
    dealt: int
    kept: int


class _Fields(Struct, frozen=True):
    treasures: int


class _Side(Struct, frozen=True):
    seats: tuple[int, ...]
    size: int
    middle: str
    islands: tuple[str, ...]


class _Row(Struct, frozen=True):
    captain: tuple[_Space, ...]
    pilot: tuple[_Space, ...]
    boatswain: tuple[_Space, ...]
    purser: tuple[_Space, ...]
    merchant: tuple[_Space, ...]
    scientist: tuple[_Space, ...]
    explorer: tuple[_Space, ...]

    def of(self, crew: Crew) -> tuple[_Space, ...]:
        """The spaces of one crew member."""
        spaces: tuple[_Space, ...] = getattr(self, crew)
        return spaces


class _Prices(Struct, frozen=True):
    small: tuple[int, ...]
    large: tuple[int, ...]

    def of(self, side: SideName) -> tuple[int, ...]:
        """The prices of one side."""
        return self.small if side == "small" else self.large


class _GoldActions(Struct, frozen=True):
    captain: tuple[Effect, ...]
    pilot: tuple[Effect, ...]
    boatswain: tuple[Effect, ...]
    purser: tuple[Effect, ...]
    merchant: tuple[Effect, ...]
    scientist: tuple[Effect, ...]
    explorer: tuple[Effect, ...]


class _ImprovedActions(Struct, frozen=True):
    captain: Effect
    pilot: Effect
    boatswain: Effect
    purser: Effect
    merchant: Effect
    scientist: Effect
    explorer: Effect


class _Chest(Struct, frozen=True):
    rewards: dict[Colour, Reward]


class _Storage(Struct, frozen=True):
    slots: tuple[tuple[Colour, ...], ...]
    gems: int
    exchange: int
    treasure_price: int
    gem_price: int


class _Sciences(Struct, frozen=True):
    cards: dict[str, Science]


class _Discovery(Struct, frozen=True):
    cards: int
    removed: int
    small: dict[str, tuple[str, ...]]
    large: dict[str, tuple[str, ...]]


class _Neutral(Struct, frozen=True):
    compass: tuple[str, ...]
    die: tuple[int, ...]


class _Scoring(Struct, frozen=True):
    gold: int


class Data(Struct, frozen=True):
    """``data.toml`` without what it says of its sources."""

    box: _Box
    treasures: _Colours
    refill: _Colours
    seat: _Seat
    days: _Days
    science_deal: _ScienceDeal
    fields: _Fields
    sides: dict[SideName, _Side]
    spaces: dict[SideName, _Row]
    extra_turn: dict[str, _Prices]
    gold_actions: _GoldActions
    improved_actions: _ImprovedActions
    holds: dict[Crew, Hold]
    chest: _Chest
    storage: _Storage
    science: _Sciences
    discovery: _Discovery
    neutral: _Neutral
    scoring: _Scoring


DATA: Final = msgspec.convert(tomllib.loads((Path(__file__).parent / "data.toml").read_text(encoding="utf-8")), Data)

COLOURS: Final[tuple[Colour, ...]] = tuple(DATA.treasures.colours)
"""The six colours in the order of the chest, clockwise."""

CREW: Final[tuple[Crew, ...]] = ("captain", "pilot", "boatswain", "purser", "merchant", "scientist", "explorer")
"""The seven crew members in the order of the rows, from top to bottom."""

GOLD: Final[dict[Crew, tuple[Effect, ...]]] = {crew: getattr(DATA.gold_actions, crew) for crew in CREW}
"""The choices of each gold action; none for the explorer, whose is the extra turn of phase III."""

IMPROVED: Final[dict[Crew, Effect]] = {crew: getattr(DATA.improved_actions, crew) for crew in CREW}
HOLDS: Final = DATA.holds
REWARDS: Final = DATA.chest.rewards
SCIENCE: Final = DATA.science.cards
"""All kinds of science cards by their ids."""


def field(row: int, column: int) -> str:
    """The name of a space: a letter for the column from the west, a number for the row from the north."""
    return f"{'abcdefgh'[column]}{row + 1}"


def place(name: str) -> tuple[int, int]:
    """Row and column of a space, both beginning with 0 in the north-west."""
    return int(name[1:]) - 1, "abcdefgh".index(name[0])


class Side(Struct, frozen=True):
    """One side of the board with its action spaces and its discovery cards."""

    name: SideName
    size: int
    fields: tuple[str, ...]
    """The water, row by row from the north-west."""
    corners: tuple[str, ...]
    """Where ships may begin, in the order of :attr:`fields`."""
    middle: str
    """Where the neutral ship begins; "" on the side for four."""
    rows: dict[Crew, tuple[Space, ...]]
    prices: dict[str, tuple[int, ...]]
    """Gold for an extra turn by space, for each model that has a table."""
    discovery: dict[str, tuple[str, ...]]
    """The ticked spaces of each card, row by row."""


def _side(name: SideName) -> Side:
    printed = DATA.sides[name]
    far = range(printed.size)
    ends = (0, printed.size - 1)
    cards = DATA.discovery.small if name == "small" else DATA.discovery.large
    return Side(
        name=name,
        size=printed.size,
        fields=tuple(field(row, column) for row in far for column in far if field(row, column) not in printed.islands),
        corners=tuple(field(row, column) for row in ends for column in ends),
        middle=printed.middle,
        rows={crew: _row(crew, DATA.spaces[name].of(crew)) for crew in CREW},
        prices={model: prices.of(name) for model, prices in DATA.extra_turn.items()},
        discovery={
            card: tuple(field(row, column) for row in far for column in far if ticks[row][column] == "x")
            for card, ticks in cards.items()
        },
    )


def _row(crew: Crew, spaces: tuple[_Space, ...]) -> tuple[Space, ...]:
    return tuple(
        Space(id=f"{crew}-{number}", crew=crew, number=number, **msgspec.structs.asdict(space))
        for number, space in enumerate(spaces, 1)
    )


SIDES: Final[dict[SideName, Side]] = {"small": _side("small"), "large": _side("large")}


def side(seats: int) -> Side:
    """The side of the board for so many players."""
    return next(SIDES[name] for name, printed in DATA.sides.items() if seats in printed.seats)


def _slots() -> dict[str, Slot]:
    holds = [
        Slot(id=f"hold-{crew}-{number}", area="hold", colours=colours, crew=crew)
        for crew in CREW
        for number, colours in enumerate(HOLDS[crew].slots, 1)
    ]
    chest = [Slot(id=f"chest-{colour}", area="chest", colours=(colour,)) for colour in COLOURS]
    storage = [
        Slot(id=f"storage-{number}", area="storage", colours=colours)
        for number, colours in enumerate(DATA.storage.slots, 1)
    ]
    return {slot.id: slot for slot in (*holds, *chest, *storage)}


SLOTS: Final = _slots()
"""All slots of a cabin by their ids: holds in the order of the rows, chest, storage."""
