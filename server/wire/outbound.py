"""What a client is sent. One frame is one message, a MessagePack map tagged by its member ``t``.

Never in any of them: the moves of others, draws, the seed of a running game, hashes of states.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from engines.kit import Line, Offer, Range
from server.wire.inbound import Eyes, Mark, Sequence, TableId


class _Outbound(Struct, frozen=True, tag_field="t", omit_defaults=True):
    pass


class HistoryEntry(Struct, frozen=True, omit_defaults=True):
    """One event as the viewer may read it.

    ``strike`` names the first and the last event that this one undid, ``restore`` those that it made again:
    all entries of kind ``moved`` in between, both ends included. ``struck`` says that a later event undid this.
    ``turn`` is the number of the turn it happened in, if the game counts them.
    """

    seq: Sequence
    at: int
    kind: str
    seat: int | None = None
    lines: tuple[Line, ...] = ()
    strike: tuple[int, int] | None = None
    restore: tuple[int, int] | None = None
    struck: bool = False
    turn: int = 0


class Welcome(_Outbound, frozen=True, tag="welcome"):
    """The answer to ``hello``: who one is, and which build answers."""

    wire: int
    person: str
    name: str
    build: str


class Beat(_Outbound, frozen=True, tag="beat"):
    """The line is alive. Sent when nothing else was for five seconds."""


class LobbyEntry(Struct, frozen=True, omit_defaults=True):
    """What the lobby shows of a table. ``seats`` has one entry a seat, empty where it is free."""

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


class LobbySeat(Struct, frozen=True, omit_defaults=True):
    """A seat in the lobby. ``pending``: it has to act."""

    person: str = ""
    name: str = ""
    bot: bool = False
    colour: str = ""
    pending: bool = False


class LobbyTables(_Outbound, frozen=True, tag="lobby"):
    """Tables that are new or changed, and those that are gone. ``whole``: forget all others."""

    tables: tuple[LobbyEntry, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = False


class PersonAround(Struct, frozen=True, omit_defaults=True):
    """Somebody who is here. ``table`` and ``game`` are told only of tables that everybody is shown."""

    person: str
    name: str
    doing: Literal["lobby", "waiting", "playing", "watching"] = "lobby"
    table: str = ""
    game: str = ""


class Around(_Outbound, frozen=True, tag="around"):
    """To the lobby: who is there or at a table, ``count`` of them in all, of whom only the first ones are named."""

    people: tuple[PersonAround, ...] = ()
    count: int = 0


class Update(_Outbound, frozen=True, tag="update"):
    """Brings the client to event ``seq``: a whole view, or a merge patch for the view at (``base``, ``base_mark``).

    ``entries`` are the history entries after the base (or the newest ones), at most 50; ``crc`` now and then is
    the CRC-32 of the view in canonical MessagePack. ``turn``: what would follow as a message of its own, for those
    who always want their offers.
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


class Turn(_Outbound, frozen=True, tag="turn"):
    """To a seat alone: the decision before it after event ``seq``.

    ``ask`` names the position for the move; ``undo`` lists the events one may return to, the nearest first, and
    ``redo`` those one may go forward to, the nearest first. ``undo_refused`` says why there is nothing to undo.
    ``offers`` come along for those who always want them.
    """

    table: TableId
    seq: Sequence
    seat: int
    ask: Sequence
    must: bool
    legal: tuple[Any, ...] = ()
    undo: tuple[int, ...] = ()
    redo: tuple[int, ...] = ()
    undo_refused: str = ""
    offers: tuple[Offer[Any], ...] | None = None


class Offers(_Outbound, frozen=True, tag="offers"):
    """To a seat alone: what could be done with each target, made for the decision ``ask``."""

    table: TableId
    ask: Sequence
    offers: tuple[Offer[Any], ...]


class Forecast(_Outbound, frozen=True, tag="forecast"):
    """The score of each seat if the game ended after event ``seq``, as the viewer can know it."""

    table: TableId
    seq: Sequence
    ranges: tuple[Range, ...]


class Accepted(_Outbound, frozen=True, tag="accepted"):
    """The command is event ``seq`` of the table and durable."""

    id: str
    table: TableId
    seq: Sequence


class Refused(_Outbound, frozen=True, tag="refused"):
    """The command did nothing: a code, the rule it breaks, and what the words need."""

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
    """The table as it was after event ``seq``, with the eyes that were asked for."""

    table: TableId
    seq: Sequence
    view: dict[str, Any]
    eyes: Eyes | None = None


class NoPast(_Outbound, frozen=True, tag="no_past"):
    """A position that was asked for is not shown.

    ``no_such_event``, ``no_such_seat``, or ``not_ended``: with the eyes of others one sees only after the end.
    """

    table: TableId
    seq: Sequence
    code: str
    eyes: Eyes | None = None


class People(_Outbound, frozen=True, tag="people"):
    """The present names of persons, by their ids."""

    names: dict[str, str]


class Presence(_Outbound, frozen=True, tag="presence"):
    """Who is at the table: ``away`` lists seated persons without any connection for 30 seconds."""

    table: TableId
    here: tuple[str, ...]
    away: tuple[str, ...] = ()
    spectators: int = 0


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
    """A frame that could not be read, or came at the wrong time: what was wrong and where."""

    code: str
    detail: str = ""


class Moved(_Outbound, frozen=True, tag="moved"):
    """This node is going away: connect again after so many milliseconds."""

    retry_in: int


Outbound: TypeAlias = (
    Welcome
    | Beat
    | LobbyTables
    | Around
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
    | Rewound
    | Gone
    | Problem
    | Moved
)
