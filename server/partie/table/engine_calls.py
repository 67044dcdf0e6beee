"""Calls to engines. Any exception of an engine but :class:`Illegal` affects its table alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, Protocol, TypeVar

import msgspec

from partie.kit import Illegal
from partie.table.context import AnyEngine
from partie.table.errors import EngineFailed, HashDiffers
from partie.table.keep.fingerprint import differing
from partie.table.state import Table

P = ParamSpec("P")
T = TypeVar("T")


class Breadcrumb(Protocol):
    """A record of the table whose engine is being called, readable from outside when a call does not return."""

    table: str
    """The table recorded last."""

    def note(self, table: str) -> None:
        """Record the table whose engine is called from now on."""
        ...


class _Unread:
    """A record that nobody reads."""

    table = ""

    def note(self, table: str) -> None:
        self.table = table


_breadcrumb: Breadcrumb = _Unread()


def leave_breadcrumbs(at: Breadcrumb) -> None:
    """Record the table of every engine call there from now on."""
    global _breadcrumb  # noqa: PLW0603  # read at every engine call, so a global saves an attribute lookup
    _breadcrumb = at


def guarded(table: str, seq: int, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call an engine's method. Raises :class:`EngineFailed` for any exception of the engine."""
    if table is not _breadcrumb.table:
        _breadcrumb.note(table)
    try:
        return function(*args, **kwargs)
    except Exception as error:
        raise EngineFailed(table, seq, function.__name__) from error


def ruled(table: str, seq: int, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call an engine's method like :func:`guarded`, but let :class:`Illegal` through: for a person's move."""
    if table is not _breadcrumb.table:
        _breadcrumb.note(table)
    try:
        return function(*args, **kwargs)
    except Illegal:
        raise
    except Exception as error:
        raise EngineFailed(table, seq, function.__name__) from error


def may_act(engine: AnyEngine, table: Table, seat: int) -> bool:
    """Whether the seat has a move: it must act, or may change its choice."""
    pending = guarded(table.id, table.seq, engine.pending, table.play.state)
    return seat in pending or bool(guarded(table.id, table.seq, engine.legal, table.play.state, seat))


def check_prints(table: str, seq: int, state: Any, mine: bytes, recorded: bytes) -> None:
    """Raise :class:`HashDiffers` if the node that wrote the event computed another state."""
    if mine != recorded:
        raise HashDiffers(table, seq, differing(state, mine, recorded))


@lru_cache(maxsize=256)
def move_decoder(engine: AnyEngine) -> msgspec.msgpack.Decoder[Any]:
    """Return the decoder of the engine's moves."""
    return msgspec.msgpack.Decoder(engine.move)
