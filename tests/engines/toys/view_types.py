"""The types of a view, for clients."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from partie.kit.values import Count, Positive, SeatKey, SeatNumber, ViewPart
from tests.engines.toys.state import CardId, FieldId


class Space(ViewPart, frozen=True):
    """A space of the ring: whether a flag lies on it, and whose pawns stand there."""

    flag: bool
    pawns: list[SeatNumber]


class Player(ViewPart, frozen=True):
    """What belongs to one seat. ``hand`` has the cards that the viewer has seen; only its own seat sees ``bid``."""

    points: Count
    flags: Count
    field: FieldId
    cards: Count
    chosen: bool
    tries: Count
    hand: dict[CardId, bool] | UnsetType = UNSET
    bid: CardId | UnsetType = UNSET


class Turn(ViewPart, frozen=True):
    """The seat that acts, the energy that is left, and the order of the seats in this round."""

    seat: SeatNumber
    energy: Count
    order: list[SeatNumber]
    peeked: bool
    drawn: bool


class View(ViewPart, frozen=True):
    """The table as one viewer sees it; ``top`` is the top card of the deck, if the viewer has seen it."""

    phase: Literal["bids", "turns", "over"]
    round: Positive
    rounds: Positive
    deck: Count
    discard: dict[CardId, bool]
    fields: dict[FieldId, Space]
    players: dict[SeatKey, Player]
    turn: Turn | UnsetType = UNSET
    top: CardId | UnsetType = UNSET
