"""The events of a table's life, as they are stored in the log.

One command appends exactly one event. Automatic consequences (the start of the game, a refill, the end, an accepted
undo) are inside the event or derived by the fold.

Persons appear by their random id only. Events are for nodes only: the seed, the moves, the draws and the fingerprints
of states never leave the service while the game runs.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct, field

from partie.kit import Draws
from partie.table.values import Access, DelaySetting, Falls, Level, Talk, TimeControl, Watch, What

Reason: TypeAlias = Literal["closed", "expired"]


class Start(Struct, frozen=True, omit_defaults=True):
    """The draws of the setup, and the fingerprint of the first state under an engine's ``format``."""

    draws: Draws = ()
    uncovered: tuple[str, ...] = ()
    format: int = 1
    fingerprint: bytes = field(default=b"", name="prints")


class Reservation(Struct, frozen=True, omit_defaults=True):
    """A seat of a new table that is reserved from the first: for a bot, or for a ``person``.

    ``seated``: the person already sits there; otherwise the seat is held for a while. ``won``: games won in the series
    so far.
    """

    person: str = ""
    colour: str = ""
    bot: bool = False
    level: Level = "quick"
    seated: bool = False
    won: int = 0


class Origin(Struct, frozen=True, omit_defaults=True):
    """The position from which a table's game continues: after event ``seq``, with that ``mark``, of another table.

    ``depth`` counts the tables behind it: 1 if the other one started at its game's first position.
    """

    table: str
    seq: int
    mark: str
    depth: int = 1


class LessonStep(Struct, frozen=True):
    """A move that the game's lesson provides for a seat."""

    seat: int
    move: bytes


class _Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """The base of all events: ``id`` and ``person`` of the command, and ``digest``, the CRC-32 of its encoding."""

    id: str
    person: str
    digest: int = 0


class Created(_Event, frozen=True, kw_only=True, tag="created"):
    """A table was created. ``seed`` stays on the nodes until the end, ``seed_hash`` is its SHA-256 in hex.

    ``zone`` are the shifts of the time control's time zone (:mod:`partie.table.hours`), as known at that time. ``kept``
    has a reservation for each seat, and ``previous`` is the table whose rematch this is.

    ``origin`` is the position from which the game continues, if not from its first, and ``past`` holds the other
    table's whole log up to there (:mod:`partie.table.keep.archive`), so that this one can be folded by itself.

    ``lesson`` holds the moves that a lesson provides, in order. All its chance follows from ``seed`` alone.
    """

    table: str
    game: str
    version: int
    format: int
    chance: int
    seats: int
    seed: bytes
    seed_hash: str
    options: dict[str, Any] = {}
    access: Access = "open"
    watch: Watch = "all"
    pace: TimeControl | None = None
    zone: tuple[tuple[int, int], ...] = ()
    chat: Talk = "private"
    rated: bool = False
    kept: tuple[Reservation, ...] = ()
    previous: str = ""
    delay: DelaySetting | None = None
    origin: Origin | None = None
    past: bytes = b""
    lesson: tuple[LessonStep, ...] = ()


class RatedChanged(_Event, frozen=True, kw_only=True, tag="counted"):
    """The host chose whether the game is ``rated``. Everybody must confirm again that they are ready."""

    rated: bool


class Seated(_Event, frozen=True, kw_only=True, tag="seated"):
    """The person took the seat, or changed its colour; or gave it to a bot. ``start``: that started the game.

    ``brought``: matchmaking found the seat for the person.
    """

    seat: int
    colour: str
    bot: bool = False
    level: Level = "quick"
    brought: bool = False
    start: Start | None = None


class Left(_Event, frozen=True, kw_only=True, tag="left"):
    """The seat is free again before the start: its person left, or did not come, or was turned away by the host.

    Or the person removed the seat's bot.
    """

    seat: int


class Readied(_Event, frozen=True, kw_only=True, tag="readied"):
    """The person is ready, or no longer. The game starts when the last player is ready."""

    seat: int
    ready: bool
    nonce: str = ""
    start: Start | None = None


class Moved(_Event, frozen=True, kw_only=True, tag="moved"):
    """A move for the decision token ``ask``."""

    seat: int
    ask: int
    move: Raw
    draws: Draws = ()
    uncovered: tuple[str, ...] = ()
    format: int = 1
    fingerprint: bytes = field(default=b"", name="prints")

    @property
    def open(self) -> bool:
        """Whether it can be taken back: nothing was drawn and nothing uncovered."""
        return not self.draws and not self.uncovered


class Undone(_Event, frozen=True, kw_only=True, tag="undone"):
    """The seat took moves back: the game is as it was after event ``to``."""

    seat: int
    to: int


class Redone(_Event, frozen=True, kw_only=True, tag="redone"):
    """The seat redid undone moves: the game is as it was after event ``to``."""

    seat: int
    to: int


class Asked(_Event, frozen=True, kw_only=True, tag="asked"):
    """The seat proposed something. ``of`` are the seats that must consent; if there are none it is accepted.

    ``to`` is the event to return to, ``target`` the seat to free, ``pace`` and ``zone`` the new time control, and
    ``delay`` the new spectator delay; ``shown`` as in :class:`Answered`. ``stands``: how many milliseconds it is valid,
    if not the usual two minutes.
    """

    seat: int
    what: What
    of: tuple[int, ...]
    to: int = 0
    target: int = -1
    pace: TimeControl | None = None
    zone: tuple[tuple[int, int], ...] = ()
    delay: DelaySetting | None = None
    shown: int = 0
    stands: int = 0


class Answered(_Event, frozen=True, kw_only=True, tag="answered"):
    """The seat accepted or refused a proposal, or its author withdrew it. The last consent carries it out.

    ``shown`` is the newest event that spectators were shown, if the proposal is about the spectator delay.
    """

    seat: int
    proposal: int
    grant: bool
    shown: int = 0


class TimedOut(_Event, frozen=True, kw_only=True, tag="flagged"):
    """The seat ran out of time, and ``falls`` is what the table had agreed for that."""

    seat: int
    falls: Falls = "bot"


class OutageCredited(_Event, frozen=True, kw_only=True, tag="spared"):
    """The service was away between two timestamps and nobody could move: that time is not charged."""

    since: int
    until: int


class VacationChanged(_Event, frozen=True, kw_only=True, tag="rested"):
    """The seat began its vacation, or ended it."""

    seat: int
    on: bool


class SeatReplaced(_Event, frozen=True, kw_only=True, tag="substituted"):
    """In a running game the person took over the freed seat, or gave it or their own to a bot."""

    seat: int
    bot: bool = False
    level: Level = "quick"


class Ended(_Event, frozen=True, kw_only=True, tag="ended"):
    """A table that had not started was closed by its host, or expired after a day."""

    reason: Reason


Event: TypeAlias = (
    Created
    | RatedChanged
    | Seated
    | Left
    | Readied
    | Moved
    | Undone
    | Redone
    | Asked
    | Answered
    | TimedOut
    | OutageCredited
    | VacationChanged
    | SeatReplaced
    | Ended
)

KINDS: dict[type[Event], str] = {
    kind: kind.__struct_config__.tag  # type: ignore[misc]  # every tag is a string
    for kind in (
        Created,
        RatedChanged,
        Seated,
        Left,
        Readied,
        Moved,
        Undone,
        Redone,
        Asked,
        Answered,
        TimedOut,
        OutageCredited,
        VacationChanged,
        SeatReplaced,
        Ended,
    )
}

_encoder = msgspec.msgpack.Encoder()


def encode_event(event: Event) -> bytes:
    """Encode an event in the current format (``upcasters.FORMAT``). ``upcasters.decode_event`` reads it."""
    return _encoder.encode(event)
