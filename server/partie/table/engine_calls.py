"""Calls into engines. Whatever an engine raises but an :class:`Illegal` is the table's misfortune alone."""

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
    """Where it is noted for which table the engines are called, so that it can be read when a call does not return."""

    table: str
    """The table noted last."""

    def note(self, table: str) -> None:
        """The engines are called for another table from now on."""
        ...


class _Unread:
    """The note where nobody reads it."""

    table = ""

    def note(self, table: str) -> None:
        self.table = table


_breadcrumb: Breadcrumb = _Unread()


def leave_breadcrumbs(at: Breadcrumb) -> None:
    """From now on note there for which table the engines are called."""
    global _breadcrumb  # noqa: PLW0603  # read at every call of an engine, so it is no lookup in an object
    _breadcrumb = at


def guarded(table: str, seq: int, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the engine's method returns. Raises :class:`EngineFailed` for whatever it raises."""
    if table is not _breadcrumb.table:
        _breadcrumb.note(table)
    try:
        return function(*args, **kwargs)
    except Exception as error:
        raise EngineFailed(table, seq, function.__name__) from error


def ruled(table: str, seq: int, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """As :func:`guarded`, but lets :class:`Illegal` through: for a move that a person wants to make."""
    if table is not _breadcrumb.table:
        _breadcrumb.note(table)
    try:
        return function(*args, **kwargs)
    except Illegal:
        raise
    except Exception as error:
        raise EngineFailed(table, seq, function.__name__) from error


def may_act(engine: AnyEngine, table: Table, seat: int) -> bool:
    """Whether the seat has a move: it must act, or may choose again."""
    pending = guarded(table.id, table.seq, engine.pending, table.play.state)
    return seat in pending or bool(guarded(table.id, table.seq, engine.legal, table.play.state, seat))


def check_prints(table: str, seq: int, state: Any, mine: bytes, recorded: bytes) -> None:
    """Raise :class:`HashDiffers` if the node that wrote the event came to another state."""
    if mine != recorded:
        raise HashDiffers(table, seq, differing(state, mine, recorded))


@lru_cache(maxsize=256)
def move_decoder(engine: AnyEngine) -> msgspec.msgpack.Decoder[Any]:
    """Decodes the engine's moves."""
    return msgspec.msgpack.Decoder(engine.move)
