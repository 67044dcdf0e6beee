"""The input of a decision apart from the table and the command, and its result."""

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
"""Returns the table after an earlier event. Raises :class:`LookupError`."""


class Engines(Protocol):
    """The engines installed on this node."""

    def get(self, key: str, version: int) -> AnyEngine:
        """Return the engine that plays a version of a game. Raises :class:`LookupError` if there is none."""
        ...

    def newest(self, key: str) -> AnyEngine:
        """Return the engine for new tables of a game. Raises :class:`LookupError` if there is none."""
        ...


def no_past(seq: int) -> Table:
    """Raise :class:`LookupError`: the :data:`Past` of a table without a past."""
    raise LookupError(f"there is no event {seq}")


class Source(Struct, frozen=True):
    """The source of a fork: the other table at its end and at ``then``, and its packed log up to then."""

    ended: Table
    then: Table
    log: bytes


@dataclass(frozen=True, slots=True)
class Context:
    """The sender of the command, and everything that a pure function cannot know by itself.

    ``away`` maps seated persons without any connection to the milliseconds they have had none; everybody else is
    present. ``now`` is Redis's time in milliseconds. ``seed`` is 32 random bytes for ``create`` and ``fork``, ``table``
    the id of a new table and ``version`` the version of its game unless it is the newest. ``shown`` is the newest event
    that spectators are shown now.

    ``kept`` and ``previous`` go into the new table unchanged, ``source`` is what ``fork`` forks. ``invited``: the
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
    """The input of a fold apart from the table and the event: the event's number, the engines, and the table's past."""

    seq: int
    engines: Engines
    past: Past


def next_event(table: Table, ctx: Context) -> FoldContext:
    """Return the context for folding a decided event before the log has it."""
    return FoldContext(table.seq + 1, ctx.engines, ctx.past)


@dataclass(frozen=True)
class Decision:
    """The event to append, and the table after it without the log's data (:meth:`settled`).

    ``not_before`` and ``not_after`` are passed to the append: outside of them the decision does not hold.
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
        """The event, encoded for the log."""
        return encode_event(self.event)

    def settled(self, stamp: Stamp) -> Table:
        """Return the table after the event, once the log has it."""
        return settle(self.after, stamp)


def digest(command: Command) -> int:
    """Return the CRC-32 of a command, to detect repeats and the reuse of an id for something else."""
    return zlib.crc32(canonical(command))


def engine_of(table: Table, engines: Engines) -> AnyEngine:
    """Return the engine of the table. Raises :class:`Newer` if this node has none of its version."""
    try:
        return engines.get(table.game, table.version)
    except LookupError:
        raise Newer(f"version {table.version} of {table.game!r} is not played here") from None
