"""An event as it stands in a table's log."""

from __future__ import annotations

from msgspec import Struct


class Entry(Struct, frozen=True):
    """One entry of a table's log.

    ``seq`` counts from 1. ``mark`` is the entry's own 16 hex digits, ``prev`` those of the entry before it (empty
    for the first). ``at`` is in milliseconds since 1970, stamped by Redis and never less than the one before; what an
    entry carries before its append is ignored unless it is healed. ``format`` says how to read ``body``, which is
    opaque here.
    """

    seq: int
    mark: str
    prev: str
    at: int
    format: int
    body: bytes


class ForeignEntry(ValueError):
    """A log holds something that is no entry."""
