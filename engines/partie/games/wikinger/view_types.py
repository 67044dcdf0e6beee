"""The types of a view, for clients: what :mod:`partie.games.wikinger.view` shows has exactly these members."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from partie.games.wikinger.data import DATA, Edge
from partie.games.wikinger.ids import FigureId, IslandId, ShipId, SpaceId, SpecialId, TileId
from partie.games.wikinger.state import Building, Figure, Row, Special, Step
from partie.kit.values import Count, Positive, SeatKey, SeatNumber, ViewPart, one_of, shaped

PlaceId: TypeAlias = Annotated[str, shaped("(ship|warrior|noble|scout|goldsmith|fisherman)-[1-9][0-9]*")]
"""A place of a player's area: its row and its column."""

LargeRowId: TypeAlias = Annotated[str, one_of("LargeRowId", ("ship", "noble", "scout", "goldsmith", "fisherman"))]
FinalItemId: TypeAlias = Annotated[
    str, one_of("FinalItemId", ("ships", "gold", "boatmen", "islands", "longest", "supply", "buildings"))
]
RoundNumber: TypeAlias = Annotated[int, Meta(ge=1, le=DATA.rounds.rounds)]


class Island(ViewPart, frozen=True):
    """A kind of island tile: what touches its left and right sides, and the building on it."""

    left: Edge
    right: Edge
    building: Building | UnsetType = UNSET


class Ship(ViewPart, frozen=True):
    """A kind of ship tile: the lowest row that it threatens, and what it is worth, in gold or in points."""

    sail: Row
    gold: Positive | UnsetType = UNSET
    points: Positive | UnsetType = UNSET


class Board(ViewPart, frozen=True):
    """What is printed; it never changes.

    ``fields`` are the spaces of the wheel, ``large`` the rounds with a large scoring. ``feeds`` is the number of
    figures that a fisherman feeds. ``specials`` counts the special tiles of the advanced game.
    """

    rows: list[Row]
    fields: list[SpaceId]
    figures: list[Figure]
    islands: dict[IslandId, Island]
    ships: dict[ShipId, Ship]
    rounds: Positive
    large: list[RoundNumber]
    feeds: Positive
    specials: dict[SpecialId, Positive] | UnsetType = UNSET


class Spot(ViewPart, frozen=True):
    """What lies on a space of the wheel: a tile, and the figure on it."""

    tile: TileId
    figure: Figure | UnsetType = UNSET


class AreaSpot(ViewPart, frozen=True):
    """What lies on a place of an area. A ship is ``repelled`` or not; an island tile may be ``threatened``."""

    tile: TileId
    figure: Figure | UnsetType = UNSET
    repelled: bool | UnsetType = UNSET
    threatened: bool | UnsetType = UNSET


class Unseen(ViewPart, frozen=True):
    """How much of everything can still be drawn; special tiles in the advanced game only."""

    tiles: dict[TileId, Count]
    figures: dict[FigureId, Count]
    specials: dict[SpecialId, Count] | UnsetType = UNSET


class Item(ViewPart, frozen=True):
    """One row of a scoring: what it brings, how many count for it, and how many are threatened; what is 0 is missing.

    In the item ``supply``, ``threatened`` are all that have to be fed.
    """

    points: int | UnsetType = UNSET
    gold: int | UnsetType = UNSET
    count: Count | UnsetType = UNSET
    threatened: Count | UnsetType = UNSET


class Large(ViewPart, frozen=True):
    """What a large scoring would bring now, in all and row by row."""

    points: int
    gold: int
    rows: dict[LargeRowId, Item]


class Worth(ViewPart, frozen=True):
    """What the next scorings would bring now, and the numbers that the final scoring compares.

    ``small`` is the gold of a small scoring. ``longest`` counts the tiles of the longest of ``islands``; ``fed`` are
    the figures that can be fed, ``mouths`` those that have to be.
    """

    small: int
    large: Large
    boatmen: Count
    islands: Count
    longest: Count
    fed: Count
    mouths: Count


class Player(ViewPart, frozen=True):
    """What belongs to one seat; ``started``: its start tile lies. ``mainland`` has the figures that wait there."""

    points: int
    gold: Count
    started: bool
    land: dict[PlaceId, AreaSpot]
    mainland: dict[FigureId, Count]
    specials: dict[SpecialId, Positive]
    worth: Worth


class Auction(ViewPart, frozen=True):
    """The auction of a round: the highest bid and whose it is, who may still bid, and what every seat has bid last."""

    coins: Count
    queue: list[SeatNumber]
    bids: dict[SeatKey, Count]
    seat: SeatNumber | UnsetType = UNSET


class Turn(ViewPart, frozen=True):
    """The seat that acts, and how far its turn has come.

    ``tile`` and ``figure`` are what was bought and lies nowhere yet; ``special`` is a building for which a tile has
    still to be chosen. ``ferried`` counts what boatmen have carried.
    """

    seat: SeatNumber
    tile: TileId | UnsetType = UNSET
    figure: Figure | UnsetType = UNSET
    special: Special | UnsetType = UNSET
    ferried: dict[FigureId, Count] | UnsetType = UNSET


class Final(ViewPart, frozen=True):
    """The final scoring of a seat, item by item, and the gold that is left after it."""

    score: int
    gold: Count
    items: dict[FinalItemId, Item]


class View(ViewPart, frozen=True):
    """The whole table, the same for every viewer.

    ``wheel`` has the spaces that are not empty; the lowest of them costs nothing, each further one a gold more.
    ``display`` are the special tiles that lie open, ``drawn`` the figures that are not at the wheel yet. ``places`` are
    those that the tile to be laid could be thought of on. ``queue`` are the seats that have still to score in a large
    scoring. ``turn`` is missing once the game is over, ``final`` until then.
    """

    step: Step
    round: RoundNumber
    first: SeatNumber
    board: Board
    wheel: dict[SpaceId, Spot]
    unseen: Unseen
    players: dict[SeatKey, Player]
    display: dict[SpecialId, Positive] | UnsetType = UNSET
    drawn: dict[FigureId, Count] | UnsetType = UNSET
    auction: Auction | UnsetType = UNSET
    turn: Turn | UnsetType = UNSET
    places: list[PlaceId] | UnsetType = UNSET
    queue: list[SeatNumber] | UnsetType = UNSET
    final: dict[SeatKey, Final] | UnsetType = UNSET
