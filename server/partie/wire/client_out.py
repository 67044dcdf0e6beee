"""Messages to clients. One frame is one message, a MessagePack map tagged by its member ``t``.

They never contain the moves of others, draws, the seed of a running game, or hashes of states.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct, field

from partie.table.show.messages import Forecast, HistoryEntry, Offers, Turn
from partie.table.values import DelaySetting, Level, Mark, Sequence, TableId, TimeControl
from partie.wire.client_in import Perspective, Room, Tempo

__all__ = ["Forecast", "HistoryEntry", "Offers", "Turn"]  # re-exports of the table's own

Why: TypeAlias = Literal["only", "near", "ahead", "chance", "lesson"]
"""How a bot chose its move: the only one, the best at once or after looking ahead, by chance, or as the lesson says."""

OtherCode: TypeAlias = Literal[
    # chat
    "text_empty",
    "text_too_long",
    "unknown_phrase",
    "not_your_room",
    "muted",
    "no_such_line",
    "too_many_blocked",
    # invitations and following
    "nobody",
    "sits_there",
    "asked_too_much",
    "not_followable",
    # matchmaking
    "nothing_fits",
    "no_company",
    "sought_elsewhere",
]
"""Why a request that is not a command is refused; the codes of commands (:mod:`partie.table.refusals`) also occur."""

GoneCode: TypeAlias = Literal["unknown", "private", "newer", "broken", "unavailable", "buried", "ended"]
"""Why a table cannot be shown."""

NoPastCode: TypeAlias = Literal["no_such_event", "no_such_seat", "not_ended"]
"""Why a position is not shown."""

NoReasonCode: TypeAlias = Literal["secret", "unknown", "unavailable"]
"""Why the reason for a bot's move is not shown."""

ProblemCode: TypeAlias = Literal[
    # of a frame
    "malformed",
    "too_deep",
    "invalid",
    "unexpected",
    "too_fast",
    "busy",
    # of a connection
    "wire",
    "no_hello",
    "no_session",
    "bad_token",
    "foreign_origin",
    "too_many_connections",
    "unavailable",
    # of a request
    "no_table",
    "not_your_room",
    "too_many_blocked",
    "engine_failed",
]
"""What was wrong with a frame, or with the time at which it arrived."""


class _Outbound(Struct, frozen=True, tag_field="t", omit_defaults=True):
    pass


class Welcome(_Outbound, frozen=True, tag="welcome"):
    """The answer to ``hello``: the client's person, the server's build, and the service's time in milliseconds.

    ``wire`` is the version that the client asked for.
    """

    wire: int
    person: str
    name: str
    build: str
    now: int = 0


class Beat(_Outbound, frozen=True, tag="beat"):
    """A heartbeat, sent every five seconds; ``now`` is the service's time, the reference for clocks."""

    now: int = 0


class LobbyEntry(Struct, frozen=True, omit_defaults=True):
    """A table in the lobby. ``seats`` has one entry per seat, empty where it is free.

    ``origin``: the table from whose position its game continues, for practice. ``lesson``: it is the
    table of a lesson. ``closed``: moderators have closed it.
    """

    table: TableId
    seq: Sequence
    game: str
    phase: str
    seats: tuple[LobbySeat, ...]
    at: int
    host: str = ""
    access: str = "open"
    watch: str = "all"
    watching: int = 0
    pace: TimeControl | None = None
    rated: bool = False
    delay: DelaySetting | None = None
    origin: str = ""
    closed: bool = False
    lesson: bool = False


class LobbySeat(Struct, frozen=True, omit_defaults=True):
    """A seat in the lobby. ``pending``: it has to act. ``kept``: it is free and held for that person for a while."""

    person: str = ""
    name: str = ""
    bot: bool = False
    colour: str = ""
    pending: bool = False
    kept: str = ""


class LobbyTables(_Outbound, frozen=True, tag="lobby"):
    """Tables that are new or changed, and those that are gone. ``whole``: forget all others."""

    tables: tuple[LobbyEntry, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = False


class PersonOnline(Struct, frozen=True, omit_defaults=True):
    """A person who is online. ``table`` and ``game`` are included only for tables that everybody may see."""

    person: str
    name: str
    doing: Literal["lobby", "waiting", "playing", "watching"] = "lobby"
    table: str = ""
    game: str = ""


class Online(_Outbound, frozen=True, tag="around"):
    """To the lobby: who is online, ``count`` of them in all, of whom only the first ones are named."""

    people: tuple[PersonOnline, ...] = ()
    count: int = 0


class Update(_Outbound, frozen=True, tag="update"):
    """Bring the client to event ``seq``: a whole view, or a merge patch for the view at (``base``, ``base_mark``).

    From version 2 of the wire on, a patch without a base is for the view of the update before on this connection; pass
    over it if you did not apply that one, or have entered the table since.
    ``entries`` are the history entries after the base (or the newest ones), at most 50; ``crc``, in some updates, is
    the CRC-32 of the view in canonical MessagePack. ``turn``: the turn that would otherwise follow as a message of its
    own, for clients that always want their offers.
    """

    table: TableId
    seq: Sequence
    mark: Mark
    view: dict[str, Any] | None = None
    base: Sequence | None = None
    base_mark: Mark | None = None
    patch: dict[str, Any] | None = None
    entries: tuple[HistoryEntry, ...] = ()
    crc: int | None = None
    turn: Turn | None = None


class Accepted(_Outbound, frozen=True, tag="accepted"):
    """The command is event ``seq`` of the table and durable."""

    id: str
    table: TableId
    seq: Sequence


class Refused(_Outbound, frozen=True, tag="refused"):
    """The command did nothing: a code, the rule it breaks, and the parameters of the message."""

    id: str
    code: str
    rule: str = ""
    params: dict[str, str | int] = {}


class Unsettled(_Outbound, frozen=True, tag="unsettled"):
    """The command was handed to the log and its fate is not known yet; accepted or refused follows."""

    id: str


class History(_Outbound, frozen=True, tag="history"):
    """A page of history, oldest first. ``more``: there are older ones."""

    table: TableId
    before: Sequence
    entries: tuple[HistoryEntry, ...]
    more: bool = False


class Past(_Outbound, frozen=True, tag="past"):
    """The table as it was after event ``seq``, from the requested perspective."""

    table: TableId
    seq: Sequence
    view: dict[str, Any]
    perspective: Perspective | None = field(default=None, name="eyes")


class NoPast(_Outbound, frozen=True, tag="no_past"):
    """A requested position is not shown.

    ``no_such_event``, ``no_such_seat``, or ``not_ended``: the perspectives of others are open only after the end.
    """

    table: TableId
    seq: Sequence
    code: str
    perspective: Perspective | None = field(default=None, name="eyes")


class People(_Outbound, frozen=True, tag="people"):
    """The current names of persons, by their ids."""

    names: dict[str, str]


class Presence(_Outbound, frozen=True, tag="presence"):
    """The people at the table: ``away`` lists seated persons without any connection for 30 seconds."""

    table: TableId
    here: tuple[str, ...]
    away: tuple[str, ...] = ()
    spectators: int = 0


class ChatLine(Struct, frozen=True, omit_defaults=True):
    """A chat message: ``text``, or a ``phrase`` by its key. ``gone``: its text was removed, and by whom."""

    number: Sequence
    at: int
    person: str
    text: str = ""
    phrase: str = ""
    gone: Literal["", "moderator", "erased"] = ""


class Rooms(_Outbound, frozen=True, tag="rooms"):
    """The rooms of a table that you may read and write from now on; forget what is stored of others."""

    table: TableId
    read: tuple[Room, ...]
    write: tuple[Room, ...]


class Chat(_Outbound, frozen=True, tag="chat"):
    """Messages of a chat room, new or changed, by their numbers.

    ``whole``: forget all others. ``more``: there are older ones; included with ``whole`` and with pages.
    """

    table: TableId
    room: Room
    lines: tuple[ChatLine, ...] = ()
    whole: bool = False
    more: bool = False
    before: Sequence | None = None


class Reason(_Outbound, frozen=True, tag="reason"):
    """The reason for a bot's move in event ``seq``, or a ``code`` that says why it is not shown.

    ``why``: it was the ``only`` move, it looked best at once (``near``) or after looking ``ahead``, ``chance`` chose,
    or it is part of the ``lesson``. ``low`` and ``high`` are the score the bot expected for itself, and ``other`` the
    move it considered second best. Codes: ``secret`` as long as it would reveal what the viewer may not know,
    ``unknown``, ``unavailable``.
    """

    table: TableId
    seq: Sequence
    why: Why | None = None
    level: Level = "quick"
    low: int | None = None
    high: int | None = None
    other: Any = None
    code: str = ""


class Said(_Outbound, frozen=True, tag="said"):
    """The chat message is number ``number`` of its room; or the report of that message was recorded."""

    id: str
    table: TableId
    room: Room
    number: Sequence


class Blocked(_Outbound, frozen=True, tag="blocked"):
    """The people you have blocked, everywhere; ``names`` has all who are still known."""

    persons: tuple[str, ...] = ()
    names: dict[str, str] = {}


class NextGame(_Outbound, frozen=True, tag="next_game"):
    """For an ended table: table ``next``, created by ``by``, is its rematch."""

    table: TableId
    next: TableId
    by: str


class Waiting(Struct, frozen=True, omit_defaults=True):
    """How many people search for a game with so many seats at a pace."""

    game: str
    seats: int
    pace: Tempo
    count: int


class Searching(_Outbound, frozen=True, tag="seeking"):
    """To the lobby and to people searching for a game: how many wait for what. ``id`` is your own search."""

    waiting: tuple[Waiting, ...] = ()
    id: str = ""
    since: int = 0


class Found(_Outbound, frozen=True, tag="found"):
    """The search ``id`` has found that table, and you sit there now. ``made``: the table was made for this match."""

    id: str
    table: TableId
    made: bool = False


class Done(_Outbound, frozen=True, tag="done"):
    """The request with this ``id`` was carried out."""

    id: str


class Invitation(Struct, frozen=True, omit_defaults=True):
    """An invitation to a table, from ``by``. ``token`` lets you in where that is needed."""

    table: TableId
    game: str
    by: str
    name: str
    at: int
    token: str = ""


class Invitations(_Outbound, frozen=True, tag="invitations"):
    """All tables to which you are invited by name, the newest invitation first."""

    invitations: tuple[Invitation, ...] = ()


class Declined(_Outbound, frozen=True, tag="declined"):
    """A person declined your invitation."""

    table: TableId
    person: str
    name: str = ""


class Following(_Outbound, frozen=True, tag="following"):
    """The people you follow, with their names, and whether you allow others to follow you."""

    persons: dict[str, str] = {}
    followable: bool = True


class Opened(_Outbound, frozen=True, tag="opened"):
    """A person you follow has created a table that everybody may join."""

    table: TableId
    game: str
    host: str
    name: str


class Closed(_Outbound, frozen=True, tag="closed"):
    """Moderators have closed the table, so that nothing can be done there; or reopened it."""

    table: TableId
    closed: bool
    why: str = ""


class Banned(_Outbound, frozen=True, tag="banned"):
    """You are banned until then (milliseconds since 1970; 0: permanently). The connection is closed after it."""

    until: int
    why: str = ""


class Rewound(_Outbound, frozen=True, tag="rewound"):
    """The log lost its tail in a fail-over: events after ``seq`` up to ``lost`` did not survive."""

    table: TableId
    seq: Sequence
    lost: Sequence


class Gone(_Outbound, frozen=True, tag="gone"):
    """The table cannot be shown: ``unknown``, ``private``, ``newer``, ``broken`` or ``unavailable`` for now."""

    table: str
    code: str


class Problem(_Outbound, frozen=True, tag="problem"):
    """A frame that could not be read, or arrived at the wrong time: what was wrong and where.

    ``id`` names the command in it, if it was one. This frame of the command did nothing; another one may have worked.
    """

    code: str
    detail: str = ""
    id: str = ""


class Moved(_Outbound, frozen=True, tag="moved"):
    """This node is shutting down: reconnect after so many milliseconds."""

    retry_in: int


CommandAnswer: TypeAlias = Accepted | Refused | Unsettled
"""The outcome of a command."""

Outbound: TypeAlias = (
    Welcome
    | Beat
    | LobbyTables
    | Online
    | Update
    | Turn
    | Offers
    | Forecast
    | Accepted
    | Refused
    | Unsettled
    | History
    | Past
    | NoPast
    | People
    | Presence
    | Rooms
    | Chat
    | Reason
    | Said
    | Blocked
    | NextGame
    | Searching
    | Found
    | Done
    | Invitations
    | Declined
    | Following
    | Opened
    | Closed
    | Banned
    | Rewound
    | Gone
    | Problem
    | Moved
)
