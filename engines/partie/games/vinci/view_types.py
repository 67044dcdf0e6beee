"""The types of a view, for clients: what :mod:`partie.games.vinci.view` shows has exactly these members.

Names that end in a number belong to one version of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from msgspec import UNSET, UnsetType

from partie.games.vinci.data import Colour, Terrain
from partie.games.vinci.ids import PairId, ProvinceId, SeaId, TileId
from partie.games.vinci.state import Step
from partie.kit.values import Count, Positive, SeatKey, SeatNumber, ViewPart, one_of

IncomeId: TypeAlias = Annotated[
    str,
    one_of(
        "IncomeId",
        (
            "provinces",
            "declined",
            "farmland",
            "pasture",
            "mountain",
            "mine",
            "port",
            "every",
            "conquest",
            "empire",
        ),
    ),
]
"""What a turn brings points for."""


class Province(ViewPart, frozen=True):
    """A province of the map; ``entry``: a new civilization may enter here."""

    terrain: Terrain
    entry: bool
    port: bool | UnsetType = UNSET
    mine: bool | UnsetType = UNSET
    borders: list[ProvinceId] | UnsetType = UNSET
    straits: list[ProvinceId] | UnsetType = UNSET
    seas: list[SeaId] | UnsetType = UNSET


class Tile(ViewPart, frozen=True):
    """A kind of civilization tile, its pieces, and whether it goes on scoring for the declined empire."""

    colour: Colour
    population: Count
    stays: bool


class Board1(ViewPart, frozen=True):
    """What is printed; ``population`` is what a new civilization has without its tiles, ``price`` that of each pair."""

    provinces: dict[ProvinceId, Province]
    tiles: dict[TileId, Tile]
    population: Count
    price: Count


class Board2(Board1, frozen=True, kw_only=True):
    """What is printed, and the version of the rules."""

    version: Positive


class Holding(ViewPart, frozen=True):
    """A province that somebody holds; a neutral one has no ``seat``. ``levies`` are pieces of a general."""

    pieces: Count
    seat: SeatNumber | UnsetType = UNSET
    levies: Positive | UnsetType = UNSET
    declined: bool | UnsetType = UNSET
    fort: bool | UnsetType = UNSET


class Pair(ViewPart, frozen=True):
    """A pair of tiles on offer: the points that lie on it, its price, and the pieces of its civilization."""

    tiles: list[TileId]
    points: Count
    price: Count
    pieces: Count


class Player1(ViewPart, frozen=True):
    """What belongs to one seat.

    ``tiles`` are those of the active empire, ``ruins`` those that lasted in the declined one; ``hand`` are pieces that
    are in no province. ``friends`` are the seats that this one has named for a treaty. ``provinces`` counts those of
    both empires; ``income`` is what the turn would bring if it were scored now.
    """

    points: int
    tiles: list[TileId]
    ruins: list[TileId]
    hand: Count
    friends: list[SeatNumber]
    provinces: Count
    income: dict[IncomeId, int]


class Player2(Player1, frozen=True):
    """What belongs to one seat, or to a fictitious player."""

    fictitious: bool | UnsetType = UNSET


class Turn1(ViewPart, frozen=True):
    """How far the turn of one seat has come.

    ``levies`` are a general's pieces in hand; ``conquests`` counts provinces, ``slain`` those of them in which a piece
    was removed; ``forts`` and ``treaties`` can still be built and made. ``putting``: pieces are put down, none is taken
    up any more. ``scored``: the turn is scored already.
    """

    seat: SeatNumber
    acted: bool
    levies: Positive | UnsetType = UNSET
    conquests: Positive | UnsetType = UNSET
    slain: Positive | UnsetType = UNSET
    forts: Positive | UnsetType = UNSET
    treaties: Positive | UnsetType = UNSET
    putting: bool | UnsetType = UNSET
    scored: bool | UnsetType = UNSET


class Turn2(Turn1, frozen=True):
    """How far the turn of one seat has come; ``spies`` are the conquests by espionage that are left."""

    spies: Positive | UnsetType = UNSET


class View1(ViewPart, frozen=True):
    """The whole table, the same for every viewer.

    ``round`` is 0 while the first civilizations are chosen, and ``last`` says that it is the last one. ``target`` are
    the points that end the game. ``land`` has the provinces that somebody holds; ``bag`` counts the tiles in it.
    ``parts`` are those of a split empire, by the first province of each; ``survivors`` the pieces still to be placed.
    ``turn`` is missing once the game is over.
    """

    step: Step
    round: Count
    first: SeatNumber
    target: Positive
    last: bool
    board: Board1
    land: dict[ProvinceId, Holding]
    pairs: dict[PairId, Pair]
    bag: Count
    players: Mapping[SeatKey, Player1]
    turn: Turn1 | UnsetType = UNSET
    parts: dict[ProvinceId, list[ProvinceId]] | UnsetType = UNSET
    survivors: dict[SeatKey, Count] | UnsetType = UNSET


class View2(View1, frozen=True):
    """The whole table, the same for every viewer, as in version 1.

    With fictitious players, ``order`` are the players in the order of their turns.
    """

    board: Board2
    players: Mapping[SeatKey, Player2]
    turn: Turn2 | UnsetType = UNSET
    order: list[SeatNumber] | UnsetType = UNSET
