"""What a decision is made of besides the table and the command, and what it may be."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from partie.kit import Engine
from partie.kit.values import canonical
from partie.table.commands import Command
from partie.table.errors import Newer
from partie.table.events import Event, Reservation, encode_event
from partie.table.state import Stamp, Table, settle
from partie.table.upcasters import format_of

AnyEngine: TypeAlias = Engine[Any, Any]

Past: TypeAlias = Callable[[int], Table]
"""The table after an earlier event. Raises :class:`LookupError`."""


class Engines(Protocol):
    """The engines that this node has."""

    def get(self, key: str, version: int) -> AnyEngine:
        """The engine that plays a version of a game. Raises :class:`LookupError` if there is none."""
        ...

    def newest(self, key: str) -> AnyEngine:
        """The engine for new tables of a game. Raises :class:`LookupError` if there is none."""
        ...


def no_past(seq: int) -> Table:
    """For tables that have no past."""
    raise LookupError(f"there is no event {seq}")


class Source(Struct, frozen=True):
    """Where a forked table comes from: the other table at its end and ``then``, and its packed log up to then."""

    ended: Table
    then: Table
    log: bytes


@dataclass(frozen=True, slots=True)
class Context:
    """Who commands, and what a pure function cannot know by itself.

    ``away`` tells of seated persons without any connection for how many milliseconds they have had none; who is
    not in it is here. ``now`` is Redis's time in milliseconds. ``seed`` are 32 fresh random bytes, ``table`` the
    id of the new table and ``version`` that of its game where it is not the newest, all for ``create`` only.
    ``shown`` is the newest event that those are shown now who only watch.
    ``kept`` and ``previous`` go into the new table as they are, ``source`` is what ``fork`` forks. ``invited``: the
    person holds a valid invitation. ``brought``: matchmaking found the seat for the person.
    """

    person: str
    id: str
    engines: Engines
    past: Past = no_past
    now: int = 0
    away: Mapping[str, int] = field(default_factory=dict)
    shown: int = 0
    invited: bool = False
    brought: bool = False
    table: str = ""
    seed: bytes = b""
    version: int = 0
    kept: tuple[Reservation, ...] = ()
    previous: str = ""
    source: Source | None = None


class FoldContext(Struct, frozen=True):
    """What a fold needs besides the table and the event: the event's number, the engines, and the table's past."""

    seq: int
    engines: Engines
    past: Past


def next_event(table: Table, ctx: Context) -> FoldContext:
    """For folding what is decided, before the log has it."""
    return FoldContext(table.seq + 1, ctx.engines, ctx.past)


@dataclass(frozen=True)
class Decision:
    """The event to append, and the table after it, but for what only the log can tell (:meth:`settled`).

    ``not_before`` and ``not_after`` go to the append: outside of them the decision does not hold.
    """

    event: Event
    after: Table
    not_before: int | None = None
    not_after: int | None = None

    @property
    def format(self) -> int:
        """The format of the body."""
        return format_of(self.event)

    @cached_property
    def body(self) -> bytes:
        """The event's bytes for the log."""
        return encode_event(self.event)

    def settled(self, stamp: Stamp) -> Table:
        """The table after the event, once the log has it."""
        return settle(self.after, stamp)


def digest(command: Command) -> int:
    """The CRC-32 of a command, to recognise a repeat and an id that is used for something else."""
    return zlib.crc32(canonical(command))


def engine_of(table: Table, engines: Engines) -> AnyEngine:
    """The engine of the table. Raises :class:`Newer` if this node has none of its version."""
    try:
        return engines.get(table.game, table.version)
    except LookupError:
        raise Newer(f"version {table.version} of {table.game!r} is not played here") from None
