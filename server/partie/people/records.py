"""Values about people, for modules that need neither a database nor cryptography."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from partie.table.values import Level

BotLevel: TypeAlias = Level | Literal[""]
"""The level of a bot of the service; empty for no bot."""

Purpose: TypeAlias = Literal["sign_in", "link", "prove"]
"""What somebody goes to a provider for: to sign in, to add the identity to an account, or to prove who they are."""


class Name(Struct, forbid_unknown_fields=True):
    """The new name of a person or bot."""

    name: str


class KeptPasskey(Struct, frozen=True):
    """A passkey as shown to its owner; ``made`` in Unix seconds."""

    id: str
    device: str
    made: int


class KeptIdentity(Struct, frozen=True):
    """An identity elsewhere with which the owner of an account signs in; ``made`` in Unix seconds.

    ``issuer`` is that of an OpenID Connect provider, or ``proxy``; ``subject`` is who the owner is there.
    """

    id: str
    issuer: str
    subject: str
    made: int


class Bot(Struct, frozen=True):
    """A bot as shown to its owner. Times in Unix seconds; ``token`` is the creation of the present one, 0: none.

    ``used`` is rounded to the hour; 0: never.
    """

    bot: str
    name: str
    made: int
    token: int = 0
    used: int = 0


class NewToken(Struct, frozen=True):
    """A bot's new token, which is shown only once."""

    bot: str
    token: str


class PlayedSeat(Struct, frozen=True):
    """A seat at the end: its person, its score, and its place, 1 being the best; 0: no result.

    The person is empty for a bot, and for a player whom the game itself plays.
    """

    person: str
    score: int
    place: int
    bot: BotLevel = ""
    """The level of the bot that ended the game in the seat, for its person if there is one. Empty: no bot did."""
    points: tuple[int, ...] = ()
    """What each of the game's items brought the seat."""


class Played(Struct, frozen=True):
    """A finished game, with the seq and the mark of the log's event that ended it.

    ``ended`` in milliseconds since 1970; ``open``: everybody may watch the table.
    """

    table: str
    game: str
    ended: int
    seq: int
    mark: str
    open: bool
    seats: tuple[PlayedSeat, ...]
    until: int = 0
    """The time until which only the players see the record, because delayed spectators have not seen the end yet."""
    practice: bool = False
    """Whether the game continued from a position of another game; it then counts as nobody's win."""
    items: tuple[str, ...] | None = None
    """What the scores are made of, by the game's keys. None: an older build kept neither items nor bots."""
