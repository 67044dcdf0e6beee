"""The events of a table's life, as they stand in the log.

One command appends exactly one event. What follows from it by itself (the start of the game, a refill, the end,
an undo that was granted) is inside the event or concluded by the fold.

Persons appear by their random id only. An event is for nodes: the seed, the moves, the draws and the
fingerprints of states never leave the service while the game runs.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct

from engines.kit import Draws

Access: TypeAlias = Literal["open", "invited"]
Watch: TypeAlias = Literal["all", "invited", "nobody"]
What: TypeAlias = Literal["undo", "free_seat", "end"]
Reason: TypeAlias = Literal["closed", "expired"]


class Start(Struct, frozen=True, omit_defaults=True):
    """What setup drew, and the fingerprint of the first state under an engine's ``format``."""

    draws: Draws = ()
    uncovered: tuple[str, ...] = ()
    format: int = 1
    prints: bytes = b""


class _Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """``id`` and ``person`` name the command, ``digest`` is the CRC-32 of its encoding."""

    id: str
    person: str
    digest: int = 0


class Created(_Event, frozen=True, kw_only=True, tag="created"):
    """A table was set up. ``seed`` stays with the nodes until the end, ``seed_hash`` is its SHA-256 in hex."""

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


class Seated(_Event, frozen=True, kw_only=True, tag="seated"):
    """The person took the seat, or changed its colour; or gave it to a bot. ``start``: that started the game."""

    seat: int
    colour: str
    bot: bool = False
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
    prints: bytes = b""

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

    ``to`` is the event to return to, ``target`` the seat to free.
    """

    seat: int
    what: What
    of: tuple[int, ...]
    to: int = 0
    target: int = -1


class Answered(_Event, frozen=True, kw_only=True, tag="answered"):
    """The seat granted or refused proposal ``proposal``; the asker withdrew it. The last consent carries it out."""

    seat: int
    proposal: int
    grant: bool


class Flagged(_Event, frozen=True, kw_only=True, tag="flagged"):
    """The seat overstepped its time. Reserved for clocks: no command makes it yet."""

    seat: int


class Substituted(_Event, frozen=True, kw_only=True, tag="substituted"):
    """In a running game the person took over the freed seat, or gave it to a bot."""

    seat: int
    bot: bool = False


class Ended(_Event, frozen=True, kw_only=True, tag="ended"):
    """A table that had not started was closed by its host, or its day was over."""

    reason: Reason


Event: TypeAlias = (
    Created | Seated | Left | Readied | Moved | Undone | Redone | Asked | Answered | Flagged | Substituted | Ended
)

KINDS: dict[type[Event], str] = {
    kind: kind.__struct_config__.tag  # type: ignore[misc]  # every tag is a string
    for kind in (
        Created,
        Seated,
        Left,
        Readied,
        Moved,
        Undone,
        Redone,
        Asked,
        Answered,
        Flagged,
        Substituted,
        Ended,
    )
}

_encoder = msgspec.msgpack.Encoder()


def encode_event(event: Event) -> bytes:
    """The bytes of an event in the present format (``lift.FORMAT``). ``lift.decode_event`` reads them."""
    return _encoder.encode(event)
