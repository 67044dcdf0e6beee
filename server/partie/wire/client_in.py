"""What a client may send. One frame is one message, a MessagePack map tagged by its member ``t``.

What can be done at a table, the member ``do`` of a command, is the table's own (:mod:`partie.table.commands`).
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
    Leave,
    Move,
    Propose,
    Ready,
    Redo,
    Rematch,
    SeatBot,
    Sit,
    Undo,
    UnseatBot,
)
from partie.table.values import Colour, Filling, Mark, Nonce, SeatNumber, Sequence, TableId

__all__ = [  # of what is the table's own
    "Answer",
    "ChangeRated",
    "ChangeVacation",
    "Close",
    "Colour",
    "Create",
    "Do",
    "Filling",
    "Fork",
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
    "Undo",
    "UnseatBot",
]

Id = Annotated[
    str,
    Meta(pattern="^[A-Za-z0-9_-]{8,64}$", description="Random, made by the client; a repeat is recognised by it."),
]
Perspective: TypeAlias = SeatNumber | Literal["spectator"]
"""Whose view it is: that of a seat, or of one who only watches."""
Person = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Room: TypeAlias = Literal["players", "spectators"]
"""Where something is said at a table: among those who play, or among those who watch."""


class _Inbound(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    pass


class Hello(_Inbound, frozen=True, tag="hello"):
    """The first message of every connection."""

    wire: int


class Lobby(_Inbound, frozen=True, tag="lobby"):
    """Show the lobby from now on, in place of a table."""


class Enter(_Inbound, frozen=True, tag="enter"):
    """Show a table from now on, from the cursor (``seq``, ``mark``) on if one is given.

    Sent again for the same table with another or no cursor it asks to be brought up to date from there.
    """

    table: TableId
    seq: Sequence | None = None
    mark: Mark | None = None
    invitation: Annotated[str, Meta(max_length=64)] | None = None


class PageVisibility(_Inbound, frozen=True, tag="look", rename={"visible": "looking"}):
    """Say whether the page is in sight: while it is, its person is not called to what it shows. Not answered."""

    visible: bool


class Exit(_Inbound, frozen=True, tag="exit"):
    """Show neither table nor lobby."""


class Command(_Inbound, frozen=True, tag="command"):
    """Do something at a table. Answered ``accepted``, ``refused`` or ``unsettled``; a repeat is answered alike."""

    id: Id
    do: Do
    table: TableId | None = None


class GetOffers(_Inbound, frozen=True, tag="offers"):
    """Ask for the offers of one's present decision.

    ``always``: until the table is entered anew, each update brings the turn that it leads to, and each turn its offers.
    """

    always: bool = False


class GetForecast(_Inbound, frozen=True, tag="forecast"):
    """Ask for the score everyone would have if the game ended now, as far as one can know."""


class GetHistory(_Inbound, frozen=True, tag="history"):
    """Ask for a page of history entries with numbers below ``before``, the newest of them last."""

    before: Sequence


class GetPast(_Inbound, frozen=True, tag="past"):
    """Ask for the table after event ``seq`` as one saw it oneself, or after the end from any perspective (``eyes``)."""

    seq: Sequence
    perspective: Perspective | None = field(default=None, name="eyes")


class GetReason(_Inbound, frozen=True, tag="reason"):
    """Ask why a bot made the move of event ``seq``."""

    seq: Sequence


Tempo: TypeAlias = Literal["none", "quick", "calm", "long", "days"]
"""The paces one can search for a game of."""


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
    """Get invitations, and news of the people one follows, from now on. ``followable``: whether others may follow."""

    followable: bool | None = None


class Invite(_Inbound, frozen=True, tag="invite"):
    """Invite a ``person``, or the account of that ``login``, to a table. Answered ``done`` or ``refused``."""

    id: Id
    table: TableId
    person: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,64}$")] = ""
    login: Annotated[str, Meta(max_length=64)] = ""


class Decline(_Inbound, frozen=True, tag="decline"):
    """Do not come to a table to which one was invited. Answered ``invitations``."""

    table: TableId


class Follow(_Inbound, frozen=True, tag="follow"):
    """Follow an account, or no longer. Answered ``done`` or ``refused``."""

    id: Id
    person: Person
    follow: bool = True


class GetChat(_Inbound, frozen=True, tag="chat"):
    """Show the chat of the table that is shown, in the rooms one may read, until another table is.

    With ``room`` and ``before``: a page of the lines with numbers below.
    """

    room: Room | None = None
    before: Sequence | None = None


class Say(_Inbound, frozen=True, tag="say"):
    """Say something at the table that is shown: plain ``text``, or a ``phrase`` by its key.

    Answered ``said`` or ``refused``; a repeat within a day is answered alike and says nothing twice.
    """

    id: Id
    table: TableId
    room: Room
    text: Annotated[str, Meta(max_length=4096)] = ""
    phrase: Annotated[str, Meta(pattern="^[a-z_]{0,32}$")] = ""


class Report(_Inbound, frozen=True, tag="report"):
    """Have the moderators look at a line that one can read. Answered ``said`` or ``refused``."""

    id: Id
    table: TableId
    room: Room
    number: Sequence


class Block(_Inbound, frozen=True, tag="block"):
    """Hear no more of somebody, at any table, or hear him again. Answered ``blocked``, with an ``id`` also ``done``.

    What is refused is answered ``refused`` with an ``id``, and ``problem`` without one.
    """

    person: Person
    blocked: bool
    id: Id | None = None


class GetBlocked(_Inbound, frozen=True, tag="blocks"):
    """Be told whom one has blocked. Answered ``blocked``."""


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
