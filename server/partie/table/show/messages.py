"""Messages built from a table apart from its document: entries of the history, a turn, offers, a forecast.

They are sent to clients unchanged, and to each only what its viewer may see.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from partie.kit import Line, Offer, Range
from partie.table.values import Sequence, TableId


class _Shown(Struct, frozen=True, tag_field="t", omit_defaults=True):
    pass


class HistoryEntry(Struct, frozen=True, omit_defaults=True):
    """One event as the viewer may read it.

    ``strike`` is the first and the last event that this one undid, ``restore`` those that it redid: all entries of kind
    ``moved`` in between, both ends included. ``struck`` means that a later event undid this one. ``turn`` is the number
    of the turn it happened in, if the game counts them.
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


class Turn(_Shown, frozen=True, tag="turn"):
    """To a seat alone: the decision before it after event ``seq``.

    ``ask`` identifies the position for the move; ``undo`` lists the events you may return to, the nearest first, and
    ``redo`` those you may go forward to, the nearest first. ``undo_refused`` says why there is nothing to undo.
    ``offers`` are included for clients that always want them.
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


class Offers(_Shown, frozen=True, tag="offers"):
    """To a seat alone: what it could do with each target, for the decision ``ask``."""

    table: TableId
    ask: Sequence
    offers: tuple[Offer[Any], ...]


class Forecast(_Shown, frozen=True, tag="forecast"):
    """The score of each seat if the game ended after event ``seq``, as far as the viewer can know."""

    table: TableId
    seq: Sequence
    ranges: tuple[Range, ...]
