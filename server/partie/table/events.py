"""The events of a table's life, as they stand in the log.

One command appends exactly one event. What follows from it by itself (the start of the game, a refill, the end,
an undo that was granted) is inside the event or concluded by the fold.

Persons appear by their random id only. An event is for nodes: the seed, the moves, the draws and the
fingerprints of states never leave the service while the game runs.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct, field

from partie.kit import Draws
from partie.table.values import Access, DelaySetting, Falls, Level, Talk, TimeControl, Watch, What

Reason: TypeAlias = Literal["closed", "expired"]


class Start(Struct, frozen=True, omit_defaults=True):
    """What setup drew, and the fingerprint of the first state under an engine's ``format``."""

    draws: Draws = ()
    uncovered: tuple[str, ...] = ()
    format: int = 1
    fingerprint: bytes = field(default=b"", name="prints")


class Reservation(Struct, frozen=True, omit_defaults=True):
    """A seat of a new table that is somebody's from the first: a bot's, or a ``person``'s.

    ``seated``: the person sits there already; else it is held for a while. ``won``: games of the series so far.
    """

    person: str = ""
    colour: str = ""
    bot: bool = False
    level: Level = "quick"
    seated: bool = False
    won: int = 0


class Origin(Struct, frozen=True, omit_defaults=True):
    """The position that a table's game goes on from: after event ``seq``, of that ``mark``, of another table.

    ``depth`` counts the tables that lie behind it: 1 where the other one began from its game's first position.
    """

    table: str
    seq: int
    mark: str
    depth: int = 1


class _Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """``id`` and ``person`` name the command, ``digest`` is the CRC-32 of its encoding."""

    id: str
    person: str
    digest: int = 0


class Created(_Event, frozen=True, kw_only=True, tag="created"):
    """A table was set up. ``seed`` stays with the nodes until the end, ``seed_hash`` is its SHA-256 in hex.

    ``zone`` are the shifts of the pace's time zone (:mod:`partie.table.hours`), as they were known then. ``kept``
    says of each seat whose it is from the first, and ``previous`` names the table whose next game this is.

    ``origin`` says where the game goes on from if not from its first position, and ``past`` holds the other table's
    whole log up to there (:mod:`partie.table.keep.archive`), so that this one can be folded by itself.
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


class RatedChanged(_Event, frozen=True, kw_only=True, tag="counted"):
    """The host said whether the game is to be ``rated``. Who was ready has to say so again."""

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
    """The seat is free again before the start: its person left, or the person sent its bot away."""

    seat: int


class Readied(_Event, frozen=True, kw_only=True, tag="readied"):
    """The person is ready, or no longer. The last one to be ready starts the game."""

    seat: int
    ready: bool
    nonce: str = ""
    start: Start | None = None


class Moved(_Event, frozen=True, kw_only=True, tag="moved"):
    """A move, for the decision that event ``ask`` put before the seat."""

    seat: int
    ask: int
    move: Raw
    draws: Draws = ()
    uncovered: tuple[str, ...] = ()
    format: int = 1
    fingerprint: bytes = field(default=b"", name="prints")

    @property
    def open(self) -> bool:
        """Nothing was drawn and nothing uncovered, so it can be taken back."""
        return not self.draws and not self.uncovered


class Undone(_Event, frozen=True, kw_only=True, tag="undone"):
    """The seat took moves back: the game is as it was after event ``to``."""

    seat: int
    to: int


class Redone(_Event, frozen=True, kw_only=True, tag="redone"):
    """The seat made undone moves again: the game is as it was after event ``to``."""

    seat: int
    to: int


class Asked(_Event, frozen=True, kw_only=True, tag="asked"):
    """The seat proposed something. ``of`` are the seats that must consent; if there are none it is granted.

    ``to`` is the event to return to, ``target`` the seat to free, ``pace`` and ``zone`` what is to be the pace, and
    ``delay`` how far behind those are to be who watch; ``shown`` as in :class:`Answered`. ``stands``: for so many
    milliseconds, where it is not for the two minutes of a game that is played at one sitting.
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
    """The seat granted or refused proposal ``proposal``; the asker withdrew it. The last consent carries it out.

    ``shown`` is the newest event that those were shown who watch, where the proposal is about that.
    """

    seat: int
    proposal: int
    grant: bool
    shown: int = 0


class TimedOut(_Event, frozen=True, kw_only=True, tag="flagged"):
    """The seat overstepped its time, and ``falls`` to what the table had agreed."""

    seat: int
    falls: Falls = "bot"


class OutageCredited(_Event, frozen=True, kw_only=True, tag="spared"):
    """The service was away between two stamps, in which nobody could move: that time is not charged."""

    since: int
    until: int


class VacationChanged(_Event, frozen=True, kw_only=True, tag="rested"):
    """The seat began its vacation, or ended it."""

    seat: int
    on: bool


class SeatReplaced(_Event, frozen=True, kw_only=True, tag="substituted"):
    """In a running game the person took over the freed seat, or gave it or his own to a bot."""

    seat: int
    bot: bool = False
    level: Level = "quick"


class Ended(_Event, frozen=True, kw_only=True, tag="ended"):
    """A table that had not started was closed by its host, or its day was over."""

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
    """The bytes of an event in the present format (``lift.FORMAT``). ``lift.decode_event`` reads them."""
    return _encoder.encode(event)
