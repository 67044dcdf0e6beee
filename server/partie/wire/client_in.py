"""Messages from clients. One frame is one message, a MessagePack map tagged by its member ``t``.

Commands at a table, the member ``do`` of a command, are the table's own (:mod:`partie.table.commands`).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from partie.table.commands import (
    Answer,
    ChangeRated,
    ChangeVacation,
    Close,
    Create,
    Do,
    Fork,
    Learn,
    Leave,
    Move,
    Propose,
    Ready,
    Redo,
    Rematch,
    SeatBot,
    Sit,
    TurnAway,
    Undo,
    UnseatBot,
)
from partie.table.values import Colour, Filling, Mark, Nonce, SeatNumber, Sequence, TableId

__all__ = [  # re-exports of the table's own
    "Answer",
    "ChangeRated",
    "ChangeVacation",
    "Close",
    "Colour",
    "Create",
    "Do",
    "Filling",
    "Fork",
    "Learn",
    "Leave",
    "Mark",
    "Move",
    "Nonce",
    "Propose",
    "Ready",
    "Redo",
    "Rematch",
    "SeatBot",
    "SeatNumber",
    "Sequence",
    "Sit",
    "TableId",
    "TurnAway",
    "Undo",
    "UnseatBot",
]

Id = Annotated[
    str,
    Meta(pattern="^[A-Za-z0-9_-]{8,64}$", description="Random, from the client. It identifies a repeated command."),
]
Perspective: TypeAlias = SeatNumber | Literal["spectator"]
"""The perspective of a view: that of a seat, or of a spectator."""
Person = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Room: TypeAlias = Literal["players", "spectators"]
"""A chat room of a table: the players' or the spectators'."""


class _Inbound(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    pass


class Hello(_Inbound, frozen=True, tag="hello"):
    """The first message of every connection; ``wire``: the version of the wire that the client speaks."""

    wire: int


class Lobby(_Inbound, frozen=True, tag="lobby"):
    """Show the lobby from now on, in place of a table."""


class Enter(_Inbound, frozen=True, tag="enter"):
    """Show a table from now on, starting at the cursor (``seq``, ``mark``) if one is given.

    Send it again for the same table, with another cursor or none, to be brought up to date from there.
    """

    table: TableId
    seq: Sequence | None = None
    mark: Mark | None = None
    invitation: Annotated[str, Meta(max_length=64)] | None = None


class PageVisibility(_Inbound, frozen=True, tag="look", rename={"visible": "looking"}):
    """Report whether the page is visible: while it is, the person gets no notifications about it. Not answered."""

    visible: bool


class Exit(_Inbound, frozen=True, tag="exit"):
    """Show neither a table nor the lobby."""


class Command(_Inbound, frozen=True, tag="command"):
    """Carry out a command. Answered ``accepted``, ``refused`` or ``unsettled``; a repeat gets the same answer."""

    id: Id
    do: Do
    table: TableId | None = None


class GetOffers(_Inbound, frozen=True, tag="offers"):
    """Get the offers of your current decision.

    ``always``: until the table is entered again, each update includes the turn that it leads to, and each turn its
    offers.
    """

    always: bool = False


class GetForecast(_Inbound, frozen=True, tag="forecast"):
    """Get everyone's score if the game ended now, as far as you can know."""


class GetHistory(_Inbound, frozen=True, tag="history"):
    """Get a page of history entries with numbers below ``before``, the newest of them last."""

    before: Sequence


class GetPast(_Inbound, frozen=True, tag="past"):
    """Get the table after event ``seq`` as you saw it yourself, or after the end from any perspective (``eyes``)."""

    seq: Sequence
    perspective: Perspective | None = field(default=None, name="eyes")


class GetReason(_Inbound, frozen=True, tag="reason"):
    """Get the reason for a bot's move in event ``seq``."""

    seq: Sequence


Tempo: TypeAlias = Literal["none", "quick", "calm", "long", "days"]
"""The kinds of time control that you can search for."""


class Search(_Inbound, frozen=True, tag="seek"):
    """Search for people to play one of the ``games`` with, with one of these numbers of ``seats``, at a pace.

    Answered ``seeking`` whenever something changes, and ``found`` once there is a table. The search ends with the
    connection, unless it is sent again within seconds with the same ``id``. Without games it ends at once.
    """

    id: Id
    games: Annotated[tuple[Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,31}$")], ...], Meta(max_length=16)] = ()
    seats: Annotated[tuple[Annotated[int, Meta(ge=2, le=16)], ...], Meta(max_length=8)] = ()
    pace: Tempo = "none"


class WatchFriends(_Inbound, frozen=True, tag="company"):
    """Subscribe to invitations and to news of the people you follow. ``followable``: whether others may follow you."""

    followable: bool | None = None


class Invite(_Inbound, frozen=True, tag="invite"):
    """Invite a ``person``, or the account of that ``login``, to a table. Answered ``done`` or ``refused``."""

    id: Id
    table: TableId
    person: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,64}$")] = ""
    login: Annotated[str, Meta(max_length=64)] = ""


class Decline(_Inbound, frozen=True, tag="decline"):
    """Decline an invitation to a table. Answered ``invitations``."""

    table: TableId


class Follow(_Inbound, frozen=True, tag="follow"):
    """Follow or unfollow an account. Answered ``done`` or ``refused``."""

    id: Id
    person: Person
    follow: bool = True


class GetChat(_Inbound, frozen=True, tag="chat"):
    """Show the chat of the current table, in the rooms you may read, until another table is shown.

    With ``room`` and ``before``: get a page of the messages with numbers below.
    """

    room: Room | None = None
    before: Sequence | None = None


class Say(_Inbound, frozen=True, tag="say"):
    """Send a chat message at the current table: plain ``text``, or a ``phrase`` by its key.

    Answered ``said`` or ``refused``; a repeat within a day gets the same answer and sends nothing twice.
    """

    id: Id
    table: TableId
    room: Room
    text: Annotated[str, Meta(max_length=4096)] = ""
    phrase: Annotated[str, Meta(pattern="^[a-z_]{0,32}$")] = ""


class Report(_Inbound, frozen=True, tag="report"):
    """Report a chat message that you can read to the moderators. Answered ``said`` or ``refused``."""

    id: Id
    table: TableId
    room: Room
    number: Sequence


class Block(_Inbound, frozen=True, tag="block"):
    """Block or unblock a person at all tables. Answered ``blocked``, with an ``id`` also ``done``.

    A refusal is answered ``refused`` with an ``id``, and ``problem`` without one.
    """

    person: Person
    blocked: bool
    id: Id | None = None


class GetBlocked(_Inbound, frozen=True, tag="blocks"):
    """Get the list of people you have blocked. Answered ``blocked``."""


Inbound: TypeAlias = (
    Hello
    | Lobby
    | Enter
    | PageVisibility
    | Exit
    | Command
    | GetOffers
    | GetForecast
    | GetHistory
    | GetPast
    | GetReason
    | Search
    | WatchFriends
    | Invite
    | Decline
    | Follow
    | GetChat
    | Say
    | Report
    | Block
    | GetBlocked
)
