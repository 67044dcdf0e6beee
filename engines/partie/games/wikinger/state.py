"""The state of a game of Wikinger and its moves. Nothing here changes once it is built.

Ids: a place of a player's area is its row and its column, ``scout-3``; ships lie on ``ship-1``, ``ship-2``, ...
The twelve spaces of the wheel are ``field-0`` to ``field-11``, wherever the wheel has turned to. Tiles of one kind
cannot be told apart, and neither can figures of one colour, so each goes by the name of its kind.

``Options`` and ``State`` are those of version 1 of the rules, ``Options2`` and ``State2`` those of version 2. They look
alike; their types say by which version a table plays.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from partie.kit.values import Count, Positive, only_with

Figure: TypeAlias = Literal["warrior", "noble", "scout", "goldsmith", "fisherman", "boatman"]
Row: TypeAlias = Literal["warrior", "noble", "scout", "goldsmith", "fisherman"]
Building: TypeAlias = Literal["farm", "church", "tower", "hall"]
Special: TypeAlias = Literal[
    "five-gold",
    "goldsmith-1",
    "goldsmith-2",
    "boat",
    "noble-1",
    "scout-1",
    "fisherman-1",
    "boatman-1",
    "supply-3",
    "gold-3",
    "special-farm",
    "special-church",
    "special-tower",
    "special-hall",
]

BID: Final = "bid"
"""Auction: bid, or pass."""
REMOVE: Final = "remove"
"""The start player puts one of the drawn figures into the box."""
COLOUR: Final = "colour"
"""Choose a colour; all its figures come to the wheel."""
BUY: Final = "buy"
START: Final = "start"
"""Lay the start tile, within the first purchase."""
PLACE: Final = "place"
"""Lay the tile that was bought, and put its figure somewhere."""
SPECIAL: Final = "special"
"""Take a special tile, or none."""
EXCHANGE: Final = "exchange"
"""Choose the tile that the special building replaces."""
FERRY: Final = "ferry"
"""Large scoring: bring figures from the mainland to the islands."""
OVER: Final = "over"

Step: TypeAlias = Literal["bid", "remove", "colour", "buy", "start", "place", "special", "exchange", "ferry", "over"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table. ``auction`` and ``figures`` are for the advanced game only."""

    game: Literal["basic", "advanced"] = "basic"
    auction: Annotated[Literal["one_bid", "open", "none"], only_with(game="advanced")] = "one_bid"
    figures: Annotated[Literal["by_players", "automatic"], only_with(game="advanced")] = "by_players"

    @property
    def advanced(self) -> bool:
        """Whether the advanced game is played."""
        return self.game == "advanced"


class Options2(Options, frozen=True, forbid_unknown_fields=True):
    """The settings of a table of version 2."""


class _Move(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Bid(_Move, frozen=True, tag="bid"):
    """Bid so much gold for the right to begin."""

    coins: Count


class Pass(_Move, frozen=True, tag="pass"):
    """Bid nothing, and nothing more."""


class Remove(_Move, frozen=True, tag="remove"):
    """Put one of the drawn figures into the box."""

    figure: Figure


class ChooseColour(_Move, frozen=True, tag="choose_colour"):
    """Put all figures of a colour to the highest free spaces of the wheel."""

    figure: Figure


class Buy(_Move, frozen=True, tag="buy"):
    """Buy the combination of a space of the wheel."""

    field: Annotated[int, Meta(ge=0, lt=12)]


class PlaceStart(_Move, frozen=True, tag="place_start"):
    """Lay the start tile next to the mainland."""

    row: Row


class Place(_Move, frozen=True, tag="place"):
    """Lay the tile that was bought; its figure stands on it or waits on the mainland."""

    row: Literal["ship", Row]
    column: Positive
    stands: bool


class TakeSpecial(_Move, frozen=True, tag="take_special"):
    """Take one of the special tiles on display."""

    special: Special


class TakeNone(_Move, frozen=True, tag="take_none"):
    """Take no special tile."""


class Exchange(_Move, frozen=True, tag="exchange"):
    """Replace the tile of this place by the special building."""

    row: Row
    column: Positive


class Ferry(_Move, frozen=True, tag="ferry"):
    """Bring a waiting figure to a free tile of its row."""

    row: Row
    column: Positive


class EndFerrying(_Move, frozen=True, tag="end_ferrying"):
    """So many boatmen have carried the figures and leave the game, with as many boats as they needed."""

    boatmen: Count


Move: TypeAlias = (
    Bid
    | Pass
    | Remove
    | ChooseColour
    | Buy
    | PlaceStart
    | Place
    | TakeSpecial
    | TakeNone
    | Exchange
    | Ferry
    | EndFerrying
)


class Spot(Struct, frozen=True):
    """What lies on a place: a tile, and the figure on it, "" where there is none."""

    tile: str
    figure: str = ""


class Player(Struct, frozen=True):
    """What belongs to one seat.

    ``land`` has the tiles by place. ``mainland`` counts the waiting figures, boatmen included. ``specials`` are the
    special tiles that lie next to the mainland, in the order in which they came; buildings leave them when they
    replace a tile.
    """

    gold: int
    points: int
    started: bool = False
    """Whether the start tile lies."""
    land: dict[str, Spot] = {}
    mainland: dict[str, int] = {}
    specials: tuple[str, ...] = ()


class Auction(Struct, frozen=True):
    """The auction of a round: the highest bid and whose it is (-1: nobody's), and who may still bid, next one first.

    ``bids`` has what every seat has bid last; 0 for a pass.
    """

    coins: int = 0
    seat: int = -1
    queue: tuple[int, ...] = ()
    bids: dict[str, int] = {}


class Turn(Struct, frozen=True):
    """The seat that acts, and how far its turn has come.

    ``tile`` and ``figure`` are what was bought and lies nowhere yet. ``dearest``: the purchase was that of the
    most expensive combination. ``special`` is a building for which a tile has still to be chosen. ``ferried`` counts
    what boatmen have carried.
    """

    seat: int
    tile: str = ""
    figure: str = ""
    dearest: bool = False
    special: str = ""
    ferried: dict[str, int] = {}


class State(Struct, frozen=True):
    """A position.

    ``tiles``, ``bag`` and ``stock`` count the tiles, figures and special tiles that nobody has seen yet; ``box`` what
    has left the game. ``wheel`` has tile and figure of every space, "" for nothing; ``drawn`` the figures that were
    drawn and are not at the wheel yet. ``queue`` are the seats that have still to score in a large scoring.
    """

    options: Options
    step: Step
    turns: int
    round: int
    first: int
    """The start player of this round."""
    tiles: dict[str, int]
    bag: dict[str, int]
    stock: dict[str, int]
    box: dict[str, int]
    wheel: tuple[Spot, ...]
    drawn: dict[str, int]
    display: tuple[str, ...]
    """The special tiles that lie open."""
    auction: Auction
    players: tuple[Player, ...]
    turn: Turn
    queue: tuple[int, ...] = ()


class State2(State, frozen=True):
    """A position of version 2."""

    options: Options2
