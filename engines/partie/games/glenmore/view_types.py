"""The types of a view, for clients: what :mod:`partie.games.glenmore.view` shows has exactly these members."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from partie.games.glenmore.data import SPACES
from partie.games.glenmore.ids import CellId, GoodId, TileId
from partie.games.glenmore.state import Step
from partie.kit.values import Count, Positive, SeatKey, SeatNumber, ViewPart, one_of

Round: TypeAlias = Annotated[int, Meta(ge=1, le=3)]
RoundKey: TypeAlias = Annotated[str, one_of("RoundKey", "123")]
"""The number of a round, and of the stack that is drawn from in it."""
SpaceNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=SPACES)]
SpaceKey: TypeAlias = Annotated[str, one_of("SpaceKey", map(str, range(SPACES)))]


class Space(ViewPart, frozen=True):
    """What is on a space of the track, exactly one of these: a tile, the die, or the figure of a seat."""

    tile: TileId | UnsetType = UNSET
    die: bool | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET


class Track(ViewPart, frozen=True):
    """The track, a ring of ``length`` spaces. ``fields`` has those that are not empty; the chain begins at ``tail``."""

    length: int
    tail: SpaceNumber
    fields: dict[SpaceKey, Space]


class Goods(ViewPart, frozen=True):
    """A number for every kind of goods."""

    wood: Count
    stone: Count
    sheep: Count
    cattle: Count
    grain: Count


class Supply(ViewPart, frozen=True):
    """Coins and clan members of the supply."""

    coins: Count
    members: Count


class Plot(ViewPart, frozen=True):
    """A tile of a land, and the goods and clan members on it."""

    tile: TileId
    goods: dict[GoodId, Positive] | UnsetType = UNSET
    members: Positive | UnsetType = UNSET


class Player(ViewPart, frozen=True):
    """What belongs to one seat. ``tiles`` and ``bonnets`` are counted; ``cards`` are those of special locations."""

    points: int
    coins: Count
    whisky: Count
    chieftains: Count
    land: dict[CellId, Plot]
    tiles: Count
    bonnets: Count
    cards: dict[TileId, bool]


class Counted(ViewPart, frozen=True):
    """What a scoring counted for a seat in one category, and the points for it."""

    count: Count
    points: Count


class Scoring(ViewPart, frozen=True):
    """A scoring: its categories, each by seat."""

    whisky: dict[SeatKey, Counted]
    chieftains: dict[SeatKey, Counted]
    cards: dict[SeatKey, Counted]


class Turn(ViewPart, frozen=True):
    """How far the turn has come.

    ``hand`` is the tile that was taken and does not lie yet, ``laid`` the one that was laid in this turn. ``given`` are
    the goods given for the tile ``paying`` so far; ``picks`` goods of choice are still to come onto the tile ``onto``.
    ``awake`` has the tiles of this turn's activation: true while they may still be activated, false once they were.
    """

    seat: SeatNumber
    movement: Count
    loch_ness: bool
    awake: dict[TileId, bool]
    hand: TileId | UnsetType = UNSET
    laid: TileId | UnsetType = UNSET
    paying: TileId | UnsetType = UNSET
    given: dict[GoodId, Positive] | UnsetType = UNSET
    onto: TileId | UnsetType = UNSET
    picks: Positive | UnsetType = UNSET


class Final(ViewPart, frozen=True):
    """The items of a seat's score. ``points`` were won before the last scoring; ``tiles`` is not above 0."""

    score: int
    points: int
    whisky: Count
    chieftains: Count
    cards: Count
    coins: Count
    tiles: Annotated[int, Meta(le=0)]
    iona_abbey: Positive | UnsetType = UNSET
    loch_morar: Positive | UnsetType = UNSET
    duart_castle: Positive | UnsetType = UNSET


class View(ViewPart, frozen=True):
    """The whole table, the same for every viewer.

    ``warehouse`` counts the covered spaces of each row, ``stacks`` the tiles left in each. ``removed`` are the tiles
    that left the game. ``number`` counts the turns. While a tile waits for its cell, ``cells`` has those next to the
    land, and whether the tile in hand may lie there. ``turn`` is missing once the game is over, ``final`` until then.
    """

    round: Round
    number: Count
    step: Step
    track: Track
    warehouse: Goods
    stacks: dict[RoundKey, Count]
    removed: dict[TileId, bool]
    supply: Supply
    players: dict[SeatKey, Player]
    scorings: dict[RoundKey, Scoring]
    turn: Turn | UnsetType = UNSET
    cells: dict[CellId, bool] | UnsetType = UNSET
    final: dict[SeatKey, Final] | UnsetType = UNSET
