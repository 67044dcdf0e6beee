"""What a client may send. One frame is one message, a MessagePack map tagged by its member ``t``."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Raw, Struct

from partie.features.bots.level import Level
from partie.wire.delay import Delay
from partie.wire.pace import Pace

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
Person = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Room: TypeAlias = Literal["players", "spectators"]
"""Where something is said at a table: among those who play, or among those who watch."""
Colour = Annotated[str, Meta(pattern="^[a-z]{2,16}$")]

# --- what can be done at a table: the member ``do`` of a command, tagged by ``type`` ----------------------------


class _Do(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Create(_Do, frozen=True, tag="create"):
    """Set up a table. The answer's ``table`` is its id; the same command id makes the same table.

    ``rated``: the game counts for the ratings of the accounts that play it. No bot is seated then.
    """

    game: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,31}$")]
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any] = {}
    access: Literal["open", "invited"] = "open"
    watch: Literal["all", "invited", "nobody"] = "all"
    chat: Literal["private", "shared"] = "private"
    pace: Pace | None = None
    rated: bool = False
    delay: Delay | None = None


class Count(_Do, frozen=True, tag="count"):
    """The host says before the start whether the game is to be rated. Who was ready has to say so again."""

    rated: bool


class Sit(_Do, frozen=True, tag="sit"):
    """Take a free seat, or change the colour of one's own. In a running game: take over a freed seat."""

    seat: SeatNumber
    colour: Colour | None = None


class Leave(_Do, frozen=True, tag="leave"):
    """Give one's seat up before the game starts."""


class SeatBot(_Do, frozen=True, tag="seat_bot"):
    """Give a free seat to a bot of a level (anyone seated may); in a running game a freed seat, or one's own."""

    seat: SeatNumber
    level: Level = "quick"


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
    """Ask the others for something.

    To go back to event ``to``, to free the ``seat`` of an absent person, to end the game, to play at another ``pace``
    (or at none), to stop the clocks (``pause``), to let them run again (``resume``), or to show those who only watch
    the table with another ``delay`` (or with none).
    """

    what: Literal["undo", "free_seat", "end", "pace", "pause", "resume", "delay"]
    to: Sequence | None = None
    seat: SeatNumber | None = None
    pace: Pace | None = None
    delay: Delay | None = None


class Answer(_Do, frozen=True, tag="answer"):
    """Grant or refuse the proposal that event ``proposal`` made; the asker refuses to withdraw it."""

    proposal: Sequence
    grant: bool


class Rest(_Do, frozen=True, tag="rest"):
    """Begin one's vacation or end it, where the pace has one: one's clock stands still, and the vacation runs."""

    on: bool


class Close(_Do, frozen=True, tag="close"):
    """The host ends a table that has not started."""


class Again(_Do, frozen=True, tag="again"):
    """Play the game of a table that has ended once more. The answer's ``table`` is the next, whoever asked first."""


Filling: TypeAlias = Literal["free", "former"] | Level
"""Who is to sit on a seat: whoever is invited, the person who sat there before, or a bot of that level."""


class Fork(_Do, frozen=True, tag="fork"):
    """Play on from the position after event ``seq`` of a table that has ended, at a new one: the answer's ``table``.

    One sits down on ``seat``; ``others`` says for every seat who is to sit there, and is passed over for one's own.
    It never counts for ratings, and all that was hidden then is dealt anew.
    """

    seq: Sequence
    seat: SeatNumber
    others: Annotated[tuple[Filling, ...], Meta(max_length=16)]


Do: TypeAlias = (
    Create
    | Count
    | Sit
    | Leave
    | SeatBot
    | UnseatBot
    | Ready
    | Move
    | Undo
    | Redo
    | Propose
    | Answer
    | Rest
    | Close
    | Again
    | Fork
)

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


class Look(_Inbound, frozen=True, tag="look"):
    """Say whether the page is in sight: until it is not, its person is not called to what it shows. Not answered."""

    looking: bool


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


class GetReason(_Inbound, frozen=True, tag="reason"):
    """Ask why a bot made the move of event ``seq``."""

    seq: Sequence


Tempo: TypeAlias = Literal["none", "quick", "calm", "long", "days"]
"""The paces among which one looks for company."""


class Seek(_Inbound, frozen=True, tag="seek"):
    """Look for company: for one of the ``games`` with one of these numbers of ``seats``, at a pace.

    Answered ``seeking`` whenever something changes, and ``found`` once there is a table. It ends with the connection,
    unless it comes again within seconds with the same ``id``; without games it ends at once.
    """

    id: Id
    games: Annotated[tuple[Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,31}$")], ...], Meta(max_length=16)] = ()
    seats: Annotated[tuple[Annotated[int, Meta(ge=2, le=16)], ...], Meta(max_length=8)] = ()
    pace: Tempo = "none"


class GetCompany(_Inbound, frozen=True, tag="company"):
    """Be told from now on of invitations, and of those whom one follows. ``followable``: let others follow, or not."""

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
    | Look
    | Exit
    | Command
    | GetOffers
    | GetForecast
    | GetHistory
    | GetPast
    | GetReason
    | Seek
    | GetCompany
    | Invite
    | Decline
    | Follow
    | GetChat
    | Say
    | Report
    | Block
    | GetBlocked
)
