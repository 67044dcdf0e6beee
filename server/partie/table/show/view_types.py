"""The types of a view of a table, for clients: what :mod:`partie.table.show.views` shows has exactly these members.

Only the game's own part is open: each game describes it itself (:mod:`partie.kit.schema`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import UNSET, UnsetType

from partie.kit import Line
from partie.kit.values import Count, Positive, SeatKey, SeatNumber, ViewPart
from partie.table.state import Ending, Phase
from partie.table.values import Access, DelaySetting, Level, Talk, TimeControl, Watch, What

GameView: TypeAlias = dict[str, Any]
"""The view of a game, which the schema of the game describes."""


class TableSeat(ViewPart, frozen=True):
    """A seat; a free one is an empty map.

    ``freed``: the others freed it during the game, so anyone who may enter can take it. ``keeper`` is the person for
    whom a bot plays, ``kept`` the one for whom a free seat is held. ``won`` counts the games that the person won in
    this series of rematches; ``level`` is that of a bot other than a quick one.
    """

    person: str | UnsetType = UNSET
    bot: bool | UnsetType = UNSET
    ready: bool | UnsetType = UNSET
    freed: bool | UnsetType = UNSET
    keeper: str | UnsetType = UNSET
    level: Level | UnsetType = UNSET
    colour: str | UnsetType = UNSET
    kept: str | UnsetType = UNSET
    won: Positive | UnsetType = UNSET


class TableOrigin(ViewPart, frozen=True):
    """The table and the event whose position the game continues."""

    table: str
    seq: Count


class TableLesson(ViewPart, frozen=True):
    """How many of the ``moves`` of its lesson were made at a table; -1 once another was made instead."""

    made: int
    moves: Positive


class TableClock(ViewPart, frozen=True):
    """The clock of a seat: the milliseconds left, its deadline while it runs, and what it has of vacation."""

    left: int
    until: int | UnsetType = UNSET
    rest: int | UnsetType = UNSET
    resting: bool | UnsetType = UNSET


class TableClocks(ViewPart, frozen=True):
    """The clocks at the service's time ``at``, in milliseconds."""

    at: int
    seats: dict[SeatKey, TableClock]
    paused: bool | UnsetType = UNSET


class TableFrame(ViewPart, frozen=True):
    """The table around the game.

    ``pending`` are the seats that must act, ``lost`` those that lost on time. ``turn`` is the number of the turn,
    ``chapters`` are the events that closed chapters, ``automatic`` counts the players whom the game itself plays.
    ``previous`` is the table whose rematch this is. The seed is shown once the game is over; ``seed_hash`` is its hash.
    """

    id: str
    game: str
    version: Positive
    phase: Phase
    host: str
    access: Access
    watch: Watch
    created: int
    options: dict[str, Any]
    seats: dict[SeatKey, TableSeat]
    pending: list[SeatNumber]
    seed_hash: str
    previous: str | UnsetType = UNSET
    origin: TableOrigin | UnsetType = UNSET
    lesson: TableLesson | UnsetType = UNSET
    chat: Talk | UnsetType = UNSET
    rated: bool | UnsetType = UNSET
    delay: DelaySetting | UnsetType = UNSET
    pace: TimeControl | UnsetType = UNSET
    clocks: TableClocks | UnsetType = UNSET
    lost: list[SeatNumber] | UnsetType = UNSET
    turn: Positive | UnsetType = UNSET
    chapters: list[Count] | UnsetType = UNSET
    automatic: Positive | UnsetType = UNSET
    ending: Ending | UnsetType = UNSET
    seed: str | UnsetType = UNSET


class TableProposal(ViewPart, frozen=True):
    """What a seat proposes, the seats that have to answer and those that agreed, and the time until which it stands.

    ``to`` is the event to go back to, ``target`` the seat to free. ``lasting``: moves do not settle it.
    """

    seq: Count
    what: What
    seat: SeatNumber
    waiting: list[SeatNumber]
    granted: list[SeatNumber]
    until: int
    lasting: bool | UnsetType = UNSET
    to: int | UnsetType = UNSET
    target: SeatNumber | UnsetType = UNSET
    pace: TimeControl | UnsetType = UNSET
    delay: DelaySetting | UnsetType = UNSET


class TableResult(ViewPart, frozen=True):
    """The result: scores, places and winners, the lines that explain the score of each seat.

    ``stood_in`` are the turns that bots played for a seat.
    """

    scores: list[int]
    places: list[Positive]
    winners: list[SeatNumber]
    parts: dict[SeatKey, list[Line]]
    stood_in: dict[SeatKey, list[Count]] | UnsetType = UNSET


class TableView(ViewPart, frozen=True):
    """What a viewer sees of a table. ``game`` is there once the game has started, ``result`` once it is over."""

    table: TableFrame
    game: GameView | UnsetType = UNSET
    proposal: TableProposal | UnsetType = UNSET
    result: TableResult | UnsetType = UNSET
