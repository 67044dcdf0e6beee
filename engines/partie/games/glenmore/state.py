"""The state of a game of Glen More and its moves. Nothing here changes once it is built."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from partie.games.glenmore.data import NOTHING, Counts, Good
from partie.games.glenmore.ids import CellId, TileId

TAKE: Final = "take"
"""Choose a tile on the track."""
PAY: Final = "pay"
"""Pay for the tile in hand, or give what an activated tile turns into points or whisky."""
PLACE: Final = "place"
"""Choose the cell of the tile in hand."""
BENEFIT: Final = "benefit"
"""Choose goods that the laid tile brings once."""
ACTIVATE: Final = "activate"
"""Activate tiles; then move clan members; then end the turn."""
COLLECT: Final = "collect"
"""Choose the good that an activated tile brings."""
MOVE: Final = "move"
"""Activations are over: move clan members, then end the turn."""
OVER: Final = "over"

Step: TypeAlias = Literal["take", "pay", "place", "benefit", "activate", "collect", "move", "over"]

DIE: Final = "die"
"""The die on the track; a figure is its seat's number, a tile its id."""

EMPTY: Final = ""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table."""

    start_order: Literal["random", "seats"] = "random"
    last_clan_member: Literal["rules", "yucata"] = "rules"


class _Move(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Take(_Move, frozen=True, tag="take"):
    """Move your figure to a tile on the track and take it."""

    tile: TileId


class Pass(_Move, frozen=True, tag="pass"):
    """Without any tile that could be taken: move to the nearest one, which leaves the game."""


class Give(_Move, frozen=True, tag="give"):
    """Pay with one good that lies on one of your tiles."""

    plot: TileId
    good: Good


class Buy(_Move, frozen=True, tag="buy"):
    """Buy one good and pay with it at once."""

    good: Good


class Enough(_Move, frozen=True, tag="enough"):
    """Stop giving goods: turn those given into points."""


class PayMember(_Move, frozen=True, tag="pay_member"):
    """Pay with a clan member that stands on one of your tiles."""

    plot: TileId


class PayChieftain(_Move, frozen=True, tag="pay_chieftain"):
    """Pay with a chieftain."""


class Sell(_Move, frozen=True, tag="sell"):
    """Sell one good that lies on one of your tiles."""

    plot: TileId
    good: Good


class Place(_Move, frozen=True, tag="place"):
    """Lay the tile in hand onto a cell."""

    cell: CellId


class Collect(_Move, frozen=True, tag="collect"):
    """Choose a good that comes onto one of your tiles."""

    good: Good


class Activate(_Move, frozen=True, tag="activate"):
    """Activate the laid tile or one of its neighbours."""

    plot: TileId


class Harvest(_Move, frozen=True, tag="harvest"):
    """Activate all tiles at once that bring a good and have room for it."""


class UseLochNess(_Move, frozen=True, tag="use_loch_ness"):
    """Activate any of your tiles with Loch Ness."""

    plot: TileId


class Walk(_Move, frozen=True, tag="walk"):
    """Move a clan member to a neighbouring own tile for one movement point."""

    plot: TileId
    to: TileId


class Promote(_Move, frozen=True, tag="promote"):
    """Make a clan member a chieftain for one movement point."""

    plot: TileId


class EndTurn(_Move, frozen=True, tag="end_turn"):
    """End the turn: new tiles are laid out."""


Move: TypeAlias = (
    Take
    | Pass
    | Give
    | Buy
    | Enough
    | PayMember
    | PayChieftain
    | Sell
    | Place
    | Collect
    | Activate
    | Harvest
    | UseLochNess
    | Walk
    | Promote
    | EndTurn
)


class Player(Struct, frozen=True):
    """What belongs to one seat.

    ``land`` tells the cell of every laid tile, ``goods`` and ``members`` what lies and who stands on it; tiles
    without any are left out of these two.
    """

    land: dict[str, str]
    goods: dict[str, Counts]
    members: dict[str, int]
    coins: int
    whisky: int = 0
    chieftains: int = 0
    points: int = 0


class Turn(Struct, frozen=True):
    """How far the present turn has come."""

    seat: int
    step: Step = "take"
    hand: str = ""
    """The tile that was taken and does not lie yet."""
    laid: str = ""
    """The tile that was laid in this turn."""
    paying: str = ""
    """The tile in hand or the activated tile that is being paid for."""
    given: Counts = NOTHING
    """What was given for it so far."""
    onto: str = ""
    """The tile that gets goods of choice."""
    picks: int = 0
    """How many goods of choice are still to come onto it."""
    awake: tuple[str, ...] = ()
    """Tiles that may still be activated."""
    spent: tuple[str, ...] = ()
    """Tiles that were activated in this turn."""
    ness: bool = False
    """Whether Loch Ness may still be used in this turn."""
    movement: int = 0


class Scoring(Struct, frozen=True):
    """One of the three scorings: for every seat what was counted in each category, and the points for it."""

    counts: tuple[tuple[int, int, int], ...]
    points: tuple[tuple[int, int, int], ...]


class Settlement(Struct, frozen=True):
    """What the end of the game brings one seat in addition to the third scoring."""

    iona_abbey: int
    loch_morar: int
    duart_castle: int
    coins: int
    tiles: int
    """Not above 0: the price of having more tiles than the seat with the fewest."""

    def total(self) -> int:
        """All of it together."""
        return self.iona_abbey + self.loch_morar + self.duart_castle + self.coins + self.tiles


class State(Struct, frozen=True):
    """A position.

    ``track`` has an entry a space: a tile's id, a seat's number as text for its figure, ``"die"``, or "" if the
    space is empty. ``tail`` is the space of the last figure at the start of the turn; the chain runs from it
    clockwise. ``stacks`` are the tiles of stacks 1 to 3 that are not drawn; their order is decided when they are.
    """

    options: Options
    number: int
    """How many turns have begun."""
    track: tuple[str, ...]
    tail: int
    players: tuple[Player, ...]
    warehouse: Counts
    """Covered spaces of each row; a row's coins lie on its lowest spaces."""
    stacks: tuple[dict[str, int], dict[str, int], dict[str, int]]
    removed: tuple[str, ...]
    """Tiles that left the game, unused start villages included."""
    coins: int
    """Coins of the supply."""
    members: int
    """Clan members of the supply."""
    turn: Turn
    scorings: tuple[Scoring, ...] = ()
    settlement: tuple[Settlement, ...] = ()
    """One a seat once the game is over."""

    @property
    def round(self) -> int:
        """The round being played, 1 to 3."""
        return min(len(self.scorings) + 1, 3)
