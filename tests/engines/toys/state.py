"""The state and the moves of the toy game. Nothing here changes once it is built."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from partie.kit.values import one_of

SUITS: Final = ("amber", "blue", "coral", "dusk")
VALUES: Final = range(1, 10)

VALUE: Final[dict[str, int]] = {f"{suit}-{value}": value for suit in SUITS for value in VALUES}
"""What every card of the game is worth, by its id."""

FIELDS: Final = tuple(f"field-{number}" for number in range(8))
"""The ring that the pawns walk, in its order."""

CardId: TypeAlias = Annotated[str, one_of("CardId", VALUE)]
FieldId: TypeAlias = Annotated[str, one_of("FieldId", FIELDS)]

ENERGY: Final = 3
"""What a turn may spend: one for every field walked, flag gathered, card drawn or looked at."""

TRIES: Final = 3
"""How often a seat may choose its card of one round, the first time included."""

WIN: Final = 5
"""Points of a round's only highest bid."""

SHARE: Final = 2
"""Points of each of several equal highest bids."""

FLAG: Final = 3
"""Points of a flag."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table."""

    rounds: Annotated[int, Meta(ge=2, le=4)] = 3
    cards: Annotated[int, Meta(ge=4, le=5)] = 4
    peeking: bool = True


class Bid(Struct, frozen=True, tag_field="type", tag="bid", forbid_unknown_fields=True):
    """Choose a card of your hand, face down."""

    card: CardId


class Step(Struct, frozen=True, tag_field="type", tag="step", forbid_unknown_fields=True):
    """Walk your pawn onward to a space."""

    to: str


class Gather(Struct, frozen=True, tag_field="type", tag="gather", forbid_unknown_fields=True):
    """Take the flag of the space where your pawn stands."""


class Peek(Struct, frozen=True, tag_field="type", tag="peek", forbid_unknown_fields=True):
    """Look at the top card of the deck and leave it there."""


class Draw(Struct, frozen=True, tag_field="type", tag="draw", forbid_unknown_fields=True):
    """Take the top card of the deck into the hand."""


class Done(Struct, frozen=True, tag_field="type", tag="done", forbid_unknown_fields=True):
    """End the turn."""


Move: TypeAlias = Bid | Step | Gather | Peek | Draw | Done


class Player(Struct, frozen=True):
    """What belongs to one seat. ``bid`` is "" until a card is chosen, and the card stays in the hand until then."""

    hand: tuple[str, ...]
    bid: str = ""
    tries: int = TRIES
    pawn: int = 0
    flags: int = 0
    points: int = 0


class State(Struct, frozen=True):
    """A position.

    ``deck`` counts the cards that are not drawn; which of them lies on top is decided when somebody looks.
    ``top`` is that card once somebody has looked, else "". ``known`` tells who has seen a card of the deck or of
    somebody else's hand.
    """

    options: Options
    round: int
    phase: Literal["bids", "turns", "over"]
    deck: dict[str, int]
    players: tuple[Player, ...]
    flags: tuple[bool, ...]
    top: str = ""
    known: dict[str, tuple[int, ...]] = {}
    discard: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    turn: int = 0
    energy: int = 0
    peeked: bool = False
    drawn: bool = False
