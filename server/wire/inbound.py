"""What a client may send. One frame is one message, a MessagePack map tagged by its member ``t``."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Raw, Struct

Id = Annotated[
    str,
    Meta(pattern="^[A-Za-z0-9_-]{8,64}$", description="Random, made by the client; a repeat is recognised by it."),
]
TableId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{4,40}$")]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Eyes: TypeAlias = SeatNumber | Literal["spectator"]
"""Whose view it is: that of a seat, or of one who only watches."""
Sequence = Annotated[int, Meta(ge=0, le=2**53 - 1, description="Number of an event in its table's log, from 1.")]
Mark = Annotated[str, Meta(pattern="^[0-9a-f]{16}$", description="The event's eight random bytes, in hex.")]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{16,64}$", description="Random hex that goes into the table's chance.")]
Colour = Annotated[str, Meta(pattern="^[a-z]{2,16}$")]

# --- what can be done at a table: the member ``do`` of a command, tagged by ``type`` ----------------------------


class _Do(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Create(_Do, frozen=True, tag="create"):
    """Set up a table. The answer's ``table`` is its id; the same command id makes the same table."""

    game: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,31}$")]
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any] = {}
    access: Literal["open", "invited"] = "open"
    watch: Literal["all", "invited", "nobody"] = "all"


class Sit(_Do, frozen=True, tag="sit"):
    """Take a free seat, or change the colour of one's own. In a running game: take over a freed seat."""

    seat: SeatNumber
    colour: Colour | None = None


class Leave(_Do, frozen=True, tag="leave"):
    """Give one's seat up before the game starts."""


class SeatBot(_Do, frozen=True, tag="seat_bot"):
    """Give a free seat to a practice bot (anyone seated may)."""

    seat: SeatNumber


class UnseatBot(_Do, frozen=True, tag="unseat_bot"):
    """Send a bot away before the game starts (anyone seated may)."""

    seat: SeatNumber


class Ready(_Do, frozen=True, tag="ready"):
    """Say that one is ready, or not yet. The last one to be ready starts the game."""

    ready: bool
    nonce: Nonce


class Move(_Do, frozen=True, tag="move"):
    """A move in the game, made for the position that ``ask`` names; made for another, it is refused ``stale``."""

    ask: Sequence
    move: Raw


class Undo(_Do, frozen=True, tag="undo"):
    """Take back one's own open moves: return to the position after event ``to`` (one of those offered)."""

    to: Sequence


class Redo(_Do, frozen=True, tag="redo"):
    """Make undone moves again: go to the position after event ``to`` (one of those offered)."""

    to: Sequence


class Propose(_Do, frozen=True, tag="propose"):
    """Ask the others: to go back to event ``to``, to free the seat of an absent person, or to end the game."""

    what: Literal["undo", "free_seat", "end"]
    to: Sequence | None = None
    seat: SeatNumber | None = None


class Answer(_Do, frozen=True, tag="answer"):
    """Grant or refuse the proposal that event ``proposal`` made; the asker refuses to withdraw it."""

    proposal: Sequence
    grant: bool


class Close(_Do, frozen=True, tag="close"):
    """The host ends a table that has not started."""


Do: TypeAlias = Create | Sit | Leave | SeatBot | UnseatBot | Ready | Move | Undo | Redo | Propose | Answer | Close

# --- messages ----------------------------------------------------------------------------------------------------


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
    """Ask for the table after event ``seq`` as one's own eyes saw it, or after the end with any ``eyes``."""

    seq: Sequence
    eyes: Eyes | None = None


Inbound: TypeAlias = Hello | Lobby | Enter | Exit | Command | GetOffers | GetForecast | GetHistory | GetPast
